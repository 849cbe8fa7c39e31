"""Wiki markdown to HTML, by comrak: the body, its headings and the anchors it offers.

Raw HTML and unsafe links never come out, whatever the text says. Everything after comrak is one
pass over the few tags that need work; text cannot imitate them, since comrak escapes `<`, `>` and
`"` wherever they are not its own.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

import comrak

from tesserae.model.ids import AnchorCounter, heading_anchor
from tesserae.site.urls import is_safe

LinkRewriter = Callable[[str], str]
"""From the target as written to the target in the page."""
Highlighter = Callable[[str, str], str | None]
"""From (language, code) to a highlighted block; None leaves the block plain."""

_SPECIAL = re.compile(
    r"<h(?P<level>[1-6])(?P<head>[^>]*)>(?P<inner>.*?)</h(?P=level)>"
    r"|<pre(?P<pre>[^>]*)><code(?: class=\"language-(?P<lang>[^\"]*)\")?>(?P<code>.*?)</code></pre>"
    r"|<img src=\"(?P<src>[^\"]*)\" alt=\"(?P<alt>[^\"]*)\"(?P<imgrest>[^>]*)/>"
    r"|<(?P<cell>t[hd]) align=\"(?P<align>\w+)\">"
    r"|<input type=\"checkbox\"(?P<checked> checked=\"\")? disabled=\"\" />"
    r"|<blockquote>(?:\n<p>\[!(?P<callout>[\w-]+)\][+-]?(?P<words>[^\n<]*)(?P<alone></p>)?\n?)?"
    r"|(?P<quoted></blockquote>)"
    r"|[ \t]\^(?P<block>[\w-]+)(?=</p>|</li>|\n)"
    r"|<!-- raw HTML omitted -->",
    re.DOTALL,
)
_HREF = re.compile(r'(?<=<a href=")([^"]*)(?=")')
_TAG = re.compile(r"<[^>]*>")
_ID = re.compile(r' id="([^"]*)"')
_MARKUP = re.compile(r"[&<>\"']")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading as it stands in the page."""

    level: int
    anchor: str
    text: str
    """Plain text."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page's body, ready for a template."""

    html: str
    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    """Every id in the body."""

    @property
    def title(self) -> str | None:
        """The text of the first heading where it is of level 1."""
        first = self.headings[0] if self.headings else None
        return first.text if first is not None and first.level == 1 else None


def render_markdown(
    text: str,
    *,
    link: LinkRewriter,
    highlight: Highlighter | None = None,
    anchors: AnchorCounter | None = None,
) -> Rendered:
    """Render CommonMark with GFM's tables, task lists, strikethrough, autolinks and footnotes.

    Args:
        text: Markdown without front matter.
        link: Called once for each link and image that has a target.
        highlight: Called for each code block that names its language.
        anchors: The anchors taken already, where `text` is one part of a page.
    """
    extensions, parse, render = _options()
    # A lone surrogate cannot be encoded; it comes from file names and escapes in front matter.
    clean = text.encode("utf-8", "replace").decode("utf-8")
    body = comrak.render_markdown(clean, extensions, parse, render)
    finisher = _Finisher(link, highlight, anchors or AnchorCounter())
    done = finisher.finish(_linked(body, link))
    return Rendered(done, tuple(finisher.headings), frozenset(_ID.findall(done)))


def plain_text(fragment: str) -> str:
    """Return the text of an HTML fragment, on one line."""
    return _SPACE.sub(" ", html.unescape(_TAG.sub("", fragment))).strip()


def _options() -> tuple[comrak.ExtensionOptions, comrak.ParseOptions, comrak.RenderOptions]:
    extensions = comrak.ExtensionOptions()
    extensions.autolink = True
    extensions.footnotes = True
    extensions.strikethrough = True
    extensions.table = True
    extensions.tasklist = True
    # Emphasis beside CJK punctuation, which has no spaces to flank it.
    extensions.cjk_friendly_emphasis = True
    return extensions, comrak.ParseOptions(), comrak.RenderOptions()


def _linked(body: str, link: LinkRewriter) -> str:
    """Rewrite every link of a body; one that is not safe loses its target."""
    pieces = _HREF.split(body)
    pieces[1::2] = [_address(href, link) for href in pieces[1::2]]
    return "".join(pieces).replace('<a href=""', "<a")


def _address(escaped: str, link: LinkRewriter) -> str:
    href = html.unescape(escaped) if "&" in escaped else escaped
    if not href or not is_safe(href):
        return ""
    address = link(href)
    return html.escape(address) if _MARKUP.search(address) else address


class _Finisher:
    """The pass over comrak's output; it remembers the headings it met."""

    def __init__(
        self, link: LinkRewriter, highlight: Highlighter | None, anchors: AnchorCounter
    ) -> None:
        self._link = link
        self._highlight = highlight
        self._anchors = anchors
        self.headings: list[Heading] = []
        self._quotes: list[str] = []

    def finish(self, body: str) -> str:
        return _SPECIAL.sub(self._replace, body)

    def _replace(self, match: re.Match[str]) -> str:
        # lastgroup is no help: groups nest within one alternative.
        if match["level"]:
            return self._heading(match)
        if match["code"] is not None:
            return self._code(match)
        if match["src"] is not None:
            return self._image(match)
        if match["cell"]:
            return f'<{match["cell"]} style="text-align: {match["align"]}">'
        if match["block"]:
            return f' <span id="^{match["block"]}"></span>'
        if match["quoted"]:
            return self._quotes.pop() if self._quotes else match[0]
        return self._other(match)

    def _other(self, match: re.Match[str]) -> str:
        if match[0].startswith("<blockquote>"):
            return self._quote(match)
        if match[0].startswith("<input"):
            return "☑" if match["checked"] else "☐"
        return ""

    def _quote(self, match: re.Match[str]) -> str:
        """Open a quote, or the callout that its first line makes of it."""
        if not match["callout"]:
            self._quotes.append("</blockquote>")
            return match[0]
        self._quotes.append("</div>")
        kind = match["callout"].lower()
        title = match["words"].strip() or kind.capitalize()
        rest = "" if match["alone"] else "<p>"
        return f'<div class="admonition {kind}">\n<p class="admonition-title">{title}</p>\n{rest}'

    def _heading(self, match: re.Match[str]) -> str:
        inner = self.finish(match["inner"]).strip()
        text = plain_text(inner)
        anchor = self._anchors.unique(heading_anchor(text))
        self.headings.append(Heading(int(match["level"]), anchor, text))
        name = f"h{match['level']}"
        return f'<{name} id="{html.escape(anchor)}">{inner}</{name}>'

    def _code(self, match: re.Match[str]) -> str:
        language = html.unescape(match["lang"] or "")
        if language and self._highlight is not None:
            block = self._highlight(language, html.unescape(match["code"]))
            if block is not None:
                return block
        return match[0]

    def _image(self, match: re.Match[str]) -> str:
        address = _address(match["src"], self._link)
        if not address:
            return match["alt"]
        return f'<img src="{address}" alt="{match["alt"]}"{match["imgrest"].rstrip()}>'
