from hypothesis import given
from hypothesis import strategies as st

from tesserae.wiki.redirects import follow, parse_redirects, render_redirects, update_redirects

paths = st.sampled_from(["concepts/a.md", "concepts/b.md", "entities/c.md", "topics/d.md"])


def test_redirects_come_back_as_they_were_written():
    redirects = {"concepts/a: b.md": "concepts/c.md", "concepts/é.md": "entities/é.md"}
    assert parse_redirects(render_redirects(redirects)) == redirects


def test_without_redirects_there_is_no_file():
    assert render_redirects({}) == ""


def test_a_chain_leads_to_its_end():
    known = {"concepts/a.md": "concepts/b.md"}
    moved = {"concepts/b.md": "concepts/c.md"}
    assert update_redirects(known, moved, ["concepts/c.md"]) == {
        "concepts/a.md": "concepts/c.md",
        "concepts/b.md": "concepts/c.md",
    }


def test_a_path_that_holds_a_page_again_is_not_redirected():
    assert update_redirects({"concepts/a.md": "concepts/b.md"}, {}, ["concepts/A.md"]) == {}


def test_what_makes_no_sense_is_passed_over():
    assert parse_redirects("- a list") == {}
    assert parse_redirects("a: [") == {}
    text = "../up.md: a.md\n/abs.md: a.md\na.txt: a.md\n1: a.md\nold.md: new.md\n"
    assert parse_redirects(text) == {"old.md": "new.md"}


@given(st.dictionaries(paths, paths), st.dictionaries(paths, paths), st.lists(paths))
def test_no_redirect_leads_to_another_or_nowhere(known, moved, pages):
    updated = update_redirects(known, moved, pages)
    assert all(new in pages and old not in pages for old, new in updated.items())
    assert update_redirects(updated, {}, pages) == updated


def test_a_circle_leads_nowhere():
    assert follow({"a.md": "b.md", "b.md": "a.md"}, "a.md") == "a.md"
