"""Sentences read for what they state: definitions, abbreviations, examples, types, claims."""

from __future__ import annotations

import re
from collections.abc import Collection

from tesserae.extract import abbreviations, cjk, definitions, kinds
from tesserae.extract.claims import (
    CLAIM_WORDS,
    ClaimSentence,
    choose_claims,
    cjk_claim_in,
    claim_content,
    claim_in,
    mirrored_content,
)
from tesserae.extract.extraction import Claim, Cue
from tesserae.extract.phrases import PhraseCollector
from tesserae.extract.relations import RELATING_WORDS, relations
from tesserae.model.ontology import NodeType

WATCHED_WORDS = (
    CLAIM_WORDS
    | definitions.DEFINING_WORDS
    | abbreviations.SPELLING_WORDS
    | abbreviations.NAMING_WORDS
    | kinds.EXAMPLE_WORDS
    | kinds.TYPE_WORDS
    | kinds.CITING_WORDS
    | RELATING_WORDS
)
"""Words whose presence makes a sentence worth reading closely."""

_PERSON_WEIGHT = 9
_FULL_NAME = re.compile(
    r"\b[A-Z][^\W\d_'’-]+(?: [A-Z][^\W\d_]*\.?){0,2} [A-Z][^\W\d_]+(?:[-'’][^\W\d_]+)?\b"
)
_INTRODUCES = re.compile(
    r"\b(?:introduces?|propos(?:es?|ing)|presents?|defines?|specif(?:y|ies)|releases?|adds?)\s+"
    r"(?:a |an |the |new )*(?P<what>[^.,;:()]{2,60})"
)


class StatementReader:
    """Reads the sentences of one source, in order."""

    def __init__(self, out: PhraseCollector) -> None:
        self.out = out
        self._claims: list[ClaimSentence] = []

    def read(self, sentence: int, *, subject: int = -1) -> None:
        """Read one sentence.

        Args:
            sentence: Its index.
            subject: The phrase that its section is headed by, if it is the section's first.
        """
        text = self.out.extraction.sentences[sentence]
        if cjk.has_cjk(text):
            self._read_cjk(text, sentence)
        words = self.out.watched.get(sentence, ())
        if words:
            self._read_watched(text, sentence, words, subject)
        if ", a" in text or ", the " in text:
            for definition in definitions.appositions(text):
                self._define(definition, sentence, subject)
        if "'s " in text or "’s " in text:
            for name in kinds.laws(text):
                self.out.cue(Cue.LAW, self.out.phrase(name, sentence), sentence)
        if "(" in text:
            for pair in abbreviations.abbreviations(text):
                self.out.abbreviate(pair.short, pair.long, sentence)

    def read_thanks(self, sentence: int) -> None:
        """Take the capitalised names of an acknowledgement as people."""
        for name in _FULL_NAME.findall(self.out.extraction.sentences[sentence]):
            self.note_person(name, sentence)

    def note_person(self, name: str, sentence: int) -> None:
        """Note that a phrase is somebody's name."""
        phrase = self.out.phrase(name, sentence)
        if phrase >= 0:
            hint = (phrase, NodeType.PERSON.value, _PERSON_WEIGHT)
            self.out.extraction.hints.append(hint)

    def keep_claims(self, size: int) -> None:
        """Keep the surest claims of the source."""
        extraction = self.out.extraction
        for claim in choose_claims(self._claims, size):
            terms = self.out.known_phrases(claim.text)
            content, denies = claim_content(claim.text)
            mirror = mirrored_content(claim.text)
            extraction.claims.append(
                Claim(claim.kind.value, claim.sentence, terms, content, denies, mirror)
            )
            if claim.kind is NodeType.CONTRIBUTION_CLAIM:
                self._introduce(claim)

    def _introduce(self, claim: ClaimSentence) -> None:
        match = _INTRODUCES.search(claim.text)
        name = definitions.leading_name(match.group("what")) if match else ""
        if name:
            phrase = self.out.phrase(name, claim.sentence)
            self.out.cue(Cue.INTRODUCED, phrase, claim.sentence)

    def _read_watched(self, text: str, sentence: int, words: Collection[str], subject: int) -> None:
        if not definitions.DEFINING_WORDS.isdisjoint(words) and (
            found := definitions.definition_of(text)
        ):
            self._define(found, sentence, subject)
        if not CLAIM_WORDS.isdisjoint(words) and (claim := claim_in(text, sentence, words)):
            self._claims.append(claim)
        if not kinds.CITING_WORDS.isdisjoint(words):
            self.out.people.update(name.lower() for name in kinds.cited_names(text))
        if not RELATING_WORDS.isdisjoint(words):
            self._relate(text, sentence)
        self._read_names(text, sentence, words)

    def _relate(self, text: str, sentence: int) -> None:
        for relation in relations(text):
            left = self.out.phrase(relation.left, sentence, keeps_case=False)
            right = self.out.phrase(relation.right, sentence)
            if left >= 0 and right >= 0 and left != right:
                found = (relation.type.value, left, right, sentence)
                self.out.extraction.relations.append(found)

    def _read_names(self, text: str, sentence: int, words: Collection[str]) -> None:
        if not kinds.EXAMPLE_WORDS.isdisjoint(words):
            for example in kinds.examples(text):
                self._example(example, sentence)
        if not abbreviations.SPELLING_WORDS.isdisjoint(words):
            for pair in abbreviations.spelled_out(text):
                self.out.abbreviate(pair.short, pair.long, sentence)
        if not abbreviations.NAMING_WORDS.isdisjoint(words):
            for one, other in abbreviations.other_names(text):
                self.out.abbreviate(other, one, sentence)
        if not kinds.TYPE_WORDS.isdisjoint(words):
            for hint in kinds.type_hints(text):
                phrase = self.out.phrase(hint.name, sentence)
                if phrase >= 0:
                    self.out.extraction.hints.append((phrase, hint.type.value, hint.weight))

    def _define(self, definition: definitions.Definition, sentence: int, subject: int) -> None:
        at_start = definition.start == 0
        phrase = self.out.phrase(definition.subject, sentence, keeps_case=not at_start)
        quality = definition.quality
        if quality == 3 and phrase == subject:
            quality = 4
        self.out.define(phrase, sentence, quality)
        if quality >= 2:
            self.out.cue(Cue.DEFINED, phrase, sentence)

    def _example(self, example: kinds.Example, sentence: int) -> None:
        if not definitions.is_phrase(example.item):
            return
        item = self.out.phrase(example.item, sentence)
        self.out.cue(Cue.EXAMPLE, item, sentence)
        kind = self.out.phrase(example.kind, sentence) if example.kind else -1
        if item >= 0 and kind >= 0 and item != kind:
            self.out.extraction.relations.append(("is_a", item, kind, sentence))

    def _read_cjk(self, text: str, sentence: int) -> None:
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
        if claim := cjk_claim_in(text, sentence):
            self._claims.append(claim)
