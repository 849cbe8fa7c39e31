"""The shape of a text: one letter a word, so that phrases and names are found by pattern.

Each word of a text becomes a letter (small, capital, special, number, mark, grammar). Regular
expressions over that string find the runs of words that could be phrases and names, which is what
makes reading fast. What a run holds is remembered: texts repeat themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import chain
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

# Letters of a shape. The words that tell a noun from a verb beside them have letters by what they
# say of the word behind them and of the word before them.
_LETTERS = {
    Case.MARK: "m",
    Case.STOP: "s",
    Case.LOWER: "l",
    Case.CAPITAL: "C",
    Case.SPECIAL: "S",
    Case.NUMBER: "n",
}
_ROLES: dict[str, str] = {
    **dict.fromkeys(_NAME_JOINTS, "j"),
    **dict.fromkeys(_MODALS, "v"),
    **dict.fromkeys(_MODALS & _AFTER_NOUNS, "w"),
    **dict.fromkeys(_COPULAS, "b"),
    **dict.fromkeys(_COPULAS & _AFTER_NOUNS, "i"),
    **dict.fromkeys(_GERUND_SIGNS, "g"),
    **dict.fromkeys(_GERUND_SIGNS & _AFTER_NOUNS, "y"),
    **dict.fromkeys(_ARTICLES, "a"),
    **dict.fromkeys(word_set("in that which for with on as at has have if"), "h"),
    **dict.fromkeys(";)", "M"),
    **dict.fromkeys(".:", "P"),
    **dict.fromkeys("!?|", "p"),
    "the": "t",
    "of": "o",
    "from": "f",
    "\n": "N",
    CJK_MARK: "s",
}
JOINTS = "jtof"
SMALL = "lk"
"""A small word; `k` is one of several parts."""
RUN_OF_WORDS = re.compile(f"[{SMALL}CS]+")
# A pattern that begins with a set of letters is searched for much faster than another one.
_RUN = re.compile(f"[N{SMALL}CS](?:(?<!N)[{SMALL}CS]+)?")
_NAME = re.compile(f"([CS][CS]*(?:(?<=C)[{JOINTS}]{{1,2}}C[CS]*)*)(?:[{SMALL}]{{1,3}}|n)?")
# "to render", "by rendering", "render the": verbs. "the render": a noun. "a render of": likely one.
_VERB_BEHIND = re.compile(f"[wv][{SMALL}]")
_RUN_LETTERS = frozenset(f"{SMALL}CS")
_VERB_BEFORE = re.compile(f"[{SMALL}](?=[at])")
_GERUND = re.compile(f"[gy][{SMALL}]")
_NOUN = re.compile(f"[ato][{SMALL}](?![{SMALL}CSat])")
_TAIL = re.compile(f"[{SMALL}](?=[wiyhofMPN])(?<![atobi].)")
_MODIFYING = re.compile(f"k(?=[{SMALL}CS])")


class _Shapes(dict[str, str]):
    """The letter of each word, found once."""

    def __missing__(self, token: str) -> str:
        letter = _ROLES.get(token)
        if letter is None:
            entry = word(token)
            letter = _LETTERS[entry.case]
            if letter == "l" and entry.parts > 1:
                letter = "k"
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


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The phrases inside a run of words."""

    keys: tuple[str, ...]
    sure: tuple[tuple[str, str], ...]
    """(key, spelling) of those whose capitals are meant."""
    vague: tuple[tuple[str, str], ...]
    """(key, spelling) of those that begin with a capital by rule."""


class _Runs(dict[tuple[str, ...], _Parts]):
    """The phrases of each run of words in one kind of place, found once."""

    def __init__(self, *, first_is_vague: bool, all_vague: bool) -> None:
        super().__init__()
        self._first_is_vague = first_is_vague
        self._all_vague = all_vague

    def __missing__(self, run: tuple[str, ...]) -> _Parts:
        if len(self) > _CACHE_LIMIT:
            self.clear()
        parts = _split_run(run, first_is_vague=self._first_is_vague, all_vague=self._all_vague)
        self[run] = parts
        return parts


class Name(NamedTuple):
    """A phrase that its capitals make a name."""

    cue: Cue
    key: str
    surface: str


