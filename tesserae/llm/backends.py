"""The choice of a model by the settings."""

from __future__ import annotations

from pathlib import Path

from tesserae.config import ModelSettings
from tesserae.llm.cache import CachedModel
from tesserae.llm.command_line import CommandLineModel
from tesserae.llm.port import Model


def open_model(settings: ModelSettings, cache_dir: Path) -> Model | None:
    """Return the configured model, its answers cached; None where none is configured."""
    if settings.backend == "off":
        return None
    return CachedModel(CommandLineModel(settings), cache_dir)
