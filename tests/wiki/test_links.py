import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tesserae.wiki.links import LinkForm, code_ranges, find_links, scheme_of, splice

MARKDOWN = MarkdownIt("commonmark", {"html": True})
MARKDOWN.validateLink = lambda url: True
MARKDOWN.normalizeLink = lambda url: url


def targets(text):
    """Return (target, is image) of every link that leads somewhere, as our scan finds them."""
    return [
        (link.target, link.is_image)
        for link in find_links(text)
        if link.form not in {LinkForm.DEFINITION, LinkForm.WIKILINK}
    ]


def targets_of_markdown_it(text):
    found = []
    stack = [child for token in MARKDOWN.parse(text) for child in token.children or []]
    while stack:
        token = stack.pop(0)
        if token.type == "link_open":
            found.append((token.attrs["href"], False))
        elif token.type == "image":
            found.append((token.attrs["src"], True))
            stack = [*(token.children or []), *stack]
    return found


FRAGMENTS = [
    "[a](b.md)",
    "![a](b.png)",
    "[![a](b.png)](c.md)",
    "[a](<b c.md>)",
    "[a](b.md 'title')",
    '[a](b(c).md "t")',
    "[a][ref]",
    "[ref]",
    "[ref][]",
    "[a [b](c.md) d](e.md)",
    "<https://example.org/x>",
    "`[a](b.md)`",
    "``[a](b.md)` ``",
    "`",
    "``",
    "\\[a](b.md)",
    "\\`[a](b.md)`",
    "[",
    "]",
    "(",
    "!",
    "text",
    "<a href='[x](y)'>",
    "<!-- [a](b.md) -->",
    "[a](b",
    "*b*",
]
BLOCKS = [
    "```\n[a](b.md)\n```",
    "~~~ text\n[a](b.md)\n~~~~",
    "    [code](b.md)",
    "- item\n\n      [code](b.md)",
    "- item\n\n  [text](b.md)",
    "1. item\n   - inner [text](b.md)",
    "> [quoted](b.md)",
    "> ```\n> [a](b.md)\n> ```",
    "# [heading](b.md)",
    "para\n    [lazy](b.md)",
    "[ref]: target.md",
    "para",
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=8))
def test_the_scan_agrees_with_markdown_it_within_a_paragraph(fragments):
    text = f"x{' '.join(fragments)}\n\n[ref]: target.md\n"
    assert sorted(targets(text)) == sorted(targets_of_markdown_it(text))


@settings(max_examples=300)
@given(st.lists(st.sampled_from(BLOCKS), max_size=6))
def test_the_scan_agrees_with_markdown_it_across_blocks(blocks):
    text = "\n\n".join(blocks)
    assert sorted(targets(text)) == sorted(targets_of_markdown_it(text))


@given(st.text(alphabet="[]()`!<>\\| \n-#*:~a"))
def test_any_text_can_be_scanned_and_spliced_with_itself(text):
    links = find_links(text)
    changes = [(link.start, link.end, text[link.start : link.end]) for link in links]
    assert splice(text, changes) == text
    assert all(0 <= link.start < link.end <= len(text) for link in links)


@pytest.mark.parametrize(
    ("text", "target", "label"),
    [
        ("[[page]]", "page", ""),
        ("[[page|alias]]", "page", "alias"),
        ("| [[page\\|alias]] |", "page", "alias"),
        ("[[page#Head ing]]", "page#Head ing", ""),
        ("[[#local]]", "#local", ""),
        ("[[a/b/page.md]]", "a/b/page.md", ""),
    ],
)
def test_a_wikilink_has_a_target_and_may_have_words(text, target, label):
    (link,) = find_links(text)
    assert (link.form, link.target, text[slice(*link.label)]) == (LinkForm.WIKILINK, target, label)


def test_an_embed_is_marked_as_one():
    (link,) = find_links("![[picture.png]]")
    assert link.is_image


def test_code_and_escapes_hold_no_wikilink():
    assert find_links("\\[[escaped]] `[[span]]`\n\n```bash\nif [[ -f x ]]; then\n```\n") == []


def test_a_footnote_is_no_link():
    assert find_links("text[^1]\n\n[^1]: a note\n") == []


@pytest.mark.parametrize(
    ("target", "scheme"),
    [
        ("a.md", ""),
        ("HTTPS://x", "https"),
        ("java\tscript:alert(1)", "javascript"),
        (" javascript:alert(1)", "javascript"),
        ("javascript&#58;alert(1)", "javascript"),
        ("//host/x", "//"),
        ("\\\\host", "//"),
        ("a/b:c.md", ""),
    ],
)
def test_a_scheme_is_found_as_a_browser_finds_it(target, scheme):
    assert scheme_of(target) == scheme


@pytest.mark.parametrize("text", ["[" * 40_000, "`a``b" * 20_000, "[a](" * 20_000, "<a " * 30_000])
def test_a_hostile_line_is_scanned_in_one_pass(text):
    assert find_links(text) == []


def test_an_open_fence_runs_to_the_end():
    assert code_ranges("a\n```\nb") == [(2, 7)]


def test_a_replacement_inside_a_replaced_stretch_is_passed_over():
    assert splice("abcdef", [(1, 5, "X"), (2, 3, "Y")]) == "aXf"
