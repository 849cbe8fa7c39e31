"""Which spellings are one thing: case, plural, hyphen, CamelCase, Unicode, abbreviation, verdicts.

Phrases arrive folded (`extract.words`); what is left to decide is when two keys are one. A single
word keeps its case class until here: "PyTorch" and "pytorch" are one, "mAP" and "map" are not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from tesserae.errors import ConfigError
from tesserae.extract.abbreviations import initials
from tesserae.extract.phrases import whole_key


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A person's decisions of `aliases.yml`, by name."""

    same: tuple[tuple[str, ...], ...] = ()
    """Groups of names of one thing; the first one is its name."""
    different: tuple[tuple[str, ...], ...] = ()
    """Groups of names that are never one thing."""
    not_a_thing: frozenset[str] = frozenset()
    """Names or node ids that get no node."""
    types: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """For a name, the name to show."""


def parse_verdicts(text: str, *, path: str = "aliases.yml") -> Verdicts:
    """Read `aliases.yml`.

    ::

        same: [[NeRF, Neural Radiance Fields]]
        different: [[mAP, MAP]]
        not_a_thing: [Thing]
        type: {PSNR: Metric}
        name: {nerf: NeRF}

    Raises:
        ConfigError: It is no YAML mapping of these lists.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ConfigError(f"is not YAML; fix or delete it ({error})", path=path) from error
    if data is None:
        return Verdicts()
    if not isinstance(data, dict):
        raise ConfigError(
            "must be a mapping of same, different, not_a_thing, type, name", path=path
        )
    return Verdicts(
        same=_groups(data.get("same")),
        different=_groups(data.get("different")),
        not_a_thing=frozenset(_strings(data.get("not_a_thing") or data.get("not a thing"))),
        types=_mapping(data.get("type")),
        names=_mapping(data.get("name")),
    )


def _strings(value: object) -> list[str]:
    return [str(item) for item in value if item is not None] if isinstance(value, list) else []


def _groups(value: object) -> tuple[tuple[str, ...], ...]:
    if isinstance(value, dict):
        return tuple((str(name), *_strings(others)) for name, others in value.items())
    if not isinstance(value, list):
        return ()
    return tuple(tuple(_strings(group)) for group in value if isinstance(group, list))


def _mapping(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {str(key): str(item) for key, item in value.items() if item is not None}


class Groups:
    """Disjoint sets of keys; the representative of a set is its smallest key."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._joined: set[str] = set()
        self._barred: dict[str, set[str]] = defaultdict(set)

    def find(self, key: str) -> str:
        """Return the representative of a key's set."""
        parent = self._parent
        root = key
        while (above := parent.get(root, root)) != root:
            root = above
        while key != root:
            parent[key], key = root, parent.get(key, key)
        return root

    def has(self, key: str) -> bool:
        """Tell whether a key was joined with another."""
        return key in self._joined

    def bar(self, left: str, right: str) -> None:
        """Forbid that two keys ever come into one set."""
        left, right = self.find(left), self.find(right)
        if left != right:
            self._barred[left].add(right)
            self._barred[right].add(left)

    def join(self, left: str, right: str) -> bool:
        """Make two sets one; False where that is barred."""
        self._joined |= {left, right}
        left, right = self.find(left), self.find(right)
        if left == right:
            return True
        if right in self._barred.get(left, ()):
            return False
        small, large = sorted((left, right))
        self._parent[large] = small
        for other in sorted(self._barred.pop(large, ())):
            self._barred[other].discard(large)
            self._barred[other].add(small)
            self._barred[small].add(other)
        return True


def squash(key: str) -> str:
    """Return the letters of a key, so that "web socket" and "websocket" meet."""
    return key.lstrip("=^").replace(" ", "").lower()


