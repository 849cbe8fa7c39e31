"""Source files, modules, classes and functions as nodes, and the documents that name them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tesserae.extract.extraction import Cue
from tesserae.graph.builder import GraphBuilder
from tesserae.graph.documents import evidence_at
from tesserae.graph.inputs import DocumentInput
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

_TYPES = {
    "module": NodeType.CODE_MODULE,
    "class": NodeType.CODE_CLASS,
    "function": NodeType.CODE_FUNCTION,
}


class CodeMerger:
    """Adds the code of a project; every symbol is known by its dotted name."""

    def __init__(
        self, builder: GraphBuilder, code: Sequence[DocumentInput], prose: Sequence[DocumentInput]
    ) -> None:
        self.builder = builder
        self.code = code
        self.prose = prose
        self.symbols: dict[str, NodeId] = {}
        self._short: dict[str, set[NodeId]] = defaultdict(set)

    def run(self) -> None:
        """Add the nodes first, so that edges can lead both ways."""
        for doc in self.code:
            self._declare(doc)
        for doc in self.code:
            self._relate(doc)
        for doc in self.prose:
            self._mentions(doc)

    def _declare(self, doc: DocumentInput) -> None:
        facts = doc.extraction.code
        if facts is None or not facts.symbols:
            return
        file = self.builder.put(doc.source_id, NodeType.SOURCE_FILE, doc.path)
        file.metadata = {"path": doc.path, "media_type": doc.media_type.value, "size": doc.size}
        if doc.created:
            file.metadata["created"] = doc.created.isoformat()
        if doc.updated:
            file.metadata["updated"] = doc.updated.isoformat()
        module = facts.symbols[0]
        for symbol in facts.symbols:
            full = symbol.name if symbol is module else f"{module.name}.{symbol.name}"
            node = self.builder.node(_TYPES[symbol.kind], f"{doc.path}#{full}", full)
            place = evidence_at(doc, symbol.line, symbol.doc, end_line=symbol.end_line)
            node.add_evidence(place)
            node.description = symbol.doc
            node.metadata["path"] = doc.path
            parent = file.id if symbol is module else self._parent(module.name, symbol.name)
            self.symbols.setdefault(full, node.id)
            if symbol is not module:
                self._short[symbol.name].add(node.id)
                self._short[symbol.name.rpartition(".")[2]].add(node.id)
            self._short[full].add(node.id)
            self.builder.edge(parent, EdgeType.CONTAINS, node.id, place)
        file.description = module.doc

    def _parent(self, module: str, name: str) -> NodeId:
        owner = name.rpartition(".")[0]
        return self.symbols[f"{module}.{owner}" if owner else module]

    def _relate(self, doc: DocumentInput) -> None:
        facts = doc.extraction.code
        if facts is None or not facts.symbols:
            return
        module = facts.symbols[0].name
        for name, line in facts.imports:
            self._import(self.symbols[module], name, doc, line)
        for left, right, line in facts.bases:
            self._edge(f"{module}.{left}", EdgeType.INHERITS_FROM, right, doc, line)
        for left, right, line in facts.calls:
            self._edge(f"{module}.{left}", EdgeType.CALLS, right, doc, line)

    def _import(self, importer: NodeId, name: str, doc: DocumentInput, line: int) -> None:
        place = evidence_at(doc, line, f"import {name}")
        for known in (name, name.rpartition(".")[0]):
            if found := self._find(known):
                self.builder.edge(importer, EdgeType.IMPORTS, found, place)
                return
        package = name.partition(".")[0]
        if package and package != "__future__":
            node = self.builder.node(NodeType.DEPENDENCY, package, package)
            node.add_evidence(place)
            self.builder.edge(importer, EdgeType.IMPORTS, node.id, place)

    def _find(self, name: str) -> NodeId | None:
        return self.symbols.get(name) if name else None

    def _edge(self, left: str, type_: EdgeType, right: str, doc: DocumentInput, line: int) -> None:
        source, target = self.symbols.get(left), self._find(right)
        if source and target:
            self.builder.edge(source, type_, target, evidence_at(doc, line, f"{left} → {right}"))

    def _mentions(self, doc: DocumentInput) -> None:
        """Read inline code that names one symbol and no other."""
        for name, line in doc.extraction.code_names:
            nodes = self._short.get(name.removesuffix("()").lstrip("."), ())
            if len(nodes) == 1:
                (target,) = nodes
                place = evidence_at(doc, line, f"`{name}`")
                self.builder.edge(doc.source_id, EdgeType.MENTIONS, target, place)


__all__ = ["CodeMerger", "Cue"]
