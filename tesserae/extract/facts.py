"""Front matter and preambles as facts: who wrote it, what it requires, which topics it names.

A preamble says the same without YAML: a list, table or header block of `Key: value` at the top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tesserae.extract.english import word_set
from tesserae.extract.extraction import Fact, FactRole
from tesserae.extract.markdown import Block, BlockKind, Markdown, Table, plain
from tesserae.extract.people import parse_people
from tesserae.model.graph import JsonValue

MAX_FACTS = 400
MAX_VALUE = 200

_ROLES: dict[str, FactRole] = {}
for _role, _keys in {
    FactRole.AUTHOR: "author authors by editor editors written_by creator creators",
    FactRole.ALIAS: "alias aliases aka also_known_as synonyms label",
    FactRole.STATUS: "status state proposal_status",
    FactRole.KIND: "type kind doc_type document_type",
    FactRole.CATEGORY: "category categories layer track stream",
    FactRole.TAG: "tag tags keyword keywords labels",
    FactRole.TOPIC: "topic topics subject subjects themes theme concepts concept",
    FactRole.FAMILY: (
        "sub_topic sub_topics subtopic subtopics approach approaches approach_family "
        "approach_families family families"
    ),
    FactRole.METHOD: "method methods technique techniques algorithm algorithms",
    FactRole.DATASET: "dataset datasets corpora",
    FactRole.METRIC: "metric metrics measures",
    FactRole.BENCHMARK: "benchmark benchmarks",
    FactRole.MODEL: "model models",
    FactRole.TASK: "task tasks",
    FactRole.FIELD: "field fields area areas domain domains discipline research_field",
    FactRole.TREND: "trend trends",
    FactRole.ORGANIZATION: "organization organizations organisation affiliation affiliations "
    "institution institutions company publisher working_group wg",
    FactRole.ENTITY: "entities tools libraries frameworks technologies languages products systems",
    FactRole.REQUIRES: "requires require depends_on depends prerequisites dependencies builds_on",
    FactRole.REPLACES: "supersedes supersede replaces replace obsoletes",
    FactRole.REPLACED_BY: "superseded_by replaced_by obsoleted_by successor",
    FactRole.EXTENDS: "extends",
    FactRole.RELATED: "related see_also references updates updated_by extended_by cites "
    "related_proposals previous_proposal",
    FactRole.REPOSITORY: "repo repos repository repositories oss_repo github source_code code_url "
    "code_repository",
    FactRole.ARXIV: "arxiv arxiv_id eprint",
    FactRole.DOI: "doi",
    FactRole.URL: "url homepage link links website discussions_to arxiv_url source_url",
}.items():
    for _key in _keys.split():
        _ROLES[_key] = _role

_SPLIT_ROLES = frozenset(
    {
        FactRole.TAG, FactRole.TOPIC, FactRole.METHOD, FactRole.DATASET, FactRole.METRIC,
        FactRole.BENCHMARK, FactRole.MODEL, FactRole.TASK, FactRole.REQUIRES, FactRole.REPLACES,
        FactRole.REPLACED_BY, FactRole.RELATED, FactRole.EXTENDS, FactRole.ENTITY, FactRole.FAMILY,
        FactRole.REPOSITORY, FactRole.CATEGORY,
    }
)  # fmt: skip
_PLAIN_DATA = frozenset({FactRole.STATUS, FactRole.KIND, FactRole.CATEGORY})
_TITLE_KEYS = frozenset({"title", "name", "feature_name", "proposal_title"})
_LABEL_KEYS = word_set(
    """
    proposal id identifier number document rfc adr key
    """
)
_LABEL = re.compile(r"^[^\W\d_]{1,12}[- ]?\d{1,6}$")
_SUMMARY_KEYS = frozenset({"description", "summary", "abstract", "excerpt", "subtitle"})
_OTHER_PREAMBLE_KEYS = word_set(
    """
    created date start_date updated version post_history last_call_deadline rfc_pr
    rust_issue issue issues tracking_issue review review_manager implementation bug bugs pr
    pull_request discussion discussions resolution python_version target_version
    content_type license champion sponsor shepherd decision_date
    """
)
_KEY_LINE = re.compile(r"^\s*\**\s*([A-Za-z][\w /-]{0,30}?)\s*\**\s*:\**\s*(.*)$")
_YAML_KEY = re.compile(r"^([\w][\w .-]*?)\s*:")
_COMMA = re.compile(r"\s*[,;、，]\s*")
_STEM_LIKE = re.compile(r"^[\w.-]+(?:/[\w.-]+)*$")


@dataclass(slots=True)
class DocumentFacts:
    """What the head of a document says about it."""

    title: str = ""
    facts: list[Fact] = field(default_factory=list)
    data: dict[str, str] = field(default_factory=dict)

    def add(self, key: str, value: JsonValue, line_of: LineFinder) -> None:
        """Add the values of one key."""
        name = _normal_key(key)
        if name in _TITLE_KEYS and isinstance(value, str | int | float):
            self.title = self.title or _text(value)
            return
        if name in _SUMMARY_KEYS and isinstance(value, str):
            self.data.setdefault("description", _text(value)[:400])
            return
        role = _ROLES.get(name) or _guess(name, value)
        if name in _LABEL_KEYS and isinstance(value, str) and _LABEL.match(value.strip()):
            role = FactRole.ALIAS
        if role is None:
            return
        for text, is_item in _values(value, role):
            if len(self.facts) < MAX_FACTS:
                self._add_value(role, name, text, is_item, line_of.line(key, text))

    def _add_value(self, role: FactRole, key: str, text: str, is_item: bool, line: int) -> None:
        if role is FactRole.AUTHOR:
            for author in parse_people(text, is_list_item=is_item):
                which = FactRole.ORGANIZATION if author.is_group else role
                self.facts.append(Fact(which, author.name, line, author.extra))
            return
        if role in _PLAIN_DATA:
            self.data.setdefault(role.value, text[:80])
        # A label such as "eip: 20" names the document by key and number.
        value = f"{key} {text}" if role is FactRole.NUMBER else text
        self.facts.append(Fact(role, value[:MAX_VALUE], line))


class LineFinder:
    """Finds the line of a value in the head of a file."""

    def __init__(self, lines: Sequence[str], first_line: int = 1) -> None:
        self._lines = lines
        self._first = first_line
        self._keys: dict[str, int] = {}
        for number, line in enumerate(lines):
            if match := _YAML_KEY.match(line):
                self._keys.setdefault(match.group(1), number)

    def line(self, key: str, value: str) -> int:
        """Return the line on which a key's value stands, or the key's."""
        start = self._keys.get(key)
        if start is None:
            return self._first
        for number in range(start, min(start + 200, len(self._lines))):
            if number > start and _YAML_KEY.match(self._lines[number]):
                break
            if value and value[:40] in self._lines[number]:
                return self._first + number
        return self._first + start


def read_front_matter(data: Mapping[str, JsonValue], head: Sequence[str]) -> DocumentFacts:
    """Turn parsed front matter into facts; `head` holds its lines as they stand in the file."""
    facts = DocumentFacts()
    finder = LineFinder(head)
    for key, value in data.items():
        facts.add(str(key), value, finder)
    return facts


def _normal_key(key: str) -> str:
    return re.sub(r"[\s-]+", "_", key.strip().lower())


def _guess(key: str, value: JsonValue) -> FactRole | None:
    """Read a key that has no role of its own by the shape of its value."""
    if isinstance(value, int) and not isinstance(value, bool) and len(key) <= 8:
        return FactRole.NUMBER
    if isinstance(value, str) and value.isdigit() and len(key) <= 8 and len(value) <= 6:
        return FactRole.NUMBER
    if isinstance(value, list) and value and all(_is_stem(item) for item in value):
        return FactRole.RELATED
    return None


def _is_stem(value: JsonValue) -> bool:
    return (
        isinstance(value, str) and bool(_STEM_LIKE.match(value)) and ("-" in value or "/" in value)
    )


def _text(value: JsonValue) -> str:
    return " ".join(str(value).split())[:2000]


def _values(value: JsonValue, role: FactRole) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a value and whether each was an item of a list."""
    if isinstance(value, list):
        for item in value[:MAX_FACTS]:
            if isinstance(item, dict):
                item = item.get("name") or item.get("title")
            if item not in (None, "", [], {}) and not isinstance(item, list | dict):
                yield _text(item), True
    elif isinstance(value, dict):
        name = value.get("name") or value.get("title")
        if isinstance(name, str):
            yield _text(name), True
    elif value is not None and not isinstance(value, bool) and value != "":
        text = str(value)
        if role in _SPLIT_ROLES:
            for part in _COMMA.split(text)[:MAX_FACTS]:
                if part.strip():
                    yield _text(part), True
        elif text.strip():
            yield text if role is FactRole.AUTHOR else _text(text), False