def group_keys(
    keys: Iterable[str],
    counts: Mapping[str, int],
    pairs: Sequence[tuple[str, str, int]],
    verdicts: Verdicts,
    name_parts: frozenset[str],
    recurring: Iterable[str] = (),
) -> Groups:
    """Decide which keys are one thing.

    Args:
        keys: The keys that may become nodes.
        counts: In how many documents each key stands; of a plain word, in how many it is written
            small by choice.
        pairs: (short form, long form, documents that say so).
        verdicts: A person's decisions; they win.
        name_parts: Folded parts of people's names: "Sam" the person is not SAM.
        recurring: Phrases that recur, of which one may be what an abbreviation stands for.
    """
    groups = Groups()
    ordered = sorted(set(keys))
    for group in verdicts.different:
        _bar_all(groups, [whole_key(name) for name in group])
    for group in verdicts.same:
        for name in group[1:]:
            groups.join(whole_key(group[0]), whole_key(name))
    _join_spellings(groups, ordered, counts, pairs, name_parts)
    _join_abbreviations(groups, pairs)
    _join_initials(groups, ordered, counts, pairs, recurring)
    return groups


def _bar_all(groups: Groups, keys: Sequence[str]) -> None:
    for number, left in enumerate(keys):
        for right in keys[number + 1 :]:
            groups.bar(left, right)


def _join_spellings(
    groups: Groups,
    keys: Sequence[str],
    counts: Mapping[str, int],
    pairs: Sequence[tuple[str, str, int]],
    name_parts: frozenset[str],
) -> None:
    """Join keys with the same letters, but for words whose case makes them two things."""
    by_letters: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        by_letters[squash(key)].append(key)
    long_forms: dict[str, set[str]] = defaultdict(set)
    for short, long, _ in pairs:
        long_forms[short].add(squash(long))
    for letters, some in by_letters.items():
        special = [key for key in some if key.startswith("=")]
        others = [key for key in some if not key.startswith("=")]
        main = max(special, key=lambda key: (counts.get(key, 0), key), default="")
        for key in special:
            if key != main and not _are_two(main, key, counts, long_forms):
                groups.join(main, key)
        for key in others[1:]:
            groups.join(others[0], key)
        if main and others and _is_variant(main, letters, counts, name_parts, others):
            groups.join(main, others[0])


def _are_two(
    main: str, key: str, counts: Mapping[str, int], long_forms: Mapping[str, set[str]]
) -> bool:
    left, right = long_forms.get(main), long_forms.get(key)
    if left and right:
        return not left & right
    return (
        len(key) < 6 and counts.get(key, 0) * 4 > counts.get(main, 0) and not _same_word(main, key)
    )


def _same_word(main: str, key: str) -> bool:
    # "Json" and "JSON" differ in the letters behind the first one only.
    return key[1:2] == main[1:2] and (key[2:].islower() or main[2:].islower())


def _is_variant(
    main: str,
    letters: str,
    counts: Mapping[str, int],
    name_parts: frozenset[str],
    others: Sequence[str],
) -> bool:
    """Tell whether the plain spelling of a word is only a careless one of its special spelling."""
    if any(" " in key for key in others) or any(char.isdigit() for char in letters):
        return True
    if letters in name_parts:
        return False
    body = main[1:]
    is_mixed = len(body) >= 5 and not body.isupper()
    plain = counts.get(letters, 0) + counts.get("^" + letters, 0)
    return is_mixed or plain * 3 <= counts.get(main, 0)


def _join_abbreviations(groups: Groups, pairs: Sequence[tuple[str, str, int]]) -> None:
    """Join each short form with the long form that most documents give it."""
    votes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for short, long, count in pairs:
        votes[groups.find(short)][groups.find(long)] += count
    for short in sorted(votes):
        best = max(sorted(votes[short]), key=lambda long: votes[short][long])
        groups.join(short, best)


def _join_initials(
    groups: Groups,
    keys: Sequence[str],
    counts: Mapping[str, int],
    pairs: Sequence[tuple[str, str, int]],
    recurring: Iterable[str],
) -> None:
    """Join an abbreviation that no document explains with the one phrase of these initials."""
    explained = {groups.find(short) for short, _, _ in pairs}
    shorts = {
        key[1:].lower(): key
        for key in keys
        if key.startswith("=")
        and len(key) > 3
        and sum(map(str.isupper, key)) > 1
        and groups.find(key) not in explained
    }
    if not shorts:
        return
    longs: dict[str, set[str]] = defaultdict(set)
    for key in sorted({*keys, *recurring}):
        if " " in key:
            for short in initials(key) & shorts.keys():
                # Three letters meet by chance, four hardly.
                if len(short) > 3 or counts.get(key, 2) > 1:
                    longs[short].add(groups.find(key))
    for short, found in longs.items():
        if len(found) == 1:
            groups.join(shorts[short], min(found))
