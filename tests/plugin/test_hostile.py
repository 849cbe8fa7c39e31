"""Text that wants to be more than text: markup in titles, links that run, odd files."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from builders import a_project, a_site
from site_links import broken_links

TITLE = 'Tide <script>alert(1)</script> "range" & <b>bold</b>'
HOSTILE = (
    f"---\ntitle: '{TITLE}'\ndescription: '\"><script>alert(5)</script>'\n"
    "author: 'Ferrel <img src=x onerror=alert(6)>'\ndate: 2026-03-02\n---\n\n"
    "# Range <img src=x onerror=alert(2)>\n\n## Height <script>alert(3)</script>\n\n"
    "[run](javascript:alert(4)) [also](java&#10;script:alert(4)) [data](data:text/html,hi)\n\n"
    "A **tidal range** is the height between high water and low water.\n"
)
MATERIAL = """\
site_name: Tide notes
site_url: https://example.org/
theme: {name: material, font: false}
plugins: [search, {tesserae: {timezone: UTC}}]
"""


class Live(HTMLParser):
    """Collects what a browser would run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            compact = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if name.startswith("on") or compact.startswith(("javascript:", "data:text")):
                self.found.append(f"{tag} {name}={value}")
        if tag in ("script", "b") and not attrs:
            self.found.append(tag)

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1] == "script" and "alert(" not in data:
            self.found.pop()  # the theme's own


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile")
    (root / "mkdocs.yml").write_text(MATERIAL, encoding="utf-8")
    a_project(root, {"notes/range.md": HOSTILE, "notes/other.md": "# Other\n\n[[Range]]\n"})
    return a_site(root)


def test_a_source_with_markup_in_every_field_is_inert_everywhere(site):
    for page in site.rglob("*.html"):
        assert Live(page.read_text("utf-8")).found == [], page


def test_its_title_is_shown_as_it_is_written(site):
    index = (site / "sources/index.html").read_text("utf-8")

    assert "Tide &lt;script&gt;alert(1)&lt;/script&gt;" in index


def test_records_keep_the_raw_title(site):
    titles = {json.loads(path.read_text("utf-8"))["title"] for path in site.rglob("sources/*.json")}

    assert TITLE in titles


def test_no_script_in_a_script_is_closed_early(site):
    picture = (site / "graph/picture.js").read_text("utf-8")

    assert "</" not in picture
    assert "<script" not in picture


def test_a_title_of_a_document_of_the_users_is_inert_in_the_page_around_it(tmp_path):
    (tmp_path / "mkdocs.yml").write_text(MATERIAL, encoding="utf-8")
    text = HOSTILE.replace("<img src=x onerror=alert(2)>", "").replace(
        "<script>alert(3)</script>", ""
    )
    a_project(tmp_path, {"docs/range.md": text, "docs/index.md": "# Home\n"})

    built = a_site(tmp_path)

    for page in built.rglob("*.html"):
        assert Live(page.read_text("utf-8")).found == [], page


def test_a_page_that_is_not_utf_8_costs_that_page_and_is_named_once(tmp_path, caplog):
    root = a_project(tmp_path)
    (root / "docs/latin.md").write_bytes("# Marée basse\n".encode("latin-1"))

    built = a_site(root)

    named = [message for message in caplog.messages if "latin.md" in message]
    assert len(named) == 1
    assert "UTF-8" in named[0]
    assert (built / "spring/index.html").exists()


def test_strange_names_and_texts_do_not_stop_a_build(tmp_path):
    files = {
        "notes/con.md": "# con\n\nA **con** is a tide.\n",
        "notes/README.md": "# Readme\n",
        "notes/index.md": "# Index\n",
        "notes/潮汐.md": "# 潮汐\n\n## 方法\n\n[方法](#方法)\n",
        "notes/with space.md": "# With space\n\n[x](with%20space.md) [[with space]]\n",
        "notes/rule.md": "---\n\nOnly a rule.\n\n---\n\nmore\n",
        "notes/bad.md": "---\nnot: [yaml\n---\nbody\n",
        "notes/mmd.md": "Note: this first line is prose.\nSee: this one, too.\n\nbody\n",
        "notes/empty.md": "",
        "notes/nul.md": "# Nul \x00 here\n\ud83d".encode("utf-8", "replace").decode(),
        "docs/note.md": "\ufeff---\ntitle: Bom\n---\n# x\n",
        "docs/int.md": "---\ntitle: 20240425\ndate: 2026-05-01\nnan: .nan\n1: one\n---\n# body\n",
    }

    built = a_site(a_project(tmp_path, files))

    assert list(broken_links(built)) == []
    assert "this first line is prose" in next(built.rglob("*mmd.txt")).read_text("utf-8")
    assert json.loads((built / "int.json").read_text("utf-8"))["title"] == "20240425"
    names = [path.relative_to(built).as_posix().casefold() for path in built.rglob("*")]
    assert len(names) == len(set(names))
