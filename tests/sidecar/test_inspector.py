"""The MCP Inspector's command line drives the server, on machines that have npm."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from builders import a_project

INSPECTOR = "@modelcontextprotocol/inspector@0.15.0"


@pytest.fixture(scope="module")
def inspect(tmp_path_factory):
    if shutil.which("npx") is None:
        pytest.skip("needs npm: the Inspector is a program of Node")
    project = a_project(tmp_path_factory.mktemp("tides"))
    environment = {**os.environ, "TESSERAE_HOME": str(tmp_path_factory.mktemp("home"))}
    script = tmp_path_factory.mktemp("bin") / "serve"
    call = f"main({['mcp', '-C', str(project)]!r})"
    script.write_text(f"#!{sys.executable}\nfrom tesserae.cli import main\n{call}\n")
    script.chmod(0o755)

    def run(*words):
        command = ["npx", "--yes", INSPECTOR, "--cli", str(script), *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
        if done.returncode and ("npm ERR" in done.stderr or "npm error" in done.stderr):
            pytest.skip("needs npm's registry, or the Inspector in npm's cache")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_the_inspector_lists_the_tools(inspect):
    assert "compile_context" in {
        tool["name"] for tool in inspect("--method", "tools/list")["tools"]
    }


def test_the_inspector_calls_a_tool(inspect):
    words = ("--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=spring tide")
    assert "docs/spring.md" in inspect(*words)["content"][0]["text"]
