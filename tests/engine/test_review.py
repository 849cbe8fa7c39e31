from __future__ import annotations

import pytest
from builders import a_compile, a_project, artifacts

from tesserae.config import load_settings
from tesserae.engine.progress import Silence
from tesserae.engine.review import PageState, restore_page, review_wiki
from tesserae.errors import ConfigError


@pytest.fixture
def project(tmp_path):
    a_compile(a_project(tmp_path))
    return tmp_path


def a_page(root):
    return next(iter(sorted((root / ".tesserae/wiki/concepts").glob("*.md"))))


def add(path, text):
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def reviews(root):
    return {each.path: each for each in review_wiki(load_settings(root), Silence())}


def test_an_untouched_wiki_has_nothing_to_review(project):
    assert reviews(project) == {}


def test_an_edit_is_listed_with_its_diff_and_nothing_is_written(project):
    page = a_page(project)
    add(page, "\n## Mine\n\nWords of mine.\n")
    before = artifacts(project)
    review = reviews(project)[f"concepts/{page.name}"]
    assert review.states == (PageState.EDITED,)
    assert "+Words of mine." in review.diff()
    assert not any(line.startswith("-") and line[1:3] != "--" for line in review.diff())
    assert artifacts(project) == before


def test_own_pages_and_damaged_pages_are_listed_as_such(project):
    a_project(project, {".tesserae/wiki/notes/a.md": "# Mine\n"})
    a_page(project).write_bytes(b"")
    states = {path: review.states for path, review in reviews(project).items()}
    assert states == {
        "notes/a.md": (PageState.OWN,),
        f"concepts/{a_page(project).name}": (PageState.RESTORED,),
    }


def test_restoring_gives_the_projection_back_and_keeps_a_copy(project):
    before = artifacts(project)
    page = a_page(project)
    add(page, "\nWords of mine.\n")
    a_compile(project)
    copy = restore_page(load_settings(project), f"concepts/{page.name}", Silence())
    assert copy == f".tesserae/kept/concepts/{page.stem}.1.md"
    assert "Words of mine." in (project / copy).read_text(encoding="utf-8")
    assert artifacts(project) == before
    add(page, "\nOther words.\n")
    second = restore_page(load_settings(project), f"concepts/{page.name}", Silence())
    assert second == f".tesserae/kept/concepts/{page.stem}.2.md"


def test_only_projected_pages_can_be_restored(project):
    a_project(project, {".tesserae/wiki/notes/a.md": "# Mine\n"})
    with pytest.raises(ConfigError, match="yours from the start"):
        restore_page(load_settings(project), "notes/a.md", Silence())
    with pytest.raises(ConfigError, match="no such page"):
        restore_page(load_settings(project), "concepts/absent.md", Silence())


def test_a_page_whose_subject_is_gone_is_kept_and_cannot_be_restored(project):
    page = project / ".tesserae/wiki/sources/docs-neap.md"
    add(page, "\nWords of mine.\n")
    (project / "docs/neap.md").unlink()
    a_compile(project)
    assert reviews(project)["sources/docs-neap.md"].states == (PageState.ORPHANED,)
    with pytest.raises(ConfigError, match="is gone"):
        restore_page(load_settings(project), "sources/docs-neap.md", Silence())
    assert "Words of mine." in page.read_text(encoding="utf-8")
