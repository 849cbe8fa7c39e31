"""A markdown body as blocks of plain text, with what was marked in them.

Works on the token stream of markdown-it, so code, comments and escapes are never prose. Line
numbers count in the whole file. Inline code, URLs and formulas stay in a block's text between
`CODE_OPEN` and `CODE_CLOSE`, where a reader sees them and the term rules do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from tesserae.extract.plain_blocks import plain_block

CODE_OPEN = "\ue000"
CODE_CLOSE = "\ue001"
_OUR_MARKS = re.compile("[\ue000-\ue002\x00]")

SLICE_CHARS = 200_000
"""Longer bodies are parsed in slices cut at headings, which bounds the memory of the tokens."""
MAX_LINE = 20_000
"""Characters of one line that are read; what follows is no prose that a person wrote."""

_PLAIN = re.compile(r"[^\\`*_\[\]<>&!~$\n:/.#]*")
_NEEDS_INLINE = re.compile(r"[\\`*_\[<&~$]")
# A line whose only mark-up is code and wikilinks means the same to a pattern as to the parser. The
# spaces at the edges of code are left to the parser, which takes some of them away.
_SIMPLE_CODE = r"`(?=[^` ])[^`\n]*(?<! )`(?!`)"
_SIMPLE_LINK = r"(?<!!)\[\[(?=[^\[\]\n]*[^\[\]\s])[^\[\]\n]{1,400}\]\]"
_SIMPLE_TEXT = r"[^\\`*_\[\]<&!~$\n]"
_SIMPLE = re.compile(f"(?:{_SIMPLE_TEXT}++|{_SIMPLE_CODE}|{_SIMPLE_LINK})++")
_SIMPLE_PARTS = re.compile(f"({_SIMPLE_TEXT}+)|`([^`]+)`|\\[\\[([^\\[\\]]+)\\]\\]")
_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'`|\ue000\ue001]+|\b(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)/[\w.-]+/[\w.-]+"
)
_REFERENCE = re.compile(r"^ {0,3}\[[^\]\n]{1,200}\]:[^\n]+$", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:?")
_BLOCK_ID = re.compile(r"\s\^[\w-]+$")
_HEADING_ID = re.compile(r"\s*\{[^{}]*#([\w-]+)[^{}]*\}\s*$|\s*\{[:.#][^{}]*\}\s*$")
_TASK = re.compile(r"\[([ xX])\]\s+")
_CALLOUT = re.compile(r"^\[!\w+\][+-]?\s*")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TRAILING = ".,;:!?)*_'\""


class BlockKind(StrEnum):
    """What a block of text is in the page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"


class SpanKind(StrEnum):
    """How a stretch of a block is marked."""

    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    LINK = "link"


