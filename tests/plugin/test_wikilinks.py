"""`[[wikilinks]]` in documents and own pages, as a reader finds them on the site."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import TIDE_NOTES, a_project, a_site

PAGE = """\
# Page

## Head ing

[[page]] [[page|alias]] [[page#Head ing]] [[page#^block-1]] [[#Head ing]] ![[gauge.png]]
![[page#Head ing]] [[Missing Page]] [[a/b/page]] [[page.md]] \\[[escaped]] [[spring tide]]
[[Neap tide|the neap]] [[README]]

`[[not a link]]`

```bash
if [[ -f x ]]; then echo [[no]]; fi
```

| a | b |
|---|---|
| [[page\\|in a cell]] | [[page|in another]] |

A paragraph. ^block-1
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("links")
    a_project(root, TIDE_NOTES | {"docs/page.md": PAGE, "docs/a/b/page.md": "# Other page\n"})
    (root / "docs/img").mkdir()
    (root / "docs/img/gauge.png").write_bytes(b"\x89PNG")
    site = a_site(root)
    return (site / "page/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    "link",
    [
        '<a href="./">page</a>',
        '<a href="./">alias</a>',
        '<a href="#head-ing">page: Head ing</a>',
        '<a href="#^block-1">page: block-1</a>',
        '<a href="#head-ing">Head ing</a>',
        '<a href="../a/b/page/">page</a>',
        '<a href="../spring/">spring tide</a>',
        '<a href="../neap/">the neap</a>',
        '<a href="./">in a cell</a>',
        '<a href="./">in another</a>',
    ],
)
def test_every_form_resolves(page, link):
    assert link in page


def test_an_embedded_image_is_shown(page):
    assert '<img alt="gauge.png" src="../img/gauge.png" />' in page.replace('">', '" />')


def test_a_missing_page_is_marked(page):
    assert 'class="tesserae-missing"' in page
    assert ">Missing Page</span>" in page


def test_code_fences_and_escapes_stay_text(page):
    assert "<code>[[not a link]]</code>" in page
    assert "[[no]]" in page
    assert "[[escaped]]" in page


def test_a_block_can_be_linked_to(page):
    assert '<span id="^block-1"></span>' in page


def test_a_document_above_the_documents_folder_is_found_on_the_site(tmp_path):
    files = TIDE_NOTES | {"docs/up.md": "# Up\n\n[read me](../README.md) [[Tide notes]]\n"}

    site = a_site(a_project(tmp_path, files), strict=True)

    up = (site / "up/index.html").read_text("utf-8")
    assert up.count('href="../sources/') >= 2


def test_a_thing_without_a_document_is_linked_by_its_name(tmp_path):
    files = TIDE_NOTES | {"docs/by-name.md": "# By name\n\n[[tidal range]]\n"}

    site: Path = a_site(a_project(tmp_path, files))

    assert 'href="../concepts/tidal-range/"' in (site / "by-name/index.html").read_text("utf-8")
