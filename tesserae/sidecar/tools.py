"""The tools, each one typed function whose signature and docstring are its schema.

Every answer is text and nothing else: some clients show a model only the structured part of an
answer, others only the text, and an answer that has one part is whole in both.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from mcp_types import TextContent
from pydantic import Field

from tesserae.engine.stages import SUMMARY_TEXT, load_named
from tesserae.errors import QueryError
from tesserae.sidecar.engine_room import EngineRoom
from tesserae.sidecar.paging import Page, answer_key, page_of_items, page_of_text

Project = Annotated[str, Field(description="A project of `projects`; the current one if left out.")]
Cursor = Annotated[str, Field(description="From the end of the page before, for the next page.")]
Limit = Annotated[int, Field(ge=1, le=100, description="Items a page.")]
Day = Annotated[str, Field(description="A day, 2026-03-01.")]


class Tools:
    """What an agent can ask."""

    def __init__(self, room: EngineRoom) -> None:
        self._room = room

    def compile_context(
        self,
        query: Annotated[str, Field(description="A question or a task, in words.")] = "",
        seeds: Annotated[list[str] | None, Field(description="Ids to start from.")] = None,
        depth: Annotated[int, Field(ge=0, le=6, description="Links to walk from a seed.")] = 2,
        budget: Annotated[
            int, Field(description="Characters of the whole bundle; 0 sets no limit.")
        ] = 32_000,
        synthesize: Annotated[
            bool, Field(description="Let a configured model write prose.")
        ] = False,
        project: Project = "",
        cursor: Cursor = "",
    ) -> list[TextContent]:
        """Get what the project knows on a question or task: cited passages within a budget.

        Call this first when you start on something: it finds the documents, code and decisions that
        bear on it, with paths and lines. Give a query, seeds (ids from `search`), or both.
        """
        arguments = {
            "query": query,
            "seeds": seeds or [],
            "depth": depth,
            "budget": budget,
            "synthesize": synthesize,
        }
        return self._text("context", arguments, project, cursor)

    def search(
        self,
        query: Annotated[str, Field(description="Words, a title, a path or an id.")],
        kind: Annotated[
            str,
            Field(
                description="Only these: passages, code, claims, findings, sources, papers, repos, "
                "concepts, entities, topics, questions, syntheses, sessions, or a node type."
            ),
        ] = "",
        limit: Limit = 10,
        cursor: Cursor = "",
        project: Project = "",
    ) -> list[TextContent]:
        """Find passages and things; each hit has its place, an id for `read`, and the reasons."""
        arguments = {"query": query, "kind": kind}
        return self._items("search", arguments, project, cursor, limit=limit)

    def read(
        self,
        id: Annotated[
            str, Field(description="An id, the path of a source or a wiki page, or a title.")
        ],
        cursor: Cursor = "",
        project: Project = "",
    ) -> list[TextContent]:
        """Read one thing whole: a page with its links, a passage, or a document."""
        return self._text("read", {"name": id}, project, cursor)

    def ask(
        self,
        question: Annotated[str, Field(description="A question in any words.")],
        limit: Annotated[int, Field(ge=1, le=30, description="Sentences of the answer.")] = 6,
        project: Project = "",
    ) -> list[TextContent]:
        """Answer a question with sentences of the project, each with its path and line."""
        return self._text("ask", {"question": question, "limit": limit}, project, "")

    def facts(
        self,
        query: Annotated[str, Field(description="What they are about; all if left out.")] = "",
        as_of: Annotated[str, Field(description="What was stated by this day, 2026-03-01.")] = "",
        limit: Limit = 20,
        cursor: Cursor = "",
        project: Project = "",
    ) -> list[TextContent]:
        """List statements (A uses B, A improves on B) with their day, place and words."""
        arguments = {"query": query, "as_of": as_of}
        return self._items("facts", arguments, project, cursor, limit=limit)

    def timeline(
        self,
        day: Day = "",
        since: Day = "",
        until: Day = "",
        cursor: Cursor = "",
        project: Project = "",
    ) -> list[TextContent]:
        """Tell what happened: one day in full, or a line for each day from `since` to `until`."""
        if day and (since or until):
            raise QueryError("give either day, or since and until")
        if day:
            return self._text("day", {"day": day}, project, cursor)
        arguments = {"since": since, "until": until}
        return self._items("days", arguments, project, cursor, limit=60)

    def activity_summary(
        self,
        day: Annotated[str, Field(description="A day: 2026-03-01, today or yesterday.")] = "",
        week: Annotated[str, Field(description="2026-W10, or the last day of seven.")] = "",
        since: Day = "",
        until: Day = "",
        synthesize: Annotated[bool, Field(description="Let a configured model narrate.")] = False,
        project: Annotated[str, Field(description="One of `projects`; all if left out.")] = "",
        cursor: Cursor = "",
    ) -> list[TextContent]:
        """Tell what people and agents did today, on a day, in a week or in a range.

        Sessions, files, decisions, commits, pull requests and documents, each with its time.
        """
        arguments = {
            "day": day,
            "week": week,
            "since": since,
            "until": until,
            "project": project,
            "synthesize": synthesize,
        }
        now = datetime.now(UTC)
        text = load_named(SUMMARY_TEXT)(self._room.shelf.settings, **arguments, now=now)
        key = answer_key("summary", arguments, text)
        return contents(page_of_text(text, cursor, key=key))

    def findings(
        self,
        node_id: Annotated[str, Field(description="Only those linked with this node.")] = "",
        query: Annotated[str, Field(description="Only those on this; not with node_id.")] = "",
        kinds: Annotated[
            list[str] | None,
            Field(description="insight, decision, question, todo, hypothesis, takeaway."),
        ] = None,
        since: Day = "",
        cursor: Cursor = "",
        project: Project = "",
    ) -> list[TextContent]:
        """List what agents decided, learned and left open in earlier sessions, newest first."""
        arguments = {"node_id": node_id, "query": query, "kinds": kinds or [], "since": since}
        return self._items("findings", arguments, project, cursor, limit=30)

    def projects(self, project: Project = "") -> list[TextContent]:
        """List the projects that can be asked."""
        if project:
            self._room.shelf.reader(project)
        return contents(Page(self._room.shelf.listing()))

    def status(self, project: Project = "") -> list[TextContent]:
        """Say what the project holds, and whether it is up to date."""
        return contents(page_of_text(self._room.shelf.reader(project).status(), "", key=""))

    def _text(
        self, name: str, arguments: dict[str, Any], project: str, cursor: str
    ) -> list[TextContent]:
        reading = self._room.shelf.reader(project).reading()
        text = self._room.answer(name)(reading, **arguments)
        key = answer_key(name, arguments, reading.project, reading.generation)
        return contents(page_of_text(text, cursor, key=key))

    def _items(
        self, name: str, arguments: dict[str, Any], project: str, cursor: str, *, limit: int
    ) -> list[TextContent]:
        reading = self._room.shelf.reader(project).reading()
        items = self._room.answer(name)(reading, **arguments)
        key = answer_key(name, arguments, reading.project, reading.generation)
        page = page_of_items(items, cursor, limit=limit, key=key)
        return contents(page if page.text else Page(NOTHING))


NOTHING = "Nothing is found; use other words, or leave an argument out.\n"


def contents(page: Page) -> list[TextContent]:
    """Return a page as content, and where it is not the last, how to go on."""
    blocks = [_block(page.text)]
    if page.cursor:
        blocks.append(
            _block(f'There is more: call again with the same arguments and cursor="{page.cursor}".')
        )
    return blocks


def _block(text: str) -> TextContent:
    # A lone surrogate is legal in a file name and would end the connection.
    return TextContent(type="text", text=text.encode("utf-8", "replace").decode("utf-8"))
