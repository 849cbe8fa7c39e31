"""What the writer marked: headings, bold and linked stretches, headwords, definition lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from tesserae.extract import cjk
from tesserae.extract.abbreviations import is_short_form
from tesserae.extract.definitions import is_phrase
from tesserae.extract.english import SECTION_WORDS
from tesserae.extract.extraction import Cue
from tesserae.extract.markdown import CODE_OPEN, Block, BlockKind, Span, SpanKind, plain
from tesserae.extract.phrases import PhraseCollector

MAX_LABEL = 80

_DASH = re.compile(r"^\s*(?:[—–:：]|-{1,2}\s|is\b|are\b)\s*")
_LABEL = re.compile(r"^([^:：—–\n]{2,50}?)\s*(?:[:：]|\s[—–]|\s--?\s)\s*(?=\S)")
_NAMING = re.compile(r"(?:^|\s)(?:an?|the|called|named|termed|term|as)\s+$", re.IGNORECASE)
_DEFINITE = re.compile(r"^\W*(?:an?|the|any|what|how|where|one)\s", re.IGNORECASE)
_WITH_SHORT = re.compile(r"^(.*?)\s*\(([^()]+)\)$")
_CUES = {SpanKind.STRONG: Cue.STRONG, SpanKind.LINK: Cue.LINK, SpanKind.EMPHASIS: Cue.EMPHASIS}


def is_label(text: str) -> bool:
    """Tell whether a marked stretch could be the name of a thing."""
    return cjk.is_cjk_label(text) if cjk.has_cjk(text) else is_phrase(text)


@lru_cache(maxsize=50_000)
def is_section_name(heading: str) -> bool:
    """Tell whether a heading is one that documents of any subject have."""
    words = [word.strip(".,:;()'\"").lower() for word in re.split(r"[\s/]+", heading)]
    words = [word for word in words if word and word not in {"&", "-", "–", "—"}]
    return all(word in SECTION_WORDS or word.isdigit() for word in words)


def _is_annotation(text: str, before: Sequence[Span], start: int) -> bool:
    """Tell whether a stretch says of what type a name in code is: "`urls` *array of strings*"."""
    return any(span.kind is SpanKind.CODE for span in before) and not (
        text[max(span.end for span in before) : start].strip(" \n*_()")
        or text[: before[0].start].strip()
    )


class MarkReader:
    """Reads the marks of one source's blocks, in order."""

    def __init__(self, out: PhraseCollector) -> None:
        self.out = out
        self.in_glossary = False
        self._offsets: Sequence[tuple[int, int]] = ()

    def read(self, block: Block, offsets: Sequence[tuple[int, int]]) -> None:
        """Read a block; `offsets` says where in its text each of its sentences begins."""
        self._offsets = offsets
        text = block.text
        spans = sorted(block.spans, key=lambda span: (span.start, -span.end))
        for number, span in enumerate(spans):
            inner = text[span.start : span.end]
            if span.kind is SpanKind.CODE or CODE_OPEN in inner or len(inner) > MAX_LABEL:
                continue
            if span.kind is SpanKind.EMPHASIS and _is_annotation(text, spans[:number], span.start):
                continue
            leads = number == 0 and not text[: span.start].strip()
            may_head = leads and span.kind is not SpanKind.EMPHASIS
            if may_head and self._headword(inner, text[span.end :]):
                continue
            before = text[max(0, span.start - 20) : span.start]
            self._span(span.kind, inner, before, self._sentence_at(span.start))
        if not spans and block.kind is BlockKind.ITEM:
            self._plain_headword(block)
        if "\n:" in text:
            self._definition_list(block)

    def _sentence_at(self, offset: int) -> int:
        found = -1
        for start, sentence in self._offsets:
            if start > offset:
                break
            found = sentence
        return found

    def _span(self, kind: SpanKind, inner: str, before: str, sentence: int) -> None:
        label = inner.strip(" \n.,;:!?\"'“”()")
        if not is_label(label):
            return
        # A single emphasised word is stressed, unless an article says that it is a thing.
        is_word = kind is SpanKind.EMPHASIS and label.islower() and len(label.split()) == 1
        if is_word and not _NAMING.search(before):
            return
        phrase = self.out.phrase(label, sentence)
        self.out.cue(_CUES[kind], phrase, sentence)
        if kind is not SpanKind.LINK and _NAMING.search(before):
            self.out.cue(Cue.COINED, phrase, sentence)

    def _headword(self, inner: str, rest: str) -> bool:
        """Read "**Term**: explanation" and "[Term](…) — explanation"."""
        label = inner.strip()
        ends_inside = label.endswith((":", "："))
        if not ends_inside and not _DASH.match(rest):
            return False
        if len(rest.split()) < 3 and not cjk.has_cjk(rest):
            return False
        return self._glossary(label.rstrip(":： ").strip(), rest, self._sentence_at(0))

    def _plain_headword(self, block: Block) -> None:
        match = _LABEL.match(block.text)
        if match and is_phrase(match.group(1)) and match.group(1).count(" ") < 4:
            sentence = self._sentence_at(0)
            phrase = self.out.phrase(match.group(1), sentence, keeps_case=False)
            self.out.cue(Cue.CELL, phrase, sentence)
            self.out.define(phrase, sentence, 1)

    def _glossary(self, label: str, rest: str, sentence: int) -> bool:
        short = _WITH_SHORT.match(label)
        name = short.group(1) if short else label
        if not is_label(name) or is_section_name(name):
            return False
        if name.count(" ") > 3 and not self.in_glossary:
            return False
        phrase = self.out.phrase(name, sentence, keeps_case=name[:1].islower())
        self.out.cue(Cue.GLOSSARY if self.in_glossary else Cue.HEADWORD, phrase, sentence)
        self.out.define(phrase, sentence, 4 if self.in_glossary else 3)
        if _DEFINITE.match(_DASH.sub("", rest, count=1)):
            self.out.cue(Cue.DEFINED, phrase, sentence)
        if short and is_short_form(short.group(2)):
            self.out.abbreviate(short.group(2), name, sentence)
        return True

    def _definition_list(self, block: Block) -> None:
        """Read "Term", newline, ": explanation"."""
        for number, (term, explanation) in enumerate(pairwise(block.text.split("\n"))):
            label = term.strip(" *:")
            if not explanation.startswith(":") or term.startswith(":") or not is_label(label):
                continue
            line = block.line + number
            text = plain(f"{label}: {explanation.lstrip(': ')}")
            sentence = self.out.add_sentence(text, line, line + 1, scans=False)
            phrase = self.out.phrase(label, sentence, keeps_case=label[:1].islower())
            self.out.cue(Cue.GLOSSARY, phrase, sentence)
            self.out.define(phrase, sentence, 4)
