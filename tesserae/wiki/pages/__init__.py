"""From the graph to the pages of the wiki: one renderer per family of node types."""

from tesserae.wiki.pages.build import build_pages
from tesserae.wiki.pages.inputs import SynthesisDraft, WikiInputs

__all__ = ["SynthesisDraft", "WikiInputs", "build_pages"]
