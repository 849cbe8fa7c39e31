from __future__ import annotations

from tesserae.extract.markdown import BlockKind, LinkKind, parse_markdown, plain


def test_code_and_comments_are_no_prose():
    parsed = parse_markdown("Text.\n\n```\ncode()\n```\n\n<!-- hidden -->\n\n    indented\n")
    assert [block.text for block in parsed.blocks] == ["Text."]


def test_links_of_every_kind_know_their_lines():
    parsed = parse_markdown(
        "[a](b.md) and\n[[Note#part|shown]] and ![[image.png]]\n\n"
        "https://example.org/x. See [r].\n\n[r]: c.md\n"
    )
    assert [(link.href, link.kind, link.line) for link in parsed.links] == [
        ("b.md", LinkKind.LINK, 1),
        ("Note#part", LinkKind.WIKILINK, 2),
        ("image.png", LinkKind.EMBED, 2),
        ("https://example.org/x", LinkKind.BARE, 4),
        ("c.md", LinkKind.LINK, 4),
    ]


def test_wikilinks_in_code_and_behind_an_escape_stay_text():
    parsed = parse_markdown("`[[A]]` and \\[[B]]\n\n```\n[[C]]\n```\n")
    assert parsed.links == []


def test_a_piped_wikilink_in_a_table_keeps_its_cell():
    parsed = parse_markdown("| a | b |\n|---|---|\n| [[Note\\|shown]] | 2 |\n")
    assert parsed.tables[0].rows[0].cells == ("shown", "2")
    assert parsed.links[0].href == "Note"


def test_formulas_and_urls_are_set_apart():
    text = parse_markdown("The level $h_0(t)$ is at https://example.org/a now.\n").blocks[0].text
    assert plain(text) == "The level h_0(t) is at https://example.org/a now."
    assert text.count("\ue000") == 2


def test_money_is_no_formula():
    assert parse_markdown("It costs $5 or $6 a day.\n").blocks[0].text == "It costs $5 or $6 a day."


def test_headings_keep_their_own_ids():
    block = parse_markdown("## Slack water {#slack}\n").blocks[0]
    assert (block.kind, block.text, block.anchor) == (BlockKind.HEADING, "Slack water", "slack")


def test_the_title_of_a_work_is_a_quotation():
    text = parse_markdown("See *On the Tides of the Atlantic Coast* now.\n").blocks[0].text
    assert "\ue000On the Tides" in text


def test_a_long_body_is_read_in_slices_with_its_lines():
    body = "".join(
        f"# Part {number}\n\n{'word ' * 400}\n\n[x](p{number}.md)\n\n" for number in range(300)
    )
    parsed = parse_markdown(body, first_line=10)
    lines = body.split("\n")
    assert len(parsed.links) == 300
    assert all(lines[link.line - 10] == f"[x]({link.href})" for link in parsed.links)


def test_a_reference_defined_in_another_slice_resolves():
    body = "[x][far]\n\n" + "# Part\n\nword word\n\n" * 20_000 + "[far]: there.md\n"
    assert parse_markdown(body).links[0].href == "there.md"
