"""The one interface to models."""

from __future__ import annotations

from typing import Protocol


class Model(Protocol):
    """Something that answers a prompt."""

    @property
    def name(self) -> str:
        """What tells its answers from another model's; part of the key they are cached under."""

    def answer(self, prompt: str) -> str:
        """Return the answer to a prompt.

        Raises:
            BackendError: There is none; the message says why in one line.
        """
