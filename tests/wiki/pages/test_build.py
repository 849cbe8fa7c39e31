import re
from itertools import pairwise
from pathlib import Path

import comrak
import pytest
from builders import HandMade, tide_library
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserae.extract.links import LinkResolver
from tesserae.graph.view import GraphView
from tesserae.model.ids import AnchorCounter, heading_anchor
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.source import Commit
from tesserae.wiki.links import scheme_of, split_target
from tesserae.wiki.pages import WikiInputs, build_pages
from tesserae.wiki.paths import assign_paths, resolve_href

CASES = Path(__file__).parents[2] / "cases" / "wiki" / "pages"
MARKDOWN = MarkdownIt("commonmark").enable("table")


def pages_of(made, **options):
    """Build the pages of a hand-made graph, by path."""
    graph = made.graph()
    paths = assign_paths(graph.nodes.values())
    resolver = LinkResolver(made.texts, {})
    inputs = WikiInputs(GraphView(graph), paths, made.texts.get, resolver, **options)
    return {page.path: page for page in build_pages(inputs)}


def broken_links(pages):
    """Return the links of some pages that lead to no page, or to no heading of it."""
    found = []
    for page in pages.values():
        for href in hrefs(page.body):
            if scheme_of(href):
                continue
            path, anchor = split_target(href)
            target = pages.get(resolve_href(page.path, path) if path else page.path)
            if target is None or (anchor and anchor not in anchors(target.body)):
                found.append((page.path, href))
    return found


def hrefs(body):
    children = [child for token in MARKDOWN.parse(body) for child in token.children or []]
    return [child.attrs["href"] for child in children if child.type == "link_open"]


def anchors(body):
    counter = AnchorCounter()
    tokens = MARKDOWN.parse(body)
    headings = [
        "".join(child.content for child in after.children)
        for before, after in pairwise(tokens)
        if before.type == "heading_open"
    ]
    return {counter.unique(heading_anchor(heading)) for heading in headings}


@pytest.fixture(scope="module")
def library():
    commit = Commit(
        "0123456789abcdef",
        "Kelvin",
        "1867-09-01T12:00:00+00:00",
        "Sum | it",
        ("notes/harmonic.md",),
    )
    return pages_of(tide_library(), repo_url="https://github.com/kelvin/tides", commits=(commit,))


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.md")), ids=lambda path: path.stem)
def test_a_page_reads_as_written_down(path, library):
    body = library[path.relative_to(CASES).as_posix()].body
    assert body == path.read_text(encoding="utf-8")


def test_there_is_a_page_for_every_node_of_a_type_with_pages(library):
    assert sorted(library) == [
        path.relative_to(CASES).as_posix() for path in sorted(CASES.rglob("*.md"))
    ]


def test_every_link_leads_to_a_page_and_a_heading(library):
    assert broken_links(library) == []


def test_the_pages_are_the_same_every_time(library):
    made = tide_library()
    assert [page.body for page in pages_of(made).values()] == [
        page.body for page in pages_of(made).values()
    ]


def test_front_matter_names_what_a_page_was_made_from(library):
    page = library["concepts/harmonic-method.md"]
    assert page.sources == ("log/1868-03-02.md", "notes/harmonic.md")
    assert page.aliases == ("harmonic analysis",)
    assert str(page.updated) == "1868-03-02"


# --- long lists ----------------------------------------------------------------------------------


def a_famous_thing(documents):
    made = HandMade()
    tide = made.thing("Tide", NodeType.CONCEPT, "The tide rises.")
    for number in range(documents):
        document = made.document(f"docs/{number:03}.md", f"# Note {number:03}\n\nThe tide rises.\n")
        made.edge(document, EdgeType.MENTIONS, tide, "The tide rises.")
    return made


def test_a_list_shows_fifty_and_links_to_the_rest():
    pages = pages_of(a_famous_thing(300))
    first, second, third = (
        pages[path].body
        for path in (
            "concepts/tide.md",
            "concepts/tide/mentions-2.md",
            "concepts/tide/mentions-3.md",
        )
    )
    assert "[250 documents more](tide/mentions-2.md)" in first
    listed = [len(re.findall(r"^- \[Note", body, re.MULTILINE)) for body in (second, third)]
    assert listed == [200, 50]
    assert "[← Back](../tide.md) · [More →](mentions-3.md)" in second
    assert broken_links(pages) == []


def test_no_page_grows_with_the_number_of_pages():
    small, large = (
        {path: len(page.body) for path, page in pages_of(a_famous_thing(number)).items()}
        for number in (260, 520)
    )
    assert max(large.values()) <= max(small.values()) * 1.05


# --- untrusted names -----------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "](javascript:alert(1)) [",
    "`code` | *bold* _it_ # $x$",
    "1. one",
    "[[wikilink]] {{ macro }}",
    '"><img src=x onerror=alert(1)>',
    "a\n\n# heading\n\n<b>",
    "con",
    "../../etc/passwd",
    "\x00\ud800",
    "概念 🚀",
]


def a_hostile_library(names):
    made = HandMade()
    document = made.document("docs/a.md", "# A\n\nWords.\n")
    things = []
    for index, name in enumerate(names):
        type_ = (NodeType.CONCEPT, NodeType.PERSON, NodeType.PAPER, NodeType.OPEN_QUESTION)[
            index % 4
        ]
        thing = made.thing(name, type_, description=name, aliases=(name + "s",))
        made.edge(document, EdgeType.MENTIONS, thing, "Words.")
        claim = made.thing(f"claim {name}", NodeType.CLAIM, description=name)
        made.edge(thing, EdgeType.SUPPORTS_CLAIM, claim)
        things.append(thing)
    for left, right in pairwise(things):
        made.edge(left, EdgeType.MENTIONS, right)
    return made


def assert_inert(pages):
    for page in pages.values():
        html = comrak.render_markdown(
            page.body, comrak.ExtensionOptions(), comrak.ParseOptions(), raw_html()
        )
        tags = set(re.findall(r"<\s*/?\s*([a-zA-Z]+)", html))
        assert tags <= {"h", "p", "a", "ul", "li", "blockquote", "strong", "em", "table", "br"} | {
            "ol",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "code",
        }
        assert all(scheme_of(href) in {"", "https"} for href in hrefs(page.body))
    assert broken_links(pages) == []


def raw_html():
    options = comrak.RenderOptions()
    options.unsafe_ = True
    return options


def test_hostile_names_are_text_on_every_page():
    assert_inert(pages_of(a_hostile_library(HOSTILE)))


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4, unique=True))
def test_no_name_is_live_on_any_page(names):
    assert_inert(pages_of(a_hostile_library(names)))
