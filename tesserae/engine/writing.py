"""Last stage: what the compile made goes to the disk, the manifest last of all."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from tesserae.engine.fingerprint import extraction_fingerprint
from tesserae.engine.gitignore import render_gitignore
from tesserae.engine.inputs import ABSENT, hash_file
from tesserae.engine.manifest import (
    BrokenLinkNote,
    Manifest,
    Outcome,
    inputs_of,
    render_manifest,
)
from tesserae.engine.projecting import PAGES_CACHE
from tesserae.engine.report import render_report
from tesserae.engine.run import Run
from tesserae.graph.document import generation_of, render_graph
from tesserae.graph.store import SqliteGraphStore
from tesserae.wiki.store import sync_wiki


def write_files(run: Run) -> Run:
    """Write pages, graph, stores and reports; a crash in between leaves the old manifest."""
    graph = run.whole_graph
    assert run.build is not None
    assert run.bases is not None
    workspace, writer = run.workspace, run.writer
    run.progress.start("Saving", None)
    if not (workspace.dir / ".gitignore").exists():
        writer.write(workspace.dir / ".gitignore", render_gitignore())
    sync_wiki(run.plan, workspace.wiki_dir, run.bases, writer)
    writer.write(workspace.cache_dir / PAGES_CACHE, run.kept_pages)
    if run.redirects_text:
        writer.write(workspace.redirects_path, run.redirects_text)
    elif workspace.redirects_path.exists():
        writer.remove(workspace.redirects_path)
    document = render_graph(graph)
    data = document.data
    store = SqliteGraphStore(workspace.database_path)
    generation = generation_of(data)
    writer.write(workspace.graph_path, data, durable=True)
    del data
    if store.generation() != generation:
        store.write(graph, document, generation)
    report = render_report(run)
    writer.write(workspace.report_path, report)
    writer.write(workspace.config_path, run.inputs.config_text)
    outputs = {
        "config.json": _sha256(run.inputs.config_text),
        "graph.json": generation,
        "report.md": _sha256(report),
    }
    manifest = _manifest(run, outputs)
    writer.write(workspace.manifest_path, render_manifest(manifest), durable=True)
    return replace(run, manifest=manifest, notes=_notes(run, store))


def _manifest(run: Run, outputs: Mapping[str, str]) -> Manifest:
    redirects = _sha256(run.redirects_text) if run.redirects_text else ABSENT
    return Manifest(
        code=run.inputs.code,
        inputs={**inputs_of(run.inputs), "redirects.yml": redirects},
        sources={
            ref.path: {
                "sha256": ref.sha256,
                "size": ref.size,
                "type": ref.media_type.value,
                "extractor": extraction_fingerprint(),
            }
            for ref in run.refs
        },
        skipped=run.inputs.found.skipped,
        wiki=_wiki_after(run),
        outputs=outputs,
        outcome=_outcome(run),
    )


def _wiki_after(run: Run) -> dict[str, str]:
    """Return the hashes of the wiki folder as the plan left it."""
    files = dict(run.inputs.wiki_files)
    for path, text in run.plan.writes.items():
        files[path] = _sha256(text)
    for path in run.plan.removals:
        # Where two spellings are one file on this disk, the file is still there.
        sha256 = hash_file(run.workspace.wiki_dir / path)
        if sha256 == ABSENT:
            files.pop(path, None)
    return files


def _outcome(run: Run) -> Outcome:
    assert run.build is not None
    graph, plan = run.whole_graph, run.plan
    types = Counter(node.type.value for node in graph.nodes.values())
    return Outcome(
        nodes=dict(sorted(types.items())),
        edges=len(graph.edges),
        pages=dict(sorted(Counter(page.kind.value for page in run.pages).items())),
        now=run.now.isoformat() if run.now else None,
        faults=tuple(
            sorted(
                {*run.skipped, *run.faults} - set(run.inputs.found.skipped),
                key=lambda item: (item.path, item.reason),
            )
        ),
        broken_links=tuple(
            BrokenLinkNote(link.path, link.line, link.target) for link in run.build.broken_links
        ),
        kept_edits=plan.kept_edits,
        kept_whole=plan.kept_whole,
        conflicts=tuple(dict.fromkeys(each.path for each in plan.conflicts)),
        orphaned=plan.orphaned,
    )


def _notes(run: Run, store: SqliteGraphStore) -> tuple[str, ...]:
    notes = []
    if store.was_rebuilt:
        notes.append(f"{run.workspace.relative(store.path)} could not be used and was made anew")
    salvaged = run.bases.salvaged if run.bases else None
    if salvaged is not None:
        notes.append(
            f"{run.workspace.relative(run.workspace.history_path)} was damaged; what could be read "
            f"was saved, the damaged file is {run.workspace.relative(salvaged)}"
        )
    return tuple(notes)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
