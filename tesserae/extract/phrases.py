"""The phrases of a text: every run of words that could be a term, with where and how it stands.

A phrase lies between function words and marks; all its parts of up to four words are kept, since
only the whole corpus can tell which of them recur by themselves (`graph.terms`). The text of a
source is cut into words once; each word becomes one letter of a *shape*, and regular expressions
over the shape find phrases and names, which is what makes this fast.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import NamedTuple, TypeVar

from tesserae.extract.cjk import RUN, CjkText, cjk_key
from tesserae.extract.extraction import Cue, Extraction
from tesserae.extract.markdown import CODE_CLOSE, CODE_OPEN
from tesserae.extract.words import TOKEN, Case, word

MAX_WORDS = 4
MAX_PHRASES = 60_000
"""Past this many a source keeps only what recurs: one giant file must not hold the corpus."""
MAX_SENTENCES = 30_000
MAX_SENTENCE = 600
"""Characters of a sentence that are kept to be quoted."""
SLICE_SENTENCES = 2_000
_CACHE_LIMIT = 100_000

_CODE = re.compile(f"{CODE_OPEN}[^{CODE_CLOSE}]*{CODE_CLOSE}?")
_HANDLE = re.compile(r"(?<![\w.])@[\w-]+(?:/[\w.-]+)?|[\w.+-]+@[\w-]+\.[\w.]+")
# "maxRetries" is code that nobody marked, "iPhone" and "mAP" are names.
IDENTIFIER = re.compile(r"^[a-z]{2,}(?:[A-Z][a-z]{2,})+\d*$")

_MODALS = frozenset("to can could will would may might must shall should cannot we they you".split())
_ARTICLES = frozenset("a an the this these each every its their our any no".split())
_DETERMINERS = frozenset("a an the of this these each every its their our any no".split())
_AFTER_NOUNS = frozenset(
    """. ; : ) of in is are was were that which to for with on from by as at can has have will must
    should may when if""".split()
) | {"\n"}
_COPULAS = frozenset("is are was were be been being become becomes so very too more most".split())
_GERUND_SIGNS = frozenset("by without while when before after".split())
_NAME_JOINTS = frozenset("of from de van von der den la du di da the".split())
_POSSESSIVES = ("'s", "’s")

_Value = TypeVar("_Value")

# Letters of a shape.
_LETTERS = {
    Case.MARK: "m",
    Case.STOP: "s",
    Case.LOWER: "l",
    Case.CAPITAL: "C",
    Case.SPECIAL: "S",
    Case.NUMBER: "n",
}
# Groups: what begins a sentence before it, the run, a number behind a name.
_PHRASE = re.compile(r"((?:^|[Np])m*)?([lCS]+)|N")
_NAME = re.compile(r"((?:^|[Np])m*)?([CS]*C(?:j{1,2}C[CS]*)+|[CS]+)(n)?|N")
_TOKEN_OR_LINE = re.compile(rf"\n|{TOKEN.pattern}")


class _Shapes(dict[str, str]):
    """The letter of each word, found once."""

    def __missing__(self, token: str) -> str:
        if token == "\n":
            letter = "N"
        elif token in _NAME_JOINTS:
            letter = "j"
        elif token in {".", ":", "!", "?", "|"}:
            letter = "p"
        else:
            letter = _LETTERS[word(token).case]
        if len(self) > 2 * _CACHE_LIMIT:
            self.clear()
        self[token] = letter
        return letter


class _Parts(NamedTuple):
    """The phrases inside a run of words."""

    keys: tuple[str, ...]
    sure_keys: tuple[str, ...]
    sure_surfaces: tuple[str, ...]
    """The spellings of those whose capitals are meant."""
    vague: tuple[tuple[str, str], ...]
    """(key, spelling) of those that begin with a capital by rule."""
    modifiers: tuple[str, ...]
    first: str
    """The first word, folded, if it is written small; else empty."""
    last: str


_shapes = _Shapes()
# The same few words follow each other again and again; remembering them changes no result.
_inner_parts: dict[tuple[str, ...], _Parts] = {}
_opening_parts: dict[tuple[str, ...], _Parts] = {}
_heading_parts: dict[tuple[str, ...], _Parts] = {}
_name_keys: dict[tuple[str, ...], tuple[str, str]] = {}


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
        self.watched: dict[int, set[str]] = {}
        """The watched words of a sentence."""
        self.cjk = CjkText()
        self._cued: set[tuple[str, int]] = set()
        self._prose: list[tuple[int, str]] = []
        self._headings: list[tuple[int, str]] = []
        self._names: dict[tuple[Cue, tuple[str, ...]], int] = {}

    def finish(self) -> Extraction:
        """Return what was collected."""
        extraction = self.extraction
        extraction.vague = [
            key
            for key, text in zip(extraction.keys, extraction.surfaces, strict=True)
            if text[:1] == "~"
        ]
        extraction.verbs = sorted(self.verbs)
        extraction.nouns = sorted(self.nouns)
        extraction.tails = sorted(self.tails)
        extraction.modifiers = sorted(self.modifiers)
        extraction.names = sorted(self.people)
        extraction.runs = self.cjk.text()
        return extraction

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
        for sentences, keeps_case in ((self._prose, True), (self._headings, False)):
            for begin in range(0, len(sentences), SLICE_SENTENCES):
                part = _Slice(self, sentences[begin : begin + SLICE_SENTENCES], keeps_case)
                part.read(watch)
                keys = part.keys()
                counts.update(keys)
                firsts = {**part.firsts(keys), **firsts}
                # What is written in running text wins over a capital that stands by rule.
                surfaces = {**surfaces, **part.spellings(), **_sure(surfaces.items())}
                if len(counts) > MAX_PHRASES:
                    counts = Counter({key: count for key, count in counts.items() if count > 1})
        for found in self.cjk.phrases():
            key = cjk_key(found.text)
            counts[key] = max(found.times, counts[key])
            firsts.setdefault(key, found.sentence)
            surfaces.setdefault(key, found.text)
        self._store(counts, firsts, surfaces)
        for (cue, name), sentence in self._names.items():
            key, surface = _name_key(name)
            self.cue(cue, self._known(key, surface, sentence), sentence)

    def _store(
        self, counts: Counter[str], firsts: dict[str, int], surfaces: dict[str, str]
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

    def take_text(self, text: str, sentence: int) -> str:
        """Return a sentence without code, handles and ideographs, which are kept apart."""
        if CODE_OPEN in text:
            text = _CODE.sub(" ` ", text)
        if "@" in text:
            text = _HANDLE.sub(" ` ", text)
        if not text.isascii() and RUN.search(text):
            text = self.cjk.take(text, sentence)
        return text.replace("\n", " ")

    def note_name(self, cue: Cue, name: tuple[str, ...], sentence: int) -> None:
        """Remember where a name is first met while phrases are still being counted."""
        self._names.setdefault((cue, name), sentence)

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
        shown = " ".join(text.split()).strip(" \t*_.,;:!?\"'“”‘’|")
        if shown.endswith(_POSSESSIVES):
            shown = shown[:-2]
        if not shown or len(shown) > 120:
            return -1
        key = cjk_key(shown) or whole_key(shown)
        found = self._known(key, shown if keeps_case else "~" + shown, sentence)
        if found >= 0 and keeps_case and self.extraction.surfaces[found][:1] == "~":
            self.extraction.surfaces[found] = "" if shown == key else shown
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
        tokens = TOKEN.findall(text)
        shape = "".join([_shapes[token] for token in tokens])
        found: list[int] = []
        for match in re.finditer("[lCS]+", shape):
            run = tokens[match.start() : match.end()]
            for words in (run, run[-2:], run[-1:]):
                index = self.index.get(_run_key(words))
                if index is not None:
                    if index not in found:
                        found.append(index)
                    break
        return found[:6]


def _sure(spellings: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {key: text for key, text in spellings if text[:1] != "~"}


def _first_of_each(keys: list[str], values: list[_Value]) -> dict[str, _Value]:
    """Return the first value that stands with each key: the last one to be set, from behind."""
    return dict(zip(keys[::-1], values[::-1], strict=True))


class _Slice:
    """The phrases of some sentences of one source."""

    def __init__(
        self, out: PhraseCollector, sentences: Sequence[tuple[int, str]], keeps_case: bool
    ) -> None:
        self.out = out
        self.sentences = sentences
        self.keeps_case = keeps_case
        self.found: list[_Parts] = []
        self.numbers: list[int] = []
        """The sentence of each run of words."""

    def read(self, watch: frozenset[str]) -> None:
        """Cut the sentences into words and find phrases and names by their shape."""
        text = "\n".join([self.out.take_text(text, number) for number, text in self.sentences])
        tokens = _TOKEN_OR_LINE.findall(text)
        shape = "".join([_shapes[token] for token in tokens])
        tokens.append("\n")
        self._phrases(tokens, shape)
        if self.keeps_case:
            self._names(tokens, shape)
            self._watch(tokens, shape, watch)

    def keys(self) -> list[str]:
        """Return every phrase as often as it stands, in text order."""
        return list(chain.from_iterable([parts.keys for parts in self.found]))

    def firsts(self, keys: list[str]) -> dict[str, int]:
        """Return the first sentence of each phrase."""
        sizes = [len(parts.keys) for parts in self.found]
        numbers = list(chain.from_iterable(map(repeat, self.numbers, sizes)))
        return _first_of_each(keys, numbers)

    def spellings(self) -> dict[str, str]:
        """Return the first spelling of each phrase, if possible one whose capitals are meant."""
        sure = _first_of_each(
            list(chain.from_iterable([parts.sure_keys for parts in self.found])),
            list(chain.from_iterable([parts.sure_surfaces for parts in self.found])),
        )
        for parts in self.found:
            for key, surface in parts.vague:
                sure.setdefault(key, surface)
        return sure

    def _phrases(self, tokens: list[str], shape: str) -> None:
        line, (number, _) = 0, self.sentences[0]
        found, numbers, keeps_case = self.found, self.numbers, self.keeps_case
        for match in _PHRASE.finditer(shape):
            begin, end = match.span(2)
            if begin < 0:
                line += 1
                number = self.sentences[line][0]
                continue
            start = match.start(1)
            if start >= 0 and shape[start] == "N":
                line += 1
                number = self.sentences[line][0]
            run = tuple(tokens[begin:end])
            if not keeps_case:
                parts = _cached(_heading_parts, run, first_is_vague=True, all_vague=True)
            elif start >= 0 and shape[begin] == "C":
                parts = _cached(_opening_parts, run, first_is_vague=True, all_vague=False)
            else:
                parts = _inner_parts.get(run) or _cached(
                    _inner_parts, run, first_is_vague=False, all_vague=False
                )
            found.append(parts)
            numbers.append(number)
            if parts.modifiers:
                self.out.modifiers.update(parts.modifiers)
            self._note_use(parts, end - begin == 1, tokens[begin - 1], tokens[end])

    def _note_use(self, parts: _Parts, alone: bool, before: str, after: str) -> None:
        """Learn from its neighbours whether the last word of a phrase is a noun or a verb."""
        first, last = parts.first, parts.last
        if first and (
            before in _MODALS or (before in _GERUND_SIGNS and first.endswith("ing"))
        ):
            self.out.verbs.add(first)
        if not last:
            return
        if after in _ARTICLES:
            self.out.verbs.add(last)
        elif alone and before in _DETERMINERS:
            self.out.nouns.add(last)
        elif after in _AFTER_NOUNS and not (alone and before in _COPULAS):
            self.out.tails.add(last)

    def _watch(self, tokens: list[str], shape: str, watch: frozenset[str]) -> None:
        lines = [match.start() for match in re.finditer("N", shape)]
        watched = self.out.watched
        for place, token in [(at, token) for at, token in enumerate(tokens) if token in watch]:
            number = self.sentences[bisect_right(lines, place)][0]
            watched.setdefault(number, set()).add(token)

    def _names(self, tokens: list[str], shape: str) -> None:
        line, (number, _) = 0, self.sentences[0]
        for match in _NAME.finditer(shape):
            begin, end = match.span(2)
            start = match.start(1)
            if begin < 0 or (start >= 0 and shape[start] == "N"):
                line += 1
                number = self.sentences[line][0]
                if begin < 0:
                    continue
            # The first word of a sentence is a capital by rule: it may not belong to the name.
            at_start = start >= 0 and shape[begin] == "C"
            name = tuple(tokens[begin:end])
            if 1 < end - begin <= 7:
                self.out.note_name(Cue.NAME, name, number)
                if at_start and end - begin == 2 and shape[end - 1] == "S":
                    self._note_single(name[1:], number)
            elif end - begin == 1 and not at_start:
                # "Karn's algorithm" and "Bloom filter" say nothing of a Karn and a Bloom.
                is_owner = name[0].endswith(_POSSESSIVES) or shape[end : end + 1] == "l"
                if shape[begin] == "S" or not is_owner:
                    self._note_single(name, number)
            if shape[end - 1] in "CS" and not (at_start and end - begin == 1):
                self._eponym(tokens, shape, end - 1, number)
            if match.start(3) >= 0 and len(tokens[end]) < 8:
                last = name if shape[end - 1] == "C" else name[-1:]
                self.out.note_name(Cue.VERSIONED, (*last, tokens[end]), number)

    def _eponym(self, tokens: list[str], shape: str, begin: int, number: int) -> None:
        """Note a capitalised word with the one or two small words that end its phrase."""
        end = begin + 1
        while end - begin < 4 and shape[end : end + 1] == "l":
            end += 1
        if 2 <= end - begin <= 3 and shape[begin] == "C":
            self.out.note_name(Cue.EPONYM, tuple(tokens[begin:end]), number)

    def _note_single(self, name: tuple[str, ...], number: int) -> None:
        token = bare(name[0])
        name = (token,)
        cue = Cue.SPECIAL if _shapes[token] == "S" else Cue.PROPER
        if cue is Cue.SPECIAL and IDENTIFIER.match(token):
            cue = Cue.CAMEL
        self.out.note_name(cue, name, number)


def bare(token: str) -> str:
    """Return a word without its possessive."""
    return token[:-2] if token.endswith(_POSSESSIVES) else token


def _cached(
    cache: dict[tuple[str, ...], _Parts],
    run: tuple[str, ...],
    *,
    first_is_vague: bool,
    all_vague: bool,
) -> _Parts:
    found = cache.get(run)
    if found is None:
        if len(cache) > _CACHE_LIMIT:
            cache.clear()
        found = cache[run] = _split_run(run, first_is_vague=first_is_vague, all_vague=all_vague)
    return found


def _split_run(run: tuple[str, ...], *, first_is_vague: bool, all_vague: bool) -> _Parts:
    """Return all phrases of up to four words of a run; `~` before capitals that stand by rule."""
    entries = [word(token) for token in run]
    sure: list[tuple[str, str]] = []
    vague: list[tuple[str, str]] = []
    for begin, entry in enumerate(entries):
        is_vague = all_vague or (first_is_vague and begin == 0)
        mark = "~" if is_vague else ""
        single = entry.fold if is_vague and entry.case == Case.CAPITAL else entry.key
        found = vague if is_vague else sure
        found.append((single, mark + bare(run[begin])))
        parts = entry.parts
        for end in range(begin + 2, min(begin + MAX_WORDS, len(run)) + 1):
            parts += entries[end - 1].parts
            if parts > MAX_WORDS + 1:
                break
            key = " ".join([part.fold for part in entries[begin:end]])
            found.append((key, mark + bare(" ".join(run[begin:end]))))
    first, last = entries[0], entries[-1]
    return _Parts(
        keys=tuple(key for key, _ in [*vague, *sure]),
        sure_keys=tuple(key for key, _ in sure),
        sure_surfaces=tuple(surface for _, surface in sure),
        vague=tuple(vague),
        modifiers=tuple(
            part.fold for part in entries[:-1] if part.parts > 1 and part.case == Case.LOWER
        ),
        first=first.fold if first.case == Case.LOWER else "",
        last=last.fold if last.case == Case.LOWER else "",
    )


def _name_key(name: tuple[str, ...]) -> tuple[str, str]:
    """Return the key and the spelling of a name."""
    found = _name_keys.get(name)
    if found is None:
        if len(_name_keys) > _CACHE_LIMIT:
            _name_keys.clear()
        shown = " ".join([*name[:-1], bare(name[-1])])
        found = _name_keys[name] = (_run_key(map(bare, name)), shown)
    return found


def _run_key(words: Iterable[str]) -> str:
    entries = [word(token) for token in words]
    return entries[0].key if len(entries) == 1 else " ".join([entry.fold for entry in entries])


def whole_key(text: str) -> str:
    """Return the key of a phrase that somebody marked as a whole.

    Of a single word that is only capitalised, the lower-case key: a label starts with a capital.
    """
    entries = [entry for entry in map(word, TOKEN.findall(text)) if entry.case is not Case.MARK]
    if len(entries) == 1:
        entry = entries[0]
        return entry.fold if entry.case is Case.CAPITAL else entry.key
    return " ".join([entry.fold for entry in entries])