# preambles ---------------------------------------------------------------------------------------


def take_preamble(parsed: Markdown, facts: DocumentFacts) -> None:
    """Read the `Key: value` block at the top of a body and take it out of the prose."""
    blocks = parsed.blocks
    start = 1 if blocks and blocks[0].kind is BlockKind.HEADING else 0
    end = start
    pairs: list[tuple[str, str, int]] = []
    while end < len(blocks) and (found := _pairs(blocks[end])):
        pairs += found
        end += 1
    if _is_preamble(pairs):
        del blocks[start:end]
    elif table_pairs := _table_preamble(parsed, blocks, start):
        pairs = table_pairs
    else:
        return
    for key, value, line in pairs:
        facts.add(key, value, LineFinder((), line))


def _pairs(block: Block) -> list[tuple[str, str, int]]:
    if block.kind not in {BlockKind.ITEM, BlockKind.PARAGRAPH} or len(block.text) > 5000:
        return []
    pairs: list[tuple[str, str, int]] = []
    for number, text in enumerate(plain(block.text).split("\n")):
        match = _KEY_LINE.match(text)
        if match:
            pairs.append((match.group(1), match.group(2).strip(" *"), block.line + number))
        elif pairs:
            # A value that goes on in the next line.
            key, value, line = pairs[-1]
            pairs[-1] = (key, f"{value} {text.strip()}".strip(), line)
        else:
            return []
    return pairs


