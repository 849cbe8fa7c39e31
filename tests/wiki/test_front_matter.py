from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage, content_hash
from tesserae.wiki.front_matter import (
    HeaderState,
    Marks,
    parse_header,
    parse_page,
    render_front_matter,
    scalar,
)

BODY = "# Tide\n\nWater that rises.\n"
PAGE = WikiPage(
    NodeId("Concept:tide:0123456789ab"),
    NodeType.CONCEPT,
    "concepts/tide.md",
    "Tide",
    BODY,
    aliases=("ebb", "flood: the"),
    description='Rises and "falls"',
    sources=("docs/a.md",),
    updated=date(1687, 7, 5),
)
texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(texts)
@pytest.mark.parametrize("loader", [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)])
def test_a_scalar_is_that_string_to_every_yaml_reader(loader, text):
    assert yaml.load(f"title: {scalar(text)}\n", Loader=loader) == {"title": text}


@pytest.mark.parametrize(
    "text", ["yes", "1.10", "2024-01-01", "null", "---", "a: b # c", "'\"", "\n\n", "\0", "🚀", ""]
)
def test_what_yaml_would_take_for_something_else_stays_a_string(text):
    assert yaml.safe_load(scalar(text)) == text


def test_a_lone_surrogate_becomes_a_replacement_sign():
    assert yaml.safe_load(scalar("a\ud800b")) == "a\ufffdb"


@given(texts, st.lists(texts), texts, st.lists(texts), st.none() | st.dates())
def test_a_page_comes_back_as_it_was_written(title, aliases, description, sources, updated):
    page = WikiPage(
        PAGE.id,
        PAGE.type,
        PAGE.path,
        title,
        BODY,
        tuple(aliases),
        description,
        tuple(sources),
        updated,
    )
    assert parse_page(render_front_matter(page, content_hash(BODY)) + BODY, PAGE.path) == page


def test_the_header_gives_id_hash_and_marks():
    marks = Marks(orphaned=True, user_links=("concepts/a.md",), conflicts=("0a1b2c3d Mentions",))
    text = render_front_matter(PAGE, content_hash(BODY), marks) + BODY
    header = parse_header(text)
    assert (header.state, header.id, header.content_hash) == (
        HeaderState.OURS,
        PAGE.id,
        content_hash(BODY),
    )
    assert header.marks == marks
    assert text[header.body_start :] == BODY


def test_front_matter_that_a_person_reordered_is_still_read():
    text = f"---\ntags: [sea]\ntitle: 'Tide'\nid: {PAGE.id}\n---\n{BODY}"
    header = parse_header(text)
    assert (header.state, header.id, header.content_hash) == (HeaderState.OURS, PAGE.id, "")


def test_front_matter_that_is_no_yaml_still_names_its_page():
    text = render_front_matter(PAGE, content_hash(BODY)).replace('title: "Tide"', "title: [")
    header = parse_header(text.replace("aliases:", "x: {aliases:") + BODY)
    assert (header.id, header.content_hash) == (PAGE.id, content_hash(BODY))


def test_a_file_without_an_id_of_ours_is_a_persons_own():
    for text in ("# Notes\n", "---\ntitle: x\n---\n", "---\nid: my-note\n---\n", "---\n\ntext\n"):
        assert parse_header(text).state is HeaderState.OWN


def test_a_page_cut_off_in_its_front_matter_is_known_as_such():
    whole = render_front_matter(PAGE, content_hash(BODY))
    for length in range(8, whole.rindex("---")):
        assert parse_header(whole[:length]).state is HeaderState.TRUNCATED


@given(st.text(alphabet='-:\n id"[]{}&*!|>%@`#?,Concept0'))
def test_no_front_matter_is_too_broken_to_read(text):
    parse_header(f"---\n{text}")
    parse_page(f"---\n{text}\n---\nx", "a.md")
