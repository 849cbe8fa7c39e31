"""One compile on its way through the stages, each of which takes a run and returns the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from tesserae.config import Settings
from tesserae.engine.compiled import Compiled, Kept
from tesserae.engine.inputs import Inputs
from tesserae.engine.manifest import Manifest
from tesserae.engine.progress import Progress
from tesserae.engine.recall import Recall
from tesserae.engine.stages import STAGES, load_named
from tesserae.graph.bulk import without_collection
from tesserae.graph.history import HistoryStore
from tesserae.graph.inputs import DocumentInput, GraphBuild
from tesserae.model.graph import Graph
from tesserae.model.page import WikiPage
from tesserae.model.source import Skipped
from tesserae.sources.files import SourceRef
from tesserae.sources.history import History
from tesserae.sources.load import load_text
from tesserae.wiki.disk import WikiOnDisk
from tesserae.wiki.store import SyncPlan
from tesserae.workspace import WORKSPACE_DIR, Workspace, Writer


@dataclass(frozen=True, slots=True)
class Run:
    """A compile; each stage fills in its part."""

    settings: Settings
    workspace: Workspace
    inputs: Inputs
    writer: Writer
    progress: Progress
    history: History
    texts: Mapping[str, str] = field(default_factory=dict)
    """Texts of the sources that were read for extraction, by path."""

    # extracting
    refs: tuple[SourceRef, ...] = ()
    """All sources, a person's own wiki pages among them, in path order."""
    wiki: WikiOnDisk = field(default_factory=WikiOnDisk)
    """The wiki folder as it was before the compile."""
    documents: tuple[DocumentInput, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    """What could not be read at all."""
    faults: tuple[Skipped, ...] = ()
    """What could be read but for a part of it."""
    extracted: int = 0
    """How many sources were extracted anew."""
    now: date | None = None
    recall: Recall | None = None
    """What the last merge left, where this one may go on from it."""

    # merging
    build: GraphBuild | None = None

    # projecting
    graph: Graph | None = None
    """With syntheses and hand-made links."""
    projected: tuple[WikiPage, ...] = ()
    """The pages as the graph has them, without any edit."""
    pages: tuple[WikiPage, ...] = ()
    """The pages as they stand after the merge with the edits."""
    plan: SyncPlan = field(default_factory=SyncPlan)
    redirects_text: str = ""
    kept_pages: bytes = b""
    """What the next projection may fall back on, as it is written."""
    bases: HistoryStore | None = None

    # session_records
    graph_with_sessions: Graph | None = None
    """The whole graph, where there are sessions; nothing but what is written is made of it."""

    # writing
    manifest: Manifest | None = None
    notes: tuple[str, ...] = ()
    """What the user should hear about the files of ours: a store that was rebuilt, a base that was
    salvaged."""

    @property
    def whole_graph(self) -> Graph:
        """The graph as it is written."""
        graph = self.graph_with_sessions or self.graph
        assert graph is not None  # projecting came before
        return graph

    def text_of(self, path: str) -> str:
        """Return the text of a source.

        Raises:
            SourceError: It went away while the compile ran.
        """
        text = self.texts.get(path)
        return text if text is not None else load_text(self.settings.root, path)


Stage = Callable[[Run], Run]


def compile_project(
    settings: Settings, workspace: Workspace, inputs: Inputs, progress: Progress
) -> Compiled:
    """Compile a project; the caller holds the lock."""
    writer = Writer(workspace)
    writer.clear_temporary()
    run = Run(settings, workspace, inputs, writer, progress, inputs.history.load())
    with without_collection():
        run = run_stages(run, STAGES)
    writer.clear_temporary()
    assert run.manifest is not None  # the last stage writes it
    return Compiled(
        settings,
        workspace,
        inputs,
        run.manifest,
        changed=True,
        extracted=run.extracted,
        written=tuple(writer.written),
        removed=tuple(writer.removed),
        restored=run.plan.restored,
        own_notes=run.notes,
        kept=Kept(run.whole_graph, run.pages, run.wiki.own, run.history),
    )


def run_stages(run: Run, names: Sequence[str]) -> Run:
    """Run the stages in order; each is loaded when its turn comes."""
    for name in names:
        stage: Stage = load_named(name)
        run = stage(run)
    return run


def newest_day(run: Run, documents: tuple[DocumentInput, ...]) -> date | None:
    """Return "now": the day of SOURCE_DATE_EPOCH, else the newest date among the inputs."""
    epoch = run.settings.source_date_epoch
    if epoch is not None:
        return datetime.fromtimestamp(epoch, UTC).astimezone(run.settings.zone).date()
    days = [
        day
        for document in documents
        for day in (document.created, document.updated)
        if day is not None
    ]
    generated = (f"{WORKSPACE_DIR}/", f"{run.settings.wiki_dir}/")
    # Committing the wiki on another day must not change the wiki.
    days.extend(
        last for path, (_, last) in run.history.dates.items() if not path.startswith(generated)
    )
    return max(days, default=None)
