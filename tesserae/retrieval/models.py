"""Which models take part in a search, by the project's settings.

Nothing is downloaded: a model comes with an installed package or lies in a folder that is named.
"""

from __future__ import annotations

from pathlib import Path

from tesserae.config import RetrievalSettings
from tesserae.errors import BackendError
from tesserae.retrieval.rerank import Reranker
from tesserae.retrieval.semantic import Encoder, find_wordllama
from tesserae.retrieval.transformer import (
    find_sentence_encoder,
    load_cross_encoder,
    load_sentence_encoder,
)

_AUTO = frozenset({"auto", "on"})


def load_encoder(settings: RetrievalSettings, root: Path) -> Encoder | None:
    """Load what turns texts into vectors, or None where the leg of meaning is off.

    Raises:
        BackendError: The model that is named cannot be read.
    """
    match settings.encoder:
        case "off":
            return None
        case "words":
            return find_wordllama()
        case name if name in _AUTO:
            return find_sentence_encoder() or find_wordllama()
        case name:
            return load_sentence_encoder(_folder(root, name, option="encoder"))


def load_reranker(settings: RetrievalSettings, root: Path) -> Reranker | None:
    """Load the cross-encoder that is named, or None where none is.

    Raises:
        BackendError: The model cannot be read.
    """
    if not settings.reranker:
        return None
    return load_cross_encoder(_folder(root, settings.reranker, option="reranker"))


def _folder(root: Path, name: str, *, option: str) -> Path:
    folder = root / Path(name).expanduser()
    if not folder.is_dir():
        raise BackendError(
            f"the option retrieval.{option} names {name!r}, which is no folder with a model"
        )
    return folder
