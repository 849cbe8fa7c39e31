"""What holds for every source, whatever is in it."""

from __future__ import annotations

from builders import a_build, a_document, a_source
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.extract import Extraction, extract
from tesserae.model.source import MediaType

PIECES = st.sampled_from(
    [
        "# ", "## Open questions\n", "- ", "> ", "| a | b |\n|---|---|\n| 1 | ", "```\n", "**", "*",
        "_", "`", "[[", "]]", "](", "[a](b.md)", "![", "<script>", "$x^2$", "\n\n", "\n", " is a ",
        "Bloom filter", "Long Form (LF)", " such as ", "X, also called Y", "的", "「术语」是一种",
        "B+树(B+ tree)", "https://example.org/a", "@name", "e.g. ", "Darwin et al.", "\x00",
        "\ue000", "\ud800", "Term\n: what\n", "Key: value\n", "'s law", "Open question: why?",
        "\t", "—",
        "...", "of Mat", "Mat of ", "a_b", "v1.2", "| ", ":---", "\\", "&amp;", "🙂", "ß", "İ",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))
NAMES = st.sampled_from(["docs/a.md", "docs/a.txt", "src/a.py"])


@settings(max_examples=300, deadline=None)
@given(TEXTS, NAMES)
def test_no_text_makes_extraction_fail(text, path):
    extraction = extract(a_source(text, path))
    assert extraction.title


@settings(max_examples=150, deadline=None)
@given(TEXTS, NAMES)
def test_the_cached_form_gives_the_extraction_back(text, path):
    cached = extract(a_source(text, path)).to_json()
    assert Extraction.from_json(cached).to_json() == cached


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_whatever_is_extracted_can_be_merged(texts):
    documents = [a_document(text, f"docs/{number}.md") for number, text in enumerate(texts)]
    build = a_build(*documents)
    assert len(build.graph.nodes) >= len(texts)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_lines_lie_inside_the_file(text):
    text = text.replace("\r", " ")
    extraction = extract(a_source(text))
    last = text.count("\n") + 1
    lines = [*extraction.starts, *extraction.ends, *(link.line for link in extraction.links)]
    assert all(1 <= line <= last for line in lines)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ["title", "author", "authors", "tags", "requires", "status", "repo", "eip"]
        ),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
            max_leaves=6,
        ),
        max_size=5,
    )
)
def test_no_front_matter_makes_extraction_fail(data):
    source = a_source("A text.\n")
    extract(type(source)(**{
        **{name: getattr(source, name) for name in source.__slots__}, "front_matter": data,
    }))  # fmt: skip


def test_a_long_line_and_a_long_run_of_marks_are_read_in_time():
    for text in ("a " * 500_000, "[" * 50_000, "*" * 50_000, "`a" * 50_000, "((" * 50_000):
        assert extract(a_source(text)).sections == []


def test_sentences_know_their_lines():
    extraction = extract(a_source("# Head\n\nOne sentence\nover two lines. Another one.\n"))
    spans = dict(
        zip(extraction.sentences, zip(extraction.starts, extraction.ends, strict=True), strict=True)
    )
    assert spans["One sentence over two lines."] == (3, 4)
    assert spans["Another one."] == (4, 4)


def test_each_media_type_is_read_in_its_own_way():
    text = "# not a heading\n"
    assert extract(a_source(text, "a.md")).sections
    assert not extract(a_source(text, "a.txt")).sections
    assert extract(a_source(text, "a.py")).code is not None
    assert a_source(text, "a.txt").media_type is MediaType.TEXT


def test_a_heading_that_many_documents_share_is_a_title_where_the_file_is_named_so():
    glossary = extract(a_source("# Glossary\n\nWords.\n", "docs/glossary.md"))
    chapter = extract(a_source("# Abstract\n\nWords.\n", "docs/tidal-locks.md"))
    assert (glossary.title, chapter.title) == ("Glossary", "tidal locks")
