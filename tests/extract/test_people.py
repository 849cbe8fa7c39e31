from __future__ import annotations

import pytest

from tesserae.extract.people import parse_people


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada Lovelace", ["Ada Lovelace"]),
        ("Ada Lovelace, Charles Babbage", ["Ada Lovelace", "Charles Babbage"]),
        ("Ada Lovelace and Charles Babbage", ["Ada Lovelace", "Charles Babbage"]),
        ("Ada Lovelace (@ada), Charles Babbage <c@example.org>",
         ["Ada Lovelace", "Charles Babbage"]),
        ("[Ada Lovelace](https://example.org/ada), [Charles Babbage](https://example.org/cb)",
         ["Ada Lovelace", "Charles Babbage"]),
        ("Ada Lovelace <ada at example.org>", ["Ada Lovelace"]),
        ("Ludwig van Beethoven; Clara Schumann", ["Ludwig van Beethoven", "Clara Schumann"]),
        ("ada (@ada)", ["ada"]),
        ("@ada", ["ada"]),
        ("Émilie du Châtelet et al.", ["Émilie du Châtelet"]),
        ("祖冲之、沈括", ["祖冲之", "沈括"]),
        ("J. Willard Gibbs, Jr.", ["J. Willard Gibbs Jr"]),
        ("TBD", []),
        ("", []),
        ("see the file AUTHORS for all of the names", []),
        ("https://example.org/people", []),
    ],
)  # fmt: skip
def test_an_author_line_gives_its_names(text, names):
    assert [author.name for author in parse_people(text)] == names


def test_a_comma_in_a_list_item_turns_a_name_around():
    assert [a.name for a in parse_people("Lovelace, Ada", is_list_item=True)] == ["Ada Lovelace"]


def test_what_stands_beside_a_name_is_kept():
    assert parse_people("Ada Lovelace (@ada)")[0].extra == "@ada"


def test_a_team_is_no_person():
    assert parse_people("The Harbour Team")[0].is_group
