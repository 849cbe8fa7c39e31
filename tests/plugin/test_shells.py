from __future__ import annotations

from builders import TIDE_NOTES, a_project, a_site

CONFIG = """\
site_name: Tide notes
site_url: https://example.org/
repo_url: https://github.com/o/r
theme: {name: material, font: false%s}
plugins: [search, {tesserae: {timezone: UTC}}]
"""


def pages(site):
    return {path.relative_to(site): path.read_bytes() for path in site.rglob("*.html")}


def test_a_shell_gives_the_bytes_of_rendering_every_page(tmp_path):
    root = a_project(tmp_path, TIDE_NOTES | {"notes/far/off.md": "No heading here.\n"})
    (root / "mkdocs.yml").write_text(CONFIG % "", encoding="utf-8")
    with_shells = pages(a_site(root))
    # A folder of overrides, even an empty one, means that every page is rendered.
    (root / "overrides").mkdir()
    (root / "mkdocs.yml").write_text(CONFIG % ", custom_dir: overrides", encoding="utf-8")

    assert pages(a_site(root)) == with_shells


def test_overrides_of_the_users_reach_our_pages(tmp_path):
    root = a_project(tmp_path)
    (root / "overrides").mkdir()
    (root / "overrides/main.html").write_text(
        '{% extends "base.html" %}{% block announce %}Mind the tide{% endblock %}', encoding="utf-8"
    )
    (root / "mkdocs.yml").write_text(CONFIG % ", custom_dir: overrides", encoding="utf-8")

    page = a_site(root) / "concepts/spring-tide/index.html"

    assert "Mind the tide" in page.read_text("utf-8")
