from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.site.highlight import highlight_code
from tesserae.site.markdown import render_markdown


def html_of(text: str) -> str:
    return render_markdown(text, link=lambda href: href).html


def anchors_of(text: str) -> list[str]:
    return [heading.anchor for heading in render_markdown(text, link=str).headings]


def test_headings_get_anchors_that_python_markdown_would_give():
    text = "# T\n\n## Notes\n\n## Notes\n\n## Notes_1\n\n## notes\n\n## 方法\n\n## `a` *b*\n"

    assert anchors_of(text) == ["t", "notes", "notes_1", "notes_2", "notes_3", "方法", "a-b"]


def test_raw_html_never_comes_out():
    html = html_of("# A <img src=x onerror=y>\n\n<script>z</script>\n\nb <b>c</b>\n")

    assert "<img" not in html
    assert "<script" not in html
    assert "<b>" not in html
    assert "b c" in html


@pytest.mark.parametrize(
    "href", ["javascript:x", "java&#10;script:x", "data:text/html,x", "file:x"]
)
def test_a_link_that_runs_is_dead(href):
    html = html_of(f"[x]({href}) ![y]({href})")

    assert "href" not in html
    assert "<img" not in html


def test_links_and_images_go_through_the_rewriter():
    html = render_markdown("[a](b.md) ![c](d.png)", link=lambda href: f"/{href}").html

    assert '<a href="/b.md">' in html
    assert '<img src="/d.png" alt="c">' in html


def test_tables_use_what_html_still_has():
    assert 'style="text-align: right"' in html_of("| a |\n|--:|\n| 1 |\n")


def test_tasks_are_signs_that_need_no_label():
    assert "☐ a" in html_of("- [ ] a\n- [x] b\n")
    assert "<input" not in html_of("- [ ] a\n- [x] b\n")


def test_a_callout_is_an_admonition():
    html = html_of("> [!WARNING] Mind this\n> text\n>\n> > quoted\n\n> plain\n")

    assert '<div class="admonition warning">' in html
    assert '<p class="admonition-title">Mind this</p>' in html
    assert html.count("<blockquote>") == html.count("</blockquote>") == 2
    assert html.count("<div") == html.count("</div>") == 1


def test_a_block_reference_becomes_an_anchor():
    page = render_markdown("text ^block-1\n", link=str)

    assert "^block-1" in page.anchors


def test_code_is_coloured_only_where_a_highlighter_is_given():
    text = "```python\nx < 1\n```\n\n```nonsense\ny\n```\n"

    assert '<code class="language-python">x &lt; 1' in html_of(text)
    coloured = render_markdown(text, link=str, highlight=highlight_code).html
    assert '<div class="language-python highlight"><pre><span></span><code>' in coloured
    assert '<code class="language-nonsense">y' in coloured


def test_footnotes_lead_to_each_other():
    page = render_markdown("a[^1]\n\n[^1]: b\n", link=str)

    assert {"fn-1", "fnref-1"} <= page.anchors


@given(st.text(), st.text())
def test_nothing_stops_it_and_no_tag_of_the_texts_survives(before, after):
    html = html_of(f"{before}<script>alert(1)</script>[x](javascript:y){after}")

    assert "<script" not in html
    assert 'href="javascript' not in html


@given(st.lists(st.sampled_from(["## A", "## a_1", "### b", "# +", "#"]), max_size=12))
def test_anchors_are_unique(lines):
    anchors = anchors_of("\n\n".join(lines))

    assert len(anchors) == len(set(anchors))
