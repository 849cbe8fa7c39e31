from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from builders import a_compile, a_project

from tesserae.cli.app import run
from tesserae.cli.workflow import WORKFLOW_PATH
from tesserae.config import SourceSettings, load_settings, plugin_block
from tesserae.sources.files import find_sources

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def project(tmp_path, monkeypatch):
    root = a_project(tmp_path / "tide notes")
    monkeypatch.chdir(root)
    return root


def config_of(root):
    return yaml.safe_load((root / "mkdocs.yml").read_text(encoding="utf-8"))


def tree(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_a_project_without_a_configuration_gets_a_whole_one(project, capsys):
    assert run(["init"]) == 0
    config = config_of(project)
    assert config["site_name"] == "Tide notes"
    assert "docs_dir" not in config
    assert plugin_block(config)["timezone"] == load_settings(project).timezone
    assert "docs/                2 documents" in capsys.readouterr().out
    assert load_settings(project).timezone_is_configured


def test_a_project_without_documents_for_mkdocs_gets_a_folder_of_its_own(tmp_path, monkeypatch):
    a_project(tmp_path, {"README.md": "# A\n", "docs/conf.py": "x = 1\n"})
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    assert config_of(tmp_path)["docs_dir"] == ".tesserae/docs"
    assert (tmp_path / ".tesserae/docs").is_dir()
    assert "!docs/" in (tmp_path / ".tesserae/.gitignore").read_text(encoding="utf-8")


def test_a_folder_without_anything_can_be_prepared(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    assert config_of(tmp_path)["site_name"] == tmp_path.name
    assert "no markdown" in capsys.readouterr().out


def test_a_second_time_changes_nothing(project):
    assert run(["init", "--github-pages"]) == 0
    before = tree(project)
    assert run(["init", "--github-pages"]) == 0
    assert tree(project) == before


def test_nothing_that_is_added_becomes_a_source(project):
    before = find_sources(project, SourceSettings()).refs
    assert run(["init", "--github-pages", "--share-sessions"]) == 0
    assert find_sources(project, SourceSettings()).refs == before


def test_a_configuration_keeps_its_comments_and_its_bytes(project):
    lines = ["# ours", "site_name: A", "plugins:", "  - search # 1", "extra: !!python/name:os.sep"]
    text = "".join(f"{line}\r\n" for line in lines)
    (project / "mkdocs.yml").write_bytes(text.encode())
    assert run(["init"]) == 0
    after = (project / "mkdocs.yml").read_bytes().decode()
    added = [line for line in after.split("\r\n") if line not in text.split("\r\n")]
    assert len(added) == 1
    assert after.replace(added[0] + "\r\n", "") == text


def test_a_configuration_that_is_not_understood_is_left_alone(project, capsys):
    (project / "mkdocs.yml").write_text("INHERIT: base.yml\n", encoding="utf-8")
    (project / "base.yml").write_text("site_name: A\nplugins: [search]\n", encoding="utf-8")
    assert run(["init"]) == 1
    assert "by hand" in capsys.readouterr().err
    assert (project / "mkdocs.yml").read_text(encoding="utf-8") == "INHERIT: base.yml\n"


def test_a_plugin_without_a_time_zone_is_told_so(project, capsys):
    (project / "mkdocs.yml").write_text("site_name: A\nplugins: [tesserae]\n", encoding="utf-8")
    assert run(["init"]) == 0
    assert "sets no `timezone`" in capsys.readouterr().err


def test_sharing_sessions_can_be_switched_and_a_file_of_yours_stays(project, capsys):
    path = project / ".tesserae/.gitignore"
    assert run(["init"]) == 0
    assert "harness_sessions" not in path.read_text(encoding="utf-8")
    assert run(["init", "--share-sessions"]) == 0
    assert "!harness_sessions/" in path.read_text(encoding="utf-8")
    path.write_text("mine\n", encoding="utf-8")
    assert run(["init"]) == 0
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert "stays as it is" in capsys.readouterr().err


@needs_git
def test_addresses_come_from_the_remote_without_its_password(project):
    remote = "https://user:secret@github.com/Ferrel/Tides.git"
    for words in (["init", "-q"], ["remote", "add", "origin", remote]):
        subprocess.run(["git", *words], cwd=project, check=True)
    assert run(["init"]) == 0
    config = config_of(project)
    assert config["repo_url"] == "https://github.com/Ferrel/Tides"
    assert config["site_url"] == "https://ferrel.github.io/Tides/"


# --- the workflow -------------------------------------------------------------------------------


def workflow_of(root):
    return yaml.safe_load((root / WORKFLOW_PATH).read_text(encoding="utf-8"))


def steps_of(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_the_workflow_has_what_pages_asks_for(project):
    (project / "requirements-docs.txt").write_text("", encoding="utf-8")
    assert run(["init", "--github-pages"]) == 0
    workflow = workflow_of(project)
    steps = steps_of(workflow)
    actions = {step["uses"].partition("@")[0]: step.get("with") for step in steps if "uses" in step}
    assert actions["actions/checkout"] == {"fetch-depth": 0}
    assert actions["actions/upload-pages-artifact"] == {"path": "site"}
    assert "actions/deploy-pages" in actions
    assert all(name.startswith("actions/") for name in actions)
    assert workflow["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert workflow["permissions"] == {"contents": "read"}
    install = next(step["run"] for step in steps if step["name"] == "Install")
    assert install.endswith("mkdocs-tesserae --requirement requirements-docs.txt")


@needs_git
@pytest.mark.parametrize("branch", ["main", "release/1.0", "a'b", "weird-ü"])
def test_the_workflow_is_yaml_whatever_the_branch_is_called(project, branch):
    (project / "mkdocs.yml").write_text("site_name: A\nplugins: [tesserae]\n", encoding="utf-8")
    environment = {
        **os.environ,
        **{
            f"GIT_{role}_{field}": "laplace@example.org"
            for role in ("AUTHOR", "COMMITTER")
            for field in ("NAME", "EMAIL")
        },
    }
    for words in (["init", "-q"], ["checkout", "-q", "-b", branch], ["add", "."]):
        subprocess.run(["git", *words], cwd=project, check=True, env=environment)
    subprocess.run(["git", "commit", "-qm", "x"], cwd=project, check=True, env=environment)
    assert run(["init", "--github-pages"]) == 0
    # YAML 1.1 reads the bare key `on` as true.
    assert workflow_of(project)[True]["push"]["branches"] == [branch]


def test_a_workflow_of_yours_stays(project, capsys):
    a_project(project, {WORKFLOW_PATH: "name: mine\n"})
    assert run(["init", "--github-pages"]) == 0
    assert (project / WORKFLOW_PATH).read_text(encoding="utf-8") == "name: mine\n"
    assert "stays as it is" in capsys.readouterr().err


def test_what_the_workflow_runs_runs(project):
    """Run the steps of the build as far as a machine without a runner can.

    Nothing is installed: pip is told to look at what is there and to change nothing.
    """
    assert run(["init", "--github-pages"]) == 0
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PIP_NO_INDEX": "1",
        "PIP_DRY_RUN": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "NO_MKDOCS_2_WARNING": "1",
    }
    commands = [
        step["run"] for step in workflow_of(project)["jobs"]["build"]["steps"] if "run" in step
    ]
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=project, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert (project / "site/index.html").is_file()


def test_a_prepared_project_compiles_and_says_nothing_about_time_zones(project):
    assert run(["init"]) == 0
    assert a_compile(project).notes == ()
