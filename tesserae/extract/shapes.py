"""The shape of a text: one letter a word, so that phrases and names are found by pattern.

Each word of a text becomes a letter (small, capital, special, number, mark, grammar). Regular
expressions over that string find the runs of words that could be phrases and names, which is what
makes reading fast. What a run holds is remembered: texts repeat themselves.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence, Set
from itertools import chain, repeat
from typing import NamedTuple

from tesserae.extract.cjk import CJK_MARK
from tesserae.extract.english import COMMON_STARTS, word_set
from tesserae.extract.extraction import Cue
from tesserae.extract.words import TOKEN, Case, word

MAX_WORDS = 4
"""Words of a phrase; the parts of a compound count."""
_CACHE_LIMIT = 100_000
MAX_STRETCH = 80
"""Characters of a stretch without spaces that is remembered."""

# "maxRetries" is code that nobody marked, "iPhone" and "mAP" are names.
IDENTIFIER = re.compile(r"^[a-z]{2,}(?:[A-Z][a-z]{2,})+\d*$")

# "NeRF-style" and "dynamic-NeRF" describe, "zk-SNARK" and "K-Planes" name.
_MODIFIER = re.compile(r"(?:[^\W_]+[-‐‑])+[a-z]+$|[a-z]{4,}[-‐‑]")
_MODALS = word_set(
    """
    to can could will would may might must shall should cannot we they you
    """
)
_ARTICLES = word_set(
    """
    a an the this these each every its their our any no
    """
)
_DETERMINERS = word_set(
    """
    a an the of this these each every its their our any no
    """
)
_AFTER_NOUNS = word_set(
    """
    . ; : ) of in is are was were that which to for with on from by as at can has have will
    must should may when if
    """
) | {"\n"}
_COPULAS = word_set(
    """
    is are was were be been being become becomes so very too more most
    """
)
_GERUND_SIGNS = word_set(
    """
    by without while when before after
    """
)
_NAME_JOINTS = word_set(
    """
    of from de van von der den la du di da the
    """
)
POSSESSIVES = ("'s", "’s")

# Letters of a shape.
_LETTERS = {
    Case.MARK: "m",
    Case.STOP: "s",
    Case.LOWER: "l",
    Case.CAPITAL: "C",
    Case.SPECIAL: "S",
    Case.NUMBER: "n",
}
_RUN = re.compile(r"[lCS]+|N")
_NAME = re.compile(r"[CS]+(?:(?<=C)j{1,2}C[CS]*)*")


class _Shapes(dict[str, str]):
    """The letter of each word, found once."""

    def __missing__(self, token: str) -> str:
        if token == "\n":
            letter = "N"
        elif token in _NAME_JOINTS:
            letter = "j"
        elif token == CJK_MARK:
            letter = "s"
        elif token in {".", ":", "!", "?", "|"}:
            letter = "p"
        else:
            letter = _LETTERS[word(token).case]
        if len(self) > 2 * _CACHE_LIMIT:
            self.clear()
        self[token] = letter
        return letter


class _Stretches(dict[str, tuple[tuple[str, ...], str]]):
    """The words and the shape of what stands between two spaces, found once."""

    def __missing__(self, stretch: str) -> tuple[tuple[str, ...], str]:
        tokens = ("\n",) if stretch == "\n" else tuple(TOKEN.findall(stretch))
        found = (tokens, shape_of(tokens))
        if len(self) > 2 * _CACHE_LIMIT:
            self.clear()
        if len(stretch) < MAX_STRETCH:
            self[stretch] = found
        return found


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
_stretches = _Stretches()
# The same few words follow each other again and again; remembering them changes no result.
_inner_parts: dict[tuple[str, ...], _Parts] = {}
_opening_parts: dict[tuple[str, ...], _Parts] = {}
_heading_parts: dict[tuple[str, ...], _Parts] = {}
_name_keys: dict[tuple[str, ...], tuple[str, str]] = {}


class Slice:
    """The phrases of some sentences of one source."""

    def __init__(self, sentences: Sequence[tuple[int, str]], *, keeps_case: bool) -> None:
        """Take the sentences of a source, or some of them.

        Args:
            sentences: (number, text), at least one.
            keeps_case: False where capitals mean nothing, as in headings.
        """
        self.sentences = sentences
        self.keeps_case = keeps_case
        self.runs: list[_Parts] = []
        self.numbers: list[int] = []
        """The sentence of each run of words."""
        self.names: dict[tuple[Cue, tuple[str, ...]], int] = {}
        """Where each name is first met."""
        self.watched: dict[int, set[str]] = {}
        """The watched words of a sentence."""
        self.verbs: set[str] = set()
        self.nouns: set[str] = set()
        self.tails: set[str] = set()
        self.modifiers: set[str] = set()

    def read(self, watch: frozenset[str]) -> None:
        """Cut the sentences into words and find phrases and names by their shape."""
        # Texts are cut at spaces first: what stands between two spaces has mostly been met before.
        stretches: list[str] = []
        for _, text in self.sentences:
            stretches += text.split()
            stretches.append("\n")
        stretches.pop()
        pieces = [_stretches[stretch] for stretch in stretches]
        tokens = list(chain.from_iterable([piece[0] for piece in pieces]))
        shape = "".join([piece[1] for piece in pieces])
        tokens.append("\n")
        self._phrases(tokens, shape)
        if self.keeps_case:
            lines = [match.start() for match in re.finditer("N", shape)]
            self._names(tokens, shape, lines)
            self._watch(tokens, lines, watch)

    def keys(self) -> list[str]:
        """Return every phrase as often as it stands, in text order."""
        return list(chain.from_iterable([parts.keys for parts in self.runs]))

    def firsts(self, keys: list[str]) -> dict[str, int]:
        """Return the first sentence of each phrase of `keys()`."""
        sizes = [len(parts.keys) for parts in self.runs]
        numbers = list(chain.from_iterable(map(repeat, self.numbers, sizes)))
        return dict(zip(keys[::-1], numbers[::-1], strict=True))

    def spellings(self, repeated: Set[str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Return the first spelling of each phrase, and every spelling of the repeated ones.

        The first one is if possible one whose capitals are meant; else `~` stands before it.
        """
        keys = list(chain.from_iterable([parts.sure_keys for parts in self.runs]))
        shown = list(chain.from_iterable([parts.sure_surfaces for parts in self.runs]))
        # Set from behind, so that the first one stays.
        first = dict(zip(keys[::-1], shown[::-1], strict=True))
        every = [(key, text) for key, text in zip(keys, shown, strict=True) if key in repeated]
        for parts in self.runs:
            for key, surface in parts.vague:
                first.setdefault(key, surface)
                if key in repeated:
                    every.append((key, surface[1:]))
        return first, every

    def _phrases(self, tokens: list[str], shape: str) -> None:
        line, (number, _) = 0, self.sentences[0]
        found, numbers, keeps_case = self.runs, self.numbers, self.keeps_case
        for match in _RUN.finditer(shape):
            begin, end = match.span()
            if shape[begin] == "N":
                line += 1
                number = self.sentences[line][0]
                continue
            run = tuple(tokens[begin:end])
            if not keeps_case:
                parts = _cached(_heading_parts, run, first_is_vague=True, all_vague=True)
            elif shape[begin] == "C" and _opens(shape, begin):
                parts = _cached(_opening_parts, run, first_is_vague=True, all_vague=False)
            else:
                parts = _inner_parts.get(run) or _cached(
                    _inner_parts, run, first_is_vague=False, all_vague=False
                )
            found.append(parts)
            numbers.append(number)
            if parts.modifiers:
                self.modifiers.update(parts.modifiers)
            self._note_use(parts, end - begin == 1, tokens[begin - 1], tokens[end])

    def _note_use(self, parts: _Parts, alone: bool, before: str, after: str) -> None:
        """Learn from its neighbours whether the last word of a phrase is a noun or a verb."""
        first, last = parts.first, parts.last
        if first and (before in _MODALS or (before in _GERUND_SIGNS and first.endswith("ing"))):
            self.verbs.add(first)
        if not last:
            return
        if after in _ARTICLES:
            self.verbs.add(last)
        elif alone and before in _DETERMINERS:
            self.nouns.add(last)
        elif after in _AFTER_NOUNS and not (alone and before in _COPULAS):
            self.tails.add(last)

    def _watch(self, tokens: list[str], lines: list[int], watch: frozenset[str]) -> None:
        watched = self.watched
        for place, token in [(at, token) for at, token in enumerate(tokens) if token in watch]:
            number = self.sentences[bisect_right(lines, place)][0]
            watched.setdefault(number, set()).add(token)

    def _names(self, tokens: list[str], shape: str, lines: list[int]) -> None:
        for match in _NAME.finditer(shape):
            begin, end = match.span()
            number = self.sentences[bisect_right(lines, begin)][0]
            # The first word of a sentence is a capital by rule: it may not belong to the name.
            at_start = shape[begin] == "C" and _opens(shape, begin)
            if at_start and end - begin > 1 and shape[begin + 1] == "j":
                begin = shape.index("C", begin + 1)
                at_start = False
            elif at_start and end - begin > 1 and tokens[begin].lower() in COMMON_STARTS:
                begin += 1
                at_start = False
            owners = [at for at in range(begin, end - 1) if tokens[at].endswith(POSSESSIVES)]
            begin = owners[-1] + 1 if owners else begin
            name = tuple(tokens[begin:end])
            if 1 < end - begin <= 7:
                self.names.setdefault((Cue.NAME, name), number)
                if at_start and end - begin == 2 and shape[end - 1] == "S":
                    self._note_single(name[1:], number)
            elif end - begin == 1 and not at_start:
                # "Karn's algorithm" and "Bloom filter" say nothing of a Karn and a Bloom.
                is_owner = name[0].endswith(POSSESSIVES) or shape[end : end + 1] == "l"
                if shape[begin] == "S" or not is_owner:
                    self._note_single(name, number)
            if shape[end - 1] in "CS" and not (at_start and end - begin == 1):
                self._eponym(tokens, shape, end - 1, number)
            if shape[end : end + 1] == "n" and len(tokens[end]) < 8:
                last = name if shape[end - 1] == "C" else name[-1:]
                self.names.setdefault((Cue.VERSIONED, (*last, tokens[end])), number)

    def _eponym(self, tokens: list[str], shape: str, begin: int, number: int) -> None:
        """Note a capitalised word with the one or two small words that end its phrase."""
        end = begin + 1
        while end - begin < 4 and shape[end : end + 1] == "l":
            end += 1
        if 2 <= end - begin <= 3 and shape[begin] == "C":
            self.names.setdefault((Cue.EPONYM, tuple(tokens[begin:end])), number)

    def _note_single(self, name: tuple[str, ...], number: int) -> None:
        token = bare(name[0])
        name = (token,)
        cue = Cue.SPECIAL if _shapes[token] == "S" else Cue.PROPER
        if cue is Cue.SPECIAL and _MODIFIER.match(token):
            return
        if cue is Cue.SPECIAL and IDENTIFIER.match(token):
            cue = Cue.CAMEL
        self.names.setdefault((cue, name), number)


def _opens(shape: str, begin: int) -> bool:
    """Tell whether only marks stand between a word and the start of its sentence."""
    while begin and shape[begin - 1] == "m":
        begin -= 1
    return begin == 0 or shape[begin - 1] in "Np"


def bare(token: str) -> str:
    """Return a word without its possessive."""
    return token[:-2] if token.endswith(POSSESSIVES) else token


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


def name_key(name: tuple[str, ...]) -> tuple[str, str]:
    """Return the key and the spelling of a name."""
    found = _name_keys.get(name)
    if found is None:
        if len(_name_keys) > _CACHE_LIMIT:
            _name_keys.clear()
        shown = " ".join([*name[:-1], bare(name[-1])])
        found = _name_keys[name] = (run_key(map(bare, name)), shown)
    return found


def shape_of(tokens: Iterable[str]) -> str:
    """Return one letter for each word."""
    return "".join([_shapes[token] for token in tokens])


def run_key(words: Iterable[str]) -> str:
    """Return the key of a run of words; of a single one, with its case class."""
    entries = [word(token) for token in words]
    return entries[0].key if len(entries) == 1 else " ".join([entry.fold for entry in entries])
