from __future__ import annotations

from pathlib import Path

from builders import TIDE_NOTES, a_project, a_site

CONFIG = """\
site_name: Tide notes
site_url: https://example.org/
theme: {name: material, font: false}
plugins: [search, {tesserae: {timezone: UTC, page_cache: true}}]
"""


def project(root: Path, config: str = CONFIG) -> Path:
    a_project(root, TIDE_NOTES | {"notes/gauge.md": "# Gauge\n\n![curve](curve.svg)\n"})
    (root / "notes/curve.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    return root


def cache(root: Path) -> Path:
    return root / ".tesserae/cache/pages.jsonl"


def files_of(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def test_an_unchanged_build_repeats_every_byte(tmp_path):
    root = project(tmp_path)
    first = files_of(a_site(root, strict=True))
    text = cache(root).read_text("utf-8")
    cache(root).write_text(text.replace("range is the height", "was repeated"), "utf-8")

    assert files_of(a_site(root, strict=True)).keys() == first.keys()
    cache(root).write_text(text, "utf-8")
    assert files_of(a_site(root, strict=True)) == first


def test_the_cache_changes_nothing_of_the_site(tmp_path):
    root = project(tmp_path, CONFIG.replace("true", "false"))
    without = files_of(a_site(root))
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")

    assert files_of(a_site(root)) == files_of(a_site(root)) == without


def test_it_repeats_and_does_not_render(tmp_path):
    root = project(tmp_path)
    a_site(root)
    text = cache(root).read_text("utf-8")
    cache(root).write_text(text.replace("largest range", "repeated range"), "utf-8")

    assert "repeated range" in (a_site(root) / "spring/index.html").read_text("utf-8")


def test_an_edit_ends_the_repetition(tmp_path):
    root = project(tmp_path)
    a_site(root)
    (root / "docs/neap.md").write_text("# Neap\n\nNew words.\n", encoding="utf-8")

    assert "New words." in (a_site(root) / "neap/index.html").read_text("utf-8")


def test_another_configuration_ends_it(tmp_path):
    root = project(tmp_path)
    a_site(root)
    (root / "mkdocs.yml").write_text(CONFIG.replace("Tide notes", "Other notes"), "utf-8")

    assert "Other notes" in (a_site(root) / "spring/index.html").read_text("utf-8")


def test_a_development_server_and_a_publication_do_not_share_pages(tmp_path):
    root = project(tmp_path, CONFIG.replace("page_cache", "publish: [wiki], page_cache"))
    a_site(root)

    assert (a_site(root, command="serve") / "timeline/index.html").exists()
    assert not (a_site(root) / "timeline/index.html").exists()


def test_a_build_that_warns_is_not_kept(tmp_path):
    root = project(tmp_path)
    (root / "docs/bad.md").write_text("[gone](gone.md)\n", encoding="utf-8")
    a_site(root)

    assert not cache(root).exists()


def test_overrides_switch_it_off(tmp_path):
    root = project(tmp_path, CONFIG.replace("font: false", "font: false, custom_dir: mine"))
    (root / "mine").mkdir()
    a_site(root)

    assert not cache(root).exists()
