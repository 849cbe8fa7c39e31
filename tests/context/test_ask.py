import pytest
from context_samples import SOURCES, make_library

from tesserae.context.ask import ask, chosen_hits, quotes
from tesserae.context.sentences import sentences
from tesserae.errors import QueryError
from tesserae.retrieval.units import Unit

LIBRARY = make_library()


class Cites:
    """Cites the first passage by its id."""

    def write(self, question, passages):
        return f"Thomson did [{passages[0].citation.node_id}]."


def test_an_answer_quotes_the_sentence_that_answers_with_its_line():
    answer = ask(LIBRARY, "Who built the machine that predicts every tide?")
    first = answer.body.splitlines()[0]
    assert first == "- William Thomson built the machine that predicts every tide. [1]"
    assert answer.citations[0].span == "machines.md:7"
    assert not answer.synthesized


def test_every_quoted_sentence_stands_in_its_source():
    answer = ask(LIBRARY, "the larger machine, in Liverpool, and what William Thomson built")
    for line, citation in zip(answer.body.splitlines(), answer.citations, strict=False):
        lines = SOURCES[citation.path].split("\n")[citation.start_line - 1 : citation.end_line]
        assert line[2:].rpartition(" [")[0] in "\n".join(lines)
    assert len(answer.citations) > 1


def test_an_answer_has_as_many_sentences_as_asked_for():
    body = ask(LIBRARY, "machine tide", limit=1).body
    assert body.partition("\n\n## Citations")[0].count("\n") == 0


@pytest.mark.parametrize(
    ("question", "message"), [("", "empty"), ("xylophone", "nothing is found")]
)
def test_a_question_without_an_answer_is_an_error(question, message):
    with pytest.raises(QueryError, match=message):
        ask(LIBRARY, question)


def test_a_writers_citations_are_named():
    answer = ask(LIBRARY, "Who built the machine?", writer=Cites())
    assert "SourceDocument:" not in answer.body.partition("## Citations")[0]
    assert answer.synthesized


def test_headings_tables_and_code_are_not_quoted():
    text = (
        "# A long enough heading here\n\n| a table | of two cells |\n\n"
        "```\nsome code of one line\n```\n\n"
        "A sentence that can be quoted. And\na second one over two lines.\n"
    )
    found = list(sentences(Unit("k", "t", text, path="a.md", start_line=10)))
    assert [(one.text, one.start_line, one.end_line) for one in found] == [
        ("A sentence that can be quoted.", 18, 18),
        ("And a second one over two lines.", 18, 19),
    ]


def test_links_leave_their_labels():
    text = "See [the gauge](../a_(b).md) and [[tide|the tide]] for a long time."
    (found,) = sentences(Unit("k", "t", text))
    assert found.text == "See the gauge and the tide for a long time."


def test_chinese_sentences_end_without_a_space():
    found = list(sentences(Unit("k", "t", "潮汐是海水的周期性涨落。它由月球的引力引起。")))
    assert len(found) == 2


def test_the_sentences_come_in_the_order_of_their_passages():
    question = "the larger machine, in Liverpool, and what William Thomson built"
    hits = chosen_hits(LIBRARY, question)
    places = [hit.unit.key for hit in hits]
    told = quotes(LIBRARY, question, hits)
    found = [places.index(sentence.unit.key) for sentence in told]
    assert len(set(found)) > 1
    assert found == sorted(found)