_shapes = _Shapes()
_stretches = _Stretches()
# The same few words follow each other again and again; remembering them changes no result.
_inner_parts = _Runs(first_is_vague=False, all_vague=False)
_opening_parts = _Runs(first_is_vague=True, all_vague=False)
_heading_parts = _Runs(first_is_vague=True, all_vague=True)
_inner_names: dict[tuple[str, ...], tuple[Name, ...]] = {}
_opening_names: dict[tuple[str, ...], tuple[Name, ...]] = {}


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
        self.first_runs: dict[_Parts, int] = {}
        """The first sentence of each run of words."""
        self.names: dict[Name, int] = {}
        """Where each name is first met."""
        self.watched: dict[int, frozenset[str]] = {}
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
        pieces = [_stretches[stretch] for stretch in stretches]
        words, shapes = zip(*pieces, strict=True)
        tokens = list(chain.from_iterable(words))
        shape = "".join(shapes)
        self._phrases(tokens, shape)
        self._uses(tokens, shape)
        if self.keeps_case:
            lines = [match.start() for match in re.finditer("N", shape)]
            self._names(tokens, shape, lines)
            self._watch(tokens, lines, watch)

    def keys(self) -> list[str]:
        """Return every phrase as often as it stands, in text order."""
        return list(chain.from_iterable([parts.keys for parts in self.runs]))

    def firsts(self) -> dict[str, int]:
        """Return the first sentence of each phrase."""
        firsts: dict[str, int] = {}
        # Set from behind, so that the first one stays.
        for parts, number in reversed(self.first_runs.items()):
            firsts.update(dict.fromkeys(parts.keys, number))
        return firsts

    def spellings(self, repeated: Set[str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Return the first spelling of each phrase, and every spelling of the repeated ones.

        The first one is if possible one whose capitals are meant; else `~` stands before it.
        """
        sure = list(chain.from_iterable([parts.sure for parts in self.first_runs]))
        vague = list(chain.from_iterable([parts.vague for parts in self.first_runs]))
        first = dict(vague[::-1])
        first.update(sure[::-1])
        every = [spelled for spelled in sure if spelled[0] in repeated]
        every += [(key, surface[1:]) for key, surface in vague if key in repeated]
        return first, every

    def _phrases(self, tokens: list[str], shape: str) -> None:
        numbers = [number for number, _ in self.sentences]
        line, number = 0, numbers[0]
        numbers.append(-1)
        found, first_runs, keeps_case = self.runs, self.first_runs, self.keeps_case
        for match in _RUN.finditer(shape):
            begin, end = match.span()
            letter = shape[begin]
            if letter == "N":
                line += 1
                number = numbers[line]
                continue
            run = tuple(tokens[begin:end])
            if not keeps_case:
                parts = _heading_parts[run]
            elif letter == "C" and _opens(shape, begin):
                parts = _opening_parts[run]
            else:
                parts = _inner_parts[run]
            found.append(parts)
            if parts not in first_runs:
                first_runs[parts] = number

    def _uses(self, tokens: list[str], shape: str) -> None:
        """Learn from its neighbours whether a small word is a noun or a verb."""
        for pattern, words in (
            (_VERB_BEHIND, self.verbs),
            (_NOUN, self.nouns),
            (_TAIL, self.tails),
            (_MODIFYING, self.modifiers),
        ):
            words.update(_folded(pattern, tokens, shape))
        before = {
            tokens[at]
            for at in [match.start() for match in _VERB_BEFORE.finditer(shape)]
            if shape[at - 1] not in _RUN_LETTERS or _agree(tokens[at - 1], tokens[at])
        }
        self.verbs.update(word(token).fold for token in before)
        gerunds = _folded(_GERUND, tokens, shape)
        self.verbs.update(fold for fold in gerunds if fold.endswith("ing"))

    def _watch(self, tokens: list[str], lines: list[int], watch: frozenset[str]) -> None:
        begin = 0
        for (number, _), end in zip(self.sentences, lines, strict=True):
            if found := watch.intersection(tokens[begin:end]):
                self.watched[number] = found
            begin = end + 1

    def _names(self, tokens: list[str], shape: str, lines: list[int]) -> None:
        line = 0
        for match in _NAME.finditer(shape):
            begin, end = match.span()
            # The first word of a sentence is a capital by rule: it may not belong to the name.
            at_start = shape[begin] == "C" and _opens(shape, begin)
            words = tuple(tokens[begin:end])
            remembered = _opening_names if at_start else _inner_names
            names = remembered.get(words)
            if names is None:
                if len(remembered) > _CACHE_LIMIT:
                    remembered.clear()
                reader = _NameReader(words, shape[begin:end])
                names = remembered[words] = reader.read(match.end(1) - begin, at_start=at_start)
            while lines[line] < begin:
                line += 1
            for name in names:
                if name not in self.names:
                    self.names[name] = self.sentences[line][0]


class _NameReader:
    """Reads the names in some capitalised words with what stands behind them."""

    def __init__(self, tokens: tuple[str, ...], shape: str) -> None:
        self._tokens = tokens
        self._shape = shape
        self._found: list[Name] = []

    def read(self, end: int, *, at_start: bool) -> tuple[Name, ...]:
        """Return the names; the capitalised words end at `end`."""
        tokens, shape = self._tokens, self._shape
        begin = 0
        if at_start and end > 1 and shape[1] in JOINTS:
            begin = shape.index("C", 1)
            at_start = False
        elif at_start and end > 1 and tokens[0].lower() in COMMON_STARTS:
            begin = 1
            at_start = False
        owners = [at for at in range(begin, end - 1) if tokens[at].endswith(POSSESSIVES)]
        begin = owners[-1] + 1 if owners else begin
        name = tokens[begin:end]
        if 1 < end - begin <= 7:
            self._note(Cue.NAME, name)
            if at_start and end - begin == 2 and shape[end - 1] == "S":
                self._note_single(name[1])
        elif end - begin == 1 and not at_start:
            # "Karn's algorithm" and "Bloom filter" say nothing of a Karn and a Bloom.
            is_owner = name[0].endswith(POSSESSIVES) or shape[end : end + 1] in {*SMALL}
            if shape[begin] == "S" or not is_owner:
                self._note_single(name[0])
        if shape[end - 1] == "C" and not (at_start and end - begin == 1):
            # A capitalised word with the one or two small words that end its phrase.
            small = len(shape) - end if shape[-1] != "n" else 0
            if 1 <= small <= 2:
                self._note(Cue.EPONYM, tokens[end - 1 :])
        if shape[-1] == "n" and len(tokens[-1]) < 8:
            last = name if shape[end - 1] == "C" else name[-1:]
            self._note(Cue.VERSIONED, (*last, tokens[-1]))
        return tuple(self._found)

    def _note(self, cue: Cue, name: tuple[str, ...]) -> None:
        shown = " ".join([*name[:-1], bare(name[-1])])
        self._found.append(Name(cue, run_key(map(bare, name)), shown))

    def _note_single(self, word: str) -> None:
        token = bare(word)
        cue = Cue.SPECIAL if _shapes[token] == "S" else Cue.PROPER
        if cue is Cue.SPECIAL and _MODIFIER.match(token):
            return
        if cue is Cue.SPECIAL and IDENTIFIER.match(token):
            cue = Cue.CAMEL
        self._note(cue, (token,))


def _opens(shape: str, begin: int) -> bool:
    """Tell whether only marks stand between a word and the start of its sentence."""
    while begin and shape[begin - 1] in "mM":
        begin -= 1
    return begin == 0 or shape[begin - 1] in "NpP"


def _folded(pattern: re.Pattern[str], tokens: list[str], shape: str) -> set[str]:
    """Return the words at which a pattern ends, folded."""
    found = {tokens[match.end() - 1] for match in pattern.finditer(shape)}
    return {word(token).fold for token in found}


def _agree(noun: str, verb: str) -> bool:
    """Tell "layers hold" and "a layer holds", which may be verbs, from "the layer the …"."""
    return noun.endswith("s") != verb.endswith("s")


def bare(token: str) -> str:
    """Return a word without its possessive."""
    return token[:-2] if token.endswith(POSSESSIVES) else token


def _split_run(run: tuple[str, ...], *, first_is_vague: bool, all_vague: bool) -> _Parts:
    """Return all phrases of up to four words of a run; `~` before capitals that stand by rule."""
    entries = [word(token) for token in run]
    size = len(run)
    sure: list[tuple[str, str]] = []
    vague: list[tuple[str, str]] = []
    for begin, entry in enumerate(entries):
        is_vague = all_vague or (first_is_vague and begin == 0)
        single = entry.fold if is_vague and entry.case is Case.CAPITAL else entry.key
        key, text = entry.fold, f"~{run[begin]}" if is_vague else run[begin]
        found = vague if is_vague else sure
        found.append((single, bare(text)))
        parts = entry.parts
        for end in range(begin + 1, min(begin + MAX_WORDS, size)):
            parts += entries[end].parts
            if parts > MAX_WORDS + 1:
                break
            key, text = f"{key} {entries[end].fold}", f"{text} {run[end]}"
            found.append((key, bare(text)))
    return _Parts(
        keys=tuple([key for key, _ in [*vague, *sure]]), sure=tuple(sure), vague=tuple(vague)
    )


def shape_of(tokens: Iterable[str]) -> str:
    """Return one letter for each word."""
    return "".join([_shapes[token] for token in tokens])


def run_key(words: Iterable[str]) -> str:
    """Return the key of a run of words; of a single one, with its case class."""
    entries = [word(token) for token in words]
    return entries[0].key if len(entries) == 1 else " ".join([entry.fold for entry in entries])
