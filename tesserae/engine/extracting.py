"""First stage: every source gets its extraction, from the cache where its content is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tesserae.engine.cache import CACHE_NAME, CachedExtraction, ExtractionCache, render_cache
from tesserae.engine.merge_cache import CACHE_NAME as MERGE_CACHE_NAME
from tesserae.engine.recall import Recall
from tesserae.engine.run import Run, newest_day
from tesserae.errors import SourceError
from tesserae.extract import Extraction, extract
from tesserae.graph.inputs import DocumentInput
from tesserae.model.source import MediaType, Skipped
from tesserae.sources.files import SourceRef, read_ref
from tesserae.sources.load import document_dates, load_source, source_id
from tesserae.wiki.disk import read_wiki


@dataclass(slots=True)
class _Extracted:
    documents: list[DocumentInput] = field(default_factory=list)
    kept: list[CachedExtraction] = field(default_factory=list)
    refs: list[SourceRef] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    faults: list[Skipped] = field(default_factory=list)
    count: int = 0
    recall: Recall | None = None


def extract_sources(run: Run) -> Run:
    """Extract what is new, take the rest from the cache, and keep both for the next compile."""
    wiki = read_wiki(run.workspace.wiki_dir)
    own, lost = _own_pages(run, wiki.own)
    refs = sorted((*run.inputs.found.refs, *own), key=lambda ref: ref.path)
    cache_path = run.workspace.cache_dir / CACHE_NAME
    cache = ExtractionCache.load(cache_path)
    result = _Extracted(
        skipped=[*run.inputs.found.skipped, *lost, *_unreadable(run, wiki.unreadable)],
        recall=_recall(run, refs, cache),
    )
    run.progress.start("Reading", len(refs))
    for ref in refs:
        _add(run, ref, cache, result)
        run.progress.advance()
    run.writer.write(cache_path, render_cache(result.kept))
    run.inputs.history.save(run.writer)
    documents = tuple(result.documents)
    return replace(
        run,
        wiki=wiki,
        refs=tuple(result.refs),
        documents=documents,
        texts=result.texts,
        skipped=tuple(sorted(result.skipped, key=lambda item: (item.path, item.reason))),
        faults=tuple(result.faults),
        extracted=result.count,
        now=newest_day(run, documents),
        recall=result.recall,
    )


def _recall(run: Run, refs: list[SourceRef], cache: ExtractionCache) -> Recall | None:
    by_path = {ref.path: ref for ref in refs}

    def again(path: str) -> Extraction:
        return Extraction.from_json(_extract(run, by_path[path], _Extracted())[1].extraction)

    return Recall.look(run.workspace.cache_dir / MERGE_CACHE_NAME, refs, cache, again)


def _own_pages(run: Run, paths: Iterable[str]) -> tuple[list[SourceRef], list[Skipped]]:
    refs: list[SourceRef] = []
    lost: list[Skipped] = []
    for path in sorted(paths):
        name = f"{run.settings.wiki_dir}/{path}"
        found = read_ref(run.workspace.wiki_dir / path, name, run.settings.sources)
        if isinstance(found, Skipped):
            lost.append(found)
        else:
            refs.append(found)
    return refs, lost


def _unreadable(run: Run, items: tuple[Skipped, ...]) -> list[Skipped]:
    return [replace(item, path=f"{run.settings.wiki_dir}/{item.path}") for item in items]


def _add(run: Run, ref: SourceRef, cache: ExtractionCache, result: _Extracted) -> None:
    cached = cache.get(ref.path, ref.sha256)
    extraction = None
    if cached is not None:
        extraction = result.recall.take(ref) if result.recall else None
        extraction = extraction or cached.decode()
    if cached is None or extraction is None:
        try:
            ref, cached = _extract(run, ref, result)
        except SourceError as error:
            result.skipped.append(Skipped(ref.path, error.message, is_fault=True))
            return
        # Also what was extracted just now is read back from its cached form: then a compile from
        # scratch cannot differ from one that finds everything in the cache.
        extraction = Extraction.from_json(cached.extraction)
    result.refs.append(ref)
    result.kept.append(cached)
    if cached.fault is not None:
        result.faults.append(cached.fault)
    created, updated = document_dates(ref.path, cached.stated, run.history.dates.get(ref.path))
    result.documents.append(
        DocumentInput(
            source_id=source_id(ref.path, ref.media_type),
            path=ref.path,
            media_type=ref.media_type,
            size=ref.size,
            created=created,
            updated=updated,
            extraction=extraction,
        )
    )


def _extract(run: Run, ref: SourceRef, result: _Extracted) -> tuple[SourceRef, CachedExtraction]:
    loaded = load_source(run.settings.root, ref, run.history.dates)
    source = loaded.source
    text = extract(source).to_json()
    # The file may have changed since it was found: what was read is what counts.
    ref = replace(ref, sha256=source.sha256, size=source.size)
    result.count += 1
    if ref.media_type is not MediaType.PYTHON:
        result.texts[ref.path] = source.text
    return ref, CachedExtraction.of(ref.path, ref.sha256, loaded.stated, loaded.fault, text)
