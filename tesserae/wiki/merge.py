"""A person's edits and a new projection brought together, heading section by heading section.

Three texts take part: `base`, the projection that the person started from; `mine`, what the
person made of it; `theirs`, the new projection. A merge by lines would conflict on every everyday
edit of such pages, where lists grow on both sides; here list items are a keyed set, and only prose
that both sides changed is a conflict. The person's text stands in every case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from tesserae.wiki.sections import Block, PageSection, parse_sections, render_sections


@dataclass(frozen=True, slots=True)
class Conflict:
    """Prose that both sides changed: the person's stands, the projection's is reported."""

    heading: str
    """The section's heading as text; empty before the first heading."""
    mine: str
    theirs: str
    """The new text; empty where the projection has none any more."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The body that both sides agree on, and where they do not."""

    body: str
    conflicts: tuple[Conflict, ...] = ()


def merge_bodies(base: str, mine: str, theirs: str) -> Merged:
    """Bring a person's edits (base → mine) into a new projection (base → theirs)."""
    if mine in {base, theirs}:
        return Merged(theirs)
    if theirs == base:
        return Merged(mine)
    sides = _align_sections(parse_sections(base), parse_sections(mine), parse_sections(theirs))
    conflicts: list[Conflict] = []
    merged: list[PageSection] = []
    for key in _section_order(sides):
        section = _merge_section(sides.base.get(key), sides.mine.get(key), sides.theirs.get(key))
        if section is not None:
            merged.append(section.value)
            conflicts.extend(section.conflicts)
    return Merged(render_sections(merged), tuple(conflicts))


# --- sections ---------------------------------------------------------------------------------

_Key = tuple[str, int | str]


@dataclass(frozen=True, slots=True)
class _Sides:
    """The sections of each side by a key that the sides share; dict order is page order."""

    base: dict[_Key, PageSection]
    mine: dict[_Key, PageSection]
    theirs: dict[_Key, PageSection]


@dataclass(frozen=True, slots=True)
class _MergedSection:
    value: PageSection
    conflicts: tuple[Conflict, ...] = ()


def _align_sections(
    base: list[PageSection], mine: list[PageSection], theirs: list[PageSection]
) -> _Sides:
    return _Sides(
        {("b", index): section for index, section in enumerate(base)},
        _key_sections(base, mine),
        _key_sections(base, theirs),
    )


def _key_sections(base: list[PageSection], side: list[PageSection]) -> dict[_Key, PageSection]:
    """Key the sections of one side: by the base's section, else by name and occurrence."""
    matched = _match_sections(base, side)
    keyed: dict[_Key, PageSection] = {}
    for index, section in enumerate(side):
        key: _Key = ("b", matched[index]) if index in matched else ("n", section.name)
        while key in keyed:
            key = ("n", f"{key[1]}\n")
        keyed[key] = section
    return keyed


def _match_sections(base: list[PageSection], side: list[PageSection]) -> dict[int, int]:
    """Say which section of the base each section of a side is: by name and order, then renamed."""
    matcher = SequenceMatcher(None, _names(base), _names(side), autojunk=False)
    matched: dict[int, int] = {}
    for tag, b0, b1, s0, s1 in matcher.get_opcodes():
        if tag == "equal":
            matched.update(zip(range(s0, s1), range(b0, b1), strict=True))
        elif tag == "replace":
            matched.update(_renamed(base, range(b0, b1), side, range(s0, s1)))
    return matched


def _names(sections: list[PageSection]) -> list[str]:
    """Return what sections are matched by; the page's title matches whatever it says."""
    names = [section.name for section in sections]
    for index, section in enumerate(sections):
        if section.level == 1:
            names[index] = "\n"  # no heading's text can hold one
            break
    return names


def _renamed(
    base: list[PageSection], gone: range, side: list[PageSection], new: range
) -> dict[int, int]:
    """Match sections that kept at least half of their blocks under another heading."""
    matched: dict[int, int] = {}
    left = list(gone)
    for index in new:
        texts = {block.text for block in side[index].blocks}
        for candidate in left:
            blocks = base[candidate].blocks
            kept = sum(block.text in texts for block in blocks)
            if blocks and kept * 2 >= len(blocks):
                matched[index] = candidate
                left.remove(candidate)
                break
    return matched


def _section_order(sides: _Sides) -> list[_Key]:
    """Return the order of the merged page.

    The projection's order rules, unless the person moved sections about; what only the other side
    has follows what it followed there.
    """
    shared = [key for key in sides.mine if key in sides.base]
    if shared == sorted(shared):
        return _interleave(sides.theirs, sides.mine, polite=True)
    return _interleave(sides.mine, sides.theirs, polite=False)


