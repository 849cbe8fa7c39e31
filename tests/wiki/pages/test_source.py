import pytest
from builders import HandMade
from markdown_it import MarkdownIt

from tesserae.extract.links import LinkResolver
from tesserae.graph.view import GraphView
from tesserae.model.ontology import EdgeType, NodeType
from tesserae.wiki.pages import WikiInputs, build_pages
from tesserae.wiki.paths import assign_paths

MARKDOWN = MarkdownIt("commonmark").enable("table")


def pages_of(made, **options):
    """Build the pages of a hand-made graph, by path."""
    graph = made.graph()
    titles = {
        node.metadata["path"]: (node.name, *node.aliases)
        for node in graph.nodes.values()
        if node.type is NodeType.SOURCE_DOCUMENT
    }
    inputs = WikiInputs(
        GraphView(graph),
        assign_paths(graph.nodes.values()),
        made.texts.get,
        LinkResolver(made.texts, titles),
        **options,
    )
    return {page.path: page.body for page in build_pages(inputs)}


def page_of(text, path="docs/note.md", others=(), **options):
    """Return the page of one document among others."""
    made = HandMade()
    made.document(path, text)
    for other, other_text in dict(others).items():
        made.document(other, other_text)
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    bodies = pages_of(made, **options)
    found = [page for page in bodies if page.split("/")[1].endswith(f"{stem}.md")]
    return bodies[found[0]].split("\n\n## Provenance")[0]


NEIGHBOURS = {
    "docs/spring.md": "# Spring tide\n\n## Head ing\n\npara ^block-1\n",
    "docs/a/deep.md": "# Deep\n",
    "docs/with space.md": "# With space\n",
}


def test_the_text_of_a_document_is_kept_to_the_character():
    text = (
        "# Note\n\nOne  two\\\n*three*\t`four`\n\n~~~\n# not a heading [a](b.md)\n~~~\n\n* x\n+ y\n"
    )
    assert page_of(text) == text.rstrip("\n")


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[a](spring.md)", "[a](docs-spring.md)"),
        ("[a](spring.md#head-ing)", "[a](docs-spring.md#head-ing)"),
        ("[a](spring.md#Head%20ing)", "[a](docs-spring.md#head-ing)"),
        ("[a](spring.md#nowhere)", "[a](docs-spring.md)"),
        ('[a](spring.md "title")', '[a](docs-spring.md "title")'),
        ("[a](<with space.md>)", "[a](docs-with-space.md)"),
        ("[a](with%20space.md)", "[a](docs-with-space.md)"),
        ("[a](/docs/spring.md)", "[a](docs-spring.md)"),
        ("[a](spring)", "[a](docs-spring.md)"),
        ("[**a** `b`](spring.md)", "[**a** `b`](docs-spring.md)"),
        ("[[Spring tide]]", "[Spring tide](docs-spring.md)"),
        ("[[spring|the tide]]", "[the tide](docs-spring.md)"),
        ("[[spring#Head ing]]", "[spring \u203a Head ing](docs-spring.md#head-ing)"),
        ("[[spring#^block-1]]", "[spring \u203a block-1](docs-spring.md)"),
        ("![[spring]]", "[spring](docs-spring.md)"),
        ("[[a/deep]]", "[deep](a-deep.md)"),
        ("[[deep.md]]", "[deep](a-deep.md)"),
        ("\\[[spring]]", "\\[[spring]]"),
        ("`[[spring]]`", "`[[spring]]`"),
        ("<https://example.org>", "<https://example.org>"),
        ("[a](https://example.org/x_(y))", "[a](https://example.org/x_(y))"),
        ("[a](mailto:a@example.org)", "[a](mailto:a@example.org)"),
    ],
)
def test_links_lead_to_the_pages_of_the_wiki(link, expected):
    assert page_of(f"# Note\n\nx {link} y\n", others=NEIGHBOURS) == f"# Note\n\nx {expected} y"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[gone](gone.md)", "gone"),
        ("[**gone** now](gone.md)", "**gone** now"),
        ("![a picture](gone.png)", "a picture"),
        ("![](gone.png)", "gone.png"),
        ("[[Missing Page]]", "Missing Page"),
        ("![[missing.png]]", "missing.png"),
        ("[x](javascript:alert(1))", "x"),
        ("[x](JaVaScRiPt:alert(1))", "x"),
        ("[x](java&#115;cript:alert(1))", "x"),
        ("[x](vbscript:x)", "x"),
        ("[x](data:text/html,x)", "x"),
        ("<javascript:alert(1)>", "javascript:alert(1)"),
        ("[x](../../../etc/passwd)", "x"),
        ("[x](/etc/passwd)", "x"),
        ("[x](file:///etc/passwd)", "x"),
    ],
)
def test_a_link_that_leads_nowhere_or_nowhere_safe_becomes_its_text(link, expected):
    assert page_of(f"# Note\n\nx {link} y\n") == f"# Note\n\nx {expected} y"


def test_reference_links_are_resolved_at_their_definition():
    text = "# Note\n\n[a][s], [s] and [b][g]\n\n[s]: spring.md\n[g]: gone.md\n"
    assert page_of(text, others=NEIGHBOURS) == (
        "# Note\n\n[a][s], [s] and b\n\n[s]: docs-spring.md"
    )


def test_a_piped_wikilink_keeps_its_cell():
    text = "# Note\n\n| a | b |\n|---|---|\n| [[spring\\|one]] | [[spring|two]] |\n"
    tokens = MARKDOWN.parse(page_of(text, others=NEIGHBOURS))
    cells = [token.content for token in tokens if token.type == "inline"]
    assert cells[-2:] == ["[one](docs-spring.md)", "[two](docs-spring.md)"]


