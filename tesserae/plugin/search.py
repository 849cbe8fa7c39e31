"""Pages that stay out of the theme's search.

Material's search leaves a page out whose front matter says so. MkDocs' own does not know that: for
it the text of such a page is put aside while the page is indexed, so that only its title is found.
"""

from __future__ import annotations

from mkdocs.structure.pages import Page

from tesserae.plugin.pages import MountedPage


def hide_from_search(page: Page) -> None:
    """Put the text of a page aside that is not to be searched."""
    if isinstance(page, MountedPage) and page.meta.get("search", {}).get("exclude"):
        page.hidden_content = page.content
        page.content = ""


def show_again(page: Page) -> None:
    """Give a page its text back."""
    if isinstance(page, MountedPage) and page.hidden_content is not None:
        page.content = page.hidden_content
        page.hidden_content = None
