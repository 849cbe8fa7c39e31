"""`llms.txt` of a project that need not be built: of its whole wiki, or of what a topic reaches."""

from __future__ import annotations

from tesserae.context.compile import DEFAULT_BUDGET
from tesserae.context.llms import topic_index, wiki_index
from tesserae.engine.compiled import Compiled
from tesserae.engine.library import open_library
from tesserae.graph.view import GraphView


def export_llms(compiled: Compiled, *, topic: str = "", budget: int = DEFAULT_BUDGET) -> str:
    """Return the text; its links lead to the pages of the wiki, from the project's folder.

    Args:
        compiled: The project.
        topic: Words, or the name of a thing; the whole wiki where it is empty.
        budget: Characters of the cited context that follows a topic's index.

    Raises:
        QueryError: Nothing is found about the topic.
    """
    pages = {page.path: page.id for page in compiled.pages()}
    prefix = f"{compiled.settings.wiki_dir}/"
    if topic.strip():
        library = open_library(compiled)
        return topic_index(library, topic, pages, budget=budget, prefix=prefix)
    view = GraphView(compiled.graph())
    return wiki_index(compiled.settings.project_name, view, pages, prefix=prefix)
