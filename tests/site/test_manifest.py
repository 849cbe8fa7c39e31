from __future__ import annotations

import hashlib
import json

from tesserae.site.manifest import write_manifest


def test_known_digests_are_trusted_only_while_the_size_is_the_same(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.txt").write_text("one")
    (tmp_path / "c.txt").write_text("longer")

    write_manifest(tmp_path, {"a/b.txt": ("known", 3), "c.txt": ("stale", 3)})

    files = json.loads((tmp_path / "manifest.json").read_text())["files"]
    assert files["a/b.txt"] == {"sha256": "known", "size": 3}
    assert files["c.txt"]["sha256"] == hashlib.sha256(b"longer").hexdigest()
    assert "manifest.json" not in files


def test_writing_it_again_changes_nothing(tmp_path):
    (tmp_path / "x").write_text("x")
    write_manifest(tmp_path, {})
    first = (tmp_path / "manifest.json").read_bytes()
    write_manifest(tmp_path, {})

    assert (tmp_path / "manifest.json").read_bytes() == first