def _is_preamble(pairs: Sequence[tuple[str, str, int]]) -> bool:
    keys = [_normal_key(key) for key, _, _ in pairs]
    known = sum(
        key in _ROLES or key in _LABEL_KEYS or key in _TITLE_KEYS or key in _OTHER_PREAMBLE_KEYS
        for key in keys
    )
    return known >= 2 and known * 2 >= len(keys)


def _table_preamble(
    parsed: Markdown, blocks: Sequence[Block], start: int
) -> list[tuple[str, str, int]]:
    if not parsed.tables:
        return []
    table = parsed.tables[0]
    if len(blocks) > start and blocks[start].line < table.header.line:
        return []
    for pairs in (_vertical(table), _horizontal(table)):
        if _is_preamble(pairs):
            del parsed.tables[0]
            return pairs
    return []


def _vertical(table: Table) -> list[tuple[str, str, int]]:
    rows = [table.header, *table.rows]
    return [
        (plain(row.cells[0]).strip(" *:"), plain(row.cells[1]), row.line)
        for row in rows
        if len(row.cells) == 2 and row.cells[0]
    ]


def _horizontal(table: Table) -> list[tuple[str, str, int]]:
    if len(table.rows) != 1:
        return []
    row = table.rows[0]
    names: Iterable[str] = table.header.cells
    return [
        (plain(name).strip(" *:"), plain(cell), row.line)
        for name, cell in zip(names, row.cells, strict=False)
        if name
    ]