def _interleave(
    first: dict[_Key, PageSection], second: dict[_Key, PageSection], *, polite: bool
) -> list[_Key]:
    """Put the keys that only `second` has into the order of `first`.

    Args:
        first: The side whose order rules.
        second: The side whose own sections follow their predecessor.
        polite: Let sections that only `first` has come before, so that a person's section at the
            end of a page stays at its end; but never leave the parent section.
    """
    order = list(first)
    previous: _Key | None = None
    for key, section in second.items():
        if key not in first:
            at = 0 if previous is None else order.index(previous) + 1
            while polite and at < len(order) and order[at] not in second:
                if first[order[at]].level < section.level:
                    break
                at += 1
            order.insert(at, key)
        previous = key
    return order


def _merge_section(
    base: PageSection | None, mine: PageSection | None, theirs: PageSection | None
) -> _MergedSection | None:
    if mine is None:
        # Deleted by the person stays deleted; never there in the base means new.
        return _MergedSection(theirs) if theirs is not None and base is None else None
    if theirs is None:
        return _section_without_projection(base, mine)
    empty = PageSection(theirs.heading, theirs.level, ())
    blocks = _merge_blocks((base or empty).blocks, mine.blocks, theirs.blocks)
    heading = theirs if base is None or mine.heading == base.heading else mine
    conflicts = tuple(replace(found, heading=mine.title) for found in blocks.conflicts)
    return _MergedSection(
        PageSection(heading.heading, heading.level, tuple(blocks.value)), conflicts
    )


def _section_without_projection(
    base: PageSection | None, mine: PageSection
) -> _MergedSection | None:
    """Keep what a person added to a section that the projection no longer has."""
    if base is None:
        return _MergedSection(mine)
    if mine.blocks == base.blocks:
        return None
    blocks = _merge_blocks(base.blocks, mine.blocks, ())
    conflicts = tuple(replace(found, heading=mine.title) for found in blocks.conflicts)
    if not blocks.value:
        return None
    return _MergedSection(PageSection(mine.heading, mine.level, tuple(blocks.value)), conflicts)


# --- blocks -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _MergedBlocks:
    value: list[Block]
    conflicts: list[Conflict]


@dataclass(frozen=True, slots=True)
class _Change:
    """Prose that one side put in the place of prose of the base."""

    gone: tuple[int, ...]
    """Indices in the base."""
    new: tuple[_Key, ...]


@dataclass(slots=True)
class _Side:
    """One side's blocks by a key that the sides share; dict order is page order."""

    blocks: dict[_Key, Block]
    changes: list[_Change]


def _merge_blocks(
    base: Sequence[Block], mine: Sequence[Block], theirs: Sequence[Block]
) -> _MergedBlocks:
    if tuple(mine) == tuple(base):
        return _MergedBlocks(list(theirs), [])
    if tuple(theirs) == tuple(base):
        return _MergedBlocks(list(mine), [])
    ours, new = _key_blocks(base, mine), _key_blocks(base, theirs)
    dropped, conflicts = _conflicts(ours, new)
    order = _block_order(base, ours, new, dropped)
    value = [_merge_block(key, base, ours, new) for key in order]
    return _MergedBlocks([block for block in value if block is not None], conflicts)


def _key_blocks(base: Sequence[Block], side: Sequence[Block]) -> _Side:
    """Key one side's blocks: by the base's block, else by what they are."""
    matched = _match_items(base, side) | _match_prose(base, side)
    keys: list[_Key] = []
    taken: set[_Key] = set()
    for index, block in enumerate(side):
        key: _Key = ("b", matched[index]) if index in matched else _new_key(block)
        while key in taken:
            key = (key[0], f"{key[1]}\n")
        taken.add(key)
        keys.append(key)
    return _Side(dict(zip(keys, side, strict=True)), _changes(base, side, keys))


def _new_key(block: Block) -> _Key:
    return ("i", block.target) if block.is_item else ("p", block.text)


def _match_items(base: Sequence[Block], side: Sequence[Block]) -> dict[int, int]:
    """Match items as a set: those with the same text first, then those with the same target."""
    left = {index for index, block in enumerate(base) if block.is_item}
    matched: dict[int, int] = {}
    for attribute in ("text", "target"):
        places: dict[str, list[int]] = {}
        for index in sorted(left, reverse=True):
            places.setdefault(getattr(base[index], attribute), []).append(index)
        for index, block in enumerate(side):
            if block.is_item and index not in matched:
                found = places.get(getattr(block, attribute))
                if found:
                    matched[index] = found.pop()
                    left.discard(matched[index])
    return matched


