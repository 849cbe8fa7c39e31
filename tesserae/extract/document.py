"""A markdown or text source as an extraction: blocks to sentences, sentences to phrases and cues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tesserae.extract import cjk, cues
from tesserae.extract.claims import ClaimSentence, choose_claims, claim_in
from tesserae.extract.english import SECTION_WORDS
from tesserae.extract.extraction import Claim, Cue, Extraction, LinkFact, Question
from tesserae.extract.facts import DocumentFacts, read_front_matter, take_preamble
from tesserae.extract.markdown import (
    CODE_CLOSE,
    CODE_OPEN,
    Block,
    BlockKind,
    LinkKind,
    Markdown,
    SpanKind,
    parse_markdown,
    plain,
)
from tesserae.extract.people import parse_people
from tesserae.extract.phrases import PhraseCollector
from tesserae.extract.sentences import Sentence, sentences_of
from tesserae.extract.tables import read_tables
from tesserae.model.ids import AnchorCounter, heading_anchor
from tesserae.model.ontology import NodeType
from tesserae.model.source import MediaType, Section, Source

MAX_QUESTIONS = 12
MAX_LINKS = 20_000
MAX_SECTIONS = 5_000
MAX_TITLE_WORDS = 4
"""Words of a title that may name a thing; a longer one names the document."""
MAX_CODE_NAMES = 500

_QUESTION_HEADING = re.compile(r"\b(?:open|unresolved|remaining|outstanding)\b.*\b(?:questions?|issues?)\b|未解决|开放问题|待解决", re.I)
_GLOSSARY_HEADING = re.compile(r"\b(?:glossary|terminology|terms|definitions|acronyms|abbreviations|nomenclature)\b|术语|词汇|名词", re.I)
_PROFILE = re.compile(r"^https?://(?:www\.)?(?:github\.com|gitlab\.com|twitter\.com|x\.com|linkedin\.com/in|npmjs\.com)/[~@]?[\w.-]+/?$", re.I)
_QUESTION_START = re.compile(r"^\W*(?:open|unresolved) (?:question|issue)s?\s*[:—–-]\s*", re.I)
_DECISION = re.compile(r"^(?:decision|决定|决策)\s*(?:\d+)?\s*[:：]\s*(.+)$", re.I)
_NUMBERING = re.compile(r"^(?:(?:appendix|chapter|section|part|step)\s+)?(?:[0-9]+(?:\.[0-9]+)*|[A-Z])[.):]?\s+(?=\S)|^[§#]\s*\d+[.:]?\s*", re.I)
_CODE_NAME = re.compile(r"^[A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$|^[A-Z][a-z0-9]+(?:-[A-Z][a-z0-9]+)+$")
_SYMBOL = re.compile(r"^\.?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*(?:\(\))?$")
_DASH = re.compile(r"^\s*(?:[—–:：]|-{1,2}\s|is\b|are\b)\s*")
_LABEL = re.compile(r"^([^:：—–\n]{2,50}?)\s*(?:[:：]|\s[—–]|\s--?\s)\s*(?=\S)")
_INTRODUCES = re.compile(
    r"\b(?:introduces?|propos(?:es?|ing)|presents?|defines?|specif(?:y|ies)|releases?|adds?)\s+"
    r"(?:a |an |the |new )*(?P<what>[^.,;:()]{2,60})"
)


def extract_document(source: Source) -> Extraction:
    """Extract a markdown or plain text source."""
    if source.media_type is MediaType.TEXT:
        parsed = _parse_text(source.body, source.body_start)
    else:
        parsed = parse_markdown(source.body, first_line=source.body_start)
    head = source.text.split("\n", source.body_start)[: source.body_start - 1]
    facts = read_front_matter(source.front_matter, head)
    take_preamble(parsed, facts)
    return _DocumentReader(source, parsed, facts).read()


def _parse_text(body: str, first_line: int) -> Markdown:
    """Split plain text at blank lines."""
    parsed = Markdown()
    lines = [plain(line) for line in body.replace("\x00", " ").split("\n")]
    start = 0
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        if number > start:
            text = "\n".join(line[:20_000] for line in lines[start:number])
            parsed.blocks.append(
                Block(BlockKind.PARAGRAPH, text, first_line + start, first_line + number - 1)
            )
        start = number + 1
    return parsed


class _DocumentReader:
    """Reads the blocks of one document in order."""

    def __init__(self, source: Source, parsed: Markdown, facts: DocumentFacts) -> None:
        self.source = source
        self.parsed = parsed
        self.facts = facts
        self.out = PhraseCollector()
        self.claims: list[ClaimSentence] = []
        self.offsets: list[tuple[int, int]] = []
        """Where the sentences of the block at hand begin."""
        self.heading = ""
        self.heading_phrase = -1
        self.in_questions = False
        self.in_glossary = False
        self.is_first_prose = True

    def read(self) -> Extraction:
        extraction = self.out.extraction
        extraction.title = self._title()
        extraction.facts = self.facts.facts
        extraction.data = self.facts.data
        extraction.links = self._links()
        extraction.sections = list(_sections(self.parsed.blocks, self._last_line()))
        self._read_title(extraction.title)
        for block in self.parsed.blocks:
            self._read_block(block)
        read_tables(self.parsed.tables, self.out)
        self._profiles()
        self._code_names()
        self._keep_claims()
        return self.out.finish()

    def _last_line(self) -> int:
        return self.source.text.count("\n") + 1

    def _title(self) -> str:
        if self.facts.title:
            return self.facts.title[:200]
        for block in self.parsed.blocks[:20]:
            if block.kind is BlockKind.HEADING and block.level == 1:
                return " ".join(plain(block.text).split())[:200]
        first = next(iter(self.parsed.blocks), None)
        if first is not None and first.kind is BlockKind.HEADING:
            return " ".join(plain(first.text).split())[:200]
        stem = self.source.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        return re.sub(r"[-_]+", " ", stem).strip() or self.source.path

    def _links(self) -> list[LinkFact]:
        links = sorted(self.parsed.links, key=lambda link: link.line)[:MAX_LINKS]
        return [LinkFact(link.href, link.text[:120], link.line, link.kind.value) for link in links]

    def _read_title(self, title: str) -> None:
        """Take the title, or what it sets before a colon, as a phrase of its own."""
        line = self.source.body_start
        sentence = self.out.add_sentence(title, line, line)
        self.out.scan(title, sentence, keeps_case=False)
        head, colon, _ = title.partition(": ")
        for text in (head, title) if colon else (title,):
            if (cues.is_phrase(text) and len(text.split()) <= MAX_TITLE_WORDS) or (cjk.has_cjk(text) and len(text) <= 16):
                phrase = self.out.phrase(text, sentence, keeps_case=bool(colon))
                self.out.cue(Cue.TITLE, phrase, sentence)
                self.heading_phrase = phrase
                break

    # blocks ----------------------------------------------------------------------------------

    def _read_block(self, block: Block) -> None:
        if block.kind is BlockKind.HEADING:
            self._read_heading(block)
            return
        if block.text.lstrip().startswith(("!!!", "???", "%%")):
            return
        if _QUESTION_START.match(plain(block.text)):
            self._question(_QUESTION_START.sub("", plain(block.text)), block.line)
        elif self.in_questions and block.kind is not BlockKind.QUOTE:
            self._section_question(block)
        self.offsets = []
        for sentence in sentences_of(block):
            self._read_sentence(sentence)
        self._marked(block)
        self.is_first_prose = False

    def _read_heading(self, block: Block) -> None:
        text = " ".join(block.text.split())
        self.heading = _NUMBERING.sub("", plain(text))
        self.in_questions = bool(_QUESTION_HEADING.search(self.heading))
        self.in_glossary = bool(_GLOSSARY_HEADING.search(self.heading))
        self.is_first_prose = True
        if " ".join(self.heading.split()) == self.out.extraction.title:
            return
        sentence = self.out.add_sentence(text, block.line, block.end_line)
        self.out.scan(text, sentence, keeps_case=False)
        self.heading_phrase = -1
        if self.heading.endswith(("?", "？")):
            if self.in_questions or self.heading[:1].isupper() and len(self.heading) > 25:
                self._question(self.heading, block.line, kind="heading")
            return
        if match := _DECISION.match(self.heading):
            self._question(match.group(1), block.line, kind="decision")
            return
        if CODE_OPEN in text or is_section_name(self.heading):
            return
        if cues.is_phrase(self.heading) or (cjk.has_cjk(self.heading) and len(self.heading) <= 12):
            self.heading_phrase = self.out.phrase(self.heading, sentence, keeps_case=False)
            self.out.cue(Cue.HEADING, self.heading_phrase, sentence)

    def _section_question(self, block: Block) -> None:
        text = " ".join(plain(block.text).split())
        if text.endswith(("?", "？")) and len(text) < 300:
            self._question(text, block.line)

    def _question(self, text: str, line: int, *, kind: str = "question") -> None:
        questions = self.out.extraction.questions
        text = " ".join(text.split())
        if match := re.match(r"[^?？]{8,280}[?？]", text):
            text = match.group()
        elif kind == "question" and len(text) > 200:
            return
        if len(text) > 8 and len(questions) < MAX_QUESTIONS:
            questions.append(Question(text[:300], line, kind))

    # what is marked --------------------------------------------------------------------------

    def _marked(self, block: Block) -> None:
        """Read bold, emphasised and linked stretches, and headwords of items."""
        text = block.text
        spans = sorted(block.spans, key=lambda span: (span.start, -span.end))
        for number, span in enumerate(spans):
            inner = text[span.start : span.end]
            if span.kind is SpanKind.CODE or CODE_OPEN in inner or len(inner) > 80:
                continue
            sentence = self._sentence_at(span.start)
            is_head = number == 0 and not text[: span.start].strip() and span.kind is not SpanKind.EMPHASIS
            if is_head and self._headword(inner, text[span.end :], block):
                continue
            self._marked_span(span.kind, inner, sentence)
        if not spans and block.kind is BlockKind.ITEM:
            self._plain_headword(block)
        self._definition_list(block)

    def _sentence_at(self, offset: int) -> int:
        """Return the sentence of the block at hand that holds an offset."""
        found = -1
        for start, sentence in self.offsets:
            if start > offset:
                break
            found = sentence
        return found

    def _marked_span(self, kind: SpanKind, inner: str, sentence: int) -> None:
        label = inner.strip(" \n.,;:!?\"'“”()")
        if not (cues.is_phrase(label) or (cjk.has_cjk(label) and len(label) <= 16)):
            return
        cue = {SpanKind.STRONG: Cue.STRONG, SpanKind.LINK: Cue.LINK}.get(kind, Cue.EMPHASIS)
        if kind is SpanKind.EMPHASIS and len(label.split()) == 1 and label.islower():
            return
        self.out.cue(cue, self.out.phrase(label, sentence), sentence)

    def _headword(self, inner: str, rest: str, block: Block) -> bool:
        """Read "**Term**: explanation" and "[Term](…) — explanation"."""
        label = inner.strip()
        ends_inside = label.endswith((":", "："))
        label = label.rstrip(":： ").strip()
        explanation = _DASH.match(rest)
        if not (ends_inside or explanation) or len(rest.split()) < 3 and not cjk.has_cjk(rest):
            return False
        return self._glossary(label, block)

    def _plain_headword(self, block: Block) -> None:
        match = _LABEL.match(block.text)
        if match and cues.is_phrase(match.group(1)) and len(match.group(1).split()) <= 4:
            sentence = self.out.add_sentence_lazily(plain(block.text), block.line, block.end_line)
            phrase = self.out.phrase(match.group(1), sentence, keeps_case=False)
            self.out.cue(Cue.CELL, phrase, sentence)
            self.out.define(phrase, sentence, 1)

    def _glossary(self, label: str, block: Block) -> bool:
        short = re.match(r"^(.*?)\s*\(([^()]+)\)$", label)
        name = short.group(1) if short else label
        if not (cues.is_phrase(name) or (cjk.has_cjk(name) and len(name) <= 16)):
            return False
        if is_section_name(name):
            return False
        sentence = self.out.add_sentence_lazily(plain(block.text), block.line, block.end_line)
        phrase = self.out.phrase(name, sentence, keeps_case=name[:1].islower())
        self.out.cue(Cue.GLOSSARY if self.in_glossary else Cue.HEADWORD, phrase, sentence)
        self.out.define(phrase, sentence, 4 if self.in_glossary else 3)
        if short and cues.is_short_form(short.group(2)):
            self.out.abbreviate(short.group(2), name, sentence)
        return True

    def _definition_list(self, block: Block) -> None:
        """Read "Term", newline, ": explanation"."""
        lines = block.text.split("\n") if "\n:" in block.text else ()
        for number, (term, explanation) in enumerate(pairwise(lines)):
            label = term.strip(" *:")
            if explanation.startswith(":") and not term.startswith(":") and cues.is_phrase(label):
                line = block.line + number
                text = f"{label}: {explanation.lstrip(': ')}"
                sentence = self.out.add_sentence_lazily(plain(text), line, line + 1)
                phrase = self.out.phrase(label, sentence, keeps_case=label[:1].islower())
                self.out.cue(Cue.GLOSSARY, phrase, sentence)
                self.out.define(phrase, sentence, 4)

    # sentences -------------------------------------------------------------------------------

    def _read_sentence(self, found: Sentence) -> None:
        sentence = self.out.add_sentence(found.text, found.start_line, found.end_line)
        if sentence < 0:
            return
        self.offsets.append((found.offset, sentence))
        self.out.scan(found.text, sentence)
        shown = self.out.extraction.sentences[sentence]
        if self.out.extraction.lead < 0 and (len(shown) > 40 or cjk.has_cjk(shown)):
            self.out.extraction.lead = sentence
        if cjk.has_cjk(shown):
            self._read_cjk_sentence(shown, sentence)
        self._definitions(shown, sentence)
        for pair in cues.abbreviations(shown):
            self.out.abbreviate(pair.short, pair.long, sentence)
        for example in cues.examples(shown):
            self._example(example, sentence)
        for hint in cues.type_hints(shown):
            phrase = self.out.phrase(hint.name, sentence)
            if phrase >= 0:
                self.out.extraction.hints.append((phrase, hint.type.value, hint.weight))
        for name in cues.cited_names(shown):
            self.out.people.add(name.lower())
        if claim := claim_in(shown, sentence):
            self.claims.append(claim)
        self.is_first_prose = False

    def _read_cjk_sentence(self, text: str, sentence: int) -> None:
        if definition := cjk.split_definition(text):
            subject, quality = definition
            phrase = self.out.phrase(subject, sentence)
            self.out.define(phrase, sentence, quality)
            if quality > 1:
                self.out.cue(Cue.DEFINED, phrase, sentence)
        for pair in cjk.name_pairs(text):
            self.out.abbreviate(pair.other, pair.native, sentence)
        for label in cjk.quoted(text):
            self.out.cue(Cue.QUOTED, self.out.phrase(label, sentence), sentence)

    def _definitions(self, text: str, sentence: int) -> None:
        if definition := cues.definition_of(text):
            self._define(definition, sentence)
        for definition in cues.appositions(text):
            self._define(definition, sentence)

    def _define(self, definition: cues.Definition, sentence: int) -> None:
        at_start = definition.start == 0
        phrase = self.out.phrase(definition.subject, sentence, keeps_case=not at_start)
        quality = definition.quality
        if quality == 3 and self.is_first_prose and phrase == self.heading_phrase:
            quality = 4
        self.out.define(phrase, sentence, quality)
        if quality >= 3:
            self.out.cue(Cue.DEFINED, phrase, sentence)

    def _example(self, example: cues.Example, sentence: int) -> None:
        if not cues.is_phrase(example.item):
            return
        item = self.out.phrase(example.item, sentence)
        self.out.cue(Cue.EXAMPLE, item, sentence)
        kind = self.out.phrase(example.kind, sentence) if example.kind else -1
        if item >= 0 and kind >= 0 and item != kind:
            self.out.extraction.relations.append(("is_a", item, kind, sentence))

    # the rest --------------------------------------------------------------------------------

    def _profiles(self) -> None:
        """Take the text of a link to somebody's profile as the name of a person."""
        for link in self.parsed.links:
            names = parse_people(link.text) if _PROFILE.match(link.href) else []
            if len(names) == 1 and " " in names[0].name and not names[0].is_group:
                sentence = self.out.add_sentence_lazily(link.text, link.line)
                phrase = self.out.phrase(names[0].name, sentence)
                if phrase >= 0:
                    self.out.extraction.hints.append((phrase, NodeType.PERSON.value, 9))

    def _code_names(self) -> None:
        """Take inline code that reads like a name, not like a command or a path."""
        seen: set[str] = set()
        for content, line in self.parsed.code:
            if content in seen:
                continue
            seen.add(content)
            if _SYMBOL.match(content) and len(self.out.extraction.code_names) < MAX_CODE_NAMES:
                self.out.extraction.code_names.append((content, line))
            if len(content) <= 40 and _CODE_NAME.match(content):
                sentence = self.out.add_sentence_lazily(content, line)
                phrase = self.out.phrase(content, sentence)
                self.out.cue(Cue.CODE, phrase, sentence)

    def _keep_claims(self) -> None:
        extraction = self.out.extraction
        for claim in choose_claims(self.claims, len(self.source.text)):
            terms = self.out.known_phrases(claim.text)
            extraction.claims.append(Claim(claim.kind.value, claim.sentence, terms))
            if claim.kind == "ContributionClaim" and (match := _INTRODUCES.search(claim.text)):
                name = cues.leading_name(match.group("what"))
                phrase = self.out.phrase(name, claim.sentence) if name else -1
                self.out.cue(Cue.INTRODUCED, phrase, claim.sentence)


def is_section_name(heading: str) -> bool:
    """Tell whether a heading is one that documents of any subject have."""
    words = [word.strip(".,:;()'\"").lower() for word in re.split(r"[\s/]+", heading)]
    words = [word for word in words if word and word not in {"&", "-", "–", "—"}]
    return all(word in SECTION_WORDS or word.isdigit() for word in words)


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


__all__ = ["CODE_CLOSE", "LinkKind", "extract_document", "is_section_name"]
