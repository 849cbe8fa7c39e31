from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.errors import ConfigError
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage
from tesserae.site.routes import Claims, folded, plan_routes


def a_page(path: str, type_: NodeType = NodeType.CONCEPT, *sources: str) -> WikiPage:
    return WikiPage(NodeId(f"{type_}:{path}:0"), type_, path, path, "# x\n", sources=sources)


PAGES = [
    a_page("concepts/ebb.md"),
    a_page("sources/spring.md", NodeType.SOURCE_DOCUMENT, "docs/spring.md"),
    a_page("syntheses/daily-2026-03-01.md", NodeType.SYNTHESIS),
    a_page("syntheses/weekly-2026-W09.md", NodeType.SYNTHESIS),
    a_page("syntheses/pulse.md", NodeType.SYNTHESIS),
]


def routes(taken=(), *, mount="auto", own=None, documents=None):
    claims = Claims(PAGES, own or {}, documents or {}, taken)
    return plan_routes(claims, mount=mount)


def test_a_page_keeps_its_path_at_the_root():
    assert routes().of_page["concepts/ebb.md"] == "concepts/ebb.md"
    assert routes().mount == ""


def test_days_and_weeks_have_folders_of_their_own():
    of_page = routes().of_page

    assert of_page["syntheses/daily-2026-03-01.md"] == "timeline/2026-03-01.md"
    assert of_page["syntheses/weekly-2026-W09.md"] == "digests/2026-W09.md"
    assert of_page["syntheses/pulse.md"] == "syntheses/pulse.md"


def test_a_document_of_the_users_stands_where_they_put_it():
    planned = routes(["spring.md"], documents={"docs/spring.md": "spring.md"})

    assert planned.of_page["sources/spring.md"] == "spring.md"
    assert planned.mount == ""


@pytest.mark.parametrize(
    "taken", ["concepts/ebb.md", "Concepts/EBB/index.html", "about.md", "graph/readme.md", "topics"]
)
def test_a_route_that_is_taken_moves_all_of_ours(taken):
    planned = routes([taken])

    assert planned.of_page["concepts/ebb.md"] == "wiki/concepts/ebb.md"
    assert planned.place("timeline") == "wiki/timeline/index.md"


def test_even_the_second_choice_may_be_taken():
    assert routes(["about.md", "wiki/about.md"]).mount == "wiki-2/"


@pytest.mark.parametrize("mount", ["kb", "/kb/", "./kb"])
def test_a_chosen_mount_is_a_folder(mount):
    assert routes(mount=mount).of_page["concepts/ebb.md"] == "kb/concepts/ebb.md"


@pytest.mark.parametrize("mount", ["../x", "a/../../x"])
def test_a_mount_outside_the_site_is_refused(mount):
    with pytest.raises(ConfigError, match="inside the site"):
        routes(mount=mount)


def test_a_chosen_mount_without_room_says_what_takes_it():
    with pytest.raises(ConfigError, match=r"kb/concepts/ebb\.md"):
        routes(["kb/concepts/ebb.md"], mount="kb")


@given(st.sets(st.sampled_from(["about.md", "wiki/graph.md", "concepts/ebb.md", "a.md"])))
def test_no_page_of_ours_ever_takes_a_path_of_the_users(taken):
    assert not {folded(uri) for uri in routes(taken).of_page.values()} & {
        folded(uri) for uri in taken
    }
