from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from builders import a_project

from tesserae.cli.app import run
from tesserae.cli.demo import OWN_PROJECT, copy_sample
from tesserae.errors import WorkspaceError

ROOT = Path(__file__).parents[2]
CONFIG = "site_name: Tides\ntheme: mkdocs\nplugins:\n- tesserae: {timezone: UTC}\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    a_project(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": "# Tides\n"})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def test_build_hands_its_options_to_mkdocs(project, monkeypatch):
    monkeypatch.chdir(project / "docs")
    assert run(["build", "--quiet", "--strict", "--site-dir", str(project / "out")]) == 0
    assert (project / "out/index.html").is_file()


def test_build_takes_another_configuration(project):
    a_project(project, {"other.yml": CONFIG + "site_dir: other\n"})
    assert run(["build", "--quiet", "-f", "other.yml"]) == 0
    assert (project / "other/index.html").is_file()


def test_build_without_a_configuration_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["build"]) == 1
    assert "tesserae init" in capsys.readouterr().err


def test_build_without_the_plugin_says_what_to_do(project, capsys):
    (project / "mkdocs.yml").write_text("site_name: A\ntheme: mkdocs\n", encoding="utf-8")
    assert run(["build", "--quiet"]) == 0
    assert "does not list the plugin" in capsys.readouterr().err


def test_a_build_that_fails_is_an_error(project):
    (project / "mkdocs.yml").write_text(CONFIG + "nosuch_folder: [\n", encoding="utf-8")
    assert run(["build", "--quiet"]) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals differ on Windows")
def test_serve_answers_and_leaves_when_it_is_told_to(project, unused_port):
    address = f"127.0.0.1:{unused_port}"
    program = [sys.executable, "-c", "from tesserae.cli import main; main()"]
    server = subprocess.Popen(
        [*program, "serve", "--quiet", "--dev-addr", address], cwd=project, start_new_session=True
    )
    try:
        assert "Tides" in wait_for(f"http://{address}/", server)
    finally:
        os.kill(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
    with pytest.raises(OSError, match=r"refused|111|61"):
        urllib.request.urlopen(f"http://{address}/", timeout=5)


@pytest.fixture
def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address, server):
    for _ in range(300):
        assert server.poll() is None
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server does not answer")


def test_the_demo_is_built_and_the_next_step_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert run(["demo", str(tmp_path / "demo"), "--no-serve"]) == 0
    assert (tmp_path / "demo/site/index.html").is_file()
    assert capsys.readouterr().out.endswith(f"{OWN_PROJECT}\n")


def test_the_demo_does_not_write_over_anything(tmp_path):
    (tmp_path / "mine.md").write_text("x", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="something already"):
        copy_sample(tmp_path)
    (tmp_path / "empty").mkdir()
    assert copy_sample(tmp_path / "empty") == tmp_path / "empty"
