"""The documents of a project by path, title, label and number, so that a reference finds its own.

A reference may be a path, a title, a stem ("arxiv-2003-08934"), a label ("EIP-20") or a bare
number ("requires: 20") that counts among its siblings.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tesserae.extract.extraction import Extraction, FactRole
from tesserae.extract.links import LinkResolver, fold_title
from tesserae.extract.phrases import whole_key
from tesserae.graph.inputs import DocumentInput
from tesserae.model.source import MediaType

_STEM_NUMBER = re.compile(r"^(?P<before>[^\W\d]*)[-_ ]?0*(?P<number>\d{1,6})(?:[-_ .].*)?$")
_LABEL = re.compile(r"^[^\W\d_]{2,12}[- ]?\d{1,6}$")
_DIGITS = re.compile(r"^#?0*(\d{1,6})$")

MIN_NUMBERED = 3
"""Numbered documents from which on a number is a name."""


class Library:
    """An index of the documents, in path order."""

    def __init__(self, documents: Iterable[DocumentInput]) -> None:
        self.documents = sorted(documents, key=lambda doc: doc.path)
        self.by_path = {doc.path: doc for doc in self.documents}
        self.prose = [doc for doc in self.documents if doc.media_type is not MediaType.PYTHON]
        self.labels: dict[str, str] = {}
        """Phrase keys that name a document: "eip 20" and the like."""
        self._numbers: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._folders: dict[str, list[DocumentInput]] = defaultdict(list)
        self._numbered: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for doc in self.prose:
            self._index(doc)
        for labels in self._numbered.values():
            # "Http2.md" is about a thing with a number in its name; a series has several.
            for key, path in labels if len(labels) > 1 else ():
                self.labels.setdefault(key, path)
        titles = {doc.path: tuple(_titles(doc)) for doc in self.prose}
        self.resolver = LinkResolver((doc.path for doc in self.documents), titles)

    def put(self, path: str, extraction: Extraction) -> None:
        """Give a document the same extraction in a wider form."""
        doc = self.by_path[path] = replace(self.by_path[path], extraction=extraction)
        for documents in (self.documents, self.prose):
            at = bisect_left(documents, path, key=lambda each: each.path)
            documents[at] = doc

    def _index(self, doc: DocumentInput) -> None:
        folder, name = posixpath.split(doc.path)
        self._folders[fold_title(posixpath.basename(folder))].append(doc)
        stem = posixpath.splitext(name)[0]
        if match := _STEM_NUMBER.match(stem):
            self._numbers[folder, match.group("number")].append(doc.path)
            if match.group("before") and stem == match.group(0) and _LABEL.match(stem):
                self._numbered[match.group("before").lower()].append((whole_key(stem), doc.path))
        for label in _labels(doc):
            self.labels.setdefault(whole_key(label), doc.path)

    def learn_labels(self, keys: Iterable[str]) -> None:
        """Learn that "RFC 12" means `0012-….md` where the texts speak of several such numbers.

        Args:
            keys: Every phrase of the corpus.
        """
        by_number: dict[str, str] = {}
        for (_, number), paths in sorted(self._numbers.items()):
            if len(paths) == 1:
                by_number.setdefault(number, paths[0])
        if len(by_number) < MIN_NUMBERED:
            return
        mentioned: dict[str, set[str]] = defaultdict(set)
        for key in keys:
            if key[-1:].isdigit():
                word, space, number = key.rpartition(" ")
                if space and number.isdigit() and " " not in word:
                    mentioned[word].add(number)
        for word, numbers in sorted(mentioned.items()):
            known = {number for number in numbers if number.lstrip("0") in by_number}
            if len(known) >= 2 and len(known) * 2 >= len(numbers):
                for number in sorted(known):
                    self.labels.setdefault(f"{word} {number}", by_number[number.lstrip("0")])

    def find(self, doc: DocumentInput, value: str) -> str | None:
        """Return the path of the document that a value of the front matter names, or None."""
        text = value.strip().strip("[]").strip()
        if match := _DIGITS.match(text):
            return self._by_number(doc, match.group(1))
        if path := self.labels.get(whole_key(text)):
            return path
        if target := self.resolver.resolve(doc.path, text):
            return target.path
        if target := self.resolver.resolve_wikilink(doc.path, text):
            return target.path
        return self._by_folder(text)

    def _by_number(self, doc: DocumentInput, number: str) -> str | None:
        for fact in doc.extraction.facts:
            if fact.role == FactRole.NUMBER:
                prefix = fact.value.rpartition(" ")[0]
                if path := self.labels.get(whole_key(f"{prefix} {number}")):
                    return path
        paths = self._numbers.get((posixpath.dirname(doc.path), number), [])
        return paths[0] if len(paths) == 1 else None

    def _by_folder(self, text: str) -> str | None:
        """Return the main document of a folder of that name."""
        name = fold_title(posixpath.basename(text))
        inside = self._folders.get(name, []) if name else []
        folders = {posixpath.dirname(doc.path) for doc in inside}
        if len(folders) != 1:
            return None
        return max(inside, key=lambda doc: (doc.size, doc.path)).path


def _titles(doc: DocumentInput) -> Iterable[str]:
    yield doc.extraction.title
    yield from (fact.value for fact in doc.extraction.facts if fact.role == FactRole.ALIAS)
    yield from _labels(doc)


def _labels(doc: DocumentInput) -> Iterable[str]:
    """Yield the identifier-like names of a document: key and number, numbered aliases."""
    head = doc.extraction.title.partition(":")[0].strip()
    if _LABEL.match(head):
        yield head
    number = ""
    for fact in doc.extraction.facts:
        if fact.role == FactRole.NUMBER:
            yield fact.value
            number = number or fact.value.rpartition(" ")[2]
        elif fact.role == FactRole.ALIAS and _LABEL.match(fact.value):
            yield fact.value
    category = doc.extraction.data.get("category", "")
    if number and category.isupper() and 2 <= len(category) <= 6 and category.isalpha():
        yield f"{category} {number}"
