from __future__ import annotations

import pytest
from builders import a_source

from tesserae.extract import extract

PREAMBLES = {
    "list": "# Locks\n\n* Proposal: [TP-0003](0003-locks.md)\n"
    "* Authors: [Ada Lovelace](https://example.org/a)\n"
    "* Status: **Accepted**\n\nProse about locks.\n",
    "header": "Title: Locks\nAuthor: Ada Lovelace <ada@example.org>\nStatus: Accepted\n\nProse.\n",
    "table": "# Locks\n\n| Author | Ada Lovelace |\n|---|---|\n| Status | Accepted |\n\nProse.\n",
    "wide table": "# Locks\n\n| author | status |\n|---|---|\n| Ada Lovelace | Accepted |\n",
}


def facts_of(text: str, **front_matter: object) -> list[tuple[str, str]]:
    return [(fact.role, fact.value) for fact in extract(a_source(text, **front_matter)).facts]


@pytest.mark.parametrize("kind", PREAMBLES)
def test_a_preamble_says_who_wrote_it_and_where_it_stands(kind):
    extraction = extract(a_source(PREAMBLES[kind]))
    assert ("author", "Ada Lovelace") in [(fact.role, fact.value) for fact in extraction.facts]
    assert extraction.data["status"] == "Accepted"
    assert extraction.title == "Locks"


def test_a_preamble_is_no_prose():
    assert "Accepted" not in " ".join(extract(a_source(PREAMBLES["list"])).sentences)


def test_a_list_of_two_plain_items_is_no_preamble():
    text = "# Tides\n\n- Spring: large\n- Neap: small\n"
    assert facts_of(text) == []


def test_front_matter_values_know_their_lines():
    text = "---\ntitle: Tides\nauthors:\n  - Ada Lovelace\n  - Mary Somerville\n---\nText.\n"
    source = a_source(text, title="Tides", authors=["Ada Lovelace", "Mary Somerville"])
    source = type(source)(**{
        **{name: getattr(source, name) for name in source.__slots__}, "body_start": 7,
    })  # fmt: skip
    lines = {fact.value: fact.line for fact in extract(source).facts}
    assert lines == {"Ada Lovelace": 4, "Mary Somerville": 5}


def test_values_of_any_shape_are_read():
    assert ("requires", "20") in facts_of("", requires=20)
    assert ("requires", "165") in facts_of("", requires="20, 165")
    assert ("tag", "tide") in facts_of("", tags=["tide", None, {"name": "moon"}])
    assert ("author", "Ada Lovelace") in facts_of("", author={"name": "Ada Lovelace"})
    assert ("number", "eip 20") in facts_of("", eip=20)


def test_a_list_of_stems_under_any_key_refers_to_documents():
    assert ("related", "notes/a-1") in facts_of("", covers_notes=["notes/a-1", "b-2"])
    assert facts_of("", shopping=["two eggs", "milk"]) == []
