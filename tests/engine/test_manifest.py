from __future__ import annotations

import json

import pytest
from builders import a_compile, a_project
from hypothesis import given
from hypothesis import strategies as st

from tesserae.config import load_settings
from tesserae.engine.inputs import gather_inputs
from tesserae.engine.manifest import (
    BrokenLinkNote,
    Manifest,
    Outcome,
    find_changes,
    load_manifest,
    render_manifest,
)
from tesserae.model.source import Skipped
from tesserae.workspace import Workspace

texts = st.text(max_size=12)
hashes = st.dictionaries(texts, texts, max_size=3)
manifests = st.builds(
    Manifest,
    code=texts,
    inputs=hashes,
    sources=st.dictionaries(
        texts, st.fixed_dictionaries({"sha256": texts, "size": st.integers(0, 9)}), max_size=3
    ),
    skipped=st.lists(st.builds(Skipped, texts, texts, st.booleans()), max_size=2).map(tuple),
    wiki=hashes,
    outputs=hashes,
    outcome=st.builds(
        Outcome,
        nodes=st.dictionaries(texts, st.integers(0, 9), max_size=2),
        edges=st.integers(0, 9),
        now=st.none() | texts,
        faults=st.lists(st.builds(Skipped, texts, texts, st.just(True)), max_size=2).map(tuple),
        broken_links=st.lists(
            st.builds(BrokenLinkNote, texts, st.integers(1, 9), texts), max_size=2
        ).map(tuple),
        conflicts=st.lists(texts, max_size=2).map(tuple),
    ),
)


@given(manifests)
def test_a_manifest_reads_back_as_it_was(tmp_path_factory, manifest):
    path = tmp_path_factory.mktemp("manifest") / "manifest.json"
    path.write_bytes(render_manifest(manifest).encode("utf-8", "surrogatepass"))
    assert load_manifest(path) == manifest


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 99}', '{"format": 1}', "\x00"])
def test_what_is_no_manifest_is_none(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    assert load_manifest(tmp_path / "manifest.json") is None
    assert load_manifest(tmp_path / "absent.json") is None


def test_a_manifest_names_neither_this_machine_nor_a_time(tmp_path):
    a_compile(a_project(tmp_path / "project"))
    text = (tmp_path / "project/.tesserae/manifest.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    source = json.loads(text)["sources"]["README.md"]
    assert set(source) == {"extractor", "sha256", "size", "type"}


def changes_of(root):
    settings = load_settings(root)
    workspace = Workspace(root, settings.wiki_dir)
    manifest = load_manifest(workspace.manifest_path)
    return find_changes(manifest, gather_inputs(settings, workspace), workspace)


def test_every_kind_of_change_is_told_apart(tmp_path):
    a_compile(a_project(tmp_path))
    assert not changes_of(tmp_path)
    a_project(
        tmp_path,
        {
            "docs/new.md": "# New\n",
            "docs/neap.md": "# Edited\n",
            "chart.png": "x",
            "mkdocs.yml": "site_name: A\n",
            ".tesserae/aliases.yml": "same: []\n",
            ".tesserae/wiki/notes/own.md": "# Own\n",
        },
    )
    (tmp_path / "docs/spring.md").unlink()
    (tmp_path / ".tesserae/report.md").unlink()
    changes = changes_of(tmp_path)
    assert changes.added == ("docs/new.md",)
    assert changes.edited == ("docs/neap.md",)
    assert changes.removed == ("docs/spring.md",)
    assert changes.wiki == ("notes/own.md",)
    assert changes.outputs == ("report.md",)
    assert changes.other == (
        "the verdicts in aliases.yml",
        "the names of files beside the sources",
        "the settings",
    )
