"""What one source gives to the graph, and its compact form in the cache.

Nothing here needs the source's text again: merging reads extractions only. Bulky fields are kept
as parallel lists and joined strings, because a thousand of them are decoded at every compile.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from tesserae.model.source import Section


class Fact(NamedTuple):
    """One value of the front matter or the preamble."""

    role: str
    """What its key says of it, a `FactRole`."""
    value: str
    line: int
    extra: str = ""
    """A link, a handle or a mail address that stood beside it."""


class FactRole(StrEnum):
    """What a key of the front matter says of its values."""

    AUTHOR = "author"
    ALIAS = "alias"
    STATUS = "status"
    KIND = "kind"
    CATEGORY = "category"
    TAG = "tag"
    TOPIC = "topic"
    FAMILY = "family"
    METHOD = "method"
    DATASET = "dataset"
    METRIC = "metric"
    BENCHMARK = "benchmark"
    MODEL = "model"
    TASK = "task"
    FIELD = "field"
    TREND = "trend"
    ORGANIZATION = "organization"
    ENTITY = "entity"
    REQUIRES = "requires"
    REPLACES = "replaces"
    REPLACED_BY = "replaced_by"
    EXTENDS = "extends"
    RELATED = "related"
    REPOSITORY = "repository"
    ARXIV = "arxiv"
    DOI = "doi"
    URL = "url"
    NUMBER = "number"


class Cue(StrEnum):
    """Why a phrase may be a term; one letter in the cache."""

    NAME = "n"
    """Several capitalised words in running text."""
    PROPER = "p"
    """One capitalised word in running text."""
    SPECIAL = "s"
    """One word with a chosen spelling: an acronym, CamelCase, letters with digits."""
    CAMEL = "m"
    """One word spelled as code is, `maxRetries`, but in running text."""
    EPONYM = "y"
    """A capital and small words behind it, "Bloom filter", or somebody's law."""
    MEASURED = "r"
    """The label of a row or column of numbers."""
    VERSIONED = "v"
    """A name with a number behind it."""
    HEADING = "h"
    TITLE = "t"
    """The document's title, or what stands before its colon."""
    STRONG = "b"
    LINK = "l"
    """The text of a link to another document of the project."""
    DEFINED = "d"
    """The subject of a defining sentence."""
    GLOSSARY = "g"
    """A headword of a definition list or a glossary table."""
    HEADWORD = "w"
    """Bold or linked at the start of an item that explains it."""
    ACRONYM = "a"
    """One half of "Long Form (LF)"."""
    EXAMPLE = "x"
    """Named in "such as …"."""
    CELL = "c"
    """The label of a table's row or column."""
    COINED = "o"
    """Marked behind an article, as a new word is: "a *key fingerprint*"."""
    LAW = "j"
    """Named after somebody: "Little's law"."""
    QUOTED = "q"
    EMPHASIS = "e"
    CODE = "k"
    """Inline code that reads like a name."""
    INTRODUCED = "i"
    """What the document says it introduces."""


class LinkFact(NamedTuple):
    """A link as it was written."""

    href: str
    text: str
    line: int
    kind: str


class Claim(NamedTuple):
    """A sentence that asserts something, of one kind."""

    kind: str
    sentence: int
    terms: list[int]
    """Indexes of the phrases it speaks of, the first one its subject."""
    content: str = ""
    """A hash of its words in any order, without negation."""
    denies: bool = False
    """Whether it is negated."""
    mirror: str = ""
    """Of "A is faster than B", its content in this order, and that of "B is faster than A"."""


class Question(NamedTuple):
    """A question that the document leaves open, or a decision it records."""

    text: str
    line: int
    kind: str = "question"


class Cell(NamedTuple):
    """A number in a result table."""

    system: int
    metric: int
    value: str
    line: int


class CodeSymbol(NamedTuple):
    """A module, class or function of a source file."""

    kind: str
    """`module`, `class` or `function`."""
    name: str
    """Dotted name inside the module; of a module its dotted path."""
    line: int
    end_line: int
    doc: str


@dataclass(slots=True)
class CodeFacts:
    """What a source file declares and uses; empty for a document."""

    symbols: list[CodeSymbol] = field(default_factory=list)
    imports: list[tuple[str, int]] = field(default_factory=list)
    """Dotted names with their lines."""
    bases: list[tuple[str, str, int]] = field(default_factory=list)
    """(class, base as resolved in the module, line)."""
    calls: list[tuple[str, str, int]] = field(default_factory=list)
    """(caller, callee as resolved in the module, line); only where the name is sure."""


