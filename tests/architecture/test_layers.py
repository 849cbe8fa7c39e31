"""The rules of the house that no linter checks."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tesserae"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
SQL_MODULES = {"graph/store.py", "graph/history.py"}


@cache
def _imports(path: Path) -> list[tuple[str, str]]:
    """Return (module, name) for every import of a file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def _users_of(package: str) -> set[str]:
    return {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        for module, _ in _imports(path)
        if module.split(".")[0] == package
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_imports_an_underscore_name_of_another(path):
    private = [
        f"{module}.{name}"
        for module, name in _imports(path)
        if module.startswith("tesserae")
        and any(
            part.startswith("_") and part != "__version__" for part in (*module.split("."), name)
        )
    ]
    assert private == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_says_what_it_holds(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_only_the_plugin_imports_mkdocs():
    assert all(user.startswith("plugin/") for user in _users_of("mkdocs"))


def test_only_the_sidecar_imports_the_mcp_sdk():
    sdk = ("mcp", "mcp_types", "starlette", "uvicorn", "pydantic", "anyio")
    assert all(user.startswith("sidecar/") for name in sdk for user in _users_of(name))


def test_only_the_command_line_imports_click_and_rich():
    assert all(user.startswith("cli/") for user in _users_of("click") | _users_of("rich"))


def test_only_the_store_modules_speak_sql():
    assert _users_of("sqlite3") | _users_of("sqlite_utils") <= SQL_MODULES


def test_nothing_committed_names_a_path_of_a_machine():
    pattern = re.compile(r"(?<![\w.])/(?:work|farm|root|home/\w+)/[a-z]")
    texts = [*MODULES, *ROOT.glob("docs/**/*.md"), ROOT / "README.md", *ROOT.glob("theme/**/*.*")]
    offenders = [
        path.relative_to(ROOT).as_posix()
        for path in texts
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert offenders == []
