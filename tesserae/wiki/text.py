r"""Plain text turned into markdown that says exactly that text, and small phrases.

Whatever a title or an excerpt holds (tags, links, backticks, a leading "1."), it comes out as
text: in CommonMark, in Obsidian and, where a page needs it, in Python-Markdown. That third reader
is why `<` becomes an entity: Python-Markdown does not know the escape `\<`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, urlsplit

SAFE_SCHEMES = frozenset({"http", "https", "mailto"})
"""Schemes that a link of the wiki may have; any other link becomes its text."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
# Most titles and excerpts hold none of these, and are done after one search.
_SUSPECT = re.compile(r"[\\`*_\[\]<&|~${}#=%]")
_SUSPECT_STARTS = frozenset("-+>!?:=0123456789")
_ACTIVE = re.compile(
    r"[\\`*\[\]|~${}]"  # active anywhere
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis opens and closes only at the edge of a word
    r"|(?:(?<=\s)|\A)#|#\Z"  # heading, tag, closing sequence of a heading
    r"|==|%%"  # Obsidian's highlight, and its comment, which would hide the text
)
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BLOCK_START = re.compile(r"\A(?:[-+>!:]|\?(?=\?\?)|=)")
_ORDERED_START = re.compile(r"\A(\d+)([.)])")
# A full stop ends a sentence where a capital, a CJK letter or nothing follows: "e.g. this" and
# "v1.2" do not end, nor does an initial. CJK full stops need no space after them.
_SENTENCE_END = re.compile(
    r"(?<!\b[A-Z])(?<![.\s]\w)[.!?][\"'\u201d\u2019)]?(?=\s+[^a-z\s]|$)|[\u3002\uff01\uff1f]"
)
_URL_UNSAFE = "!#$&'*+,/:;=?@[]~%"


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space and no control characters."""
    if text.isprintable() and "  " not in text and text[:1] != " " != text[-1:]:
        return text
    return _CONTROL.sub("\ufffd", " ".join(text.split()))


@lru_cache(maxsize=65536)
def escape(text: str) -> str:
    """Return one line of markdown that renders as exactly this text (white space folded).

    It may stand anywhere: at the start of a line, in a heading, in the cell of a table.
    """
    line = escape_inside(text)
    if line[:1] in _SUSPECT_STARTS:
        line = _ORDERED_START.sub(r"\1\\\2", line)
        line = _BLOCK_START.sub(lambda match: "\\" + match.group(), line)
    return line


def escape_inside(text: str) -> str:
    """Return the same for a text that stands behind others on its line, as in a link or a quote."""
    line = one_line(text)
    if not _SUSPECT.search(line):
        return line
    line = _ENTITY.sub("&amp;", line)
    line = _ACTIVE.sub(lambda match: "\\" + match.group(), line)
    return line.replace("<", "&lt;")


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return f"\u201c{escape_inside(text)}\u201d"


def link(text: str, href: str) -> str:
    """Return an inline link whose text is plain; `href` is a path of the wiki or a safe URL."""
    return f"[{escape_inside(text)}]({href})"


def external_link(text: str, url: str) -> str:
    """Return a link to another host, or only its text where the URL is not safe to follow."""
    href = safe_url(url)
    return link(text, href) if href else escape(text)


def safe_url(url: str) -> str | None:
    """Return the URL as it may stand in a link, or None where its scheme is not a web one."""
    cleaned = one_line(url)
    try:
        scheme = urlsplit(cleaned).scheme.lower()
    except ValueError:
        return None
    return quote(cleaned, safe=_URL_UNSAFE) if scheme in SAFE_SCHEMES else None


def safe_path(path: str) -> str:
    """Return a relative path as it may stand in a link: spaces, brackets and signs encoded."""
    if path.isascii() and path.replace("/", "").replace("-", "").replace(".", "").isalnum():
        return path
    return "".join(
        character if character.isalnum() or character in "/-._~" else quote(character)
        for character in _CONTROL.sub("\ufffd", path)
    )


def count(number: int, singular: str, plural: str = "") -> str:
    """Return "1 document" or "3 documents"."""
    word = singular if number == 1 else plural or f"{singular}s"
    return f"{number:,} {word}"


def listing(parts: list[str], *, word: str = "and") -> str:
    """Join parts as prose: "a", "a and b", "a, b and c"."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def first_sentence(text: str, *, limit: int = 240) -> str:
    """Return the first sentence of a plain text, cut at a word where it is longer than `limit`."""
    line = one_line(text)
    end = _SENTENCE_END.search(line)
    return shorten(line[: end.end()].rstrip() if end else line, limit=limit)


def shorten(text: str, *, limit: int) -> str:
    """Return the text, cut at a word and marked with "…" where it is longer than `limit`."""
    if len(text) <= limit:
        return text
    cut = text.rfind(" ", limit // 2, limit)
    return f"{text[: cut if cut > 0 else limit - 1].rstrip(' ,;:')}…"
