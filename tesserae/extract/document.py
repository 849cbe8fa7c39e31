"""A markdown or text source as an extraction: its head, its sentences, what they mark and state.

Sentences come first, all of them, then the phrases of all sentences at once, then the reasons why
a phrase may be a term; a reason refers to a phrase and a sentence by number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tesserae.extract import cjk
from tesserae.extract.extraction import Cue, Extraction, LinkFact, Question
from tesserae.extract.facts import DocumentFacts, read_front_matter, take_preamble
from tesserae.extract.markdown import (
    CODE_OPEN,
    Block,
    BlockKind,
    Markdown,
    parse_markdown,
    plain,
)
from tesserae.extract.marks import MarkReader, is_label, is_section_name
from tesserae.extract.people import parse_people
from tesserae.extract.phrases import PhraseCollector
from tesserae.extract.sentences import sentences_of
from tesserae.extract.statements import WATCHED_WORDS, StatementReader
from tesserae.extract.tables import TableReader
from tesserae.model.ids import AnchorCounter, heading_anchor
from tesserae.model.source import MediaType, Section, Source

MAX_QUESTIONS = 12
MAX_ANSWER = 120
"""Characters that may follow a marked question in its paragraph."""
MAX_LINKS = 20_000
MAX_SECTIONS = 5_000
MAX_TITLE_WORDS = 4
"""Words of a title that may name a thing; a longer one names the document."""
MAX_CODE_NAMES = 500
MAX_CODE_NAME = 40
MAX_LINE = 20_000
MIN_LEAD = 40

_QUESTION_HEADING = re.compile(
    r"\b(?:open|unresolved|remaining|outstanding)\b.*\b(?:questions?|issues?)\b"
    r"|未解决|开放问题|待解决",
    re.IGNORECASE,
)
_THANKS_HEADING = re.compile(
    r"\b(?:acknowledge?ments?|thanks|credits|contributors)\b|致谢", re.IGNORECASE
)
_GLOSSARY_HEADING = re.compile(
    r"\b(?:glossary|terminology|terms|definitions|acronyms|abbreviations|nomenclature)\b"
    r"|术语|词汇|名词",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    r"^https?://(?:www\.)?(?:github\.com|gitlab\.com|twitter\.com|x\.com|linkedin\.com/in|"
    r"npmjs\.com)/[~@]?[\w.-]+/?$",
    re.IGNORECASE,
)
_QUESTION_START = re.compile(
    r"^\W*(?:(?:open|unresolved) (?:question|issue)s?|(?:未决|开放)?(?:问题|疑问))\s*[:：—–-]\s*",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[^?？]{8,280}[?？]")
_DECISION = re.compile(r"^(?:decision|决定|决策)\s*(?:\d+)?\s*[:：]\s*(.+)$", re.IGNORECASE)
_NUMBERING = re.compile(
    r"^(?:(?:appendix|chapter|section|part|step)\s+)?(?:[0-9]+(?:\.[0-9]+)*|[A-Z])[.):]?\s+(?=\S)"
    r"|^[§#]\s*\d+[.:]?\s*",
    re.IGNORECASE,
)
_CODE_NAME = re.compile(
    r"^[A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$|^[A-Z][a-z0-9]+(?:-[A-Z][a-z0-9]+)+$"
)
_THING_IN_CODE = re.compile(
    r"^@?[A-Z][A-Za-z0-9]{2,}$|^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$|^@[a-z][A-Za-z0-9]+$"
)
"""What code names as a thing, not as a command or a variable: a type, a constant, a mark."""
_SYMBOL = re.compile(r"^\.?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*(?:\(\))?$")


def extract_document(source: Source) -> Extraction:
    """Extract a markdown or plain text source."""
    # Only a line feed ends a line here, as in the line numbers of every other stage.
    *head, body = source.text.split("\n", source.body_start - 1)
    if source.media_type is MediaType.TEXT:
        parsed = _parse_text(body, source.body_start)
    else:
        parsed = parse_markdown(body, first_line=source.body_start)
    facts = read_front_matter(source.front_matter, head)
    take_preamble(parsed, facts)
    return _DocumentReader(source, parsed, facts).read()


def _parse_text(body: str, first_line: int) -> Markdown:
    """Split plain text at blank lines."""
    parsed = Markdown()
    lines = [plain(line)[:MAX_LINE] for line in body.replace("\x00", " ").split("\n")]
    start = 0
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        if number > start:
            text = "\n".join(lines[start:number])
            last = first_line + number - 1
            parsed.blocks.append(Block(BlockKind.PARAGRAPH, text, first_line + start, last))
        start = number + 1
    return parsed


@dataclass(frozen=True, slots=True)
class _Placed:
    """A block with its sentences."""

    block: Block
    offsets: list[tuple[int, int]]
    """(place in the block's text, sentence)."""


class _DocumentReader:
    """Reads the blocks of one document in order."""

    def __init__(self, source: Source, parsed: Markdown, facts: DocumentFacts) -> None:
        self.source = source
        self.parsed = parsed
        self.facts = facts
        self.out = PhraseCollector()
        self.marks = MarkReader(self.out)
        self.statements = StatementReader(self.out)
        self.heading_phrase = -1
        self.in_questions = False
        self.in_thanks = False
        self.is_glossary = False

    def read(self) -> Extraction:
        """Fill and return the extraction."""
        extraction = self.out.extraction
        extraction.title = self._title()
        extraction.facts = self.facts.facts
        extraction.data = self.facts.data
        extraction.links = self._links()
        extraction.sections = list(_sections(self.parsed.blocks, self.source.text.count("\n") + 1))
        line = self.source.body_start
        title = self.out.add_sentence(extraction.title, line, line, is_heading=True)
        placed = [self._place(block) for block in self.parsed.blocks]
        tables = TableReader(self.parsed.tables, self.out)
        self.out.scan(WATCHED_WORDS)
        self._read_title(extraction.title, title)
        self.is_glossary = bool(_GLOSSARY_HEADING.search(extraction.title))
        self.marks.in_glossary = self.is_glossary
        for item in placed:
            self._read_block(item)
        tables.read()
        self._profiles()
        self._code_names()
        self.statements.keep_claims(len(self.source.text))
        return self.out.finish()

    # the head --------------------------------------------------------------------------------

    def _title(self) -> str:
        if self.facts.title:
            return self.facts.title[:200]
        stem = self.source.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        named = re.sub(r"[-_]+", " ", stem).strip()
        headings = [block for block in self.parsed.blocks[:20] if block.kind is BlockKind.HEADING]
        first = self.parsed.blocks[:1]
        for block in [*(head for head in headings if head.level == 1), *first]:
            text = " ".join(plain(block.text).split())[:200]
            # "Glossary" is a section of most documents, and the title of glossary.md.
            is_title = text.casefold() == named.casefold() or not is_section_name(text)
            if block.kind is BlockKind.HEADING and text and is_title:
                return text
        return named or self.source.path

    def _read_title(self, title: str, sentence: int) -> None:
        """Take the title, or what it sets before a colon, as a phrase of its own."""
        head, colon, _ = title.partition(": ")
        for text in (head, title) if colon else (title,):
            if text[-1:].isdigit() and not colon:
                continue
            if is_label(text) and len(text.split()) <= MAX_TITLE_WORDS:
                self.heading_phrase = self.out.phrase(text, sentence, keeps_case=bool(colon))
                self.out.cue(Cue.TITLE, self.heading_phrase, sentence)
                return

    def _links(self) -> list[LinkFact]:
        links = sorted(self.parsed.links, key=lambda link: link.line)[:MAX_LINKS]
        return [LinkFact(link.href, link.text[:120], link.line, link.kind.value) for link in links]

    # blocks ----------------------------------------------------------------------------------

    def _place(self, block: Block) -> _Placed:
        """Add the sentences of a block."""
        if block.kind is BlockKind.HEADING:
            if " ".join(plain(block.text).split()) == self.out.extraction.title:
                return _Placed(block, [])
            number = self.out.add_sentence(block.text, block.line, block.end_line, is_heading=True)
            return _Placed(block, [(0, number)])
        if block.text.lstrip().startswith(("!!!", "???", "%%")):
            return _Placed(block, [])
        offsets = []
        for part in sentences_of(block):
            number = self.out.add_sentence(part.text, part.start_line, part.end_line)
            if number < 0:
                break
            offsets.append((part.offset, number))
        return _Placed(block, offsets)

    def _read_block(self, placed: _Placed) -> None:
        block = placed.block
        if block.kind is BlockKind.HEADING:
            self._read_heading(placed)
            return
        self._block_question(block)
        self.marks.read(block, placed.offsets)
        extraction = self.out.extraction
        for _, sentence in placed.offsets:
            text = extraction.sentences[sentence]
            if extraction.lead < 0 and (len(text) > MIN_LEAD or cjk.has_cjk(text)):
                extraction.lead = sentence
            self.statements.read(sentence, subject=self.heading_phrase)
            self.heading_phrase = -1
            if self.in_thanks:
                self.statements.read_thanks(sentence)

    def _read_heading(self, placed: _Placed) -> None:
        heading = _NUMBERING.sub("", " ".join(plain(placed.block.text).split()))
        self.in_questions = bool(_QUESTION_HEADING.search(heading))
        self.in_thanks = bool(_THANKS_HEADING.search(heading))
        self.marks.in_glossary = self.is_glossary or bool(_GLOSSARY_HEADING.search(heading))
        if not placed.offsets:
            return
        self.heading_phrase = -1
        sentence = placed.offsets[0][1]
        if heading.endswith(("?", "？")):
            if self.in_questions or len(heading) > 25:
                self._question(heading, placed.block.line, kind="heading")
        elif match := _DECISION.match(heading):
            self._question(match.group(1), placed.block.line, kind="decision")
        elif CODE_OPEN not in placed.block.text and _names_a_thing(heading):
            self.heading_phrase = self.out.phrase(heading, sentence, keeps_case=False)
            self.out.cue(Cue.HEADING, self.heading_phrase, sentence)

    # questions -------------------------------------------------------------------------------

    def _block_question(self, block: Block) -> None:
        if self.in_questions and block.kind is not BlockKind.QUOTE:
            text = " ".join(plain(block.text).split())
            if _QUESTION.match(text):
                self._question(text, block.line)
        elif match := _QUESTION_START.match(block.text):
            # One among the sentences of a paragraph is a remark, not a question put on record.
            text = " ".join(plain(block.text[match.end() :]).split())
            found = _QUESTION.match(text)
            if found and len(text) - found.end() <= MAX_ANSWER:
                self._question(text, block.line)

    def _question(self, text: str, line: int, *, kind: str = "question") -> None:
        questions = self.out.extraction.questions
        text = " ".join(text.split())
        if match := _QUESTION.match(text):
            text = match.group()
        elif kind == "question" and len(text) > 200:
            return
        if len(text) > 8 and len(questions) < MAX_QUESTIONS:
            questions.append(Question(text[:300], line, kind))

    # links and code --------------------------------------------------------------------------

    def _profiles(self) -> None:
        """Take the text of a link to somebody's profile as the name of a person."""
        for link in self.parsed.links:
            names = parse_people(link.text) if _PROFILE.match(link.href) else []
            if len(names) == 1 and " " in names[0].name and not names[0].is_group:
                sentence = self.out.add_sentence(link.text, link.line, link.line, scans=False)
                self.statements.note_person(names[0].name, sentence)

    def _code_names(self) -> None:
        """Take inline code that reads like a name, not like a command or a path."""
        lines: dict[str, int] = {}
        for content, line in self.parsed.code:
            lines.setdefault(content, line)
        counts = Counter(content for content, _ in self.parsed.code)
        names = self.out.extraction.code_names
        for content, line in lines.items():
            if _SYMBOL.match(content) and len(names) < MAX_CODE_NAMES:
                names.append((content, line))
            if len(content) > MAX_CODE_NAME:
                continue
            if _CODE_NAME.match(content) or _THING_IN_CODE.match(content):
                sentence = self.out.sentence_on(line, content)
                phrase = self.out.code_name(content, sentence, times=counts[content])
                self.out.cue(Cue.CODE, phrase, sentence)


def _names_a_thing(heading: str) -> bool:
    return is_label(heading) and not is_section_name(heading)


def _sections(blocks: Sequence[Block], last_line: int) -> Iterator[Section]:
    """Yield the headings with the lines up to the next one."""
    counter = AnchorCounter()
    headings = [block for block in blocks if block.kind is BlockKind.HEADING][:MAX_SECTIONS]
    path: list[tuple[int, str]] = []
    for number, block in enumerate(headings):
        text = " ".join(plain(block.text).split())[:200]
        anchor = counter.unique(block.anchor or heading_anchor(text))
        end = headings[number + 1].line - 1 if number + 1 < len(headings) else last_line
        path = [(level, name) for level, name in path if level < block.level]
        path.append((block.level, text))
        names = tuple(name for _, name in path)
        yield Section(text, block.level, anchor, block.line, max(block.line, end), names)
