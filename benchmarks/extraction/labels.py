"""The hand-made labels of a set, read from its `labels.yml`.

A surface form is one spelling of a name. Forms of one thing stand on one line, split by `|`; the
first is the one that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tesserae.model.ontology import TYPES_OF_KIND, Kind, NodeType

Forms = tuple[str, ...]

_IDEAS = TYPES_OF_KIND[Kind.CONCEPTS] | TYPES_OF_KIND[Kind.TOPICS]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a reader would look up."""

    forms: Forms
    preferred: NodeType
    accepted: frozenset[NodeType]
    """The types that are right; every kind of idea where one kind of idea is."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What a set must hold, may hold and must not hold."""

    documents: Mapping[str, str]
    """Path to title; an empty title is not judged."""
    things: tuple[Thing, ...]
    fair: tuple[Forms, ...]
    """Names that are right where they exist, and no loss where they do not."""
    junk: Forms
    acronyms: tuple[Forms, ...]
    spellings: tuple[Forms, ...]
    different: tuple[Forms, ...]
    links: tuple[tuple[str, str], ...]
    """Source path and target path, sorted."""
    authors: tuple[tuple[str, Forms], ...]
    """Document path and the spellings of one of its authors."""
    questions: tuple[Forms, ...]
    """Words that stand in the name of one question."""
    described: Mapping[str, str]
    """A thing's form to words that its description must hold."""


def load_labels(path: Path) -> Labels:
    """Read a label file; a misspelt section or type is an error, never an empty list."""
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    variants = data.pop("variants", {})
    data.pop("language", None)
    labels = Labels(
        documents={path: title or "" for path, title in data.pop("documents").items()},
        things=tuple(_things(data.pop("things"))),
        fair=_lines(data.pop("fair", ())),
        junk=tuple(str(form) for form in data.pop("junk", ())),
        acronyms=_lines(variants.pop("acronyms", ())),
        spellings=_lines(variants.pop("spellings", ())),
        different=_lines(variants.pop("different", ())),
        links=tuple(sorted((s, t) for s, ts in data.pop("links", {}).items() for t in ts)),
        authors=tuple(
            (path, _forms(name))
            for path, names in sorted(data.pop("authors", {}).items())
            for name in names
        ),
        questions=tuple(tuple(str(words).split()) for words in data.pop("questions", ())),
        described={str(form): str(words) for form, words in data.pop("described", {}).items()},
    )
    if unknown := [*data, *variants]:
        raise ValueError(f"{path}: no such section: {', '.join(unknown)}")
    return labels


def _things(groups: Mapping[str, Sequence[str]]) -> list[Thing]:
    things = []
    for heading, lines in groups.items():
        types = [NodeType(name.strip()) for name in heading.split(",")]
        accepted = frozenset(types) | (_IDEAS if _IDEAS & set(types) else frozenset())
        things += [Thing(_forms(line), types[0], accepted) for line in lines]
    return things


def _lines(lines: Sequence[str]) -> tuple[Forms, ...]:
    return tuple(_forms(line) for line in lines)


def _forms(line: str) -> Forms:
    return tuple(form.strip() for form in str(line).split("|"))
