"""The YAML at the top of a wiki page: written by us, read back fast, tolerant of a person's hand.

Strings are JSON scalars, which YAML reads as strings whatever they hold (`yes`, `1.10`, `---`, a
colon). A page that nobody touched is read by one regular expression; PyYAML, at a hundred times
the cost, only sees what a person rewrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

import yaml

from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage

_OURS = re.compile(
    r'---\nid: (?P<id>"(?:[^"\\\n]|\\.)*")\n'
    r"(?:(?:type|title|aliases|description|sources|updated): ?[^\n]*\n)+"
    r"content_hash: (?P<hash>sha256-[0-9a-f]{64})\n"
    r"(?P<marks>(?:(?:orphaned|user_links|conflicts): [^\n]*\n)*)"
    r"---\n\n?"
)
_CLOSED = re.compile(r"---[ \t]*\n(?P<yaml>.*?)(?:(?<=\n)|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_ID_LINE = re.compile(r"^id:[ \t]*[\"']?(?P<id>[A-Z]\w*:[^\s\"']+)", re.MULTILINE)
_HASH_LINE = re.compile(r"^content_hash:[ \t]*[\"']?(?P<hash>sha256-[0-9a-f]{64})", re.MULTILINE)
_FIELD_LINE = re.compile(r"[A-Za-z_]\w*:|[ \t]+\S|- |#|$")
# What JSON leaves as it is and YAML refuses or takes for a line break.
_YAML_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TYPE_NAMES = frozenset(type_.value for type_ in NodeType)
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class HeaderState(Enum):
    """What could be made of the top of a file."""

    OURS = "ours"
    """It names the node whose page this is."""
    OWN = "own"
    """It has no id: the file is a person's own."""
    TRUNCATED = "truncated"
    """It begins as a page of ours does and breaks off inside the front matter."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the front matter of an edited page carries beyond that of an untouched one."""

    orphaned: bool = False
    """Its node is gone; the page stays because a person worked on it."""
    user_links: tuple[str, ...] = ()
    """Wiki paths that links written by hand lead to."""
    conflicts: tuple[str, ...] = ()
    """Sections in which a person's text stands against newer text, `hash heading`."""


NO_MARKS = Marks()
NO_ID = NodeId("")


@dataclass(frozen=True, slots=True)
class Header:
    """What the store needs to know from the top of a file."""

    state: HeaderState
    body_start: int = 0
    """Offset of the body in the file's text."""
    id: NodeId = NO_ID
    content_hash: str = ""
    """Empty where a person broke it: then every body counts as edited."""
    marks: Marks = NO_MARKS


def scalar(text: str) -> str:
    """Return a YAML scalar that every reader takes for exactly this string.

    Lone surrogates cannot be written as UTF-8 and become U+FFFD.
    """
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    quoted = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _YAML_UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def render_front_matter(page: WikiPage, content_hash: str, marks: Marks = NO_MARKS) -> str:
    """Return the front matter of a page, with its fences and the blank line after them."""
    lines = [
        "---",
        f"id: {scalar(page.id)}",
        f"type: {page.type}",
        f"title: {scalar(page.title)}",
        f"aliases: {_sequence(page.aliases)}",
        f"description: {scalar(page.description)}",
        f"sources: {_sequence(page.sources)}",
        f"updated: {page.updated.isoformat() if page.updated else 'null'}",
        f"content_hash: {content_hash}",
    ]
    if marks.orphaned:
        lines.append("orphaned: true")
    if marks.user_links:
        lines.append(f"user_links: {_sequence(marks.user_links)}")
    if marks.conflicts:
        lines.append(f"conflicts: {_sequence(marks.conflicts)}")
    return "\n".join(lines) + "\n---\n\n"


def _sequence(items: tuple[str, ...]) -> str:
    return f"[{', '.join(map(scalar, items))}]"


