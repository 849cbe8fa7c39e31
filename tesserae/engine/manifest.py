"""`manifest.json`: what the last compile read and wrote.

It is written last, so one that agrees with the disk means that a whole compile stands there. It is
a pure function of the inputs like everything else: hashes and counts, no clock, no path of
this machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tesserae.engine.inputs import ABSENT, Inputs, hash_file, sha256_of_lines
from tesserae.model.source import Skipped
from tesserae.sources.files import Found
from tesserae.workspace import Workspace

MANIFEST_FORMAT = 1
OUTPUTS = ("config.json", "graph.json", "report.md")
"""Files directly under `.tesserae/` whose hashes the manifest holds."""


@dataclass(frozen=True, slots=True)
class BrokenLinkNote:
    """A link that leads nowhere, as a build may want to say again."""

    path: str
    line: int
    target: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a compile found out, in the parts that the doors show."""

    nodes: Mapping[str, int] = field(default_factory=dict)
    """Number of nodes by type."""
    edges: int = 0
    pages: Mapping[str, int] = field(default_factory=dict)
    """Number of wiki pages by folder."""
    now: str | None = None
    """The newest date among the inputs, ISO."""
    faults: tuple[Skipped, ...] = ()
    """Parts of sources that could not be used; the rest of those sources was."""
    broken_links: tuple[BrokenLinkNote, ...] = ()
    kept_edits: tuple[str, ...] = ()
    kept_whole: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """One compile."""

    code: str
    inputs: Mapping[str, str]
    """Hashes of the inputs that are not sources, by what they are."""
    sources: Mapping[str, Mapping[str, str | int]]
    """By path: sha256, size, media type and the fingerprint of the extractor."""
    skipped: tuple[Skipped, ...]
    wiki: Mapping[str, str]
    """sha256 of every markdown file of the wiki folder after the compile."""
    outputs: Mapping[str, str]
    outcome: Outcome

    @property
    def generation(self) -> str:
        """Name the state of the graph."""
        return self.outputs.get("graph.json", "")


@dataclass(frozen=True, slots=True)
class Changes:
    """How the sources differ from those of the last compile."""

    added: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    wiki: tuple[str, ...] = ()
    """Pages of the wiki folder that someone touched, relative to it."""
    other: tuple[str, ...] = ()
    """Other inputs that changed, in words."""
    outputs: tuple[str, ...] = ()
    """Files of ours that are not as the compile left them."""

    def __bool__(self) -> bool:
        """Say whether anything differs."""
        return any((self.added, self.edited, self.removed, self.wiki, self.other, self.outputs))


def load_manifest(path: Path) -> Manifest | None:
    """Read a manifest; one that is absent, damaged or of another format is none."""
    try:
        data = json.loads(path.read_bytes())
        return _parse(data) if data["format"] == MANIFEST_FORMAT else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def render_manifest(manifest: Manifest) -> str:
    """Return the text of a manifest, one line for each source and page."""
    data = {
        "format": MANIFEST_FORMAT,
        "code": manifest.code,
        "inputs": manifest.inputs,
        "sources": manifest.sources,
        "skipped": [[item.path, item.reason, item.is_fault] for item in manifest.skipped],
        "wiki": manifest.wiki,
        "outputs": manifest.outputs,
        "outcome": outcome_data(manifest.outcome),
    }
    return _render_lines(data)


def outcome_data(outcome: Outcome) -> dict[str, object]:
    """Return what a compile found out, as data."""
    return {
        "nodes": outcome.nodes,
        "edges": outcome.edges,
        "pages": outcome.pages,
        "now": outcome.now,
        "faults": [[item.path, item.reason] for item in outcome.faults],
        "broken_links": [[link.path, link.line, link.target] for link in outcome.broken_links],
        "kept_edits": outcome.kept_edits,
        "kept_whole": outcome.kept_whole,
        "conflicts": outcome.conflicts,
        "orphaned": outcome.orphaned,
    }


