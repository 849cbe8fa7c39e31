from hypothesis import given
from hypothesis import strategies as st

from tesserae.model.ids import MAX_SLUG_BYTES, AnchorCounter, heading_anchor, node_id, slugify


def test_names_that_differ_in_a_sign_get_different_slugs():
    assert len({slugify(name) for name in ("C", "C++", "C#")}) == 3


def test_a_slug_keeps_unicode_letters():
    assert slugify("Ünïcode 概念") == "ünïcode-概念"


def test_a_reserved_name_is_made_safe():
    assert [slugify(name) for name in ("con", "README", "Index")] == [
        "con-page",
        "readme-page",
        "index-page",
    ]


def test_a_name_without_letters_still_gets_a_slug():
    assert slugify("🚀") != slugify("---") != ""


@given(st.text())
def test_a_slug_is_one_safe_path_segment(name):
    slug = slugify(name)
    assert slug
    assert len(slug.encode("utf-8", "surrogatepass")) <= MAX_SLUG_BYTES
    assert not set(slug) & set('/\\.:*?"<>| \x00\n')


@given(st.text())
def test_a_slug_of_a_slug_is_itself(name):
    assert slugify(slugify(name)) == slugify(name)


def test_an_id_depends_on_type_and_key_but_not_on_the_shown_name():
    first, second = node_id("Model", "nerf", "NeRF"), node_id("Model", "nerf", "nerf!")
    assert first.rsplit(":", 1)[1] == second.rsplit(":", 1)[1]
    assert node_id("Concept", "nerf", "NeRF").rsplit(":", 1)[1] != first.rsplit(":", 1)[1]


def test_anchors_of_chinese_headings_keep_their_text():
    assert heading_anchor("方法") == "方法"


def test_duplicate_headings_get_numbered_anchors():
    counter = AnchorCounter()
    headings = ["Notes", "Notes", "Notes_1", "notes"]
    assert [counter.unique(heading_anchor(heading)) for heading in headings] == [
        "notes",
        "notes_1",
        "notes_2",
        "notes_3",
    ]
