"""Between the sources and the graph: what one source says, without looking at any other.

`extract` is pure: the same source gives the same extraction, which the engine caches by content.
Whether a phrase is a term is not decided here: that takes the whole corpus (`tesserae.graph`).
"""

from tesserae.extract.code import extract_code
from tesserae.extract.document import extract_document
from tesserae.extract.extraction import Extraction
from tesserae.model.source import MediaType, Source

__all__ = ["EXTRACTOR_VERSION", "Extraction", "extract"]

EXTRACTOR_VERSION = "14"
"""Part of the cache key; raised whenever the same source would give another extraction."""


def extract(source: Source) -> Extraction:
    """Extract what one source says."""
    if source.media_type is MediaType.PYTHON:
        return extract_code(source)
    return extract_document(source)
