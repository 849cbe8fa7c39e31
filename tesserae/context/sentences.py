"""Passages are cut into sentences that keep their line, and judged by the words of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tesserae.retrieval.lexical import Lexicon
from tesserae.retrieval.tokenise import query_words, stems, words_of
from tesserae.retrieval.units import Unit

MIN_LENGTH, MAX_LENGTH = 20, 500
"""Characters of a sentence that can be quoted."""
_MIN_CJK = 8
_END = re.compile(r"(?<=[.!?])[\"'\u201d)\]]*\s+(?=[^\sa-z])|(?<=[\u3002\uff01\uff1f])")
_NOT_PROSE = re.compile(r"^\s*(?:#{1,6}\s|[|`~]|-{3,}|={3,}|!\[|\[\^|<)")
_MARKS = re.compile(r"^\s*(?:[-*+]|\d+[.)]|>)\s+(?:\[[ xX]\]\s+)?")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\)")
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_LENGTH_AT_WHICH_HALF = 30.0


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, on one line, with the labels of its links and no links."""

    text: str
    unit: Unit
    start_line: int
    end_line: int
    stems: frozenset[str]


def sentences(unit: Unit) -> Iterator[Sentence]:
    """Yield the sentences of a unit's text: prose and list items, no headings, tables or code."""
    for first, last, text in _paragraphs(unit.text):
        at = first
        for part in _END.split(text):
            lines = part.count("\n")
            plain = _WIKILINK.sub(r"\1", _LINK.sub(r"\1", " ".join(part.split())))
            if _is_quotable(plain):
                words = words_of(plain)
                yield Sentence(
                    text=plain,
                    unit=unit,
                    start_line=unit.start_line + at if unit.path else 0,
                    end_line=unit.start_line + min(at + lines, last) if unit.path else 0,
                    stems=frozenset(stems([*words.plain, *words.extra])),
                )
            at = min(at + lines, last)


def query_weights(query: str, lexicon: Lexicon) -> dict[str, float]:
    """Return what each stem of a question is worth: how rare it is."""
    words = list(dict.fromkeys(query_words(query)))
    return {stem: lexicon.idf(word) for stem, word in zip(stems(words), words, strict=True)}


def most_telling(
    candidates: Sequence[tuple[Sentence, float]], weights: Mapping[str, float], *, count: int
) -> list[Sentence]:
    """Choose sentences that between them say most of what was asked.

    Args:
        candidates: Sentences with the score of their passage, best passage first.
        weights: What each stem of the question is worth.
        count: How many at the most.

    Returns:
        The sentences in the order in which they were chosen; ties by order of the candidates. A
        sentence that adds no word of the question is taken only where none does.
    """
    left = dict(weights)
    chosen: list[Sentence] = []
    remaining = list(enumerate(candidates))
    while remaining and len(chosen) < count:
        scored = [
            (_worth(sentence, left, weights) * score, -place)
            for place, (sentence, score) in remaining
        ]
        worth, place = max(scored)
        if worth <= 0:
            break
        sentence = candidates[-place][0]
        chosen.append(sentence)
        remaining = [
            (other, pair)
            for other, pair in remaining
            if other != -place and pair[0].text != sentence.text
        ]
        for stem in sentence.stems & left.keys():
            # Said once, a word counts half: the next sentence should say something else.
            left[stem] *= 0.5
    return chosen


def _worth(sentence: Sentence, left: Mapping[str, float], weights: Mapping[str, float]) -> float:
    shared = sentence.stems & weights.keys()
    gain = sum(left[stem] for stem in sorted(shared))
    return gain / (1.0 + len(sentence.stems) / _LENGTH_AT_WHICH_HALF)


def _paragraphs(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (first line, last line, text) of runs of prose, from 0; a list item is a run."""
    run: list[str] = []
    first, fenced = 0, False
    lines = text.split("\n")
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        breaks = fenced or not line.strip() or _NOT_PROSE.match(line) or _MARKS.match(line)
        if breaks and run:
            yield first, number - 1, "\n".join(run)
            run = []
        if fenced or not line.strip() or _NOT_PROSE.match(line):
            continue
        if not run:
            first = number
        run.append(_MARKS.sub("", line))


def _is_quotable(text: str) -> bool:
    least = _MIN_CJK if _CJK.search(text) else MIN_LENGTH
    return least <= len(text) <= MAX_LENGTH
