import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retrieval_samples import TEXTS, HashEncoder, keys, retriever, unit

from tesserae.errors import QueryError
from tesserae.model.ontology import NodeType
from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.semantic import find_wordllama
from tesserae.retrieval.units import Link, make_collection

SEARCHER = retriever(encoder=HashEncoder())


def _search(units, query, **options):
    return Retriever(build_index(make_collection(units))).search(query, **options)


@pytest.mark.parametrize("query", ["", " ", "\n\t", "\u3000"])
def test_an_empty_query_is_an_error_that_says_what_to_do(query):
    with pytest.raises(QueryError, match="say in a few words"):
        SEARCHER.search(query)


@pytest.mark.parametrize(
    "query",
    [
        *("test-case", "--", "*", '"', "(", "TODO: fix", "C:\\repo\\src", "don't", "foo.bar"),
        *("a::b", "\x00", "a\ud800", "the", "🌊", "%s %d", "' OR 1=1 --", "a" * 1_000_000),
    ],
)
def test_no_query_is_a_crash(query):
    assert len(SEARCHER.search(query)) <= len(TEXTS)


@settings(deadline=None)
@given(st.text(min_size=1))
def test_any_text_is_answered_or_refused(query):
    try:
        hits = SEARCHER.search(query, limit=50)
    except QueryError:
        return
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len(set(keys(hits))) == len(hits)


def test_more_hits_than_units_may_be_asked_for_and_none():
    assert len(SEARCHER.search("tide", limit=10_000)) <= len(TEXTS)
    assert SEARCHER.search("tide", limit=0) == SEARCHER.search("tide", limit=-3) == []


def test_a_query_that_is_a_title_or_a_key_finds_it_first():
    for title in TEXTS:
        assert keys(SEARCHER.search(title))[0] == title
        assert keys(SEARCHER.search(title.upper()))[0] == title


def test_a_path_finds_its_document():
    units = [
        unit("Notes", "About tides.", path="docs/notes.md", start_line=5, end_line=6),
        unit("Other", "docs notes md docs notes", path="docs/other.md", start_line=1, end_line=2),
    ]
    for query in ("docs/notes.md", "./docs/notes.md", "notes.md", "docs\\notes.md"):
        assert keys(_search(units, query))[0] == "Notes"


def test_a_name_within_a_question_leads_to_what_bears_it():
    hits = SEARCHER.search("How does a Tide gauge differ from a machine by William Thomson?")
    assert set(keys(hits)[:2]) == {"Tide gauge", "William Thomson"}
    assert "the query names it" in hits[0].why


def test_equal_units_come_in_the_order_of_their_keys():
    units = [unit("Same", "the same words", key=key) for key in ("c", "a", "b")]
    assert keys(_search(units, "words")) == ["a", "b", "c"]


def test_a_filter_that_leaves_one_type_or_none():
    units = [unit("A", "tide", type="Concept"), unit("B", "tide", type="Person")]
    assert keys(_search(units, "tide", types={"Person"})) == ["B"]
    assert _search(units, "tide", types=set()) == []


def test_claims_come_only_when_they_are_asked_for():
    units = [unit("A", "tide", type=NodeType.CLAIM), unit("B", "tide")]
    assert keys(_search(units, "tide")) == ["B"]
    assert keys(_search(units, "tide", types={NodeType.CLAIM})) == ["A"]


def test_a_linked_unit_is_found_without_a_word_in_common():
    units = [unit("A", "about the tide"), unit("B", "another matter")]
    collection = make_collection(units, [Link("A", "B", 1.0), Link("A", "gone", 1.0)])
    hits = Retriever(build_index(collection)).search("tide")
    assert keys(hits) == ["A", "B"]
    assert hits[1].why == ("linked with A",)


def test_a_word_that_means_nothing_here_finds_nothing():
    encoder = find_wordllama()
    assert retriever(encoder=encoder).search("qqxzvw") == []


def test_a_synonym_is_found_by_meaning():
    encoder = find_wordllama()
    hits = retriever({**TEXTS, "Car": "an automobile with four wheels"}, encoder).search("vehicle")
    assert keys(hits)[0] == "Car"


def test_an_index_of_another_encoder_is_searched_by_words_alone():
    index = retriever(encoder=HashEncoder()).index
    assert "meaning" not in Retriever(index, find_wordllama()).search("tide gauge")[0].ranks


def test_a_hit_is_the_documented_json():
    units = [unit("A b", "tide", path="a.md", start_line=2, end_line=4, node_id="N:a:1")]
    (hit,) = _search(units, "tide")
    assert hit.to_json() == {
        "id": "N:a:1",
        "unit_key": "A b",
        "type": "Fragment",
        "title": "A b",
        "path": "a.md",
        "lines": [2, 4],
        "score": 1.0,
        "ranks": {"words": 1, "graph": 1},
        "why": ["words: tide"],
    }


def test_a_second_unit_of_one_key_is_dropped():
    units = [unit("A", "first", key="k"), unit("B", "second", key="k")]
    assert [hit.unit.title for hit in _search(units, "first second")] == ["A"]
