from __future__ import annotations

import pytest

from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage
from tesserae.site.mount import Mounter
from tesserae.site.pages import PageRole
from tesserae.site.routes import Routes

OF_PAGE = {
    "concepts/ebb.md": "wiki/concepts/ebb.md",
    "sources/spring.md": "spring tides.md",
    "syntheses/daily-2026-03-01.md": "wiki/timeline/2026-03-01.md",
}


def mounter(asset=lambda _page, _href: None, moved=None):
    return Mounter(Routes("wiki/", OF_PAGE), moved=moved or {}, asset=asset, directory_urls=True)


def rebased(text: str, **options) -> str:
    return str(mounter(**options).rebase(text, "concepts/ebb.md", "wiki/concepts/ebb.md"))


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("../sources/spring.md", "../../spring%20tides.md"),
        ("../sources/spring.md#height", "../../spring%20tides.md#height"),
        ("../syntheses/daily-2026-03-01.md", "../timeline/2026-03-01.md"),
        ("ebb.md#a", "ebb.md#a"),
        ("#a", "#a"),
        ("https://example.org/sources/spring.md", "https://example.org/sources/spring.md"),
        ("../gone.md", "../gone.md"),
    ],
)
def test_links_lead_to_where_things_stand_on_the_site(link, expected):
    assert rebased(f"[x]({link})") == f"[x]({expected})"


def test_a_page_that_moved_is_found():
    moved = {"concepts/old.md": "wiki/concepts/ebb.md"}

    assert rebased("[x](old.md)", moved=moved) == "[x](ebb.md)"


def test_an_attachment_is_looked_for_page_by_page():
    def asset(page, href):
        return f"{page.removesuffix('.md')}/{href.rpartition('/')[2]}"

    assert rebased("![x](../../a.png)", asset=asset) == "![x](../../concepts/ebb/a.png)"


def test_a_day_is_dressed_as_a_day():
    page = WikiPage(
        NodeId("Synthesis:d:0"), NodeType.SYNTHESIS, "syntheses/daily-2026-03-01.md", "D", "# D\n"
    )

    assert mounter().mount(page, edit_path=None).role is PageRole.DAY