def parse_header(text: str) -> Header:
    """Parse the top of a page; `text` has LF line ends and no byte order mark."""
    match = _OURS.match(text)
    if match is not None:
        node_id = _json_string(match["id"])
        if node_id:
            marks = _marks(_yaml_fields(match["marks"])) if match["marks"] else NO_MARKS
            return Header(
                HeaderState.OURS, match.end(), NodeId(node_id), match["hash"], marks=marks
            )
    if not text.startswith("---"):
        return Header(HeaderState.OWN)
    closed = _CLOSED.match(text)
    return _header_of_edited(closed) if closed else _header_of_unclosed(text)


def _header_of_edited(closed: re.Match[str]) -> Header:
    """Read front matter that a person changed; where it is no YAML, the two lines that matter."""
    fields = _yaml_fields(closed["yaml"])
    node_id, content_hash = fields.get("id"), fields.get("content_hash")
    if not fields:
        id_line, hash_line = _ID_LINE.search(closed["yaml"]), _HASH_LINE.search(closed["yaml"])
        node_id = id_line["id"] if id_line else None
        content_hash = hash_line["hash"] if hash_line else None
    # People use `id` too; only an id of ours has the shape Type:slug:hash.
    if not isinstance(node_id, str) or not _is_node_id(node_id):
        return Header(HeaderState.OWN)
    return Header(
        HeaderState.OURS,
        closed.end(),
        NodeId(node_id),
        content_hash if isinstance(content_hash, str) else "",
        marks=_marks(fields),
    )


def _header_of_unclosed(text: str) -> Header:
    """Tell a page that was cut off in its front matter from a text that begins with a rule."""
    first, *rest = text.split("\n")
    cut_off = first.rstrip() == "---" and (not rest[:-1] or rest[0].startswith("id:"))
    if cut_off and all(_FIELD_LINE.match(line) for line in rest[:-1]):
        return Header(HeaderState.TRUNCATED)
    return Header(HeaderState.OWN)


def _is_node_id(text: str) -> bool:
    parts = text.split("#")[0].split(":")
    return len(parts) == 3 and parts[0] in _TYPE_NAMES and bool(parts[2])


def _marks(fields: Mapping[str, object]) -> Marks:
    return Marks(
        orphaned=fields.get("orphaned") is True,
        user_links=_strings(fields.get("user_links")),
        conflicts=_strings(fields.get("conflicts")),
    )


def parse_page(text: str, path: str) -> WikiPage | None:
    """Build the page that a file of ours holds; None where its front matter is not ours."""
    header = parse_header(text)
    return page_of(text, path, header) if header.state is HeaderState.OURS else None


def page_of(text: str, path: str, header: Header) -> WikiPage:
    """Build the page that a file of ours holds, the top of which is parsed already."""
    front = text[: header.body_start]
    fields = _our_fields(front) or _yaml_fields(front.strip().strip("-"))
    type_, title = fields.get("type"), fields.get("title")
    if not isinstance(type_, str) or type_ not in _TYPE_NAMES:
        type_ = header.id.split(":")[0]
    return WikiPage(
        id=header.id,
        type=NodeType(type_),
        path=path,
        title=title if isinstance(title, str) else header.id.split(":")[1],
        body=normalised_body(text[header.body_start :]),
        aliases=_strings(fields.get("aliases")),
        description=str(fields.get("description") or ""),
        sources=_strings(fields.get("sources")),
        updated=_date(fields.get("updated")),
    )


def normalised_body(text: str) -> str:
    """Return a body without blank lines around it, ending in one newline."""
    return text.strip("\n") + "\n"


def _our_fields(front: str) -> dict[str, object]:
    """Read front matter as we write it; empty where a line is not of that shape."""
    fields: dict[str, object] = {}
    for line in front.strip("-\n").split("\n"):
        key, colon, value = line.partition(": ")
        if not colon:
            return {}
        if value[:1] in {'"', "["}:
            try:
                fields[key] = json.loads(value)
            except ValueError:
                return {}
        else:
            fields[key] = value
    return fields


def _json_string(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:  # an escape of YAML that JSON does not have: not written by us
        return ""
    return value if isinstance(value, str) else ""


def _yaml_fields(text: str) -> Mapping[str, object]:
    try:
        data = yaml.load(text, Loader=_YAML_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def _date(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
