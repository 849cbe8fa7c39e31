"""One file on disk becomes a `Source`: decoded, with LF line ends, front matter and dates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath

from tesserae.errors import SourceError
from tesserae.model.graph import JsonValue
from tesserae.model.ids import NodeId, node_id
from tesserae.model.ontology import NodeType
from tesserae.model.source import MediaType, Skipped, Source
from tesserae.sources.files import SourceRef
from tesserae.sources.front_matter import FrontMatter, parse_date, parse_front_matter
from tesserae.sources.history import CommitDates

_CREATED_KEYS = ("created", "date", "published", "start_date", "date_created", "created_at")
_UPDATED_KEYS = (
    "updated",
    "modified",
    "lastmod",
    "last_modified",
    "last_updated",
    "date_modified",
    "updated_at",
)
_DATE_IN_PATH = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})([-_./])([01]?[0-9])\2([0-3]?[0-9])(?![0-9])"
)


@dataclass(frozen=True, slots=True)
class StatedDates:
    """The dates that a document gives itself."""

    created: date | None = None
    updated: date | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A source and what its author should hear about it."""

    source: Source
    stated: StatedDates
    fault: Skipped | None = None
    """A part of the file that could not be used; the rest is."""


def load_source(root: Path, ref: SourceRef, dates: Mapping[str, CommitDates]) -> Loaded:
    """Read and decode one source.

    Args:
        root: The project's folder.
        ref: What was found; the file may have changed since, the source says what was read.
        dates: First and last commit days by path.

    Raises:
        SourceError: The file is gone, cannot be read, or is no longer UTF-8.
    """
    data = _read(root / ref.path, ref.path)
    text = _decode(data, ref.path)
    is_document = ref.media_type is MediaType.MARKDOWN
    front_matter = parse_front_matter(text) if is_document else FrontMatter()
    stated = stated_dates(front_matter.data)
    created, updated = document_dates(ref.path, stated, dates.get(ref.path))
    source = Source(
        id=source_id(ref.path, ref.media_type),
        path=ref.path,
        media_type=ref.media_type,
        text=text,
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        front_matter=front_matter.data,
        body_start=front_matter.body_start,
        created=created,
        updated=updated,
    )
    return Loaded(source, stated, _fault(ref.path, front_matter))


def load_text(root: Path, path: str) -> str:
    """Return the normalised text of one source.

    Raises:
        SourceError: The file is gone, cannot be read, or is no longer UTF-8.
    """
    return _decode(_read(root / path, path), path)


def normalise_text(data: bytes) -> str:
    """Decode UTF-8 without a byte order mark, with LF line ends and no NUL.

    Raises:
        UnicodeDecodeError: The bytes are not UTF-8.
    """
    text = data.decode("utf-8-sig")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "\ufffd")


def source_id(path: str, media_type: MediaType) -> NodeId:
    """Name the node that a source becomes.

    The path alone decides, so that a new title neither renames the page nor breaks links to it;
    the folder stands in the slug because many projects call every file the same.
    """
    type_ = NodeType.SOURCE_FILE if media_type is MediaType.PYTHON else NodeType.SOURCE_DOCUMENT
    place = PurePosixPath(path)
    return node_id(type_, path, f"{place.parent.name} {place.stem}".strip())


def stated_dates(front_matter: Mapping[str, JsonValue]) -> StatedDates:
    """Read the dates in a front matter, by the names that authors use for them."""
    values = {
        str(key).casefold().replace("-", "_").replace(" ", "_"): value
        for key, value in front_matter.items()
    }
    nested = values.get("date")
    if isinstance(nested, dict):
        values = {**values, **{str(key).casefold(): value for key, value in nested.items()}}
    return StatedDates(_first_date(values, _CREATED_KEYS), _first_date(values, _UPDATED_KEYS))


def document_dates(
    path: str, stated: StatedDates, commits: CommitDates | None
) -> tuple[date | None, date | None]:
    """Decide when a document was created and updated.

    Returns:
        Created: stated, else the first commit, else the date in its path. Updated: stated, else
        the last commit, else created.
    """
    created = stated.created or (commits[0] if commits else None) or date_in_path(path)
    updated = stated.updated or (commits[1] if commits else None) or created
    return created or updated, updated


def date_in_path(path: str) -> date | None:
    """Return the last date that a path names, as in `daily/2026-04-10/digest.md`."""
    for match in reversed(list(_DATE_IN_PATH.finditer(path))):
        year, _, month, day = match.groups()
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            continue
    return None


def _read(file: Path, path: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", path=path) from error


def _decode(data: bytes, path: str) -> str:
    try:
        return normalise_text(data)
    except UnicodeDecodeError as error:
        raise SourceError("not UTF-8; save it as UTF-8", path=path) from error


def _first_date(values: Mapping[str, JsonValue], keys: tuple[str, ...]) -> date | None:
    dates = (parse_date(values.get(key)) for key in keys)
    return next((found for found in dates if found is not None), None)


def _fault(path: str, front_matter: FrontMatter) -> Skipped | None:
    if front_matter.fault is None:
        return None
    where = f" (line {front_matter.fault_line})" if front_matter.fault_line else ""
    return Skipped(path, f"{front_matter.fault}{where}; the text was read", is_fault=True)
