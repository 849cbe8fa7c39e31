from hypothesis import given
from hypothesis import strategies as st
from retrieval_samples import unit

from tesserae.retrieval.assemble import CHARACTERS_A_TOKEN, Limits, assemble
from tesserae.retrieval.search import Hit

hits = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 50), st.integers(0, 400), st.floats(0, 1)),
    max_size=30,
).map(
    lambda rows: [
        Hit(_passage(number, *row[:3]), score)
        for number, (row, score) in enumerate(
            zip(rows, sorted((row[3] for row in rows), reverse=True), strict=True)
        )
    ]
)


def _passage(number, file, line, size):
    return unit(
        f"t{number}",
        f"{number} {'x' * size}",
        path=f"{file}.md",
        start_line=line,
        end_line=line + 2,
    )


def _taken(hits, **limits):
    return [one.hit.unit for one in assemble(hits, Limits(**limits)) if one.taken]


@given(hits, st.integers(0, 300), st.integers(0, 5), st.integers(0, 3))
def test_no_limit_is_ever_passed(found, budget, total, per_file):
    taken = _taken(found, budget_tokens=budget, total=total, per_file=per_file)
    assert sum(len(one.text) for one in taken) <= budget * CHARACTERS_A_TOKEN
    assert len(taken) <= total
    assert max([[one.path for one in taken].count(one.path) for one in taken] or [0]) <= per_file


@given(hits)
def test_every_hit_is_accounted_for(found):
    candidates = assemble(found)
    assert [one.hit for one in candidates] == found
    assert all(one.taken == (not one.reason) for one in candidates)


def test_lines_that_stand_above_are_not_repeated():
    first, second = _passage(0, 1, 10, 5), _passage(1, 1, 12, 5)
    assert _taken([Hit(first, 1.0), Hit(second, 0.9)]) == [first]


def test_the_same_words_under_two_paths_come_once():
    first = unit("a", "same words", path="a.md", start_line=1, end_line=1)
    second = unit("b", "same words", path="b.md", start_line=1, end_line=1)
    assert _taken([Hit(first, 1.0), Hit(second, 0.9)]) == [first]


def test_what_scores_far_below_the_best_is_left_out():
    far = assemble([Hit(_passage(0, 0, 1, 5), 1.0), Hit(_passage(1, 1, 1, 5), 0.1)])[1]
    assert (far.taken, far.reason) == (False, "scores below the floor")


def test_a_long_passage_does_not_starve_the_short_one_below_it():
    long, short = _passage(0, 0, 1, 900), _passage(1, 1, 1, 10)
    assert _taken([Hit(long, 1.0), Hit(short, 0.9)], budget_tokens=50) == [short]
