"""`graph.json` as a site carries it: the same nodes and edges, said once.

The graph on the disk repeats with every edge the id of the source and the words of the passage. On
a site the words stand on the page itself, so an edge leaves out the source of its evidence where it
is its own, a weight of 1, and the excerpt of a mere mention; paths and lines stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tesserae.errors import GraphError
from tesserae.graph.document import GraphDocument, graph_from_lines
from tesserae.model.graph import Graph

_MENTION = re.compile(r'^\{"source":"[^"]*","type":"mentions",')
_EXCERPT = re.compile(r',"excerpt":"(?:[^"\\]|\\.)*+"')
_SOURCE = re.compile(r'^\{"source":("[^"]*")')


def published_graph(document: GraphDocument) -> str:
    """Return the text for the site, one node or edge a line."""
    return GraphDocument(document.nodes, tuple(_edges(document))).text


def parse_published(text: str) -> Graph:
    """Parse the text that `published_graph` gives, with what it leaves out filled in again.

    Raises:
        GraphError: It is no such text.
    """
    try:
        rows = json.loads(text)
        nodes = [json.dumps(row) for row in rows["nodes"]]
        edges = [json.dumps(_completed(row)) for row in rows["edges"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise GraphError("not the graph of a published site") from error
    return graph_from_lines(nodes, edges)


def _completed(row: dict[str, Any]) -> dict[str, Any]:
    evidence = [
        {"source_id": row["source"], "excerpt": "", **item} for item in row.get("evidence", [])
    ]
    return {"weight": 1.0, **row, "evidence": evidence}


def _edges(document: GraphDocument) -> Iterator[str]:
    for line in document.edges:
        source = _SOURCE.match(line)
        short = line.replace(',"weight":1.0', "")
        if source is not None:
            short = short.replace(f'{{"source_id":{source[1]},', "{")
        if _MENTION.match(line):
            short = _EXCERPT.sub("", short)
        yield short
