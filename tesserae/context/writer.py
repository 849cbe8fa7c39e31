"""Prose over cited passages by a model, of which only what the passages bear out is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tesserae.errors import BackendError
from tesserae.llm.check import Statement, check_answer
from tesserae.llm.port import Model
from tesserae.llm.prompt import Material, build_prompt, load_instructions
from tesserae.model.citation import Citation, quoted

MAX_PASSAGE = 6_000
"""Characters of one passage that a model is given."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a statement may rest on."""

    citation: Citation
    text: str


class Writer(Protocol):
    """Turns passages into prose that cites ids of nodes in brackets."""

    def write(self, question: str, passages: Sequence[Passage]) -> str:
        """Return markdown that answers the question from the passages.

        Raises:
            BackendError: There is no such answer.
        """


class ModelWriter:
    """A model that is believed as far as its citations bear it out."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def write(self, question: str, passages: Sequence[Passage]) -> str:
        """Return the statements that the passages bear out, one paragraph each.

        Raises:
            BackendError: The model failed, or nothing that it said is borne out.
        """
        materials = [
            Material(f"S{number}", f"{passage.citation.name}: {passage.text[:MAX_PASSAGE]}")
            for number, passage in enumerate(passages, start=1)
        ]
        ids = {
            material.id: passage.citation.node_id
            for material, passage in zip(materials, passages, strict=True)
        }
        asked = (
            f"{load_instructions('answer').strip()}\n\nThe question: {' '.join(question.split())}"
        )
        checked = check_answer(self._model.answer(build_prompt(asked, materials)), materials)
        if not checked.statements:
            raise BackendError(
                f"{self._model.name} said nothing that the sources bear out; ask without synthesis"
            )
        return "\n\n".join(_cited(statement, ids) for statement in checked.statements)


def _cited(statement: Statement, ids: Mapping[str, str]) -> str:
    named = ", ".join(dict.fromkeys(ids[cited] for cited in statement.cites))
    return f"{quoted(statement.text)} ([{named}])"
