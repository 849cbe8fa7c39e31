"""The phrases of a text: every run of words that could be a term, with where and how it stands.

A phrase lies between function words and marks; all its parts of up to four words are kept, since
only the whole corpus can tell which of them recur by themselves (`graph.terms`).
"""

from __future__ import annotations

import re

from tesserae.extract.cjk import RUN, CjkText, cjk_key
from tesserae.extract.extraction import Cue, Extraction
from tesserae.extract.markdown import CODE_CLOSE, CODE_OPEN
from tesserae.extract.words import TOKEN, Case, Word, word

MAX_WORDS = 4
MAX_PHRASES = 60_000
"""Past this many a source keeps no new phrase: one giant file must not hold the corpus."""
MAX_SENTENCES = 30_000
MAX_SENTENCE = 600
"""Characters of a sentence that are kept to be quoted."""

_CODE = re.compile(f"{CODE_OPEN}[^{CODE_CLOSE}]*{CODE_CLOSE}?")
_HANDLE = re.compile(r"(?<![\w.])@[\w-]+(?:/[\w.-]+)?|[\w.+-]+@[\w-]+\.[\w.]+")
_MODALS = frozenset("to can could will would may might must shall should cannot we they you".split())
_GERUND_SIGNS = frozenset("by without while when before after".split())
_DETERMINERS = frozenset("a an the of this these each every its their our any no".split())
_POSSESSIVES = frozenset(("'s", "’s"))
# "maxRetries" is code that nobody marked, "iPhone" and "mAP" are names.
IDENTIFIER = re.compile(r"^[a-z]{2,}(?:[A-Z][a-z]{2,})+\d*$")
_NAME_JOINTS = frozenset("of from de van von der den la du di da the".split())
_NO_WORD = Word(Case.MARK, "", "", 0)


