"""The templates, rendered without MkDocs: hostile values stay text, empty ones leave no husk."""

from __future__ import annotations

from datetime import date
from html.parser import HTMLParser

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind
from tesserae.site.heatmap import build_heatmap
from tesserae.site.local_graph import LocalGraph
from tesserae.site.pages import PageLink
from tesserae.site.panels import (
    AboutView,
    DayLink,
    DayView,
    DetailView,
    FacetView,
    GroupView,
    HomeView,
    IndexView,
    ItemView,
    KindView,
    MapView,
    SiteView,
    TimelineView,
    TypeCount,
)
from tesserae.site.picture import Dot, GraphPicture
from tesserae.site.theme import theme_dir

EVIL = "<script>alert(1)</script>\"'&"
NOW = date(2026, 5, 6)
BODY = '<h1 id="t">T</h1>\n<p>Lead.</p>\n<h2 id="more">More</h2>\n<p>Rest.</p>'
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})

LINK = PageLink(f"x/{EVIL}/", EVIL, "item", kind="concepts")
ITEM = ItemView(f"x/{EVIL}/", EVIL, EVIL, "Concept", 2, "2026-05-06")
DAY = DayLink(f"timeline/{EVIL}/", "2026-05-06", EVIL, EVIL)
HEAT = build_heatmap({NOW: 3}, NOW, hrefs={NOW: f"timeline/{EVIL}/"})
PICTURE = GraphPicture(
    (
        Dot(NodeId("a"), Kind.CONCEPTS, EVIL, "a/", 10, 20, 1),
        Dot(NodeId("b"), Kind.SOURCES, "b", "b/", 900, 800, 1),
    ),
    ((1, 0),),
    2,
)
AROUND = LocalGraph("concepts", (LINK,), (LINK,), ((0, 5), (100, 5)), (((0, 5), (100, 5)),), 3)
SITE = SiteView(
    EVIL,
    (KindView("concepts", EVIL, "c/", 1234),),
    "s/",
    "timeline/",
    "digests/",
    "graph/",
    "about/",
)


def a_detail(*, is_document):
    return DetailView(
        kind="concepts",
        kind_title=EVIL,
        kind_url="concepts/",
        type="Concept",
        type_label=EVIL,
        is_document=is_document,
        description=EVIL,
        aliases=(EVIL,),
        updated="2026-05-06",
        text_url=f"{EVIL}.txt",
        json_url=f"{EVIL}.json",
        mentions=(LINK,),
        related=(LINK,),
        backlinks=(LINK,),
        more=4,
        around=AROUND,
    )


VIEWS = {
    "page": a_detail(is_document=False),
    "document": a_detail(is_document=True),
    "index": IndexView(
        kind="concepts",
        title=EVIL,
        total=2,
        facets=(FacetView("Concept", EVIL, f"c/#{EVIL}", 2),),
        groups=(GroupView("Concept", EVIL, EVIL, 2, (ITEM, ITEM)),),
        number=1,
        pages=(LINK, LINK),
    ),
    "home": HomeView(EVIL, "", "", (DAY,), (ITEM,), HEAT, PICTURE),
    "pulse": HomeView(EVIL, "<p>Pulse.</p>", "", (DAY,), (ITEM,), HEAT, PICTURE),
    "timeline": TimelineView(EVIL, 1, (DAY,), 1, (LINK, LINK), HEAT),
    "digests": TimelineView(EVIL, 1, (DAY,), 1, (LINK, LINK)),
    "day": DayView("2026-05-06", LINK, LINK, f"{EVIL}.txt", f"{EVIL}.json"),
    "graph": MapView(2, 1, f"graph/{EVIL}.js", PICTURE, (LINK,)),
    "about": AboutView(
        (TypeCount("Concept", EVIL, "concepts", 3), TypeCount("Claim", EVIL, "no page", 1)),
        (TypeCount("uses", EVIL, "", 3),),
        ((EVIL, EVIL),),
        (LINK,),
    ),
}


@pytest.fixture(scope="module")
def env():
    return Environment(loader=FileSystemLoader(theme_dir()), undefined=StrictUndefined)


def render(env, name, view, *, site=SITE, body=BODY):
    template = "page" if name == "document" else name
    return env.get_template(f"tesserae/{template}.html").render(
        root="../", site=site, view=view, body=body
    )


class Balance(HTMLParser):
    """Finds elements that are not closed in the order in which they were opened."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.ids = [], [], []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for key, value in attrs if key == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for key, value in attrs if key == "id"]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


@pytest.mark.parametrize("name", VIEWS)
def test_hostile_values_stay_text(env, name):
    html = render(env, name, VIEWS[name])

    assert "<script" not in html
    assert "alert(1)" not in html.replace("&lt;script&gt;alert(1)", "")


@pytest.mark.parametrize("name", VIEWS)
def test_every_element_is_closed_and_no_id_is_given_twice(env, name):
    balance = Balance()
    balance.feed(render(env, name, VIEWS[name]))

    assert (balance.open, balance.faults) == ([], [])
    assert len(balance.ids) == len(set(balance.ids))


@pytest.mark.parametrize("name", VIEWS)
def test_the_heading_of_the_body_stays_the_only_one_of_its_level(env, name):
    assert render(env, name, VIEWS[name]).count("<h1") == 1


def test_a_body_without_a_heading_is_shown_whole(env):
    assert "<p>Only.</p>" in render(env, "page", VIEWS["page"], body="<p>Only.</p>")


def test_a_document_without_connections_is_left_as_it_is(env):
    bare = DetailView("sources", "", "", "", "", True, "", (), "", "", "")

    assert render(env, "document", bare).strip() == BODY


def test_an_empty_wiki_says_so_and_shows_no_empty_parts(env):
    nothing = SiteView("Empty", (), "", "", "", "", "about/")
    html = render(env, "home", HomeView("Empty", "", ""), site=nothing)

    assert "nothing in this wiki yet" in html
    assert "<h2>Map" not in html
    assert "<table" not in html


def test_a_page_without_links_has_no_figure(env):
    alone = DetailView("concepts", "", "", "", "", False, "", (), "", "", "")

    assert "<figure" not in render(env, "page", alone)


def test_numbers_are_counted_in_one_and_many(env):
    one = IndexView("topics", "Topics", 1, (), (), 1, (LINK,))
    many = IndexView("topics", "Topics", 1234, (), (), 1, (LINK,))

    assert ">1 page<" in render(env, "index", one)
    assert ">1,234 pages<" in render(env, "index", many)


def test_a_cell_of_the_heatmap_links_to_its_day(env):
    html = render(env, "timeline", VIEWS["timeline"])

    assert 'aria-label="3 changes on Wednesday, 6 May 2026"' in html
    assert 'href="../timeline/&lt;script' in html
