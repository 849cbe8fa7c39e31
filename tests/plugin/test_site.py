"""Whole builds of small projects, checked as a reader or a crawler would find them."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builders import a_project, a_site
from site_links import broken_links, repeated_ids

MATERIAL = """\
site_name: Tide notes
site_url: https://example.org/notes/
theme: {name: material, font: false}
plugins: [search, {tesserae: {timezone: UTC}}]
validation:
  omitted_files: warn
  absolute_links: warn
  unrecognized_links: warn
  anchors: warn
"""
BASE_NAMES = {
    "about/index.html",
    "concepts/index.html",
    "graph/index.html",
    "index.html",
    "sources/index.html",
    "spring/index.html",
}


def files_of(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def material_project(root: Path, config: str = MATERIAL, **files: str) -> Path:
    root.mkdir(exist_ok=True)
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    return a_project(root)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One strict build with Material that several tests read."""
    return a_site(material_project(tmp_path_factory.mktemp("project")), strict=True)


def test_one_line_in_the_configuration_makes_the_whole_site(site):
    assert files_of(site).keys() >= BASE_NAMES


def test_a_document_of_the_users_is_not_mounted_a_second_time(site):
    assert (site / "spring/index.html").exists()
    assert not (site / "sources/docs-spring/index.html").exists()
    assert "../../spring/" in (site / "concepts/spring-tide/index.html").read_text("utf-8")


def test_every_link_and_anchor_resolves(site):
    assert list(broken_links(site)) == []


def test_no_page_has_an_id_twice(site):
    assert list(repeated_ids(site)) == []


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "{name: material, font: false}"])
@pytest.mark.parametrize("directory_urls", [True, False])
def test_links_resolve_in_every_theme_and_form_of_address(tmp_path, theme, directory_urls):
    config = MATERIAL.replace("{name: material, font: false}", theme)
    root = material_project(tmp_path / "p", config)

    built = a_site(root, strict=True, use_directory_urls=directory_urls)

    assert list(broken_links(built)) == []


def test_every_page_has_siblings_at_the_path_of_its_source(site):
    for name in ("spring", "concepts/spring-tide", "concepts/index", "index", "about/index"):
        assert (site / f"{name}.txt").read_text("utf-8").startswith("# ")
        record = json.loads((site / f"{name}.json").read_text("utf-8"))
        assert record.keys() >= {"title", "kind", "body", "links"}


def test_a_record_names_what_the_page_is_linked_with(site):
    record = json.loads((site / "spring.json").read_text("utf-8"))

    assert record["title"] == "Spring tide"
    assert not record["body"].startswith("---")
    assert {"href", "title", "rel", "id"} == record["links"][0].keys()
    assert any(link["rel"] == "authored_by" for link in record["links"])


def test_the_manifest_lists_every_file_but_itself(site):
    listed = json.loads((site / "manifest.json").read_text("utf-8"))["files"]
    there = files_of(site)
    del there["manifest.json"]

    assert listed == {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for name, data in there.items()
    }


def test_addresses_are_whole_below_a_sub_path(site):
    llms = (site / "llms.txt").read_text("utf-8")
    feed = (site / "sitemap.xml").read_text("utf-8")

    assert "(https://example.org/notes/spring.txt)" in llms
    assert "<loc>https://example.org/notes/concepts/spring-tide/</loc>" in feed
    assert (site / "robots.txt").read_text("utf-8").endswith("notes/sitemap.xml\n")


def test_the_sitemap_dates_pages_by_their_content(site):
    sitemap = (site / "sitemap.xml").read_text("utf-8")
    spring = sitemap.split("<loc>https://example.org/notes/spring/</loc>")[1]

    assert spring.lstrip().startswith("<lastmod>2026-03-01</lastmod>")


def test_without_an_address_there_is_no_feed(tmp_path, caplog):
    caplog.set_level("INFO", "mkdocs")

    built = a_site(a_project(tmp_path))

    assert not (built / "rss.xml").exists()
    assert sum("site_url is not set" in message for message in caplog.messages) == 1
    assert "](spring.txt)" in (built / "llms.txt").read_text("utf-8")


def test_no_page_holds_a_path_of_this_machine(site):
    for name, data in files_of(site).items():
        assert str(site.parent).encode() not in data, name


def test_two_builds_anywhere_and_any_time_are_the_same_bytes(tmp_path):
    project = material_project(tmp_path / "first")
    other = tmp_path / "elsewhere" / "second"
    shutil.copytree(project, other)
    for path in other.rglob("*"):
        os.utime(path, (86_400, 86_400))

    results = [build_in_a_process(folder, seed) for folder, seed in ((project, "1"), (other, "2"))]

    assert results[0] == results[1]
    assert gzip.decompress(results[0]["sitemap.xml.gz"]) == results[0]["sitemap.xml"]


def test_an_unchanged_build_and_one_from_scratch_are_the_same_bytes(tmp_path):
    project = material_project(tmp_path / "p")
    first = files_of(a_site(project))
    again = files_of(a_site(project))
    shutil.rmtree(project / ".tesserae")
    shutil.rmtree(project / "site")

    assert first == again == files_of(a_site(project))


def build_in_a_process(project: Path, seed: str) -> dict[str, bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=project,
        env=environment,
        check=True,
    )
    return files_of(project / "site")
