"""The graph of units and the names that they share, made without any model.

A name is a run of capitalised words, an identifier, or the title of a unit that another text
spells out. Names that few units share are nodes between them; a title also leads straight to its
unit. Names that many units share say nothing and are left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesserae.retrieval.arrays import Bytes, Ints, Longs, Rows, sparse_rows
from tesserae.retrieval.tokenise import STOP_WORDS, fold, is_identifier, words_of

MAX_SHARE = 0.025
"""The part of all units that may share a name."""
MIN_HOLDERS, MAX_HOLDERS = 8, 100
"""However small or large the collection is, this many units may, and no more."""
TITLE_WEIGHT = 4.0
"""Of the edge from a text to the unit whose title it spells out; shared by units of one title."""
MAX_OWNERS = 20
"""A title of more units than this (`Overview`) names none of them."""
MAX_PHRASE = 12

_UPPER = "A-Z\u0386-\u03ab\u0400-\u042f"
_JOINER = r"(?:of|the|de|la|le|du|van|von|der|del|di|da|and|for|in|on|&)"
_CASED = rf"[{_UPPER}](?:[\w]|['\u2019\-](?=\w))*"
_SPAN = re.compile(rf"(?<![\w]){_CASED}(?:(?: {_JOINER}){{0,2}} (?:{_CASED}|\d+\b))*")
_IDENTIFIER = re.compile(
    r"(?<!\w)(?:[A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z]+\d\w*)", re.ASCII
)
_OPENS_SENTENCE = re.compile(r"(?:^|[.!?:;\n\"\u201c\u201d#*>|])[\s\"'(\[*_#>|\u201c\u2018-]*\Z")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_LOOK_BACK = 8


@dataclass(frozen=True, slots=True)
class NamesFound:
    """The names that one text holds, as keys."""

    sure: frozenset[str]
    doubtful: frozenset[str]
    """Single words that are capitalised only where a sentence starts; names if others are sure."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """Which unit holds which name, before names are weighed."""

    units: Longs
    names: Longs


def name_key(name: str) -> str:
    """Return the form under which a name is compared.

    Words are lower case and separated by one space; an identifier stays one word. What stands in
    brackets at the end only tells namesakes apart and goes.
    """
    text = fold(_IN_BRACKETS.sub("", name)).strip()
    if is_identifier(text):
        return text.lower()
    return " ".join(words_of(text).plain)


def names_in(text: str) -> NamesFound:
    """Find the names in a text."""
    text = fold(text)
    sure = {found.lower() for found in _IDENTIFIER.findall(text)}
    doubtful = set()
    for match in _SPAN.finditer(text):
        words = match[0].split(" ")
        opens = _opens_sentence(text, match.start())
        while words and words[0].lower() in STOP_WORDS:
            words, opens = words[1:], False
        key = name_key(" ".join(words))
        if len(key) < 2:
            continue
        if opens and len(words) == 1:
            doubtful.add(key)
        else:
            sure.add(key)
    return NamesFound(frozenset(sure), frozenset(doubtful - sure))


def find_phrases(words: Ints, bounds: Longs, phrases: Sequence[Sequence[int]]) -> Mentions:
    """Find where texts spell out phrases, all texts and all phrases at once.

    Args:
        words: (m,) word numbers of all texts, one text after the other.
        bounds: (n + 1,) where each text starts.
        phrases: Word numbers of each phrase, two or more.

    Returns:
        Pairs of text and phrase, one for each place where the phrase stands.
    """
    levels, ends = _trie(phrases)
    if not levels:
        return Mentions(np.zeros(0, np.int64), np.zeros(0, np.int64))
    # Most words open no phrase: a table by word number leaves out their places at once.
    opens = np.zeros(max(int(words.max(initial=0)), int(levels[0][0].max())) + 1, np.int64)
    opens[levels[0][0]] = levels[0][1]
    at = np.flatnonzero(opens[words])
    prefix = opens[words[at]]
    text_of = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))[at]
    texts, names = [], []
    for depth, (keys, successors) in enumerate(levels[1:], start=1):
        inside = at + depth < bounds[text_of + 1]
        at, text_of, prefix = at[inside], text_of[inside], prefix[inside]
        wanted = (prefix << 32) | words[at + depth]
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        hit = keys[place] == wanted
        at, text_of, prefix = at[hit], text_of[hit], successors[place[hit]]
        complete = ends[prefix] >= 0
        texts.append(text_of[complete])
        names.append(ends[prefix[complete]])
    return Mentions(np.concatenate(texts), np.concatenate(names))


def name_graph(
    mentions: Mentions,
    owners: Mentions,
    links: tuple[Longs, Longs, NDArray[np.float64]],
    *,
    unit_count: int,
    name_count: int,
) -> tuple[Rows, Longs]:
    """Build the graph that PageRank walks.

    Args:
        mentions: Which unit holds which name.
        owners: Which unit is called by which name.
        links: (sources, targets, weights) of links between units that are known already.
        unit_count: How many units there are.
        name_count: How many names there are.

    Returns:
        Symmetric weights, rows 0 to `unit_count - 1` for the units and the rest for the names
        that count, and the numbers of those names.
    """
    holders = _distinct(mentions, name_count)
    titles = _distinct(owners, name_count)
    df = np.bincount(holders.names, minlength=name_count)
    owned = np.bincount(titles.names, minlength=name_count)
    both = _distinct(
        Mentions(
            np.concatenate([holders.units, titles.units]),
            np.concatenate([holders.names, titles.names]),
        ),
        name_count,
    )
    reach = np.bincount(both.names, minlength=name_count)
    limit = min(max(MAX_SHARE * unit_count, MIN_HOLDERS), MAX_HOLDERS)
    counts = (df <= limit) & (owned <= MAX_OWNERS) & (reach >= 2)
    kept = np.flatnonzero(counts)
    node_of = np.full(name_count, -1, np.int64)
    node_of[kept] = unit_count + np.arange(len(kept))

    held = counts[holders.names]
    units, names = holders.units[held], holders.names[held]
    rarity = np.log(1.0 + unit_count / np.maximum(df, 1))
    title = counts[titles.names]
    title_units, title_names = titles.units[title], titles.names[title]
    texts, targets, shares = _title_links(units, names, title_units, title_names, owned)
    sources = np.concatenate([units, texts, title_units, links[0]])
    ends = np.concatenate([node_of[names], targets, node_of[title_names], links[1]])
    weights = np.concatenate(
        [rarity[names], TITLE_WEIGHT * shares, np.full(len(title_units), TITLE_WEIGHT), links[2]]
    )
    size = unit_count + len(kept)
    graph = sparse_rows(
        np.concatenate([sources, ends]),
        np.concatenate([ends, sources]),
        np.concatenate([weights, weights]),
        count=size,
    )
    return graph, kept


def _opens_sentence(text: str, at: int) -> bool:
    before = text[max(0, at - _LOOK_BACK) : at]
    return not before.strip() or _OPENS_SENTENCE.search(before) is not None


def _trie(
    phrases: Sequence[Sequence[int]],
) -> tuple[list[tuple[Longs, Longs]], Longs]:
    """Return per depth the sorted (prefix, word) keys with their prefixes, and what ends where."""
    known: list[dict[int, int]] = [{} for _ in range(MAX_PHRASE)]
    ends = [-1]
    for number, phrase in enumerate(phrases):
        prefix = 0
        for depth, word in enumerate(phrase[:MAX_PHRASE]):
            key = (prefix << 32) | word
            successor = known[depth].get(key)
            if successor is None:
                successor = known[depth][key] = len(ends)
                ends.append(-1)
            prefix = successor
        ends[prefix] = number
    levels = []
    for level in known:
        if not level:
            break
        keys = np.fromiter(level.keys(), np.int64, len(level))
        order = np.argsort(keys)
        levels.append((keys[order], np.fromiter(level.values(), np.int64, len(level))[order]))
    return levels, np.array(ends, np.int64)


def _distinct(mentions: Mentions, name_count: int) -> Mentions:
    places = np.unique(mentions.units * max(name_count, 1) + mentions.names)
    return Mentions(places // max(name_count, 1), places % max(name_count, 1))


def _title_links(
    units: Longs, names: Longs, owners: Longs, owned_names: Longs, owned: Longs
) -> tuple[Longs, Longs, NDArray[np.float64]]:
    """Join the units that hold a title with the units that bear it, each pair once a name."""
    by_name: dict[int, list[int]] = defaultdict(list)
    for owner, name in zip(owners.tolist(), owned_names.tolist(), strict=True):
        by_name[name].append(owner)
    is_title = owned[names] > 0
    texts: list[int] = []
    targets: list[int] = []
    shares: list[float] = []
    for unit, name in zip(units[is_title].tolist(), names[is_title].tolist(), strict=True):
        for owner in by_name[name]:
            if owner != unit:
                texts.append(unit)
                targets.append(owner)
                shares.append(1.0 / len(by_name[name]))
    return np.array(texts, np.int64), np.array(targets, np.int64), np.array(shares, np.float64)


def sure_names(units: Longs, names: Longs, is_sure: Bytes, *, name_count: int) -> Mentions:
    """Keep a doubtful name where some other unit is sure of it."""
    known = np.zeros(name_count, bool)
    known[names[is_sure > 0]] = True
    kept = known[names]
    return Mentions(units[kept], names[kept])
