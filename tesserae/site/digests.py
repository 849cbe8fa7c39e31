"""The pages of days and weeks with what sessions and kept digests know of them.

A day has one page. Where the wiki has it already, the sections are put between its opening and its
lists; a day that only sessions know gets a page of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from tesserae.model.ids import node_id
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.text import count, escape
from tesserae.wiki.wording import long_date

_SECTION = re.compile(r"^## ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class AddedSections:
    """What a page of a day or a week gets."""

    key: str
    """`2026-03-29`, or `2026-W13`."""
    text: str
    """Sections of markdown, its links relative to the page in the wiki."""
    updated: date
    """The day, or the last day of the week that has something."""
    sessions: int = 0
    others: Mapping[str, str] | None = None
    """Sections by their headings that are added where the page lacks them."""

    @property
    def is_week(self) -> bool:
        """Whether it is about a week."""
        return "W" in self.key

    @property
    def path(self) -> str:
        """The page's path in the wiki."""
        return f"syntheses/{'weekly' if self.is_week else 'daily'}-{self.key}.md"


def with_sections(pages: Iterable[WikiPage], added: Iterable[AddedSections]) -> list[WikiPage]:
    """Return the pages with the sections in them, in path order."""
    by_path = {page.path: page for page in pages}
    for sections in added:
        page = by_path.get(sections.path)
        by_path[sections.path] = _extended(page, sections) if page else _page(sections)
    return [by_path[path] for path in sorted(by_path)]


def _extended(page: WikiPage, sections: AddedSections) -> WikiPage:
    headings = set(re.findall(r"^## (.*)$", page.body, re.MULTILINE))
    more = [text for title, text in (sections.others or {}).items() if title not in headings]
    new = "\n\n".join(filter(None, (sections.text, *more)))
    if not new:
        return page
    first = _SECTION.search(page.body)
    at = first.start() if first else len(page.body)
    body = f"{page.body[:at].rstrip()}\n\n{new}\n\n{page.body[at:]}".rstrip() + "\n"
    description = page.description
    if sections.sessions:
        description = f"{count(sections.sessions, 'session')}. {description}".strip()
    return replace(page, body=body, description=description)


def _page(sections: AddedSections) -> WikiPage:
    if sections.is_week:
        kind, title = "weekly", f"Week {int(sections.key[-2:])} of {sections.key[:4]}"
    else:
        day = long_date(date.fromisoformat(sections.key))
        kind, title = "daily_digest", f"Daily digest, {day}"
    name = sections.path.rpartition("/")[2].removesuffix(".md")
    more = (sections.others or {}).values()
    body = "\n\n".join(filter(None, (f"# {escape(title)}", sections.text, *more)))
    return WikiPage(
        # The id that the page has once documents or git know of the day, too.
        id=node_id("Synthesis", f"{kind}\n{sections.key}", name),
        type=NodeType.SYNTHESIS,
        path=sections.path,
        title=title,
        body=f"{body}\n",
        description=f"{count(sections.sessions, 'session')}." if sections.sessions else "",
        updated=sections.updated,
    )
