"""Tables: glossaries, labels of rows and columns, and numbers of systems under metrics."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tesserae.extract.abbreviations import best_long_form, is_short_form
from tesserae.extract.english import word_set
from tesserae.extract.extraction import Cell, Cue
from tesserae.extract.markdown import CODE_OPEN, Table, plain
from tesserae.extract.marks import is_label
from tesserae.extract.phrases import PhraseCollector

MAX_ROWS = 400
MAX_CELLS = 200

_TERM_HEADERS = word_set(
    """
    term name acronym abbreviation word
    concept symbol 术语 名称 概念 缩写
    """
)
_MEANING_HEADERS = word_set(
    """
    definition meaning description explanation
    expansion stands 定义 含义 解释 说明 描述
    """
)
_NAME_HEADERS = word_set(
    """
    english chinese german french latin
    scientific abbreviation abbr acronym short
    long full expansion synonym synonyms alias
    aliases also 英文 英语 中文 缩写 简称 全称 别名 同义词
    """
)
_NUMBER = re.compile(r"^[~≈<>≤≥]?\s*[-+]?\d[\d,.]*\s*(?:%|x|×|[a-zA-Z/]{0,6})(?:\s*±\s*[\d.]+)?$")


class TableReader:
    """Adds the rows of a document's tables as sentences, then reads what they name."""

    def __init__(self, tables: Sequence[Table], out: PhraseCollector) -> None:
        self.out = out
        self.tables = [table for table in tables if len(table.header.cells) > 1]
        self.rows = {
            row.line: out.add_sentence(" | ".join(filter(None, row.cells)), row.line, row.line)
            for table in self.tables
            for row in [table.header, *table.rows[:MAX_ROWS]]
        }

    def read(self) -> None:
        """Read glossaries, results and row labels."""
        for table in self.tables:
            if _is_glossary(table):
                self._glossary(table)
            elif _is_results(table):
                self._results(table)
            for row in table.rows[:MAX_ROWS]:
                if label := _label(row.cells[0]):
                    sentence = self.rows[row.line]
                    phrase = self.out.phrase(label, sentence, keeps_case=False)
                    self.out.cue(Cue.CELL, phrase, sentence)

    def _glossary(self, table: Table) -> None:
        for row in table.rows[:MAX_ROWS]:
            label = _label(row.cells[0])
            if not label:
                continue
            sentence = self.rows[row.line]
            phrase = self.out.phrase(label, sentence, keeps_case=label[:1].islower())
            self.out.cue(Cue.GLOSSARY, phrase, sentence)
            self.out.define(phrase, sentence, 4)
            for header, cell in zip(table.header.cells[1:], row.cells[1:], strict=False):
                other = _label(cell)
                if _first_word(header) in _NAME_HEADERS and other:
                    self.out.abbreviate(other, label, sentence)
                elif is_short_form(label) and (
                    long := best_long_form(label, " ".join(cell.split()[:8]))
                ):
                    self.out.abbreviate(label, long, sentence)

    def _results(self, table: Table) -> None:
        """Note each number with its row and its column; merging decides which is the metric."""
        results = self.out.extraction.results
        sentence = self.rows[table.header.line]
        columns = [
            self.out.phrase(label, sentence, keeps_case=False) if (label := _column(cell)) else -1
            for cell in table.header.cells
        ]
        for column in columns[1:]:
            self.out.cue(Cue.MEASURED, column, sentence)
        for row in table.rows[:MAX_ROWS]:
            label = _label(row.cells[0])
            if not label:
                continue
            system = self.out.phrase(label, self.rows[row.line], keeps_case=False)
            self.out.cue(Cue.MEASURED, system, self.rows[row.line])
            for column, cell in zip(columns[1:], row.cells[1:], strict=False):
                value = cell.strip(" *")
                is_number = column >= 0 and system >= 0 and _NUMBER.match(value)
                if is_number and len(results) < MAX_CELLS:
                    results.append(Cell(system, column, value, row.line))


def _first_word(cell: str) -> str:
    words = plain(cell).lower().split()
    return words[0].strip("*:") if words else ""


def _is_glossary(table: Table) -> bool:
    first, *others = [_first_word(cell) for cell in table.header.cells]
    is_names = first in _TERM_HEADERS or first in _NAME_HEADERS
    return is_names and any(word in _MEANING_HEADERS for word in others)


def _label(cell: str) -> str:
    if CODE_OPEN in cell:
        return ""
    label = cell.strip(" *_")
    return label if is_label(label) and not _NUMBER.match(label) else ""


def _is_results(table: Table) -> bool:
    """Tell whether most cells behind the first column are numbers."""
    cells = [cell for row in table.rows[:MAX_ROWS] for cell in row.cells[1:] if cell]
    numbers = sum(bool(_NUMBER.match(cell.strip(" *"))) for cell in cells)
    return len(cells) >= 2 and numbers * 2 > len(cells)


def _column(cell: str) -> str:
    return _label(re.sub(r"\s*(?:[↑↓]|\([^()]*\))\s*", "", cell))
