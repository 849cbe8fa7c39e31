import pytest
from context_samples import make_library

from tesserae.context.page import write_page
from tesserae.errors import QueryError


def test_a_page_opens_with_what_the_topic_is_and_cites_every_statement():
    page = write_page(make_library(), "spring tide")
    lines = page.body.splitlines()
    assert lines[0] == "# spring tide"
    assert lines[2] == "What a spring tide is. [1]"
    statements = [line for line in lines if line.startswith("- ") and "`" not in line]
    assert any(line.endswith("]") for line in statements)
    assert len(page.citations) == page.body.rpartition("## Citations")[2].count("\n- ")


def test_a_topic_nobody_writes_about_is_an_error():
    with pytest.raises(QueryError, match="nothing is found about"):
        write_page(make_library(), "xylophone")


class Cites:
    def write(self, question, passages):
        return f"Thomson did ([{passages[0].citation.node_id}])."


def test_the_overview_may_be_prose_that_names_its_sources():
    body = write_page(make_library(), "machine", writer=Cites()).body
    assert "## Overview\n\nThomson did (" in body
    assert "SourceDocument:" not in body.partition("## Citations")[0]
