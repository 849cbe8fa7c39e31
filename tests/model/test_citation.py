import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.model.citation import Citation, display_name, readable_label, rewrite_citations

TIDE = "Concept:spring-tide:0f3a9c1d2b4e"
NAMES = {TIDE: "Spring tide", "Session:night-run:000000000001": ""}


def test_a_marker_becomes_the_name():
    assert rewrite_citations(f"It grows [{TIDE}].", NAMES) == "It grows Spring tide."


def test_an_unknown_id_stays_as_it_was():
    body = "Nobody knows [Concept:neap-tide:ffffffffffff] or [1] or [text](a.md)."
    assert rewrite_citations(body, NAMES) == body


def test_several_ids_in_one_bracket_are_told_apart():
    assert (
        rewrite_citations(f"See [{TIDE}, Concept:x:ffffffffffff].", NAMES)
        == "See Spring tide, [Concept:x:ffffffffffff]."
    )


def test_a_node_without_a_title_gets_a_label_and_never_its_id():
    body = rewrite_citations("As said [Session:night-run:000000000001].", NAMES)
    assert body == "As said session night run."
    same = {TIDE: TIDE}
    assert rewrite_citations(f"[{TIDE}]", same) == "concept spring tide"


def test_a_name_brings_no_markup_with_it():
    names = {TIDE: "x](javascript:alert(1)) <b>\n# y"}
    body = rewrite_citations(f"[{TIDE}]", names)
    assert body == "x\\](javascript:alert(1)) \\<b\\> # y"


def test_the_text_of_a_link_stays_the_text_of_a_link():
    assert rewrite_citations(f"[{TIDE}](a.md)", NAMES) == "[Spring tide](a.md)"
    assert rewrite_citations(f"[{TIDE}]: yes", NAMES) == "Spring tide: yes"


@given(st.text())
def test_text_without_a_known_id_is_left_alone(body):
    assert rewrite_citations(body, {}) == body


@given(st.text(), st.text())
def test_no_known_id_is_left(before, after):
    assert f"[{TIDE}]" not in rewrite_citations(f"{before} [{TIDE}] {after}", NAMES)


@given(st.text())
def test_a_name_is_one_line_and_never_empty(name):
    assert display_name(TIDE, name)
    assert "\n" not in display_name(TIDE, name)


@pytest.mark.parametrize(
    ("node_id", "label"),
    [
        ("SourceDocument:docs-notes-a:0f3a9c1d2b4e", "source document docs notes a"),
        ("SessionTODO:write-it:0f3a9c1d2b4e", "session todo write it"),
        ("no id", "no id"),
        ("", "untitled"),
    ],
)
def test_a_label_is_made_of_the_kind_and_the_slug(node_id, label):
    assert readable_label(node_id) == label


def test_a_span_is_written_as_a_person_writes_it():
    spans = [
        Citation("n", "N", path, *lines).span
        for path, lines in [("a.md", (3, 3)), ("a.md", (3, 5)), ("a.md", (0, 0)), ("", (0, 0))]
    ]
    assert spans == ["a.md:3", "a.md:3-5", "a.md", ""]