def test_a_link_inside_code_stays_code():
    text = "# Note\n\n```md\n[a](spring.md) [[spring]]\n```\n\n    [a](spring.md)\n"
    assert page_of(text, others=NEIGHBOURS) == text.rstrip("\n")


def test_a_wikilink_to_a_thing_leads_to_its_page():
    made = HandMade()
    document = made.document("note.md", "# Note\n\nSee [[neap tide]] and [[Nippflut]].\n")
    tide = made.thing("Neap tide", aliases=("Nippflut",))
    made.edge(document, EdgeType.MENTIONS, tide)
    body = pages_of(made)["sources/note.md"]
    assert (
        "See [neap tide](../concepts/neap-tide.md) and [Nippflut](../concepts/neap-tide.md)."
        in body
    )


def test_images_and_attachments_lead_to_the_files_of_the_project():
    text = "# Note\n\n![a](img/a b.png) ![[b.png]] [data](../data.csv)\n".replace("a b", "a%20b")
    assets = ["docs/img/a b.png", "docs/img/b.png", "data.csv"]
    up = "../../../"
    assert page_of(text, assets=assets) == (
        f"# Note\n\n![a]({up}docs/img/a%20b.png) ![b.png]({up}docs/img/b.png) [data]({up}data.csv)"
    )


def test_files_of_text_lead_to_the_code_host_if_there_is_one():
    text = "# Note\n\n[licence](../LICENSE) [code](../src/a.py#L10)\n"
    options = {"assets": ["LICENSE", "src/a.py"]}
    assert page_of(text, **options) == "# Note\n\nlicence code"
    host = "https://github.com/kelvin/tides"
    assert page_of(text, repo_url=host, **options) == (
        f"# Note\n\n[licence]({host}/blob/HEAD/LICENSE) [code]({host}/blob/HEAD/src/a.py#L10)"
    )


def test_callouts_and_block_ids_survive_as_text():
    text = "# Note\n\n> [!note] Mind\n> the neap\n\nA paragraph. ^block-1\n"
    assert page_of(text) == text.rstrip("\n")


def test_headings_sink_below_a_title_that_the_text_does_not_hold():
    made = HandMade()
    node = made.document(
        "a.md", "---\ntitle: A\n---\n\n# One\n\n## Two\n\nThree\n=====\n\n###### Six\n"
    )
    body = pages_of(made)["sources/a.md"]
    assert node.name == "A"
    assert body.startswith("# A\n\n## One\n\n### Two\n\n## Three\n\n\n###### Six\n")


def test_headings_keep_their_level_below_the_title_that_the_text_holds():
    text = "# Note\n\n## One\n\n### Two\n"
    assert page_of(text) == text.rstrip("\n")


def test_plain_text_is_shown_as_it_is():
    assert page_of("A *line*\nof <text>\n\n1. item\n", path="docs/note.txt").endswith(
        "\n\nA \\*line\\*\nof &lt;text>\n\n1\\. item"
    )


def test_plain_text_with_columns_is_shown_as_code():
    text = "hour   height\n----   ------\n0      1.2\n6      3.4\n```\n"
    assert page_of(text, path="docs/note.txt").endswith(f"\n\n````text\n{text}````")


# --- long documents -----------------------------------------------------------------------------


def a_long_text(sections=12, words=3000):
    body = "".join(f"\n## Part {n}\n\n{'word ' * words}end of {n}.\n" for n in range(sections))
    return f"# Long\n\nBefore. See [part 7](#part-7).\n{body}"


def long_pages(text=None, other="# Other\n\n[seven](long.md#part-7)\n"):
    made = HandMade()
    made.document("long.md", text or a_long_text())
    document = made.document("other.md", other)
    tide = made.thing("Tide")
    made.edge(made.graph().nodes[document.id], EdgeType.MENTIONS, tide)
    return pages_of(made)


def test_a_long_document_is_split_at_its_top_headings():
    pages = long_pages()
    parts = {path: body for path, body in pages.items() if path.startswith("sources/long")}
    assert list(parts)[:3] == [
        "sources/long.md",
        "sources/long/part-01.md",
        "sources/long/part-02.md",
    ]
    assert all(len(body.encode()) < 110_000 for body in parts.values())
    everything = "".join(parts.values())
    assert all(f"end of {number}." in everything for number in range(12))
    assert "(long/part-01.md)" in parts["sources/long.md"]


def test_links_lead_into_the_part_that_holds_the_heading():
    pages = long_pages()
    (part,) = [path for path, body in pages.items() if "\n## Part 7\n" in body]
    assert f"[seven]({part.removeprefix('sources/')}#part-7)" in pages["sources/other.md"]
    assert f"[part 7]({part.removeprefix('sources/')}#part-7)" in pages["sources/long.md"]


def test_a_long_document_without_headings_is_split_at_blank_lines():
    text = "# Long\n\n" + "\n\n".join("word " * 200 + f"{number}." for number in range(400)) + "\n"
    pages = long_pages(text)
    parts = [body for path, body in pages.items() if path.startswith("sources/long/")]
    assert len(parts) > 3
    assert all(len(body.encode()) < 110_000 for body in parts)


def test_each_part_links_back_and_on():
    pages = long_pages()
    assert "[← Back](../long.md) · [More →](part-02.md)" in pages["sources/long/part-01.md"]
