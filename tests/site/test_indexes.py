from __future__ import annotations

from datetime import date

from tesserae.model.ids import NodeId
from tesserae.model.ontology import Kind, NodeType
from tesserae.site.indexes import PER_PAGE, build_index
from tesserae.site.places import Place
from tesserae.site.routes import Routes

ROUTES = Routes("", {})


def a_place(name: str, type_: NodeType = NodeType.CONCEPT) -> Place:
    uri = f"concepts/{name}.md"
    url = f"concepts/{name}/"
    return Place(
        NodeId(f"{type_}:{name}:0"), type_, name, uri, url, f"About {name}.", date(2026, 1, 2), 3
    )


def index_of(*places: Place):
    return list(build_index(Kind.CONCEPTS, places, ROUTES, directory_urls=True))


def test_items_are_grouped_by_type_and_sorted_by_title():
    [(_, view)] = index_of(
        a_place("zeta"), a_place("Alpha"), a_place("sort", NodeType.ALGORITHM), a_place("beta")
    )

    assert [group.label for group in view.groups] == ["concept", "algorithm"]
    assert [item.title for item in view.groups[0].items] == ["Alpha", "beta", "zeta"]


def test_a_facet_leads_to_the_first_item_of_its_type():
    [(page, view)] = index_of(a_place("a"), a_place("b", NodeType.ALGORITHM))

    assert [(facet.label, facet.url, facet.count) for facet in view.facets] == [
        ("concept", "concepts/#concept", 1),
        ("algorithm", "concepts/#algorithm", 1),
    ]
    assert "## Algorithm" in page.markdown


def test_a_kind_with_one_type_has_no_facets():
    [(page, view)] = index_of(a_place("a"), a_place("b"))

    assert view.facets == ()
    assert "## " not in page.markdown


def test_a_long_index_has_pages_of_two_hundred():
    pages = index_of(*(a_place(f"n{number:03}") for number in range(PER_PAGE + 1)))

    assert [page.src_uri for page, _ in pages] == ["concepts/index.md", "concepts/page_2.md"]
    assert [len(page.links.shown) for page, _ in pages] == [PER_PAGE, 1]
    assert "Pages: **1** · [2](page_2.md)" in pages[0][0].markdown
    assert [link.href for link in pages[1][1].pages] == ["concepts/", "concepts/page_2/"]


def test_a_facet_of_a_later_page_leads_there():
    places = [a_place(f"n{number:03}") for number in range(PER_PAGE)]
    pages = index_of(*places, a_place("sort", NodeType.ALGORITHM))

    assert pages[0][1].facets[1].url == "concepts/page_2/#algorithm"


def test_markup_in_a_title_is_text():
    [(page, view)] = index_of(a_place("a](x) <b>"))

    assert "[a\\](x) &lt;b>]" in page.markdown
    assert view.groups[0].items[0].title == "a](x) <b>"


def test_an_empty_kind_has_no_index():
    assert index_of() == []