@dataclass(slots=True)
class Extraction:
    """Everything that the graph needs from one source.

    A phrase is known by its index in `keys`; a sentence by its index in `sentences`.
    """

    title: str = ""
    data: dict[str, str] = field(default_factory=dict)
    """Simple front matter for the node's metadata: status, type, category, license."""
    facts: list[Fact] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    links: list[LinkFact] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """Every phrase of the text, folded (`words.phrase_key`)."""
    surfaces: list[str] = field(default_factory=list)
    """How each is spelled here; empty where the spelling is the key, `~` before one whose
    case says nothing (a heading, the start of a sentence)."""
    others: list[tuple[int, str]] = field(default_factory=list)
    """(phrase, spelling) of those that are spelled in more than one way here."""
    firsts: list[int] = field(default_factory=list)
    """The first sentence of each."""
    vague: list[str] = field(default_factory=list)
    """The phrases that stand only where capitals mean nothing: headings, starts of sentences."""
    repeats: list[tuple[int, int]] = field(default_factory=list)
    """(phrase, count) of those that stand more than once."""
    cues: list[tuple[str, int, int]] = field(default_factory=list)
    """(cue, phrase, sentence)."""
    definitions: list[tuple[int, int, int]] = field(default_factory=list)
    """(phrase, sentence, quality 1 to 4)."""
    acronyms: list[tuple[int, int, int]] = field(default_factory=list)
    """(short, long, sentence)."""
    hints: list[tuple[int, str, int]] = field(default_factory=list)
    """(phrase, node type, weight): what the words around it take it for."""
    relations: list[tuple[str, int, int, int]] = field(default_factory=list)
    """(edge type, phrase, phrase, sentence); phrase -1 is the document itself."""
    code_names: list[tuple[str, int]] = field(default_factory=list)
    """Inline code that may name a symbol, with its line."""
    claims: list[Claim] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    results: list[Cell] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)
    """Words that follow "to" or stand before an article here, so are verbs."""
    nouns: list[str] = field(default_factory=list)
    """Words that stand alone behind an article here, so are nouns."""
    tails: list[str] = field(default_factory=list)
    """Words that end a phrase before a stop or a preposition here, so are likely nouns."""
    modifiers: list[str] = field(default_factory=list)
    """Lower-case compounds that stand before another word here."""
    names: list[str] = field(default_factory=list)
    """Folded words that are parts of people's names: "Kerbl et al."."""
    lead: int = -1
    """The first sentence of prose."""
    runs: str = ""
    """The Chinese or Japanese text, for matching terms that no space sets apart."""
    code: CodeFacts | None = None

    def sentence_span(self, index: int) -> tuple[int, int, str]:
        """Return the first line, the last line and the words of a sentence."""
        if 0 <= index < len(self.sentences):
            return self.starts[index], self.ends[index], self.sentences[index]
        return 1, 1, ""

    def to_json(self) -> str:
        """Return the cached form: one line of JSON."""
        code = self.code
        return json.dumps(
            [
                self.title,
                self.data,
                self.facts,
                [
                    [s.heading, s.level, s.anchor, s.start_line, s.end_line, s.path]
                    for s in self.sections
                ],
                self.links,
                "\n".join(self.sentences),
                self.starts,
                self.ends,
                "\n".join(self.keys),
                "\n".join(self.surfaces),
                self.firsts,
                "\n".join(self.vague),
                self.others,
                self.repeats,
                self.cues,
                self.definitions,
                self.acronyms,
                self.hints,
                self.relations,
                self.code_names,
                self.claims,
                self.questions,
                self.results,
                "\n".join(self.verbs),
                "\n".join(self.nouns),
                "\n".join(self.tails),
                "\n".join(self.modifiers),
                "\n".join(self.names),
                self.lead,
                self.runs,
                code and [code.symbols, code.imports, code.bases, code.calls],
            ],
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Extraction:
        """Read the cached form back."""
        row = json.loads(text)
        return cls(
            title=row[0],
            data=row[1],
            facts=[Fact(*fact) for fact in row[2]],
            sections=[_section(part) for part in row[3]],
            links=[LinkFact(*link) for link in row[4]],
            sentences=_lines(row[5]),
            starts=row[6],
            ends=row[7],
            keys=_lines(row[8]),
            surfaces=row[9].split("\n") if row[8] else [],
            firsts=row[10],
            vague=_lines(row[11]),
            others=row[12],
            repeats=row[13],
            cues=row[14],
            definitions=row[15],
            acronyms=row[16],
            hints=row[17],
            relations=row[18],
            code_names=row[19],
            claims=[Claim(*claim) for claim in row[20]],
            questions=[Question(*question) for question in row[21]],
            results=[Cell(*cell) for cell in row[22]],
            verbs=_lines(row[23]),
            nouns=_lines(row[24]),
            tails=_lines(row[25]),
            modifiers=_lines(row[26]),
            names=_lines(row[27]),
            lead=row[28],
            runs=row[29],
            code=_code(row[30]) if row[30] else None,
        )


def _section(row: list[Any]) -> Section:
    heading, level, anchor, start_line, end_line, path = row
    return Section(heading, level, anchor, start_line, end_line, tuple(path))


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _code(row: list[list[list[str | int]]]) -> CodeFacts:
    symbols, imports, bases, calls = row
    return CodeFacts(
        symbols=[CodeSymbol(*symbol) for symbol in symbols],  # type: ignore[arg-type]  # JSON
        imports=[(str(name), int(line)) for name, line in imports],
        bases=[(str(left), str(right), int(line)) for left, right, line in bases],
        calls=[(str(left), str(right), int(line)) for left, right, line in calls],
    )
