from __future__ import annotations

from builders import a_source

from tesserae.extract import extract
from tesserae.extract.code import module_name

TEXT = '''"""Levels of the sea."""
from . import moon
from .base import Gauge as Base
import math


class Float(Base):
    """A float on the water."""

    def read(self):
        """Return the level."""
        return self.scale(moon.phase())

    def scale(self, value):
        return math.sqrt(value)


def main():
    Float().read()
'''


def test_symbols_are_declared_with_their_docs():
    code = extract(a_source(TEXT, "src/sea/level.py")).code
    assert [(symbol.kind, symbol.name) for symbol in code.symbols] == [
        ("module", "sea.level"),
        ("class", "Float"),
        ("function", "main"),
        ("function", "Float.read"),
        ("function", "Float.scale"),
    ]
    assert code.symbols[1].doc == "A float on the water."


def test_names_are_resolved_where_that_is_sure():
    code = extract(a_source(TEXT, "src/sea/level.py")).code
    assert ("Float", "sea.base.Gauge", 7) in code.bases
    assert ("Float.read", "sea.level.Float.scale", 12) in code.calls
    assert ("Float.read", "sea.moon.phase", 12) in code.calls
    assert ("main", "sea.level.Float", 19) in code.calls
    assert {name for name, _ in code.imports} == {"sea.moon", "sea.base.Gauge", "math"}


def test_a_file_that_does_not_parse_keeps_its_module():
    code = extract(a_source("def broken(:\n", "a/b.py")).code
    assert [symbol.name for symbol in code.symbols] == ["a.b"]


def test_a_package_is_named_by_its_folder():
    assert module_name("src/sea/__init__.py") == "sea"
    assert module_name("sea/level.py") == "sea.level"
