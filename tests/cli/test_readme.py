"""What the README shows of the demo is what the demo prints."""

import re
import shlex
from pathlib import Path

import pytest

from tesserae.cli.app import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ELIDED = "…"


def _shown(command):
    """Return the lines below a command, up to the next command or the end of the block."""
    _, _, rest = README.partition(f"tesserae {command}\n")
    return re.split(r"^(?:\$|```)", rest, maxsplit=1, flags=re.MULTILINE)[0].splitlines()


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readme") / "tides"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        patch.setenv("PYTHONPATH", str(ROOT))
        assert run(["demo", str(folder), "--no-serve"]) == 0
    return folder


@pytest.mark.parametrize("command", ["status", 'ask "What is the form factor?"'])
def test_the_readme_shows_what_the_demo_prints(command, demo, monkeypatch, capsys):
    monkeypatch.chdir(demo)
    assert run(shlex.split(command)) == 0
    printed = capsys.readouterr().out.splitlines()
    shown = [line for line in _shown(command) if line != ELIDED]
    assert shown
    assert [line for line in shown if line not in printed] == []
