import pytest
from builders import a_project

from tesserae.cli.app import run
from tesserae.exports.harness import export_harness
from tesserae.workspace import Workspace

PLACE = ".claude/commands/summary.md"


@pytest.fixture
def workspace(tmp_path):
    return Workspace(a_project(tmp_path))


def test_the_command_runs_the_summary_and_nothing_else(workspace):
    assert export_harness(workspace).written == (PLACE,)
    text = (workspace.root / PLACE).read_text(encoding="utf-8")
    assert text.startswith("---\ndescription: ")
    assert "allowed-tools: Bash(tesserae summary:*)" in text
    assert text.count("!`") == 1
    assert export_harness(workspace).unchanged == (PLACE,)


@pytest.mark.parametrize("text", ["My own command.\n", "\udcff"])
def test_a_persons_file_stays(workspace, text):
    path = workspace.root / PLACE
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = path.read_bytes()
    assert export_harness(workspace).kept == (PLACE,)
    assert path.read_bytes() == before


def test_a_file_that_a_person_changed_stays(workspace):
    export_harness(workspace)
    path = workspace.root / PLACE
    path.write_text(path.read_text(encoding="utf-8").replace("Sum it up", "Say"), encoding="utf-8")
    assert export_harness(workspace).kept == (PLACE,)


def test_the_command_line_says_what_it_wrote(workspace, capsys):
    assert run(["export", "harness", "--project", str(workspace.root)]) == 0
    assert capsys.readouterr().out == f"Written: {PLACE}\n"