class PhraseCollector:
    """Collects the sentences and phrases of one source."""

    def __init__(self) -> None:
        self.extraction = Extraction()
        self.index: dict[str, int] = {}
        self.verbs: set[str] = set()
        self.nouns: set[str] = set()
        self.tails: set[str] = set()
        self.modifiers: set[str] = set()
        self.people: set[str] = set()
        self.cjk = CjkText()
        self._cued: set[tuple[str, int]] = set()

    def finish(self) -> Extraction:
        """Return what was collected."""
        extraction = self.extraction
        for found in self.cjk.phrases():
            phrase = self.put(found.text, found.text, found.sentence)
            if phrase >= 0:
                extraction.counts[phrase] = max(found.count, extraction.counts[phrase])
        extraction.counts = [max(1, count) for count in extraction.counts]
        extraction.verbs = sorted(self.verbs)
        extraction.nouns = sorted(self.nouns)
        extraction.tails = sorted(self.tails)
        extraction.modifiers = sorted(self.modifiers)
        extraction.names = sorted(self.people)
        extraction.runs = self.cjk.text()
        return extraction

    # sentences -------------------------------------------------------------------------------

    def add_sentence(self, text: str, start: int, end: int) -> int:
        """Keep a sentence to quote and return its index, or -1 where there are too many."""
        extraction = self.extraction
        if len(extraction.sentences) >= MAX_SENTENCES:
            return -1
        shown = text.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
        extraction.sentences.append(" ".join(shown.split())[:MAX_SENTENCE])
        extraction.starts.append(start)
        extraction.ends.append(end)
        return len(extraction.sentences) - 1

    def add_sentence_lazily(self, text: str, start: int, end: int = 0) -> int:
        """Return the sentence just added where it is the same one, else add it."""
        extraction = self.extraction
        shown = " ".join(text.split())[:MAX_SENTENCE]
        if extraction.sentences and extraction.sentences[-1] == shown:
            return len(extraction.sentences) - 1
        return self.add_sentence(text, start, end or start)

    def scan(self, text: str, sentence: int, *, keeps_case: bool = True) -> None:
        """Collect the phrases of a sentence.

        Args:
            text: The sentence, with its code marks.
            sentence: Its index.
            keeps_case: False where capitals mean nothing, as in a heading.
        """
        if CODE_OPEN in text:
            text = _CODE.sub(" ` ", text)
        if "@" in text:
            text = _HANDLE.sub(" ` ", text)
        if not text.isascii() and RUN.search(text):
            text = self.cjk.take(text, sentence)
        _Scan(self, sentence, keeps_case).run(TOKEN.findall(text))

    # phrases ---------------------------------------------------------------------------------

    def put(self, key: str, surface: str, sentence: int) -> int:
        """Count a phrase and return its index, or -1 where the source has too many."""
        found = self.index.get(key)
        extraction = self.extraction
        if found is not None:
            extraction.counts[found] += 1
            if surface and extraction.surfaces[found][:1] == "~" and surface[0] != "~":
                extraction.surfaces[found] = "" if surface == key else surface
            return found
        if len(self.index) >= MAX_PHRASES or not key:
            return -1
        self.index[key] = found = len(extraction.keys)
        extraction.keys.append(key)
        extraction.surfaces.append("" if surface == key else surface)
        extraction.firsts.append(max(sentence, 0))
        extraction.counts.append(1)
        return found

    def put_quietly(self, key: str, surface: str, sentence: int) -> int:
        """Return the index of a phrase without counting it again."""
        found = self.index.get(key)
        return self.put(key, surface, sentence) if found is None else found

    def phrase(self, text: str, sentence: int, *, keeps_case: bool = True) -> int:
        """Return the index of a whole phrase, function words included, adding it if need be."""
        shown = text.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
        shown = " ".join(shown.split()).strip(" \t*_.,;:!?\"'“”‘’|")
        shown = shown[:-2] if shown[-2:] in _POSSESSIVES else shown
        if not shown or len(shown) > 120:
            return -1
        key = cjk_key(shown) or whole_key(shown)
        if not key:
            return -1
        found = self.index.get(key)
        if found is not None:
            if self.extraction.surfaces[found][:1] == "~" and keeps_case:
                self.extraction.surfaces[found] = "" if shown == key else shown
            return found
        found = self.put(key, shown if keeps_case else "~" + shown, sentence)
        if found >= 0:
            # The scan of the running text does the counting.
            self.extraction.counts[found] = 0
        return found

    def cue(self, cue: Cue, phrase: int, sentence: int) -> None:
        """Note, once per source, why a phrase may be a term."""
        if phrase >= 0 and (cue, phrase) not in self._cued:
            self._cued.add((cue, phrase))
            self.extraction.cues.append((cue.value, phrase, max(sentence, 0)))

    def define(self, phrase: int, sentence: int, quality: int) -> None:
        """Note a sentence that says what a phrase is."""
        if phrase >= 0 and sentence >= 0:
            self.extraction.definitions.append((phrase, sentence, quality))

    def abbreviate(self, short: str, long: str, sentence: int) -> None:
        """Note that two phrases name one thing."""
        left, right = self.phrase(short, sentence), self.phrase(long, sentence)
        if left >= 0 and right >= 0 and left != right:
            self.extraction.acronyms.append((left, right, sentence))
            self.cue(Cue.ACRONYM, left, sentence)
            self.cue(Cue.ACRONYM, right, sentence)

    def known_phrases(self, text: str) -> list[int]:
        """Return the longest phrases of a sentence that are already collected, in text order."""
        found: list[int] = []
        folds: list[str] = []
        for token in [*TOKEN.findall(_CODE.sub(" ` ", text)), "."]:
            entry = word(token)
            if entry.case in {Case.LOWER, Case.CAPITAL, Case.SPECIAL}:
                folds.append(entry.fold if len(entry.key) < 2 else entry.key)
                continue
            key = " ".join(fold.lstrip("^=").lower() if len(folds) > 1 else fold for fold in folds)
            index = self.index.get(key)
            if index is None and len(folds) > 2:
                index = self.index.get(" ".join(fold.lstrip("^=").lower() for fold in folds[-2:]))
            if index is not None and index not in found:
                found.append(index)
            folds = []
        return found[:6]


def whole_key(text: str) -> str:
    """Return the key of a phrase that somebody marked as a whole.

    Of a single word that is only capitalised, the lower-case key: a label starts with a capital.
    """
    entries = [entry for entry in map(word, TOKEN.findall(text)) if entry.case is not Case.MARK]
    if len(entries) == 1:
        entry = entries[0]
        return entry.fold if entry.case is Case.CAPITAL else entry.key
    return " ".join(entry.fold for entry in entries)


