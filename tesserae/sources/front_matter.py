"""The YAML block at the head of a document, as JSON data.

A number or a date that would not read back as the author typed it (`1.10`, `007`, `12:30`) stays
text, and `yes` and `no` are words: a title is never a truth value. A rule (`---`) on the first
line is a rule and not front matter, unless what follows looks like a mapping.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from tesserae.model.graph import JsonValue

MAX_CHARACTERS = 256 * 1024
MAX_DEPTH = 16
MAX_ITEMS = 20_000
"""Values in one block once its aliases are written out; a block of a few lines can mean billions.
"""

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY_LINE = re.compile(r"""[ \t]*(?:["']?[\w.-][^:\n]*["']?[ \t]*:(?:[ \t]|$)|[-#?\[{])""")
_TAG = "tag:yaml.org,2002:"
_DEEP = re.compile(r"[\[{]")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The head of a document."""

    data: dict[str, JsonValue] = field(default_factory=dict)
    body_start: int = 1
    """The line on which the body begins, 1-based."""
    fault: str | None = None
    """What is wrong with the block, where something is; the body is then still right."""
    fault_line: int | None = None


def parse_front_matter(text: str) -> FrontMatter:
    """Parse the head of a document whose line ends are LF and which has no byte order mark."""
    opening = _OPENING.match(text)
    if opening is None:
        return FrontMatter()
    first = text[opening.end() : text.find("\n", opening.end()) + 1 or len(text)]
    closing = _CLOSING.search(text, opening.end())
    looks_like_data = bool(first.strip()) and _KEY_LINE.match(first) is not None
    if closing is None:
        return _unclosed(text, opening.end()) if looks_like_data else FrontMatter()
    block = text[opening.end() : closing.start()]
    body_start = text.count("\n", 0, closing.end()) + 1
    if not block.strip():
        # Two rules with nothing between them: an empty block, as every other reader has it.
        return FrontMatter(body_start=body_start)
    try:
        data = _parse_block(block)
    except _BlockError as error:
        if not looks_like_data:
            return FrontMatter()
        return FrontMatter(_plain_lines(block), body_start, error.message, error.line)
    if isinstance(data, dict):
        return FrontMatter(data, body_start)
    if data is None:
        return FrontMatter(body_start=body_start)
    if isinstance(data, list) and looks_like_data:
        fault = "the front matter is a list; it must be lines of `key: value`"
        return FrontMatter(body_start=body_start, fault=fault, fault_line=1)
    return FrontMatter()


def parse_date(value: JsonValue) -> datetime.date | None:
    """Read a date out of a front matter value: a date, or an instant, whose own day counts."""
    if not isinstance(value, str):
        return None
    match = _DATE.match(value.strip())
    if match is None:
        return None
    try:
        return datetime.date(*(int(part) for part in match.groups()))
    except ValueError:
        return None


_DATE = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?![0-9])")


class _BlockError(Exception):
    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def _plain_lines(block: str) -> dict[str, JsonValue]:
    """Save from a broken block the lines that are plainly a key and a text, such as the title."""
    data: dict[str, JsonValue] = {}
    for line in block[:MAX_CHARACTERS].split("\n"):
        match = _PLAIN_LINE.match(line)
        if match:
            data.setdefault(match["key"], match["text"].strip("\"'"))
    return data


_PLAIN_LINE = re.compile(
    r"(?P<key>[A-Za-z][\w-]{0,63}):[ \t]+(?P<text>[^\s\[{&*!|>%@`#][^\n\x00]{0,2000}?)[ \t]*$"
)


def _unclosed(text: str, start: int) -> FrontMatter:
    """Judge a block that no line closes: a fault only where it can be nothing but front matter."""
    block = text[start : start + MAX_CHARACTERS].partition("\n\n")[0]
    lines = block.splitlines()
    if all(re.match(r"[a-z][\w-]*:(?: |$)", line) for line in lines):
        return FrontMatter(fault="the front matter is never closed by a line `---`", fault_line=1)
    return FrontMatter()


def _parse_block(block: str) -> JsonValue:
    if len(block) > MAX_CHARACTERS:
        raise _BlockError(f"the front matter is longer than {MAX_CHARACTERS} characters", 1)
    # The C composer recurses; a run of brackets this long is an attack, not data.
    if len(_DEEP.findall(block)) > MAX_ITEMS or _nesting(block) > _MAX_NESTING:
        raise _BlockError("the front matter is nested too deeply", 1)
    try:
        node = _compose(block)
        return None if node is None else _Converter().convert(node, 0)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else None
        raise _BlockError(f"the front matter is not YAML: {error.problem}", line) from error
    except yaml.YAMLError as error:
        reason = str(error).partition("\n")[0]
        raise _BlockError(f"the front matter is not YAML: {reason}", 1) from error
    except (ValueError, RecursionError) as error:
        raise _BlockError("the front matter is not YAML", 1) from error


_MAX_NESTING = 200


def _nesting(block: str) -> int:
    """Bound the depth of nested collections: open brackets, and levels of indentation."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]|(?:^[ \t]*|(?<=[-?:] ))[-?] ", block, re.MULTILINE):
        if bracket in "[{":
            depth += 1
        elif bracket in "]}":
            depth = max(depth - 1, 0)
        deepest = max(deepest, depth)
    dashes = max((len(run) // 2 for run in re.findall(r"(?:[-?] )+", block)), default=0)
    indent = max((len(run) for run in re.findall(r"^ +", block, re.MULTILINE)), default=0)
    return max(deepest, dashes, indent)


def _compose(block: str) -> yaml.Node | None:
    loader = _Loader(block)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()


class _Loader(_SafeLoader):  # type: ignore[misc]  # the C loader is optional
    """Resolves plain scalars by the core schema of YAML 1.2, and dates."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012


_RESOLVERS = (
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("int", r"^-?(?:0|[1-9][0-9]{0,14})$", "-0123456789"),
    ("float", r"^-?(?:0|[1-9][0-9]{0,9})\.[0-9]{1,9}$", "-0123456789"),
    ("timestamp", r"^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?$", "0123456789"),
    ("merge", r"^<<$", "<"),
)
for _name, _pattern, _first in _RESOLVERS:
    _Loader.add_implicit_resolver(_TAG + _name, re.compile(_pattern), list(_first))


class _Converter:
    """Turns YAML nodes into JSON values and counts them, aliases written out."""

    def __init__(self) -> None:
        self._count = 0

    def convert(self, node: yaml.Node, depth: int) -> JsonValue:
        self._count += 1
        if self._count > MAX_ITEMS or depth > MAX_DEPTH:
            raise _BlockError("the front matter is nested too deeply or too long", 1)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node.tag, node.value)
        if isinstance(node, yaml.SequenceNode):
            return [self.convert(item, depth + 1) for item in node.value]
        if not isinstance(node, yaml.MappingNode):
            return None
        if node.tag == _TAG + "set":
            return [self.convert(key, depth + 1) for key, _ in node.value]
        return self._mapping(node, depth)

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, JsonValue]:
        merged: dict[str, JsonValue] = {}
        own: dict[str, JsonValue] = {}
        for key_node, value_node in node.value:
            value = self.convert(value_node, depth + 1)
            if key_node.tag == _TAG + "merge":
                for base in value if isinstance(value, list) else [value]:
                    if isinstance(base, dict):
                        merged = {**base, **merged}
            else:
                own[self._key(key_node, depth)] = value
        return {**merged, **own}

    def _key(self, node: yaml.Node, depth: int) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        return json.dumps(self.convert(node, depth + 1), ensure_ascii=False, sort_keys=True)


def _scalar(tag: str, text: str) -> JsonValue:
    kind = tag.removeprefix(_TAG)
    if kind == "null":
        return None
    if kind == "bool" and text.lower() in {"true", "false"}:
        return text.lower() == "true"
    if kind == "int" and re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if kind == "float" and re.fullmatch(r"-?[0-9]{1,10}\.[0-9]{1,9}", text):
        return float(text) if repr(float(text)) == text else text
    if kind == "timestamp":
        return _iso(text)
    return text


def _iso(text: str) -> str:
    """Write a date or an instant as ISO 8601; what is neither stays as it is."""
    head = re.match(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text)
    if head is None:
        return text
    year, month, day = head.groups()
    date = f"{year}-{month:>02}-{day:>02}"
    rest = text[head.end() :].strip().removeprefix("t").removeprefix("T")
    try:
        if not rest:
            return datetime.date.fromisoformat(date).isoformat()
        return datetime.datetime.fromisoformat(f"{date}T{rest.replace(' ', '')}").isoformat()
    except ValueError:
        return text
