from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.sources.front_matter import parse_date, parse_front_matter

TYPED = """\
---
title: 20240425
date: 2026-05-01
updated: 2026-05-01T10:00:00Z
short: 2026-5-1
impossible: 2026-02-30
version: 1.10
ratio: 0.5
yes: no
time: 12:30:00
octal: 007
nan: .nan
open: true
nothing:
bytes: !!binary aGk=
set: !!set {a, b}
call: !!python/object:os.system echo
? [1, 2]
: odd
---
# body
"""


def front_matter(block):
    return parse_front_matter(f"---\n{block}\n---\nbody\n")


def test_values_are_json_and_read_back_as_they_were_typed():
    data = parse_front_matter(TYPED).data
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data == {
        "title": 20240425,
        "date": "2026-05-01",
        "updated": "2026-05-01T10:00:00+00:00",
        "short": "2026-05-01",
        "impossible": "2026-02-30",
        "version": "1.10",
        "ratio": 0.5,
        "yes": "no",
        "time": "12:30:00",
        "octal": "007",
        "nan": ".nan",
        "open": True,
        "nothing": None,
        "bytes": "aGk=",
        "set": ["a", "b"],
        "call": "echo",
        "[1, 2]": "odd",
    }


def test_the_body_starts_after_the_closing_line():
    assert parse_front_matter("---\na: 1\n---\nbody\n").body_start == 4
    assert parse_front_matter("---\na: 1\n...\nbody\n").body_start == 4
    assert parse_front_matter("---\na: 1\n---").body_start == 3
    assert parse_front_matter("body\n").body_start == 1


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nOnly a rule.\n\n---\n\nmore\n",
        "---\nThis is a heading\n---\nmore\n",
        "----\nhello\n----\n",
        "# t\n\n---\n\nkey: value\n\n---\n",
        "Note: this line is prose.\nSee: also this one.\n",
        "---\n\n- a list\n- under a rule\n\n---\n",
        "---\n\na rule: [an open bracket\n\n---\n",
        "---\nno end\n",
        "---",
        "",
    ],
)
def test_a_rule_is_a_rule(text):
    found = parse_front_matter(text)
    assert (found.data, found.body_start, found.fault) == ({}, 1, None)


def test_broken_yaml_is_named_and_the_body_is_kept():
    found = parse_front_matter("---\ntitle: Tides: a study\nnot: [yaml\n---\nbody\n")
    assert found.fault.startswith("the front matter is not YAML")
    assert found.fault_line == 2
    assert found.body_start == 5


def test_a_broken_block_still_gives_its_plain_lines():
    assert front_matter('title: Tides: a study\nauthor: "Ferrel"\nnot: [yaml').data == {
        "title": "Tides: a study",
        "author": "Ferrel",
    }


def test_a_list_is_named_and_the_body_is_kept():
    found = front_matter("- item")
    assert "is a list" in found.fault
    assert found.body_start == 4


def test_a_block_that_is_never_closed_is_named_and_all_of_it_kept():
    found = parse_front_matter("---\ntitle: A\nstatus: draft\n\nbody\n")
    assert "never closed" in found.fault
    assert found.body_start == 1


def test_merged_keys_and_anchors_are_written_out():
    found = front_matter("base: &base {a: 1, b: 2}\nown:\n  <<: *base\n  b: 3")
    assert found.data["own"] == {"a": 1, "b": 3}


@pytest.mark.parametrize(
    "block",
    [
        "a: " + "[" * 60_000,
        "- " * 50_000,
        "a: " + "{b: " * 5_000,
        "\n".join(" " * depth + "a:" for depth in range(600)),
        "a: &a [*a]",
        "a: &a [x,x]\n"
        + "\n".join(
            f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]"
            for before, name in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: " + "x" * 300_000,
        "a: \x00",
        "a: \ud800",
        "? " * 3_000,
    ],
    ids=[
        "brackets",
        "dashes",
        "braces",
        "indents",
        "circle",
        "bomb",
        "long",
        "nul",
        "half",
        "keys",
    ],
)
def test_a_hostile_block_costs_nothing_but_itself(block):
    found = front_matter(block)
    assert found.fault is not None
    assert found.body_start > 1


@given(st.text(alphabet=st.sampled_from("ab: -[]{}&*!|>'\"#%\n\t0123.~?<é"), max_size=80))
def test_no_block_crashes_or_yields_what_json_cannot_hold(block):
    found = front_matter(block)
    json.dumps(found.data, allow_nan=False)
    assert found.body_start >= 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-05-01", date(2026, 5, 1)),
        ("2026-05-01T23:59:00+00:00", date(2026, 5, 1)),
        ("2026/5/1", date(2026, 5, 1)),
        ("2026-13-01", None),
        ("soon", None),
        (20260501, None),
        (None, None),
    ],
)
def test_a_date_is_read_where_there_is_one(value, expected):
    assert parse_date(value) == expected
