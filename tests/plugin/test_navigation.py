from __future__ import annotations

from pathlib import Path

from builders import TIDE_NOTES, a_project, a_site
from site_links import broken_links, read_pages

MATERIAL = """\
site_name: Tide notes
theme: {name: material, font: false}
plugins: [search, {tesserae: {timezone: UTC}}]
"""


def configured(root: Path, nav: str) -> Path:
    (root / "mkdocs.yml").write_text(MATERIAL + nav, encoding="utf-8")
    return root


def sidebar(page: Path) -> str:
    text = page.read_text("utf-8")
    return text.split('data-md-type="navigation"')[1].split('data-md-type="toc"')[0]


def test_the_indexes_follow_a_navigation_that_does_not_list_them(tmp_path):
    root = a_project(configured(tmp_path, "nav: [spring.md, neap.md]\n"))

    nav = sidebar(a_site(root, strict=True) / "spring/index.html")

    assert "Wiki" in nav
    assert 'href="../concepts/"' in nav


def test_a_navigation_that_lists_them_is_left_alone_and_keeps_its_titles(tmp_path):
    nav = "nav: [spring.md, neap.md, {Ideas: concepts/index.md}]\n"

    text = sidebar(a_site(a_project(configured(tmp_path, nav))) / "spring/index.html")

    assert "Ideas" in text
    assert "Wiki" not in text


def test_no_page_grows_with_the_number_of_pages(tmp_path):
    sizes = []
    for count in (150, 300):
        files = {f"docs/log/day-{day}.md": f"# Day {day}\n\nWater.\n" for day in range(count)}
        root = tmp_path / str(count)
        root.mkdir()
        site = a_site(a_project(configured(root, ""), TIDE_NOTES | files))
        page = site / "log/day-100/index.html"
        sizes.append(page.stat().st_size)
        assert "day-101/" in sidebar(page)
        assert list(broken_links(site)) == []
        assert all(len(page.targets) < 500 for page in read_pages(site).values())

    assert abs(sizes[0] - sizes[1]) < 100
