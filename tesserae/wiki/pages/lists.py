"""Lists on a page: fifty items, then a link to the rest, two hundred a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tesserae.model.graph import Node
from tesserae.model.page import WikiPage
from tesserae.wiki.paths import part_id, part_path, relative_href
from tesserae.wiki.text import count, escape

ON_PAGE = 50
PER_REST_PAGE = 200

_Item = TypeVar("_Item")


@dataclass(slots=True)
class PageBuilder:
    """A page in the making: its sections and the pages that continue its lists."""

    node: Node
    path: str
    title: str
    sections: list[str] = field(default_factory=list)
    rest: list[tuple[str, str]] = field(default_factory=list)
    """(part name, body) of the pages that continue a list."""

    def add(self, heading: str, text: str) -> None:
        """Add a section; one without text is left out."""
        if text:
            self.sections.append(f"## {heading}\n\n{text}" if heading else text)

    def add_list(
        self,
        heading: str,
        items: Sequence[_Item],
        render: Callable[[_Item, str], str],
        *,
        intro: str = "",
        noun: str = "page",
    ) -> None:
        """Add a list section and, where it is long, the pages that hold its rest.

        Args:
            heading: Of the section; in lower case, the name of the pages that continue it.
            items: All of them, best first.
            render: Gives an item's markdown for the page at a path.
            intro: A sentence above the list.
            noun: What one item is called where the rest is counted.
        """
        if not items:
            return
        lines = [render(item, self.path) for item in items[:ON_PAGE]]
        text = f"{intro}\n\n" if intro else ""
        text += "\n".join(lines)
        if len(items) > ON_PAGE:
            first = self._add_rest(heading, items[ON_PAGE:], render)
            more = count(len(items) - ON_PAGE, noun)
            text += f"\n\n[{more} more]({relative_href(self.path, first)})"
        self.add(heading, text)

    def _add_rest(
        self, heading: str, items: Sequence[_Item], render: Callable[[_Item, str], str]
    ) -> str:
        name = "-".join(heading.lower().split())
        chunks = [items[at : at + PER_REST_PAGE] for at in range(0, len(items), PER_REST_PAGE)]
        paths = [part_path(self.path, f"{name}-{number}") for number in range(2, len(chunks) + 2)]
        title = f"# {escape(self.title)}: {heading.lower()}"
        for index, (chunk, path) in enumerate(zip(chunks, paths, strict=True)):
            before = self.path if index == 0 else paths[index - 1]
            turns = turn_links(path, before, paths[index + 1 : index + 2])
            body = "\n".join(render(item, path) for item in chunk)
            self.rest.append((f"{name}-{index + 2}", f"{title}\n\n{body}\n\n{turns}\n"))
        return paths[0]

    def build(self, template: WikiPage) -> list[WikiPage]:
        """Return the page and the pages that continue it; `template` gives what they share."""
        body = "\n\n".join(self.sections) + "\n"
        pages = [_with_body(template, body)]
        for name, text in self.rest:
            pages.append(
                WikiPage(
                    id=part_id(template.id, name),
                    type=template.type,
                    path=part_path(self.path, name),
                    title=f"{template.title}: {name.replace('-', ' ')}",
                    body=text,
                    sources=template.sources,
                    updated=template.updated,
                )
            )
        return pages


def turn_links(origin: str, before: str, after: Sequence[str]) -> str:
    """Return the links at the foot of a page that continues another: back, and on if it goes on."""
    links = [f"[\u2190 Back]({relative_href(origin, before)})"]
    links += [f"[More \u2192]({relative_href(origin, path)})" for path in after]
    return " \u00b7 ".join(links)


def _with_body(template: WikiPage, body: str) -> WikiPage:
    return WikiPage(
        id=template.id,
        type=template.type,
        path=template.path,
        title=template.title,
        body=body,
        aliases=template.aliases,
        description=template.description,
        sources=template.sources,
        updated=template.updated,
    )
