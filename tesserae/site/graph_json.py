"""`graph.json` as a site carries it: the same nodes and edges, said once.

The graph on the disk repeats with every edge the id of the source and the words of the passage. On
a site the words stand on the page itself, so an edge leaves out the source of its evidence where it
is its own, a weight of 1, and the excerpt of a mere mention; paths and lines stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tesserae.graph.document import GraphDocument

_MENTION = re.compile(r'^\{"source":"[^"]*","type":"mentions",')
_EXCERPT = re.compile(r',"excerpt":"(?:[^"\\]|\\.)*+"')
_SOURCE = re.compile(r'^\{"source":("[^"]*")')


def published_graph(document: GraphDocument) -> str:
    """Return the text for the site, one node or edge a line."""
    return GraphDocument(document.nodes, tuple(_edges(document))).text


def _edges(document: GraphDocument) -> Iterator[str]:
    for line in document.edges:
        source = _SOURCE.match(line)
        short = line.replace(',"weight":1.0', "")
        if source is not None:
            short = short.replace(f'{{"source_id":{source[1]},', "{")
        if _MENTION.match(line):
            short = _EXCERPT.sub("", short)
        yield short
