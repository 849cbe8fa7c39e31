"""Wiki pages against MkDocs' own renderer: same ids, same contents, same links, same faults."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from tesserae.plugin.pages import MountedPage
from tesserae.plugin.theme import prepare_config
from tesserae.site.links import LinkedText
from tesserae.site.pages import PageRole, SitePage

TEXT = """\
# Tides & *waves*

## Notes

[neap](../neap.md) [height](../neap.md#height) [here](#notes_1) [index](index.md)
![curve](img/a%20b.png) <https://example.org/> [mail](mailto:a@example.org)

## Notes

### `Code` in a heading

| a | b |
|:--|--:|
| 1 | 2 |

## 潮汐 方法

"""
FAULTS = (
    "[gone](gone.md) [folder](folder) [root](/x.md) [anchor](#nowhere) [far](../neap.md#none)\n"
)


@pytest.fixture
def config(tmp_path: Path) -> MkDocsConfig:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: x\ntheme: mkdocs\n", encoding="utf-8")
    config = load_config(
        str(tmp_path / "mkdocs.yml"),
        validation={"anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"},
    )
    prepare_config(config)
    config.plugins._current_plugin = "tesserae"
    return config


def rendered(config: MkDocsConfig, text: str) -> tuple[Page, Page]:
    """Return the page as MkDocs renders it and as we do."""
    return tuple(one(config, text, is_ours=is_ours) for is_ours in (False, True))


def one(config: MkDocsConfig, text: str, *, is_ours: bool) -> Page:
    files = Files(
        [
            generated(config, name, body)
            for name, body in (
                ("wiki/page.md", text),
                ("wiki/index.md", "# Index\n"),
                ("wiki/img/a b.png", ""),
                ("neap.md", "# Neap\n\n## Height\n"),
            )
        ]
    )
    file = files.get_file_from_path("wiki/page.md")
    neap = Page(None, files.get_file_from_path("neap.md"), config)
    neap.read_source(config)
    neap.render(config, files)
    page = mounted(text, file, config) if is_ours else Page(None, file, config)
    page.read_source(config)
    page.render(config, files)
    page.validate_anchor_links(files=files, log_level=logging.WARNING)
    return page


def generated(config: MkDocsConfig, name: str, text: str) -> File:
    return File.generated(config, name, content=text, inclusion=InclusionLevel.INCLUDED)


def mounted(text: str, file: File, config: MkDocsConfig) -> MountedPage:
    page = SitePage(
        src_uri="wiki/page.md",
        url="wiki/page/",
        role=PageRole.DETAIL,
        kind="concepts",
        title="Tides & waves",
        body=LinkedText(text),
    )
    return MountedPage(page, file, config, meta={})


def outline(page: Page) -> list[tuple[int, str, str]]:
    def rows(links):
        for link in links:
            yield link.level, link.id, link.title
            yield from rows(link.children)

    return list(rows(page.toc))


def test_headings_ids_and_title_are_those_of_mkdocs(config):
    theirs, ours = rendered(config, TEXT)

    assert outline(ours) == outline(theirs)
    assert ours.title == theirs.title
    assert ours.present_anchor_ids == theirs.present_anchor_ids


def test_links_are_rewritten_as_mkdocs_does(config):
    theirs, ours = rendered(config, TEXT)

    for link in ('href="../../neap/"', 'href="../../neap/#height"', 'href="../"', "a%20b.png"):
        assert link in theirs.content
        assert link in ours.content
    assert {file.src_uri: sorted(anchors) for file, anchors in ours.links_to_anchors.items()} == {
        file.src_uri: sorted(anchors) for file, anchors in theirs.links_to_anchors.items()
    }


def test_faults_are_reported_in_the_same_words(config, caplog):
    one(config, FAULTS, is_ours=False)
    theirs = set(caplog.messages)
    caplog.clear()
    one(config, FAULTS, is_ours=True)

    assert "contains a link 'gone.md'" in " ".join(theirs)
    # A document may form its anchors in its own way; our link then leads to the page itself.
    assert {message for message in theirs if "'#none'" not in message} == set(caplog.messages)


def test_a_construct_of_an_extension_goes_through_python_markdown(config):
    config.markdown_extensions.append("admonition")
    page = one(config, "# T\n\n!!! note\n    Words <script>x</script>\n", is_ours=True)

    assert 'class="admonition note"' in page.content
    assert "<script" not in page.content


def test_without_the_extension_the_page_stays_with_comrak(config):
    page = one(config, "# T\n\n!!! note\n    Words\n", is_ours=True)

    assert "!!! note" in page.content
