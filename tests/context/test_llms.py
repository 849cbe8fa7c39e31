import pytest
from context_samples import SPRING, TIDE, make_library

from tesserae.context.llms import topic_index, wiki_index
from tesserae.errors import QueryError

PAGES = {"concepts/tide.md": TIDE, "concepts/spring (1).md": SPRING}


def test_the_index_lists_the_most_linked_page_first():
    text = wiki_index("Tide *notes*", make_library().view, PAGES, prefix="wiki/")
    assert text.startswith("# Tide ")
    first, second = [line for line in text.split("\n") if line.startswith("- ")]
    assert first == "- [tide](wiki/concepts/tide.md): What a tide is."
    assert "](wiki/concepts/spring%20%281%29.md)" in second


def test_a_topic_lists_what_it_reaches_and_gives_its_context():
    text = topic_index(make_library(), "spring tide", PAGES, budget=2_000)
    assert "](concepts/tide.md)" in text
    assert "# Context: spring tide" in text
    assert "## Citations" in text


def test_a_topic_that_is_not_there_is_an_error():
    with pytest.raises(QueryError, match="nothing is found"):
        topic_index(make_library(), "xylophone", PAGES, budget=2_000)
