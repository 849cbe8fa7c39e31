"""Which files of a project may be mounted beside a page (`tesserae.site.assets`)."""

from __future__ import annotations

import pytest

from tesserae.site.assets import MAX_BYTES, Assets
from tesserae.site.routes import Routes

PAGE = "sources/gauge.md"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.png").write_bytes(b"png")
    return tmp_path


def find(project, link):
    assets = Assets(project, ".tesserae/wiki", Routes("", {PAGE: PAGE}))
    return assets.find(PAGE, f"../../../{link}"), assets


def test_an_image_is_mounted_beside_its_page(project):
    uri, assets = find(project, "notes/a.png")

    assert uri == "sources/gauge/a.png"
    assert assets.mounted == {uri: project / "notes/a.png"}


def test_two_files_of_one_name_are_told_apart(project):
    (project / "other").mkdir()
    (project / "other/a.png").write_bytes(b"other")
    first, assets = find(project, "notes/a.png")
    second = assets.find(PAGE, "../../../other/a.png")

    assert first != second
    assert len(assets.mounted) == 2


@pytest.mark.parametrize(
    "link",
    ["notes/gone.png", "notes/.hidden.png", ".git/x.png", "../x.png", "notes/key.pem", "notes"],
)
def test_nothing_else_is(project, link):
    (project / "notes/.hidden.png").write_bytes(b"x")
    (project / "notes/key.pem").write_bytes(b"x")

    assert find(project, link)[0] is None


def test_a_link_that_leaves_the_project_is_not_followed(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "x.png"
    outside.write_bytes(b"x")
    (project / "notes/link.png").symlink_to(outside)
    (project / "notes/loop.png").symlink_to(project / "notes/loop.png")

    assert find(project, "notes/link.png")[0] is None
    assert find(project, "notes/loop.png")[0] is None


def test_a_file_over_the_limit_is_left_out(project):
    with (project / "notes/big.png").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    assert find(project, "notes/big.png")[0] is None