def _match_prose(base: Sequence[Block], side: Sequence[Block]) -> dict[int, int]:
    """Match prose by its exact text, in order."""
    in_base = [index for index, block in enumerate(base) if not block.is_item]
    in_side = [index for index, block in enumerate(side) if not block.is_item]
    matcher = SequenceMatcher(
        None, [base[i].text for i in in_base], [side[i].text for i in in_side], autojunk=False
    )
    return {
        in_side[match.b + offset]: in_base[match.a + offset]
        for match in matcher.get_matching_blocks()
        for offset in range(match.size)
    }


def _changes(base: Sequence[Block], side: Sequence[Block], keys: list[_Key]) -> list[_Change]:
    """Pair the prose that a side took out with what it put there, gap by gap."""
    in_base: list[_Key] = [("b", i) for i, block in enumerate(base) if not block.is_item]
    in_side = [key for key, block in zip(keys, side, strict=True) if not block.is_item]
    changes: list[_Change] = []
    matcher = SequenceMatcher(None, in_base, in_side, autojunk=False)
    for tag, b0, b1, s0, s1 in matcher.get_opcodes():
        if tag in {"replace", "delete"}:
            gone = tuple(int(key[1]) for key in in_base[b0:b1])
            changes.append(_Change(gone, tuple(in_side[s0:s1])))
    return changes


def _conflicts(mine: _Side, theirs: _Side) -> tuple[set[_Key], list[Conflict]]:
    """Find prose that both sides changed; the new text of the projection is dropped."""
    dropped: set[_Key] = set()
    conflicts: list[Conflict] = []
    for change in theirs.changes:
        against = [own for own in mine.changes if set(own.gone) & set(change.gone)]
        own_keys = [key for own in against for key in own.new]
        new_keys = [key for key in change.new if key not in own_keys]
        dropped.update(new_keys if against else ())
        # What the person took out stays out, and needs no settling; so does the same new text.
        if not own_keys or (change.new and not new_keys):
            continue
        own_text = "\n\n".join(mine.blocks[key].text for key in own_keys)
        new_text = "\n\n".join(theirs.blocks[key].text for key in new_keys)
        conflicts.append(Conflict("", own_text, new_text))
    return dropped, conflicts


def _block_order(
    base: Sequence[Block], mine: _Side, theirs: _Side, dropped: set[_Key]
) -> list[_Key]:
    """Return the merged order: the projection's, with what only the person has where it stood."""
    order = [key for key in theirs.blocks if key not in dropped]
    places = {key: change.gone for change in mine.changes for key in change.new}
    previous: _Key | None = None
    for key in mine.blocks:
        if key not in theirs.blocks or key in dropped:
            at = _place(places.get(key, ()), order)
            if at is None:
                at = 0 if previous is None else order.index(previous) + 1
                while key not in places and at < len(order) and order[at] not in mine.blocks:
                    if order[at][0] == "b":
                        break  # taken out by the person; what follows it is not new
                    at += 1
            order.insert(at, key)
        previous = key
    gone = {("b", index) for index in range(len(base))} - mine.blocks.keys()
    return [key for key in order if key not in gone]


def _place(gone: tuple[int, ...], order: list[_Key]) -> int | None:
    """Return where a replacement goes: before what it replaces, if the projection kept that."""
    return next((order.index(("b", index)) for index in gone if ("b", index) in order), None)


def _merge_block(key: _Key, base: Sequence[Block], mine: _Side, theirs: _Side) -> Block | None:
    own, new = mine.blocks.get(key), theirs.blocks.get(key)
    old = base[int(key[1])] if key[0] == "b" else None
    if own is None:
        return new
    if new is None:
        return None if own == old or _only_moved(own, old) else own
    if old is None:
        return own
    return replace(own, text=_merge_text(old.text, own.text, new.text), loose=new.loose)


def _only_moved(own: Block, old: Block | None) -> bool:
    return old is not None and own.text == old.text


def _merge_text(base: str, mine: str, theirs: str) -> str:
    """Merge an item that both sides may have changed; a note before or after it moves along."""
    if mine == base:
        return theirs
    if theirs == base:
        return mine
    if mine.startswith(base):
        return theirs + mine[len(base) :]
    if mine.endswith(base):
        return mine[: -len(base)] + theirs
    return mine
