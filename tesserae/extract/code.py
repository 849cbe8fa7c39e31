"""Python source by its syntax tree: symbols, imports, base classes and the calls that are sure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tesserae.extract.extraction import CodeFacts, CodeSymbol, Extraction
from tesserae.model.source import Source

MAX_SYMBOLS = 5_000
MAX_CALLS = 5_000
MAX_DOC = 600

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def module_name(path: str) -> str:
    """Return the dotted name of the module at a path: `pkg/a/__init__.py` is `pkg.a`."""
    parts = path.removesuffix(".py").removesuffix(".pyi").split("/")
    if parts[0] in {"src", "lib", "python"} and len(parts) > 1:
        parts = parts[1:]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts = parts[:-1]
    return ".".join(parts)


def extract_code(source: Source) -> Extraction:
    """Extract a Python source; one that does not parse keeps its module and its name."""
    module = module_name(source.path)
    facts = CodeFacts()
    last_line = source.text.count("\n") + 1
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        facts.symbols.append(CodeSymbol("module", module, 1, last_line, ""))
        return Extraction(title=module, code=facts)
    facts.symbols.append(CodeSymbol("module", module, 1, last_line, _doc(tree)))
    reader = _CodeReader(facts, module, is_package=source.path.endswith("__init__.py"))
    reader.read_scope(tree.body, "")
    return Extraction(title=module, code=facts)


def _doc(node: ast.Module | Scope) -> str:
    text = ast.get_docstring(node, clean=True) or ""
    first = re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0]
    clean = " ".join(first.encode("utf-8", "replace").decode().split())
    return clean[:MAX_DOC]


class _CodeReader:
    """Reads the statements of one module; knows what its names refer to."""

    def __init__(self, facts: CodeFacts, module: str, *, is_package: bool) -> None:
        self.facts = facts
        self.module = module
        self.package = module if is_package else module.rpartition(".")[0]
        self.names: dict[str, str] = {}

    def read_scope(self, body: list[ast.stmt], prefix: str) -> None:
        scopes: list[tuple[Scope, str]] = []
        for statement in _statements(body):
            if isinstance(statement, ast.Import | ast.ImportFrom):
                self._import(statement)
            elif isinstance(statement, Scope) and len(self.facts.symbols) < MAX_SYMBOLS:
                name = f"{prefix}{statement.name}"
                if not prefix:
                    self.names.setdefault(statement.name, f"{self.module}.{statement.name}")
                self._declare(statement, name)
                scopes.append((statement, name))
        # Names are known before bodies are read: a function may call one declared below it.
        for scope, name in scopes:
            if isinstance(scope, ast.ClassDef):
                self._bases(scope, name)
                self.read_scope(scope.body, f"{name}.")
            else:
                self._calls(scope, name)

    def _declare(self, scope: Scope, name: str) -> None:
        kind = "class" if isinstance(scope, ast.ClassDef) else "function"
        end = scope.end_lineno or scope.lineno
        self.facts.symbols.append(CodeSymbol(kind, name, scope.lineno, end, _doc(scope)))

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                self.facts.imports.append((alias.name, statement.lineno))
                self.names[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
            return
        base = self._base_module(statement)
        for alias in statement.names:
            full = f"{base}.{alias.name}" if base else alias.name
            self.facts.imports.append((base if alias.name == "*" else full, statement.lineno))
            self.names[alias.asname or alias.name] = full

    def _base_module(self, statement: ast.ImportFrom) -> str:
        if not statement.level:
            return statement.module or ""
        parts = self.package.split(".") if self.package else []
        kept = parts[: len(parts) - (statement.level - 1)]
        return ".".join([*kept, *([statement.module] if statement.module else [])])

    def _bases(self, scope: ast.ClassDef, name: str) -> None:
        for base in scope.bases:
            if full := self._resolve(base):
                self.facts.bases.append((name, full, scope.lineno))

    def _calls(self, scope: Scope, name: str) -> None:
        seen: set[str] = set()
        own_class = name.rpartition(".")[0]
        for node in ast.walk(scope):
            if not isinstance(node, ast.Call) or len(self.facts.calls) >= MAX_CALLS:
                continue
            full = self._resolve(node.func, own_class)
            if full and full not in seen:
                seen.add(full)
                self.facts.calls.append((name, full, node.lineno))

    def _resolve(self, node: ast.expr, own_class: str = "") -> str:
        """Return the dotted name that an expression surely refers to, or ""."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        if node.id in {"self", "cls"} and own_class and len(parts) == 1:
            return f"{self.module}.{own_class}.{parts[0]}"
        known = self.names.get(node.id)
        return ".".join([known, *reversed(parts)]) if known else ""


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, those under `if` and `try` too."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        yield statement
        inner: list[ast.stmt] = []
        if isinstance(statement, ast.If | ast.With):
            inner = [*statement.body, *getattr(statement, "orelse", [])]
        elif isinstance(statement, ast.Try):
            inner = [*statement.body, *statement.orelse, *statement.finalbody]
            for handler in statement.handlers:
                inner += handler.body
        stack.extend(reversed(inner))
