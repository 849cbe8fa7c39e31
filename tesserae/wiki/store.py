"""The wiki folder brought up to a new projection, with every edit of a person's kept.

`plan_sync` decides and touches nothing, so that `tesserae wiki status` can show what would happen;
`sync_wiki` carries it out. What a page's front matter calls `content_hash` is the hash of the body
last projected: a body on disk with another hash was edited, and the body with that hash is the
base of the merge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from tesserae.model.ids import NodeId, short_hash, slugify
from tesserae.model.ontology import Kind
from tesserae.model.page import WikiPage, content_hash
from tesserae.wiki.disk import DiskPage, WikiOnDisk
from tesserae.wiki.front_matter import Marks, render_front_matter
from tesserae.wiki.merge import Conflict, Merged, merge_bodies
from tesserae.wiki.paths import is_part, path_key
from tesserae.wiki.redirects import update_redirects
from tesserae.wiki.sections import parse_sections
from tesserae.wiki.user_links import PageLinks, record_links
from tesserae.workspace import Writer

UNKNOWN_HASH = "sha256-" + "0" * 64
"""Stands where a person removed the hash, and no base can be known."""


class BaseStore(Protocol):
    """Where the bodies that pages were last projected with are kept."""

    def get(self, content_hash: str) -> str | None:
        """Return the body with this hash, if it is kept."""

    def put(self, bodies: Mapping[str, str]) -> None:
        """Keep bodies by their hash."""


GitBodies = Callable[[str, str], str | None]
"""(path in the wiki, content hash) → the body of a committed version with that hash."""


@dataclass(frozen=True, slots=True)
class PageConflict:
    """Prose of one page that the person and the projection both changed."""

    path: str
    conflict: Conflict


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """What a sync does, and what a person should know about it."""

    pages: tuple[WikiPage, ...] = ()
    """Every page of ours as it stands after the sync, in path order; orphaned ones too."""
    writes: Mapping[str, str] = field(default_factory=dict)
    """Path → the file's new text, for the files that differ."""
    removals: tuple[str, ...] = ()
    bases: Mapping[str, str] = field(default_factory=dict)
    """Bodies to keep as merge bases, by hash."""
    merged: frozenset[str] = frozenset()
    """Pages that hold a person's words: their writes must be on the disk before we go on."""
    kept_edits: tuple[str, ...] = ()
    """Pages on which a person's edits stand."""
    kept_whole: tuple[str, ...] = ()
    """Edited pages whose base is not to be found: the whole body stays as the person left it."""
    conflicts: tuple[PageConflict, ...] = ()
    orphaned: tuple[str, ...] = ()
    """Edited pages whose node is gone."""
    restored: tuple[str, ...] = ()
    """Pages that were empty or cut off, and are whole again."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """Old path → new path."""
    copies: tuple[str, ...] = ()
    """Files with the id of another page: left alone, shown nowhere."""
    redirects: Mapping[str, str] = field(default_factory=dict)
    user_links: tuple[PageLinks, ...] = ()
    """Links that people wrote by hand, page by page, as they stand after the sync."""


def plan_sync(
    disk: WikiOnDisk,
    pages: Iterable[WikiPage],
    bases: BaseStore,
    *,
    git_bodies: GitBodies | None = None,
    redirects: Mapping[str, str] | None = None,
    standing: Collection[str] = (),
) -> SyncPlan:
    """Decide what to write so that the folder shows `pages` and keeps every edit.

    Args:
        disk: The folder as it is.
        pages: What it is to show.
        bases: Where the bodies that pages were last projected with are kept.
        git_bodies: The same from the history of the project.
        redirects: Where pages moved before.
        standing: Paths of pages that were taken from the folder, and so are what stands there.
    """
    # Every path is chosen aside from people's files, but for pages that continue a list: those
    # must stand in their folder, and give way.
    taken = frozenset(map(path_key, disk.taken))
    free = (page for page in pages if path_key(page.path) not in taken)
    wanted = sorted(free, key=lambda page: page.path)
    matched = _Matched.of(disk, wanted)
    synced = [
        _Synced(page, "", differs=False)
        if page.path in standing
        else _sync_page(page, matched.found.get(page.path), bases, git_bodies, redirects or {})
        for page in wanted
    ]
    orphans = [_orphan(found) for found in matched.gone if _outlives_its_node(found)]
    everything = sorted(synced + orphans, key=lambda each: each.page.path)
    moved = _moves(matched, wanted)
    kept = {each.page.path for each in everything}
    removed = {found.path for found in matched.gone} | set(moved)
    return SyncPlan(
        pages=tuple(each.page for each in everything),
        writes={each.page.path: each.text for each in everything if each.differs},
        removals=tuple(sorted(removed - kept)),
        bases={each.base_hash: each.base for each in synced if each.differs},
        merged=frozenset(each.page.path for each in everything if each.is_edited),
        kept_edits=tuple(each.page.path for each in synced if each.is_edited),
        kept_whole=tuple(each.page.path for each in synced if each.kept_whole),
        conflicts=tuple(
            PageConflict(each.page.path, conflict)
            for each in everything
            for conflict in each.conflicts
        ),
        orphaned=tuple(each.page.path for each in orphans),
        restored=tuple(
            each.page.path for each in synced if each.restored or each.page.path in disk.broken_off
        ),
        moved=moved,
        copies=tuple(sorted(matched.copies)),
        redirects=update_redirects(redirects or {}, moved, kept),
        user_links=tuple(each.links for each in everything if each.links and each.links.links),
    )


def sync_wiki(plan: SyncPlan, wiki_dir: Path, bases: BaseStore, writer: Writer) -> None:
    """Carry a plan out: bases first, then pages, then removals, so that a crash loses nothing."""
    if plan.bases:
        bases.put(plan.bases)
    for path, text in plan.writes.items():
        writer.write(wiki_dir / path, text, durable=path in plan.merged)
    for path in plan.removals:
        target = plan.moved.get(path)
        # Two spellings of one path may be one file on this disk.
        if target is None or not _same_file(wiki_dir / path, wiki_dir / target):
            writer.remove(wiki_dir / path)


def _same_file(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:
        return False


# --- which file on the disk is which page -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Matched:
    found: Mapping[str, DiskPage]
    """Path of a wanted page → the file that holds it now, wherever that lies."""
    gone: tuple[DiskPage, ...]
    """Pages of ours that no wanted page continues."""
    copies: frozenset[str]
    successors: Mapping[str, str]
    """Path of a page that is gone → the page that now has its name."""

    @classmethod
    def of(cls, disk: WikiOnDisk, wanted: Sequence[WikiPage]) -> _Matched:
        by_id, copies = _by_id(disk, {page.id: page.path for page in wanted})
        found: dict[str, DiskPage] = {}
        for page in wanted:
            if page.id in by_id:
                found[page.path] = by_id.pop(page.id)
        left = sorted(by_id.values(), key=lambda each: each.path)
        successors = _successors(left, wanted)
        gone: list[DiskPage] = []
        for each in left:
            successor = successors.get(each.path)
            if successor is not None and successor not in found:
                found[successor] = each
            else:
                gone.append(each)
        return cls(found, tuple(gone), copies, successors)


def _by_id(
    disk: WikiOnDisk, paths: Mapping[NodeId, str]
) -> tuple[dict[NodeId, DiskPage], frozenset[str]]:
    """Pick one file for each id: the one at its path, else an edited one, else the first."""
    chosen: dict[NodeId, DiskPage] = {}
    copies: set[str] = set()
    for each in disk.pages.values():
        rival = chosen.get(each.header.id)
        if rival is None:
            chosen[each.header.id] = each
            continue
        home = paths.get(each.header.id)
        best = min(
            (rival, each), key=lambda page: (page.path != home, not page.is_edited, page.path)
        )
        copies.add(each.path if best is rival else rival.path)
        chosen[each.header.id] = best
    return chosen, frozenset(copies)


def _successors(gone: Sequence[DiskPage], wanted: Sequence[WikiPage]) -> dict[str, str]:
    """Say which page now has the name of a page whose id is gone.

    An id holds the type and the key of its node. A node that is shown under another name keeps
    its key; one whose type changed or that was merged into another keeps its name, as a title or
    as an alias.
    """
    if not gone:
        return {}
    by_hash: dict[str, str] = {}
    by_path: dict[str, str] = {}
    by_name: dict[str, set[str]] = {}
    for page in wanted:
        by_path[path_key(page.path)] = page.path
        by_hash[_key_of(page.id)] = page.path
        if not is_part(page.id):
            for name in (page.title, *page.aliases):
                by_name.setdefault(_name_key(page, name), set()).add(page.path)
    successors: dict[str, str] = {}
    for each in gone:
        shown = each.page()
        target = by_hash.get(_key_of(each.header.id)) or by_path.get(path_key(each.path))
        if target is None and not is_part(shown.id):
            named = by_name.get(_name_key(shown, shown.title), set())
            target = next(iter(named)) if len(named) == 1 else None
        if target is not None:
            successors[each.path] = target
    return successors


def _key_of(page_id: NodeId) -> str:
    return page_id.partition(":")[2].partition(":")[2]


def _name_key(page: WikiPage, name: str) -> str:
    # A document and the thing it is about often share a name; they are two things.
    return f"{page.kind is Kind.SOURCES}:{slugify(name)}"


def _moves(matched: _Matched, wanted: Sequence[WikiPage]) -> dict[str, str]:
    moved = {
        matched.found[page.path].path: page.path
        for page in wanted
        if page.path in matched.found and matched.found[page.path].path != page.path
    }
    merged_away = {
        each.path: matched.successors[each.path]
        for each in matched.gone
        if each.path in matched.successors and not _outlives_its_node(each)
    }
    return {**merged_away, **moved}


# --- one page -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Synced:
    page: WikiPage
    text: str
    differs: bool
    base_hash: str = ""
    base: str = ""
    is_edited: bool = False
    kept_whole: bool = False
    restored: bool = False
    conflicts: tuple[Conflict, ...] = ()
    links: PageLinks | None = None
    """None where no person wrote on the page."""


def _sync_page(
    page: WikiPage,
    found: DiskPage | None,
    bases: BaseStore,
    git_bodies: GitBodies | None,
    redirects: Mapping[str, str],
) -> _Synced:
    digest = content_hash(page.body)
    if found is None or not found.is_edited:
        return _untouched(page, digest, found)
    mine = found.body
    fresh = found.header.content_hash == digest
    base = page.body if fresh else find_base(found, bases, git_bodies)
    if not mine.strip() or (base is not None and _is_cut_off(mine, base)):
        return replace(_untouched(page, digest, found), restored=True)
    if base is None:
        return _whole(page, digest, found, redirects)
    merged = merge_bodies(base, mine, page.body)
    if merged.body == page.body:
        return _untouched(page, digest, found)
    conflicts = _standing_conflicts(merged, found.header.marks, page.body)
    links = record_links(found, base, merged.body, page, redirects)
    marks = Marks(user_links=links.record, conflicts=tuple(map(_conflict_mark, conflicts)))
    text = render_front_matter(page, digest, marks) + merged.body
    return _Synced(
        replace(page, body=merged.body),
        text,
        differs=text != found.text or found.path != page.path,
        base_hash=digest,
        base=page.body,
        is_edited=True,
        conflicts=conflicts,
        links=links.below(text.count("\n", 0, len(text) - len(merged.body))),
    )


def _untouched(page: WikiPage, digest: str, found: DiskPage | None) -> _Synced:
    text = render_front_matter(page, digest) + page.body
    differs = found is None or found.text != text or found.path != page.path
    return _Synced(page, text, differs, digest, page.body)


def _whole(page: WikiPage, digest: str, found: DiskPage, redirects: Mapping[str, str]) -> _Synced:
    """Keep an edited page whose base is lost: only its front matter is made new."""
    mine, old = found.body, found.header
    if mine == page.body:
        return _untouched(page, digest, found)
    links = record_links(found, None, mine, page, redirects)
    marks = Marks(user_links=links.record, conflicts=old.marks.conflicts)
    text = render_front_matter(page, old.content_hash or UNKNOWN_HASH, marks) + mine
    return _Synced(
        replace(page, body=mine),
        text,
        differs=text != found.text or found.path != page.path,
        base_hash=digest,
        base=page.body,
        is_edited=True,
        kept_whole=True,
        links=links.below(text.count("\n", 0, len(text) - len(mine))),
    )


def find_base(found: DiskPage, bases: BaseStore, git_bodies: GitBodies | None = None) -> str | None:
    """Return the body that a page was last projected with, from the store or from git."""
    wanted = found.header.content_hash
    if not wanted or wanted == UNKNOWN_HASH:
        return None
    body = bases.get(wanted)
    if body is None and git_bodies is not None:
        body = git_bodies(found.path, wanted)
    # A store or a history that was tampered with must not become the base of a merge.
    return body if body is not None and content_hash(body) == wanted else None


def _is_cut_off(mine: str, base: str) -> bool:
    """Say whether a body is the beginning of its base, broken off inside a line."""
    kept = mine.rstrip("\n")
    return base.startswith(kept) and base[len(kept) : len(kept) + 1] not in {"\n", ""}


def _standing_conflicts(merged: Merged, marks: Marks, theirs: str) -> tuple[Conflict, ...]:
    """Return the conflicts of this merge and those of earlier ones that nobody has settled.

    A conflict is settled when the person changes that passage again, or removes its line from the
    front matter. All are found by their marks in the merged text, so that a later compile, or one
    on a fresh clone, reports the same.
    """
    known = {*marks.conflicts, *map(_conflict_mark, merged.conflicts)}
    if not known:
        return ()
    new = {section.name: section.content for section in parse_sections(theirs)}
    return tuple(
        conflict
        for section in parse_sections(merged.body)
        for block in section.blocks
        if _conflict_mark(
            conflict := Conflict(section.title, block.text, new.get(section.name, ""))
        )
        in known
    )


def _conflict_mark(conflict: Conflict) -> str:
    first_block = conflict.mine.split("\n\n")[0]
    return f"{short_hash(first_block, length=8)} {conflict.heading}".strip()


# --- pages whose node is gone -------------------------------------------------------------------


def _outlives_its_node(found: DiskPage) -> bool:
    return found.is_edited and bool(found.body.strip())


def _orphan(found: DiskPage) -> _Synced:
    page = found.page()
    marks = replace(found.header.marks, orphaned=True)
    digest = found.header.content_hash or UNKNOWN_HASH
    text = render_front_matter(page, digest, marks) + found.body
    return _Synced(page, text, text != found.text, is_edited=True)