class LinkKind(StrEnum):
    """How a link was written."""

    LINK = "link"
    WIKILINK = "wikilink"
    EMBED = "embed"
    IMAGE = "image"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Span:
    """A marked stretch of a block's text, end exclusive."""

    kind: SpanKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or the first paragraph of a list item."""

    kind: BlockKind
    text: str
    """Plain text; a newline where the source has one."""
    line: int
    end_line: int
    level: int = 0
    """Of a heading; of a list item, its depth."""
    spans: tuple[Span, ...] = ()
    is_task: bool = False
    is_done: bool = False
    anchor: str = ""
    """An explicit heading id."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A pipe table."""

    header: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it was written."""

    href: str
    text: str
    line: int
    kind: LinkKind


@dataclass(slots=True)
class Markdown:
    """A parsed body, in document order."""

    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    code: list[tuple[str, int]] = field(default_factory=list)
    """Inline code with its line."""


def parse_markdown(body: str, *, first_line: int = 1) -> Markdown:
    """Parse a body whose first line is `first_line` of the file."""
    parsed = Markdown()
    if ("\0" in body or not body.isascii()) and _OUR_MARKS.search(body):
        body = _OUR_MARKS.sub("\ufffd", body)
    env: dict[str, object] = {}
    pieces = list(_slices(body, first_line))
    if len(pieces) > 1:
        # A reference may be defined in another slice than the one that uses it.
        _PARSER.parse("\n".join(_REFERENCE.findall(body)[:10_000]), env)
    for text, line in pieces:
        _Reader(parsed, line - 1, env).read(_PARSER.parse(text, env))
    return parsed


def _slices(body: str, first_line: int) -> Iterator[tuple[str, int]]:
    if len(body) <= MAX_LINE:
        yield body, first_line
        return
    lines = [line if len(line) <= MAX_LINE else line[:MAX_LINE] for line in body.split("\n")]
    if len(body) <= SLICE_CHARS:
        yield "\n".join(lines), first_line
        return
    start, size, fence = 0, 0, ""
    for number, line in enumerate(lines):
        mark = line.lstrip()[:3]
        if mark in {"```", "~~~"}:
            fence = "" if mark == fence else fence or mark
        can_cut = not fence and (line.startswith("#") or (not line and size > 2 * SLICE_CHARS))
        if size > SLICE_CHARS and (can_cut or size > 8 * SLICE_CHARS):
            yield "\n".join(lines[start:number]), first_line + start
            start, size = number, 0
        size += len(line) + 1
    yield "\n".join(lines[start:]), first_line + start


def _wikilink(state: StateInline, silent: bool) -> bool:
    """Read `[[target#anchor|alias]]` and `![[embed]]` as one token."""
    source, start = state.src, state.pos
    opening = 3 if source.startswith("![[", start) else 2
    if opening == 2 and not source.startswith("[[", start):
        return False
    end = source.find("]]", start + opening, start + opening + 500)
    inner = source[start + opening : end]
    if end < 0 or not inner.strip() or "\n" in inner or "[" in inner:
        return False
    if not silent:
        token = state.push("embed" if opening == 3 else "wikilink", "", 0)
        token.content = inner
    state.pos = end + 2
    return True


def _math(state: StateInline, silent: bool) -> bool:
    """Read `$x^2$` as one token; an amount of money is none."""
    source, start = state.src, state.pos
    if source[start] != "$":
        return False
    width = 2 if source.startswith("$$", start) else 1
    begin = start + width
    end = source.find("$" * width, begin, begin + 1000)
    inner = source[begin:end]
    if end <= begin or (width == 1 and (inner[0].isspace() or inner[-1].isspace())):
        return False
    if width == 1 and end + 1 < len(source) and source[end + 1].isdigit():
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = inner
    state.pos = end + width
    return True


def _build_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    parser.inline.ruler.before("escape", "math", _math)
    parser.block.ruler.before("table", "plain", plain_block)
    # Most blocks hold no mark-up; they are read as they are, the others on demand.
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


_PARSER = _build_parser()


class _Reader:
    """Walks the block tokens of one slice."""

    def __init__(self, parsed: Markdown, offset: int, env: dict[str, object]) -> None:
        self.parsed = parsed
        self.offset = offset
        self.env = env
        self.depth = 0
        self.quotes = 0
        self.fresh_item = False
        self.heading = 0
        self.rows: list[Row] | None = None
        self.cells: list[str] = []

    def read(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            kind = token.type
            if kind == "inline":
                self._inline(token)
            elif kind == "heading_open":
                self.heading = int(token.tag[1])
            elif kind == "heading_close":
                self.heading = 0
            elif kind == "list_item_open":
                self.depth += 1
                self.fresh_item = True
            elif kind == "list_item_close":
                self.depth -= 1
            elif kind == "blockquote_open":
                self.quotes += 1
            elif kind == "blockquote_close":
                self.quotes -= 1
            elif kind.startswith("t"):
                self._table(token)

    def _table(self, token: Token) -> None:
        if token.type == "table_open":
            self.rows = []
        elif token.type == "tr_open":
            self.cells = []
            self.row_line = self.offset + (token.map[0] + 1 if token.map else 1)
        elif token.type == "tr_close" and self.rows is not None:
            self.rows.append(Row(self.row_line, tuple(self.cells)))
        elif token.type == "table_close" and self.rows:
            self.parsed.tables.append(Table(self.rows[0], tuple(self.rows[1:])))
            self.rows = None

    def _inline(self, token: Token) -> None:
        span = token.map or [0, 1]
        line = self.offset + span[0] + 1
        if self.rows is not None:
            line = self.row_line
        text, spans = self._flatten(token.content, line)
        if self.rows is not None:
            self.cells.append(text.strip())
            return
        self._block(text, tuple(spans), line, self.offset + span[1])

    def _block(self, text: str, spans: tuple[Span, ...], line: int, end_line: int) -> None:
        anchor, is_task, is_done = "", False, False
        kind, level = BlockKind.PARAGRAPH, self.depth
        if self.heading:
            kind, level = BlockKind.HEADING, self.heading
            if match := _HEADING_ID.search(text):
                anchor, text = match.group(1) or "", text[: match.start()]
        elif self.fresh_item:
            kind, self.fresh_item = BlockKind.ITEM, False
            if match := _TASK.match(text):
                is_task, is_done = True, match.group(1) != " "
                text, spans = text[match.end() :], _shift(spans, match.end())
        elif self.quotes:
            kind = BlockKind.QUOTE
            if match := _CALLOUT.match(text):
                text, spans = text[match.end() :], _shift(spans, match.end())
        if text.strip():
            self.parsed.blocks.append(
                Block(kind, text, line, end_line, level, spans, is_task, is_done, anchor)
            )

    def _flatten(self, content: str, line: int) -> tuple[str, list[Span]]:
        """Return the plain text of an inline token and the stretches marked in it."""
        if not _NEEDS_INLINE.search(content):
            return self._plain(content, line), []
        flat = _Flat(self, line)
        if _SIMPLE.fullmatch(content):
            flat.add_simple(content)
            return flat.text(), flat.spans
        children: list[Token] = []
        _PARSER.inline.parse(content, _PARSER, self.env, children)
        for child in children:
            flat.add(child)
        return flat.text(), flat.spans

    def _plain(self, text: str, line: int) -> str:
        """Set bare URLs apart and note them as links."""
        if "://" not in text and "www." not in text and "/" not in text:
            return text
        return _URL.sub(lambda match: self._bare(match, line), text)

    def _bare(self, match: re.Match[str], line: int) -> str:
        url = match.group().rstrip(_TRAILING)
        line += match.string.count("\n", 0, match.start())
        href = url if "://" in url else f"https://{url}"
        self.parsed.links.append(Link(href, "", line, LinkKind.BARE))
        return f"{CODE_OPEN}{url}{CODE_CLOSE}{match.group()[len(url) :]}"


def _shift(spans: tuple[Span, ...], by: int) -> tuple[Span, ...]:
    return tuple(Span(span.kind, max(0, span.start - by), span.end - by) for span in spans)


class _Flat:
    """Builds the plain text of one block from its inline tokens."""

    def __init__(self, reader: _Reader, line: int) -> None:
        self.reader = reader
        self.line = line
        self.pieces: list[str] = []
        self.length = 0
        self.spans: list[Span] = []
        self.open: list[tuple[SpanKind, int, str, int]] = []
        """(kind, place in the text, link, number of pieces before it)."""

    def text(self) -> str:
        text = "".join(self.pieces)
        return _BLOCK_ID.sub("", text) if "^" in text else text

    def add(self, token: Token) -> None:
        kind = token.type
        if kind in {"text", "text_special"}:
            self._text(token.content)
        elif kind in {"softbreak", "hardbreak"}:
            self._put("\n")
            self.line += 1
        elif kind == "code_inline":
            self._code(token.content)
        elif kind.endswith("_open"):
            self._open(token)
        elif kind.endswith("_close"):
            self._close()
        elif kind in {"wikilink", "embed"}:
            is_embed = kind == "embed"
            self._wikilink(token.content, LinkKind.EMBED if is_embed else LinkKind.WIKILINK)
        elif kind == "math":
            self._put(f"{CODE_OPEN}{token.content}{CODE_CLOSE}")
            self.line += token.content.count("\n")
        elif kind == "image":
            href = token.attrGet("src")
            self.reader.parsed.links.append(
                Link(str(href or ""), token.content, self.line, LinkKind.IMAGE)
            )
        elif kind == "html_inline" and _BREAK_TAG.match(token.content):
            self._put(" ")

    def add_simple(self, content: str) -> None:
        """Add a line in which nothing is marked but code and wikilinks."""
        for text, code, link in _SIMPLE_PARTS.findall(content):
            if text:
                self._text(text)
            elif code:
                self._code(code)
            else:
                self._wikilink(link, LinkKind.WIKILINK)

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)

    def _text(self, text: str) -> None:
        if "[^" in text:
            text = _FOOTNOTE.sub("", text)
        in_link = any(opened[0] is SpanKind.LINK for opened in self.open)
        self._put(text if in_link else self.reader._plain(text, self.line))

    def _code(self, content: str) -> None:
        start = self.length
        self._put(f"{CODE_OPEN}{content}{CODE_CLOSE}")
        self.spans.append(Span(SpanKind.CODE, start, self.length))
        self.reader.parsed.code.append((content, self.line))

    def _open(self, token: Token) -> None:
        kind = {
            "strong_open": SpanKind.STRONG,
            "link_open": SpanKind.LINK,
        }.get(token.type, SpanKind.EMPHASIS)
        href = str(token.attrGet("href") or "") if token.type == "link_open" else ""
        self.open.append((kind, self.length, href, len(self.pieces)))

    def _close(self) -> None:
        if not self.open:
            return
        kind, start, href, before = self.open.pop()
        inner = "".join(self.pieces[before:])
        if kind is not SpanKind.STRONG and _is_title(inner):
            # The title of a work is a quotation: its capitals name nothing by themselves.
            self.pieces.insert(before, CODE_OPEN)
            self.pieces.append(CODE_CLOSE)
            self.length += 2
        self.spans.append(Span(kind, start, self.length))
        if kind is SpanKind.LINK:
            text = " ".join(plain(inner).split())
            kind_of_link = LinkKind.BARE if text == href else LinkKind.LINK
            self.reader.parsed.links.append(Link(href, text, self.line, kind_of_link))

    def _wikilink(self, content: str, kind: LinkKind) -> None:
        target, _, alias = content.partition("|")
        target = target.rstrip("\\").strip()
        shown = alias.strip() or target.strip("#^").replace("#", " ")
        self.reader.parsed.links.append(Link(target, shown, self.line, kind))
        if kind is LinkKind.WIKILINK:
            start = self.length
            self._put(shown)
            self.spans.append(Span(SpanKind.LINK, start, self.length))


def _is_title(text: str) -> bool:
    """Tell whether a marked stretch is the title of a work: five words, most with a capital."""
    words = text.split()
    capitals = sum(word[:1].isupper() for word in words)
    return len(words) >= 5 and capitals * 2 > len(words) and CODE_OPEN not in text


def plain(text: str) -> str:
    """Return a block's text without the marks around code."""
    return text.replace(CODE_OPEN, "").replace(CODE_CLOSE, "")