def inputs_of(inputs: Inputs) -> dict[str, str]:
    """Return the hashes of the inputs that are not sources."""
    return {
        "aliases.yml": inputs.verdicts_sha256,
        "redirects.yml": inputs.redirects_sha256,
        "files": inputs.files_sha256,
        "history": inputs.history.digest,
        "sessions": sha256_of_lines(
            f"{sha256} {name}" for name, sha256 in sorted(inputs.records.items())
        )
        if inputs.records
        else ABSENT,
        "settings": sha256_of_lines([inputs.config_text]),
    }


def find_changes(manifest: Manifest, inputs: Inputs, workspace: Workspace) -> Changes:
    """Compare a manifest with the inputs as they are now, and with the files of ours."""
    before = {path: source["sha256"] for path, source in manifest.sources.items()}
    now = {ref.path: ref.sha256 for ref in inputs.found.refs}
    own = f"{workspace.wiki}/"
    gone = {path for path in before.keys() - now.keys() if not path.startswith(own)}
    return Changes(
        added=tuple(sorted(now.keys() - before.keys())),
        edited=tuple(
            sorted(path for path in now.keys() & before.keys() if now[path] != before[path])
        ),
        removed=tuple(sorted(gone)),
        wiki=_differing(manifest.wiki, inputs.wiki_files),
        other=tuple(_other_changes(manifest, inputs)),
        outputs=tuple(
            name
            for name, sha256 in sorted(manifest.outputs.items())
            if hash_file(workspace.dir / name) != sha256
        ),
    )


def with_skipped(found: Found, faults: Sequence[Skipped]) -> tuple[Skipped, ...]:
    """Join what was left out with the faults of what was read, in path order."""
    return tuple(sorted((*found.skipped, *faults), key=lambda item: (item.path, item.reason)))


_WORDS = {
    "aliases.yml": "the verdicts in aliases.yml",
    "redirects.yml": "the redirects in redirects.yml",
    "files": "the names of files beside the sources",
    "history": "the git history",
    "sessions": "the stored sessions",
    "settings": "the settings",
}


def _other_changes(manifest: Manifest, inputs: Inputs) -> list[str]:
    changes = [_WORDS[name] for name in _differing(manifest.inputs, inputs_of(inputs))]
    if manifest.code != inputs.code:
        changes.append("the version of Tesserae")
    if manifest.skipped != inputs.found.skipped:
        changes.append("the files that cannot be read")
    return changes


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    names = before.keys() | now.keys()
    return tuple(sorted(name for name in names if before.get(name) != now.get(name)))


def _parse(data: dict[str, Any]) -> Manifest:
    outcome = data["outcome"]
    return Manifest(
        code=data["code"],
        inputs=data["inputs"],
        sources=data["sources"],
        skipped=tuple(Skipped(*item) for item in data["skipped"]),
        wiki=data["wiki"],
        outputs=data["outputs"],
        outcome=Outcome(
            nodes=outcome["nodes"],
            edges=outcome["edges"],
            pages=outcome["pages"],
            now=outcome["now"],
            faults=tuple(
                Skipped(path, reason, is_fault=True) for path, reason in outcome["faults"]
            ),
            broken_links=tuple(BrokenLinkNote(*link) for link in outcome["broken_links"]),
            kept_edits=tuple(outcome["kept_edits"]),
            kept_whole=tuple(outcome["kept_whole"]),
            conflicts=tuple(outcome["conflicts"]),
            orphaned=tuple(outcome["orphaned"]),
        ),
    )


def _render_lines(data: Mapping[str, object]) -> str:
    """Render JSON with one line for each entry of the outer collections: diffs stay readable."""
    parts = []
    for name, value in data.items():
        if isinstance(value, Mapping) and name in {"sources", "wiki", "inputs", "outputs"}:
            rows = [f"{_json(key)}: {_json(value[key])}" for key in sorted(value)]
            body = "{\n" + ",\n".join(rows) + "\n}" if rows else "{}"
        else:
            body = _json(value)
        parts.append(f"{_json(name)}: {body}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# One for all: `json.dumps` makes an encoder at every call, and every source and page is one.
_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
