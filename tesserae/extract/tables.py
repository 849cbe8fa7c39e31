"""Tables: glossaries, labels of rows and columns, and numbers of systems under metrics."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tesserae.extract import cjk, cues
from tesserae.extract.extraction import Cell, Cue
from tesserae.extract.markdown import CODE_OPEN, Row, Table, plain
from tesserae.extract.phrases import PhraseCollector

MAX_ROWS = 400
MAX_CELLS = 200

_TERM_HEADERS = frozenset("term name acronym abbreviation word concept symbol 术语 名称 概念 缩写".split())
_MEANING_HEADERS = frozenset(
    "definition meaning description explanation expansion stands 定义 含义 解释 说明 描述".split()
)
_NUMBER = re.compile(r"^[~≈<>≤≥]?\s*[-+]?\d[\d,.]*\s*(?:%|x|×|[a-zA-Z/]{0,6})(?:\s*±\s*[\d.]+)?$")


def read_tables(tables: Sequence[Table], out: PhraseCollector) -> None:
    """Collect what the tables of a document name."""
    for table in tables:
        if len(table.header.cells) < 2:
            continue
        if _is_glossary(table):
            _read_glossary(table, out)
        elif _is_results(table):
            _read_results(table, out)
        _read_cells(table, out)


def _first_word(cell: str) -> str:
    words = plain(cell).lower().split()
    return words[0].strip("*:") if words else ""


def _is_glossary(table: Table) -> bool:
    first, *others = [_first_word(cell) for cell in table.header.cells]
    return first in _TERM_HEADERS and any(word in _MEANING_HEADERS for word in others)


def _row_sentence(row: Row, out: PhraseCollector) -> int:
    return out.add_sentence(": ".join(cell for cell in row.cells if cell), row.line, row.line)


def _label(cell: str) -> str:
    if CODE_OPEN in cell:
        return ""
    label = cell.strip(" *_")
    is_label = cues.is_phrase(label) or (cjk.has_cjk(label) and len(label) <= 16)
    return label if is_label and not _NUMBER.match(label) else ""


def _read_glossary(table: Table, out: PhraseCollector) -> None:
    for row in table.rows[:MAX_ROWS]:
        label = _label(row.cells[0])
        if not label:
            continue
        sentence = _row_sentence(row, out)
        phrase = out.phrase(label, sentence, keeps_case=label[:1].islower())
        out.cue(Cue.GLOSSARY, phrase, sentence)
        out.define(phrase, sentence, 4)
        if cues.is_short_form(label):
            for cell in row.cells[1:]:
                if long := cues.best_long_form(label, " ".join(cell.split()[:8])):
                    out.abbreviate(label, long, sentence)
                    break


def _read_cells(table: Table, out: PhraseCollector) -> None:
    """Scan every cell; a row's first cell is a label."""
    for row in table.rows[:MAX_ROWS]:
        sentence = _row_sentence(row, out)
        if sentence < 0:
            return
        for cell in row.cells:
            out.scan(cell, sentence)
        if label := _label(row.cells[0]):
            out.cue(Cue.CELL, out.phrase(label, sentence, keeps_case=False), sentence)


def _is_results(table: Table) -> bool:
    """Tell whether most cells behind the first column are numbers."""
    cells = [cell for row in table.rows[:MAX_ROWS] for cell in row.cells[1:] if cell]
    numbers = sum(bool(_NUMBER.match(cell.strip(" *"))) for cell in cells)
    return len(cells) >= 2 and numbers * 2 > len(cells)


def _read_results(table: Table, out: PhraseCollector) -> None:
    """Note each number with its row and its column; merging decides which is the metric."""
    results = out.extraction.results
    sentence = out.add_sentence(": ".join(table.header.cells), table.header.line, table.header.line)
    columns = [
        out.phrase(label, sentence, keeps_case=False) if (label := _column(cell)) else -1
        for cell in table.header.cells
    ]
    for row in table.rows[:MAX_ROWS]:
        label = _label(row.cells[0])
        if not label:
            continue
        system = out.phrase(label, sentence, keeps_case=False)
        for column, cell in zip(columns[1:], row.cells[1:], strict=False):
            value = cell.strip(" *")
            if column >= 0 and system >= 0 and _NUMBER.match(value) and len(results) < MAX_CELLS:
                results.append(Cell(system, column, value, row.line))


def _column(cell: str) -> str:
    return _label(re.sub(r"\s*(?:[↑↓]|\([^()]*\))\s*", "", cell))
