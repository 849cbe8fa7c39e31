"""What ships in `theme/assets/`: small, plain and asking no other host."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess

import pytest

from tesserae.site.theme import theme_dir

ASSETS = theme_dir() / "assets/tesserae"
BUDGETS_KB = {"tesserae.css": 30, "tesserae.js": 25, "graph.js": 60}


def text_of(name):
    return (ASSETS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "budget_kb"), BUDGETS_KB.items())
def test_assets_stay_within_their_budget(name, budget_kb):
    assert len(gzip.compress((ASSETS / name).read_bytes(), 9)) < budget_kb * 1000


def test_there_are_no_other_assets():
    assert {path.name for path in ASSETS.iterdir()} == set(BUDGETS_KB)


@pytest.mark.parametrize("name", BUDGETS_KB)
def test_assets_name_no_other_host(name):
    assert not re.search(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", text_of(name))
    assert "@import" not in text_of(name)
    assert "url(" not in text_of(name)


@pytest.mark.parametrize("name", ["tesserae.js", "graph.js"])
def test_scripts_are_classic_and_write_no_html(name):
    script = text_of(name)

    assert not re.search(r"^\s*(import|export)\s", script, re.MULTILINE)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script)


def test_style_rules_touch_only_our_classes_and_named_faults_of_material():
    sheet = re.sub(r"/\*.*?\*/", "", text_of("tesserae.css"), flags=re.DOTALL)
    selectors = re.findall(r"(?:^|[{};])\s*([^{};@]+)\{", sheet)

    assert [s for s in selectors if not re.search(r"\.tess|\.md-|data-md-|:root", s)] == []


@pytest.mark.parametrize("used_by", ["tesserae.css", "graph.js"])
def test_the_shapes_of_kinds_are_drawn_everywhere(used_by):
    marks = (theme_dir() / "tesserae/marks.html").read_text(encoding="utf-8")
    kinds = re.findall(r'^  "(\w+)": "M', marks, re.MULTILINE)

    assert len(kinds) == 9
    assert all(
        re.search(rf"tess-k-{kind} |^    {kind}: ", text_of(used_by), re.M) for kind in kinds
    )


@pytest.mark.parametrize("name", ["tesserae.js", "graph.js"])
def test_scripts_parse(name):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: scripts are not parsed")

    assert subprocess.run([node, "--check", ASSETS / name], check=False).returncode == 0
