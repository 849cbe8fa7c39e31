"""Where things stand: the user's files first, ours where there is room."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import TIDE_NOTES, a_compile, a_project, a_site
from mkdocs.exceptions import Abort
from site_links import broken_links

HOME = {"docs/index.md": "# My home\n\nHello.\n"}


def configured(root: Path, options: str, extra: str = "") -> Path:
    (root / "mkdocs.yml").write_text(
        f"site_name: Tide notes\ntheme: mkdocs\n{extra}"
        f"plugins: [search, {{tesserae: {{timezone: UTC{options}}}}}]\n",
        encoding="utf-8",
    )
    return root


def test_a_home_page_of_the_users_stays_and_gets_the_pulse(tmp_path):
    built = a_site(a_project(tmp_path, TIDE_NOTES | HOME))

    home = (built / "index.html").read_text("utf-8")
    assert "Hello." in home
    assert "tess" in home.split("Hello.")[1]


def test_a_file_of_the_users_moves_all_of_ours_below_wiki(tmp_path):
    files = TIDE_NOTES | {"docs/concepts.md": "# My concepts\n"}

    built = a_site(a_project(tmp_path, files))

    assert "My concepts" in (built / "concepts/index.html").read_text("utf-8")
    assert (built / "wiki/concepts/spring-tide/index.html").exists()
    assert (built / "wiki/about/index.html").exists()
    assert list(broken_links(built)) == []


def test_a_folder_of_the_users_with_our_name_has_no_room_for_ours(tmp_path):
    files = TIDE_NOTES | {"docs/topics/readme.md": "# Mine\n"}

    built = a_site(a_project(tmp_path, files))

    assert (built / "wiki/concepts/index.html").exists()


def test_a_mount_of_the_users_choice_is_kept(tmp_path):
    built = a_site(a_project(configured(tmp_path, ", mount: knowledge/base")))

    assert (built / "knowledge/base/concepts/spring-tide/index.html").exists()
    assert list(broken_links(built)) == []


def test_a_chosen_mount_without_room_is_an_error_of_one_line(tmp_path, caplog):
    root = a_project(configured(tmp_path, ", mount: here"), {"docs/here/concepts.md": "# x\n"})

    with pytest.raises(Abort):
        a_site(root)
    assert caplog.messages[-1].startswith("mount: 'here' has no room")
    assert "\n" not in caplog.messages[-1]


@pytest.mark.parametrize("name", ["llms.txt", "graph.json", "manifest.json", "robots.txt"])
def test_a_file_of_the_users_is_never_overwritten(tmp_path, name):
    root = a_project(tmp_path, TIDE_NOTES | {f"docs/{name}": "mine\n"})

    assert (a_site(root) / name).read_text("utf-8") == "mine\n"


def test_a_persons_own_page_is_mounted_in_its_folder(tmp_path):
    root = a_project(tmp_path)
    a_compile(root)
    own = root / ".tesserae/wiki/notes/slack.md"
    own.parent.mkdir()
    own.write_text("Note: slack water.\n\nSee [the tide](../concepts/spring-tide.md).\n", "utf-8")

    built = a_site(root)

    page = (built / "notes/slack/index.html").read_text("utf-8")
    assert "Note: slack water." in page
    assert 'href="../../concepts/spring-tide/"' in page
    assert json.loads((built / "notes/slack.json").read_text("utf-8"))["kind"] == "sources"
    assert list(broken_links(built)) == []


def test_a_page_that_moved_leaves_a_redirect(tmp_path):
    root = a_project(configured(tmp_path, "", "site_url: https://example.org/n/\n"))
    a_compile(root)
    redirects = root / ".tesserae/redirects.yml"
    redirects.write_text("concepts/syzygy.md: concepts/spring-tide.md\n", encoding="utf-8")

    built = a_site(root)

    page = (built / "concepts/syzygy/index.html").read_text("utf-8")
    assert '<link rel="canonical" href="https://example.org/n/concepts/spring-tide/">' in page
    assert 'content="0; url=../spring-tide/"' in page
    assert list(broken_links(built)) == []


def test_an_image_of_a_source_is_mounted_beside_its_page(tmp_path):
    files = TIDE_NOTES | {"notes/gauge.md": "# Gauge\n\n![curve](img/curve.svg)\n\n[s](.env)\n"}
    root = a_project(tmp_path, files)
    (root / "notes/img").mkdir()
    (root / "notes/img/curve.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (root / "notes/.env").write_text("SECRET=1")

    built = a_site(root)

    page = next(built.glob("sources/*gauge/index.html"))
    assert list(built.glob("sources/*gauge/curve.svg"))
    assert 'src="curve.svg"' in page.read_text("utf-8")
    assert not list(built.rglob(".env"))
    assert list(broken_links(built)) == []


@pytest.mark.parametrize("directory_urls", [True, False])
def test_a_wiki_among_the_documents_is_shown_once(tmp_path, directory_urls):
    root = a_project(configured(tmp_path, ", wiki_dir: docs/kb"))
    a_compile(root)

    built = a_site(root, strict=True, use_directory_urls=directory_urls)

    assert (root / "docs/kb/concepts/spring-tide.md").exists()
    pages = [path for path in built.rglob("*.html") if "spring-tide" in path.as_posix()]
    assert len(pages) == 1
    assert list(broken_links(built)) == []


def test_edit_links_open_the_real_file_or_do_not_exist(tmp_path):
    extra = "repo_url: https://github.com/o/r\nedit_uri_template: 'blob/main/docs/{path}'\n"
    root = a_project(configured(tmp_path, "", extra))

    built = a_site(root)

    spring = (built / "spring/index.html").read_text("utf-8")
    assert 'href="https://github.com/o/r/blob/main/docs/spring.md"' in spring
    readme = next(built.glob("sources/*readme*/index.html")).read_text("utf-8")
    assert 'href="https://github.com/o/r/blob/main/README.md"' in readme
    concept = (built / "concepts/spring-tide/index.html").read_text("utf-8")
    assert "blob/main" not in concept.split("<main")[0]


@pytest.mark.parametrize(("publish", "gone"), [("[wiki]", "timeline"), ("[digests]", "concepts")])
def test_what_is_not_published_leaves_no_trace(tmp_path, publish, gone):
    root = a_project(configured(tmp_path, f", publish: {publish}"))

    built = a_site(root)

    assert not (built / gone).exists()
    assert list(broken_links(built)) == []
    for path in built.rglob("*"):
        if path.is_file() and "assets" not in path.parts:
            assert f'"{gone}/' not in path.read_text("utf-8", "replace"), path


def test_a_development_server_shows_everything(tmp_path):
    root = a_project(configured(tmp_path, ", publish: [wiki]"))

    assert (a_site(root, command="serve") / "timeline/index.html").exists()
    assert not (a_site(root, command="gh-deploy") / "timeline/index.html").exists()


def test_a_document_that_mkdocs_leaves_out_does_not_come_back_as_a_page_of_ours(tmp_path):
    extra = "exclude_docs: |\n  secret.md\n  /plans/\ndraft_docs: |\n  *-draft.md\n"
    files = TIDE_NOTES | dict.fromkeys(
        ("docs/secret.md", "docs/plans/x.md", "docs/deep/a-draft.md"),
        "# Harbour gauge\n\nThe **harbour gauge** is a float in a pipe.\n",
    )

    built = a_site(a_project(configured(tmp_path, "", extra), files))

    for path in built.rglob("*"):
        if path.is_file():
            assert "arbour gauge" not in path.read_text("utf-8", "replace"), path
