"""The files at the root of a site, from values."""

from __future__ import annotations

import json
import re
from datetime import date
from xml.etree import ElementTree as ET

import pytest
from builders import a_graph
from hypothesis import given
from hypothesis import strategies as st

from tesserae.graph.document import render_graph
from tesserae.graph.view import GraphView
from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.site import llms_txt
from tesserae.site.discovery import ai_readme, robots_txt
from tesserae.site.feed import rss
from tesserae.site.graph_json import published_graph
from tesserae.site.jsonld import graph_jsonld
from tesserae.site.links import LinkedText
from tesserae.site.llms_txt import TRUNCATED, llms_full
from tesserae.site.llms_txt import llms_txt as short_index
from tesserae.site.pages import Document, PageLinks, PageRole, SitePage
from tesserae.site.panels import KindView
from tesserae.site.places import Place, Places
from tesserae.site.search_index import search_index
from tesserae.site.siblings import Siblings, to_json


def a_document(src_uri: str, text: str) -> Document:
    url = src_uri.removesuffix(".md") + "/"
    return Document(src_uri, url, f"docs/{src_uri}", src_uri, LinkedText(text))


def a_page(name: str, *, kind: str = "syntheses", updated: date | None = None) -> SitePage:
    return SitePage(
        src_uri=f"{kind}/{name}.md",
        url=f"{kind}/{name}/",
        role=PageRole.DETAIL,
        kind=kind,
        title=name,
        body=LinkedText(f"# {name}\n\nSee [b](../b.md).\n"),
        updated=updated,
    )


def address(url: str) -> str:
    return f"https://example.org/n/{url}"


def places() -> Places:
    return Places(
        Place(node.id, node.type, node.name, f"{node.name}.md", f"{node.name}/", "", None, 0)
        for node in a_graph().nodes.values()
    )


def test_links_are_rebased_in_the_full_text():
    text = (
        '[up](../c.md) [dir](./) [anchor](#x) [img](i.png) <a href="../c.md">raw</a> '
        '[ext](https://e.org/d/) [titled](../c.md "t")\n'
    )
    documents = [a_document("a/b.md", text), a_document("c.md", "# c\n")]

    full = llms_full("Notes", documents, [], address)

    assert "[up](https://example.org/n/c/)" in full
    assert "[anchor](https://example.org/n/a/b/#x)" in full
    assert "[img](https://example.org/n/a/i.png)" in full
    assert '<a href="https://example.org/n/c/">raw</a>' in full
    assert "[ext](https://e.org/d/)" in full
    assert '[titled](https://example.org/n/c/ "t")' in full


def test_the_full_text_is_cut_at_a_line_and_says_so(monkeypatch):
    monkeypatch.setattr(llms_txt, "MAX_BYTES", 400)
    documents = [a_document(f"{n}.md", "# Title\n\n" + "a line of words\n" * 9) for n in range(5)]

    full = llms_full("Notes", documents, [], address)

    assert len(full.encode()) <= 400
    assert full.endswith(f"\n{TRUNCATED}\n")


def test_the_short_index_lists_at_most_fifty_of_a_kind_and_where_the_rest_is():
    pages = [a_page(f"p{n:02}", kind="concepts") for n in range(60)]
    index = SitePage(
        "concepts/index.md",
        "concepts/",
        PageRole.INDEX,
        "concepts",
        "Concepts",
        LinkedText("# C\n"),
    )

    text = short_index("Notes", "", [], [index, *pages], address)

    assert text.count("/concepts/p") == 50
    assert "[10 more](https://example.org/n/concepts/index.txt)" in text


def test_siblings_link_to_siblings():
    page = a_page("x")
    files = dict(Siblings({"b.md", "syntheses/x.md"}).of(page))

    assert "[b](../b.txt)" in files["syntheses/x.txt"]
    assert json.loads(files["syntheses/x.json"])["body"] == files["syntheses/x.txt"]


