"""The phrases of a text: every run of words that could be a term, with where and how it stands.

A phrase lies between function words and marks; all its parts of up to four words are kept, since
only the whole corpus can tell which of them recur by themselves (`graph.terms`). How they are
found is in `shapes`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tesserae.extract.cjk import CJK_MARK, RUN, CjkText, cjk_key
from tesserae.extract.extraction import Cue, Extraction
from tesserae.extract.markdown import CODE_CLOSE, CODE_OPEN
from tesserae.extract.shapes import POSSESSIVES, RUN_OF_WORDS, Name, Slice, run_key, shape_of
from tesserae.extract.words import TOKEN, Case, word

MAX_PHRASES = 60_000
"""Past this many a source keeps only what recurs: one giant file must not hold the corpus."""
MAX_SENTENCES = 30_000
MAX_SENTENCE = 600
"""Characters of a sentence that are kept to be quoted."""
SLICE_SENTENCES = 2_000
REMEMBERED = 50_000
"""Labels whose keys are remembered: links and headings repeat themselves."""
_AROUND = " \t*_.,;:!?\"'“”\u2018’|"

_CODE = re.compile(f"{CODE_OPEN}[^{CODE_CLOSE}]*{CODE_CLOSE}?")
_HANDLE = re.compile(r"(?<![\w.])@[\w-]+(?:/[\w.-]+)?|[\w.+-]+@[\w-]+\.[\w.]+")


class PhraseCollector:
    """Collects the sentences of one source, then their phrases, then why those may be terms."""

    def __init__(self) -> None:
        self.extraction = Extraction()
        self.index: dict[str, int] = {}
        self.verbs: set[str] = set()
        self.nouns: set[str] = set()
        self.tails: set[str] = set()
        self.modifiers: set[str] = set()
        self.people: set[str] = set()
        self.watched: dict[int, frozenset[str]] = {}
        """The watched words of a sentence."""
        self.cjk = CjkText()
        self._code_times: Counter[int] = Counter()
        self._scanned = 0
        """How many phrases come from running text; those behind them were only marked."""
        self._cued: set[tuple[str, int]] = set()
        self._prose: list[tuple[int, str]] = []
        self._headings: list[tuple[int, str]] = []
        self._names: dict[Name, int] = {}

    def finish(self) -> Extraction:
        """Return what was collected."""
        extraction = self.extraction
        self._add_code_times()
        extraction.vague = [
            key
            for key, text in zip(extraction.keys, extraction.surfaces, strict=True)
            if text and (text[0] == "~" or (text[0].isupper() and key.isalpha()))
        ]
        extraction.verbs = sorted(self.verbs)
        extraction.nouns = sorted(self.nouns)
        extraction.tails = sorted(self.tails)
        extraction.modifiers = sorted(self.modifiers)
        extraction.names = sorted(self.people)
        extraction.runs = self.cjk.text()
        return extraction

    def _add_code_times(self) -> None:
        """Add the occurrences in code to those in running text."""
        in_text = dict(self.extraction.repeats)
        for phrase, times in self._code_times.items():
            total = times + in_text.get(phrase, int(phrase < self._scanned))
            if total > 1:
                in_text[phrase] = total
        self.extraction.repeats = list(in_text.items())

    # sentences -------------------------------------------------------------------------------

    def add_sentence(
        self, text: str, start: int, end: int, *, is_heading: bool = False, scans: bool = True
    ) -> int:
        """Keep a sentence and return its index, or -1 where there are too many.

        Args:
            text: The sentence, with its code marks.
            start: Its first line.
            end: Its last line.
            is_heading: Whether its capitals mean nothing.
            scans: Whether its phrases count.
        """
        extraction = self.extraction
        number = len(extraction.sentences)
        if number >= MAX_SENTENCES:
            return -1
        if scans:
            (self._headings if is_heading else self._prose).append((number, text))
        if CODE_OPEN in text:
            text = text.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
        extraction.sentences.append(" ".join(text.split())[:MAX_SENTENCE])
        extraction.starts.append(start)
        extraction.ends.append(end)
        return number

    def sentence_on(self, line: int, text: str) -> int:
        """Return the first sentence that holds a text at or after a line, or a new one."""
        extraction = self.extraction
        for number in range(bisect_right(extraction.ends, line - 1), len(extraction.sentences)):
            if extraction.starts[number] > line:
                break
            if text in extraction.sentences[number]:
                return number
        return self.add_sentence(text, line, line, scans=False)

    def scan(self, watch: frozenset[str]) -> None:
        """Collect the phrases of all sentences; once, when all are there.

        Args:
            watch: Words to note in `watched` where a sentence has them.
        """
        counts: Counter[str] = Counter()
        firsts: dict[str, int] = {}
        surfaces: dict[str, str] = {}
        every: list[tuple[str, str]] = []
        for part in self._slices():
            part.read(watch)
            self._take_uses(part)
            counts.update(part.keys())
            firsts = {**part.firsts(), **firsts} if firsts else part.firsts()
            repeated = {key for key, count in counts.items() if count > 1}
            first, spelled = part.spellings(repeated)
            # What is written in running text wins over a capital that stands by rule.
            surfaces = {**surfaces, **first, **_sure(surfaces)} if surfaces else first
            every += spelled
            if len(counts) > MAX_PHRASES:
                counts = Counter({key: counts[key] for key in counts if key in repeated})
        for found in self.cjk.phrases():
            key = cjk_key(found.text)
            counts[key] = max(found.times, counts[key])
            firsts.setdefault(key, found.sentence)
            surfaces.setdefault(key, found.text)
        self._store(counts, firsts, surfaces)
        self._store_others(every)
        for name, sentence in self._names.items():
            self.cue(name.cue, self._known(name.key, name.surface, sentence), sentence)

    def _slices(self) -> Iterator[Slice]:
        """Yield the sentences in slices, running text before headings."""
        for sentences, keeps_case in ((self._prose, True), (self._headings, False)):
            for begin in range(0, len(sentences), SLICE_SENTENCES):
                some = [
                    (number, self.take_text(text, number))
                    for number, text in sentences[begin : begin + SLICE_SENTENCES]
                ]
                yield Slice(some, keeps_case=keeps_case)

    def _take_uses(self, part: Slice) -> None:
        self.verbs |= part.verbs
        self.nouns |= part.nouns
        self.tails |= part.tails
        self.modifiers |= part.modifiers
        self.watched.update(part.watched)
        for name, sentence in part.names.items():
            self._names.setdefault(name, sentence)

    def _store(
        self, counts: Counter[str], firsts: Mapping[str, int], surfaces: Mapping[str, str]
    ) -> None:
        extraction = self.extraction
        keys = list(counts)[:MAX_PHRASES]
        extraction.keys = keys
        extraction.repeats = [
            (number, count) for number, key in enumerate(keys) if (count := counts[key]) > 1
        ]
        extraction.firsts = [firsts[key] for key in keys]
        extraction.surfaces = ["" if (text := surfaces[key]) == key else text for key in keys]
        self.index = {key: number for number, key in enumerate(keys)}
        self._scanned = len(keys)

    def _store_others(self, every: Iterable[tuple[str, str]]) -> None:
        """Keep further spellings, but for those that differ in capitals only."""
        surfaces, index = self.extraction.surfaces, self.index
        seen: set[tuple[int, str]] = set()
        for key, text in dict.fromkeys(every):
            number = index.get(key)
            if number is None:
                continue
            lower = text.lower()
            first = (surfaces[number] or key.lstrip("=^")).lstrip("~").lower()
            if lower != first and (number, lower) not in seen:
                seen.add((number, lower))
                self.extraction.others.append((number, text))

    def take_text(self, text: str, sentence: int) -> str:
        """Return a sentence without code, handles and ideographs, which are kept apart."""
        if CODE_OPEN in text:
            text = _CODE.sub(" ` ", text)
        if "@" in text:
            words = text.split(" ")
            text = " ".join([_HANDLE.sub(" ` ", word) if "@" in word else word for word in words])
        if not text.isascii() and RUN.search(text):
            # Between ideographs a capital is always meant, at the start of a sentence too.
            text = f"{CJK_MARK} {self.cjk.take(text, sentence)}"
        return text.replace("\n", " ")

    # phrases ---------------------------------------------------------------------------------

    def _known(self, key: str, surface: str, sentence: int) -> int:
        """Return the index of a key, adding it where it is new; -1 where there are too many."""
        found = self.index.get(key)
        if found is not None:
            return found
        extraction = self.extraction
        if not key or len(self.index) >= MAX_PHRASES + 5_000:
            return -1
        self.index[key] = found = len(extraction.keys)
        extraction.keys.append(key)
        extraction.surfaces.append("" if surface == key else surface)
        extraction.firsts.append(max(sentence, 0))
        return found

    def phrase(self, text: str, sentence: int, *, keeps_case: bool = True) -> int:
        """Return the index of a whole phrase, function words included, adding it if need be."""
        if CODE_OPEN in text:
            text = text.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
        shown = " ".join(text.split()).strip(_AROUND)
        if shown.endswith(POSSESSIVES):
            shown = shown[:-2]
        if not shown or len(shown) > 120:
            return -1
        key = cjk_key(shown) or whole_key(shown)
        found = self._known(key, shown if keeps_case else "~" + shown, sentence)
        if found >= 0 and keeps_case and self.extraction.surfaces[found][:1] == "~":
            self.extraction.surfaces[found] = "" if shown == key else shown
        return found

    def code_name(self, content: str, sentence: int, *, times: int) -> int:
        """Return the index of a name in code, adding its occurrences to those in running text.

        Code spells what it names exactly, so a capital is meant wherever it stands.
        """
        shown = content.lstrip("@")
        spaced = shown.replace("_", " ")
        phrase = self._known(word(shown).key or whole_key(spaced), shown, sentence)
        if phrase >= 0:
            self._code_times[phrase] += times
        return phrase

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
        # At the start of a sentence the capital is no part of the name.
        at_start = self.extraction.sentences[sentence].startswith(long) if sentence >= 0 else False
        left = self.phrase(short, sentence)
        right = self.phrase(long, sentence, keeps_case=not at_start)
        if left >= 0 and right >= 0 and left != right:
            self.extraction.acronyms.append((left, right, sentence))
            self.cue(Cue.ACRONYM, left, sentence)
            self.cue(Cue.ACRONYM, right, sentence)

    def known_phrases(self, text: str) -> list[int]:
        """Return the longest phrases of a sentence that are already collected, in text order."""
        tokens = TOKEN.findall(text)
        shape = shape_of(tokens)
        found: list[int] = []
        for match in RUN_OF_WORDS.finditer(shape):
            run = tokens[match.start() : match.end()]
            for words in (run, run[-2:], run[-1:]):
                index = self.index.get(run_key(words))
                if index is not None:
                    if index not in found:
                        found.append(index)
                    break
        return found[:6]


def _sure(surfaces: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in surfaces.items() if text[:1] != "~"}


@lru_cache(maxsize=REMEMBERED)
def whole_key(text: str) -> str:
    """Return the key of a phrase that somebody marked as a whole.

    Of a single word that is only capitalised, the lower-case key: a label starts with a capital.
    """
    entries = [entry for entry in map(word, TOKEN.findall(text)) if entry.case is not Case.MARK]
    if len(entries) == 1:
        entry = entries[0]
        return entry.fold if entry.case is Case.CAPITAL else entry.key
    return " ".join([entry.fold for entry in entries])
