from __future__ import annotations

import json
from pathlib import Path

from builders import TIDE_NOTES, a_project, a_site

LINKING = "# Linking\n\n[neap](neap.md#tides) [gone](gone.md)\n\n## Notes\n"


def cached(root: Path) -> dict[str, dict]:
    lines = (root / ".tesserae/cache/documents.jsonl").read_text("utf-8").splitlines()
    return dict(json.loads(line) for line in lines[1:])


def project(root: Path) -> Path:
    return a_project(root, TIDE_NOTES | {"docs/linking.md": LINKING})


def test_a_second_build_says_the_same_and_writes_the_same(tmp_path, caplog):
    root = project(tmp_path)
    first = (a_site(root) / "linking/index.html").read_bytes()
    said = [message for message in caplog.messages if "gone.md" in message]
    caplog.clear()

    assert (a_site(root) / "linking/index.html").read_bytes() == first
    assert [message for message in caplog.messages if "gone.md" in message] == said
    assert len(said) == 1


def test_an_entry_is_used_and_not_rendered_again(tmp_path):
    root = project(tmp_path)
    a_site(root)
    path = root / ".tesserae/cache/documents.jsonl"
    path.write_text(path.read_text("utf-8").replace("Linking</h1>", "From the cache</h1>"), "utf-8")

    assert "From the cache" in (a_site(root) / "linking/index.html").read_text("utf-8")


def test_a_page_is_rendered_again_when_its_text_changes(tmp_path):
    root = project(tmp_path)
    a_site(root)
    (root / "docs/linking.md").write_text(LINKING + "\nMore.\n", encoding="utf-8")

    assert "More." in (a_site(root) / "linking/index.html").read_text("utf-8")


def test_a_page_is_rendered_again_when_a_link_begins_to_resolve(tmp_path):
    root = project(tmp_path)
    a_site(root)
    (root / "docs/gone.md").write_text("# Gone\n", encoding="utf-8")

    assert 'href="../gone/"' in (a_site(root) / "linking/index.html").read_text("utf-8")


def test_other_options_of_an_extension_make_other_entries(tmp_path):
    root = project(tmp_path)
    a_site(root)
    extensions = [{"toc": {"permalink": True}}]

    page = a_site(root, markdown_extensions=extensions) / "linking/index.html"

    assert "headerlink" in page.read_text("utf-8")


def test_an_extension_that_may_read_other_files_switches_it_off(tmp_path):
    root = project(tmp_path)

    a_site(root, markdown_extensions=["pymdownx.snippets"])

    assert not (root / ".tesserae/cache/documents.jsonl").exists()


def test_a_damaged_cache_is_no_cache(tmp_path):
    root = project(tmp_path)
    first = (a_site(root) / "linking/index.html").read_bytes()
    for text in ("", "{", "x\n[1", "\x00"):
        (root / ".tesserae/cache/documents.jsonl").write_text(text, encoding="utf-8")
        assert (a_site(root) / "linking/index.html").read_bytes() == first
    assert cached(root).keys() >= {"linking.md", "spring.md"}