def test_a_page_without_a_heading_gets_its_title_in_the_text():
    files = dict(Siblings(set()).of(a_document("b.md", "words\n")))

    assert files["b.txt"] == "# b.md\n\nwords\n"
    assert json.loads(files["b.json"])["body"] == "words\n"


def test_a_record_says_how_many_links_it_leaves_out():
    page = SitePage(
        "a.md", "a/", PageRole.DETAIL, "concepts", "a", LinkedText(""), links=PageLinks((), 7)
    )

    assert json.loads(dict(Siblings(set()).of(page))["a.json"])["more_links"] == 7


def test_the_feed_has_the_thirty_newest_syntheses():
    pages = [a_page(f"p{n}", updated=date(2026, 1, 1 + n % 28)) for n in range(40)]

    root = ET.fromstring(rss("N <b>", pages, base="https://example.org/", now=date(2026, 2, 1)))

    items = root.findall("./channel/item")
    assert len(items) == 30
    assert items[0].findtext("pubDate") == "Wed, 28 Jan 2026 00:00:00 GMT"
    assert root.findtext("./channel/title") == "N <b>"


@given(st.text())
def test_any_title_makes_a_feed_that_parses(title):
    page = a_page("p", updated=date(2026, 1, 1))
    page = SitePage(**{name: getattr(page, name) for name in page.__slots__} | {"title": title})

    ET.fromstring(rss(title, [page], base="https://example.org/", now=None).encode())


def test_robots_are_told_of_the_sitemap_where_its_address_is_known():
    assert robots_txt("https://example.org/n/").endswith(
        "Sitemap: https://example.org/n/sitemap.xml\n"
    )
    assert "Sitemap" not in robots_txt(None)


def test_the_readme_for_machines_names_every_export():
    text = ai_readme(
        "N", [KindView("concepts", "Concepts", "concepts/", 3)], [("a", "b")], base=None
    )

    assert "[a](a): b" in text
    assert "[Concepts](concepts/): 3" in text


def test_the_data_set_describes_pages_and_what_they_state():
    data = json.loads(graph_jsonld("N", GraphView(a_graph()), places(), base="https://e.org/"))

    parts = {part["name"]: part for part in data["hasPart"]}
    assert data["@type"] == "Dataset"
    assert parts["spring tide"]["@type"] == "DefinedTerm"
    assert parts["spring tide"]["isRelatedTo"] == [{"@id": "tide/"}]


def test_the_search_index_is_sorted_by_title():
    data = json.loads(search_index(places().all(), {}))

    assert [page["title"] for page in data["pages"]] == ["spring tide", "tide", "Tides"]
    assert all({"id", "kind", "title", "url"} <= page.keys() for page in data["pages"])


def test_the_published_graph_says_the_same_in_fewer_words():
    document = render_graph(a_graph())
    data = json.loads(published_graph(document))
    whole = json.loads(document.text)

    assert data["nodes"] == whole["nodes"]
    assert [edge["source"] for edge in data["edges"]] == [edge["source"] for edge in whole["edges"]]
    mention = next(edge for edge in data["edges"] if edge["type"] == "mentions")
    assert mention["evidence"] == [{"path": "tides.md", "start_line": 3, "end_line": 4}]
    is_a = next(edge for edge in data["edges"] if edge["type"] == "is_a")
    assert is_a["evidence"][0]["excerpt"] == "A spring tide is a tide."


@pytest.mark.parametrize("value", ["a\ud800b", {"b": 1, "a": [1, "é"]}])
def test_json_is_utf_8_with_sorted_keys(value):
    text = to_json(value)

    assert text.encode()
    assert json.loads(text) is not None
    assert not re.search(r'"b".*"a"', text)


def test_ids_are_kept_raw():
    node = NodeId("Concept:x:000000000000")
    place = Place(node, NodeType.CONCEPT, "<x>", "x.md", "x/", "", None, 0)

    assert json.loads(search_index([place], {}))["pages"][0]["title"] == "<x>"