class _Scan:
    """One pass over the tokens of one sentence."""

    def __init__(self, collector: PhraseCollector, sentence: int, keeps_case: bool) -> None:
        self.out = collector
        self.sentence = sentence
        self.keeps_case = keeps_case
        self.chunk: list[tuple[Word, str]] = []
        self.name: list[str] = []
        self.joint: list[str] = []
        self.is_start = True
        """No word has been read yet, so a capital says nothing."""
        self.chunk_at_start = False
        self.name_at_start = False
        self.before = ""

    def run(self, tokens: list[str]) -> None:
        """Read the tokens; a phrase ends at marks, numbers and function words."""
        chunk = self.chunk
        previous = ""
        for token in tokens:
            entry = word(token)
            case = entry.case
            if case == Case.LOWER:
                if previous in _MODALS or (previous in _GERUND_SIGNS and token.endswith("ing")):
                    self.out.verbs.add(entry.fold)
                if self.name:
                    self._end_name()
            elif case == Case.CAPITAL or case == Case.SPECIAL:
                self._extend_name(token)
            else:
                self._boundary(entry, token)
                previous = entry.fold
                if case != Case.MARK or token in ".:!?":
                    self.is_start = case == Case.MARK
                continue
            if not chunk:
                self.chunk_at_start = self.is_start
            chunk.append((entry, token))
            self.is_start = False
            previous = entry.fold
        self._boundary(_NO_WORD, "")

    def _boundary(self, entry: Word, token: str) -> None:
        if self.name:
            self._name_boundary(entry, token)
        if self.chunk:
            self._flush()
        self.before = entry.fold

    def _flush(self) -> None:
        chunk, put, sentence = self.chunk, self.out.put, self.sentence
        size = len(chunk)
        for begin in range(size):
            entry, token = chunk[begin]
            if token[-2:] in _POSSESSIVES:
                token = token[:-2]
            vague = not self.keeps_case or (begin == 0 and self.chunk_at_start)
            if vague and entry.case == Case.CAPITAL:
                put(entry.fold, "~" + token, sentence)
                surface = "~" + token
            else:
                put(entry.key, token, sentence)
                surface = token if self.keeps_case else "~" + token
            key, parts = entry.fold, entry.parts
            for end in range(begin + 1, min(begin + MAX_WORDS, size)):
                other, shown = chunk[end]
                parts += other.parts
                if parts > MAX_WORDS + 1:
                    break
                key = f"{key} {other.fold}"
                surface = f"{surface} {shown}"
                put(key, surface, sentence)
            if entry.parts > 1 and entry.case == Case.LOWER and begin < size - 1:
                self.out.modifiers.add(entry.fold)
        last = chunk[-1][0]
        if self.before in _DETERMINERS and last.case == Case.LOWER:
            (self.out.nouns if size == 1 else self.out.tails).add(last.fold)
        chunk.clear()

    # capitalised names -----------------------------------------------------------------------

    def _extend_name(self, token: str) -> None:
        if not self.keeps_case:
            return
        if not self.name:
            self.name_at_start = self.is_start
        self.name += self.joint
        self.joint.clear()
        self.name.append(token[:-2] if token[-2:] in _POSSESSIVES else token)

    def _name_boundary(self, entry: Word, token: str) -> None:
        if entry.case == Case.NUMBER and not self.joint and len(token) < 8:
            self._versioned(token)
        can_join = (
            entry.case == Case.STOP
            and token in _NAME_JOINTS
            and len(self.joint) < 2
            and word(self.name[-1]).case == Case.CAPITAL
        )
        if can_join:
            self.joint.append(token)
        else:
            self._end_name()

    def _end_name(self) -> None:
        name, out = self.name, self.out
        self.joint.clear()
        if len(name) > 1 and len(name) <= 7:
            # The first word of a sentence is a capital by rule: it may not belong to the name.
            is_vague = self.name_at_start and len(name) == 2 and word(name[0]).case == Case.CAPITAL
            out.cue(Cue.NAME, out.phrase(" ".join(name), self.sentence), self.sentence)
            if is_vague:
                self._special(name[1])
        elif name and not self.name_at_start:
            self._special(name[0])
        elif name and word(name[0]).case == Case.SPECIAL:
            self._special(name[0])
        self.name = []

    def _special(self, token: str) -> None:
        entry = word(token)
        cue = Cue.SPECIAL if entry.case == Case.SPECIAL else Cue.PROPER
        if IDENTIFIER.match(token):
            cue = Cue.CAMEL
        self.out.cue(cue, self.out.put_quietly(entry.key, token, self.sentence), self.sentence)

    def _versioned(self, number: str) -> None:
        last = self.name[-1]
        name = " ".join(self.name) if word(last).case == Case.CAPITAL else last
        phrase = self.out.phrase(f"{name} {number}", self.sentence)
        self.out.cue(Cue.VERSIONED, phrase, self.sentence)
