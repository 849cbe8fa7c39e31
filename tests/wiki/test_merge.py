import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.wiki.merge import merge_bodies
from tesserae.wiki.sections import parse_sections, render_sections

CASES = Path(__file__).parents[1] / "cases" / "wiki" / "merge"


def read_case(path):
    """Return the parts of a golden file by their names."""
    _, *parts = re.split(r"^=== (\w+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("path", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_a_merge_comes_out_as_written_down(path):
    case = read_case(path)
    merged = merge_bodies(case["base"], case["mine"], case["theirs"])
    conflicts = "".join(
        f"{conflict.heading}: {conflict.theirs or '(nothing)'}\n" for conflict in merged.conflicts
    )
    assert (merged.body, conflicts) == (case["merged"], case.get("conflicts", ""))


@pytest.mark.parametrize("path", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_merging_a_merged_page_again_changes_nothing(path):
    case = read_case(path)
    merged = merge_bodies(case["base"], case["mine"], case["theirs"])
    again = merge_bodies(case["theirs"], merged.body, case["theirs"])
    assert (again.body, again.conflicts) == (merged.body, ())


words = st.sampled_from(["tide", "moon", "sun", "wave", "shore", "ebb"])
prose = st.lists(words, min_size=1, max_size=3).map(" ".join)
items = st.builds("- [{0}]({0}.md): {1}".format, words, prose)
lists = st.lists(items, min_size=1, max_size=4).map("\n".join)
sections = st.builds(
    "## {}\n\n{}".format, words, st.lists(prose | lists, min_size=1, max_size=3).map("\n\n".join)
)
bodies = st.builds(
    lambda lead, rest: "\n\n".join([f"# Title\n\n{lead}", *rest]) + "\n",
    prose,
    st.lists(sections, max_size=3),
)


@given(bodies, bodies)
def test_an_untouched_page_takes_the_projection(base, theirs):
    merged = merge_bodies(base, base, theirs)
    assert (merged.body, merged.conflicts) == (theirs, ())


@given(bodies, bodies)
def test_an_unchanged_projection_leaves_the_page_to_the_person(base, mine):
    merged = merge_bodies(base, mine, base)
    assert (merged.body, merged.conflicts) == (mine, ())


@given(bodies, bodies, st.data())
def test_an_added_paragraph_is_always_in_the_result(base, theirs, data):
    cut = base.split("\n\n")
    at = data.draw(st.integers(1, len(cut)))
    mine = "\n\n".join([*cut[:at], "A thought of my own.", *cut[at:]]).strip("\n") + "\n"
    merged = merge_bodies(base, mine, theirs)
    assert "A thought of my own." in merged.body.split("\n")
    assert merged.conflicts == ()


@given(bodies, bodies, st.data())
def test_an_added_item_is_always_in_the_result(base, theirs, data):
    lines = base.split("\n")
    places = [number for number, line in enumerate(lines) if line.startswith("- ")]
    at = data.draw(st.sampled_from(places)) if places else len(lines)
    mine = "\n".join([*lines[:at], "- [mine](mine.md)", *lines[at:]])
    merged = merge_bodies(base, mine, theirs)
    assert merged.body.count("- [mine](mine.md)") == 1


@given(bodies, bodies, bodies)
def test_what_a_person_wrote_is_in_the_result_or_is_known_to_the_projection(base, mine, theirs):
    merged = merge_bodies(base, mine, theirs)
    known = {block.text for part in parse_sections(base) for block in part.blocks}
    kept = {block.text for part in parse_sections(merged.body) for block in part.blocks}
    own = [block.text for part in parse_sections(mine) for block in part.blocks]
    assert all(text in kept for text in own if text not in known and not text.startswith("- "))


@given(bodies, bodies, bodies)
def test_merging_twice_is_the_same_as_once(base, mine, theirs):
    merged = merge_bodies(base, mine, theirs)
    again = merge_bodies(theirs, merged.body, theirs)
    assert (again.body, again.conflicts) == (merged.body, ())


@given(bodies)
def test_sections_render_to_what_they_were_parsed_from(body):
    assert render_sections(parse_sections(body)) == body
