from datetime import date

from builders import tide_library

from tesserae.context.facts import find_facts, render_fact
from tesserae.context.library import Library
from tesserae.graph.view import GraphView
from tesserae.retrieval.index import build_index
from tesserae.retrieval.search import Retriever
from tesserae.retrieval.units import project_collection

MADE = tide_library()
VIEW = GraphView(MADE.graph())
LIBRARY = Library(VIEW, Retriever(build_index(project_collection(VIEW, MADE.texts.get))))


def test_a_fact_says_its_day_its_line_and_its_words():
    facts = [render_fact(fact) for fact in find_facts(LIBRARY)]
    assert any(
        fact.startswith(
            "- The equilibrium tide \u2014 uses dataset \u2192 Brest record (1687-07-05, "
        )
        for fact in facts
    )


def test_what_was_written_later_is_not_known_yet():
    known = find_facts(LIBRARY, as_of=date(1700, 1, 1))
    assert known
    assert all(fact.day == date(1687, 7, 5) for fact in known)


def test_facts_are_about_what_the_query_finds():
    facts = find_facts(LIBRARY, "harmonic method")
    assert "harmonic method" in {facts[0].subject, facts[0].object}


def test_mentions_are_no_facts():
    assert "mentions" not in {fact.relation for fact in find_facts(LIBRARY)}
