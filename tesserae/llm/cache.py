"""Answers are kept by the hash of what was asked, so that the same question is asked once."""

from __future__ import annotations

import json
from pathlib import Path

from tesserae.llm.port import Model
from tesserae.model.ids import short_hash
from tesserae.projects import write_private

CACHE_NAME = "model"
_KEY_LENGTH = 40


class CachedModel:
    """A model that remembers.

    Args:
        model: Is asked what is not remembered.
        cache_dir: A folder that may be deleted at any time.
    """

    def __init__(self, model: Model, cache_dir: Path) -> None:
        self._model = model
        self._folder = cache_dir / CACHE_NAME

    @property
    def name(self) -> str:
        """The name of the model behind."""
        return self._model.name

    def answer(self, prompt: str) -> str:
        """Return the remembered answer, else ask.

        Raises:
            BackendError: The model gave no answer; nothing is remembered then.
        """
        key = short_hash(f"{self.name}\n{prompt}", length=_KEY_LENGTH)
        path = self._folder / f"{key}.json"
        known = _read(path)
        if known is not None:
            return known
        answer = self._model.answer(prompt)
        try:
            write_private(path, json.dumps({"model": self.name, "answer": answer}).encode())
        except OSError:
            # A cache that cannot be written costs time, and the answer is there.
            return answer
        return answer


def _read(path: Path) -> str | None:
    try:
        data = json.loads(path.read_bytes())
        answer = data["answer"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return answer if isinstance(answer, str) else None
