"""Documents as nodes, with what their heads and links say: people, papers, code, references."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from tesserae.extract.extraction import Fact, FactRole, LinkFact
from tesserae.extract.links import is_external, is_unsafe
from tesserae.extract.markdown import LinkKind
from tesserae.extract.words import fold_phrase
from tesserae.graph.builder import GraphBuilder, excerpt
from tesserae.graph.inputs import BrokenLink, DocumentInput
from tesserae.graph.library import Library
from tesserae.model.graph import Evidence, JsonValue
from tesserae.model.ids import NodeId
from tesserae.model.ontology import EdgeType, NodeType

_ARXIV = re.compile(
    r"arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.I
)
_ARXIV_ID = re.compile(r"^(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?$", re.I)
_DOI = re.compile(r"(?:doi\.org/|^doi:\s*|^)(10\.\d{4,9}/[^\s?#\"<>]+)", re.I)
_CODE_HOST = re.compile(
    r"^https?://(?:www\.)?(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:[/#?].*)?$",
    re.I,
)
_OWNER_NAME = re.compile(r"^([\w.-]+)/([\w.-]+?)(?:\.git)?$")
_NOT_OWNERS = frozenset(
    [
        "sponsors",
        "features",
        "orgs",
        "topics",
        "settings",
        "apps",
        "marketplace",
        "about",
        "login",
        "users",
        "search",
        "collections",
        "explore",
        "notifications",
    ]
)
_PAPER_KINDS = frozenset(("paper", "preprint", "论文"))
_NOT_REPOSITORY = re.compile(
    r"/(?:issues|pull|pulls|discussions|commit|actions|wiki|compare|merge_requests)\b"
)
_FILE_ON_HOST = re.compile(
    r"^https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/[\w.-]+/"
    r"(?:-/)?(?:blob|tree|src)/(?:branch/)?[^/]+/(?P<path>[^?#]+)",
    re.I,
)
_DOCUMENT_SUFFIXES = frozenset({"", ".md", ".markdown", ".mdx", ".txt"})
_REFERENCE_EDGES: dict[str, EdgeType | None] = {
    FactRole.REQUIRES: EdgeType.DEPENDS_ON,
    FactRole.REPLACES: EdgeType.SUPERSEDES,
    FactRole.EXTENDS: EdgeType.EXTENDS,
    FactRole.RELATED: None,
}


def evidence_at(doc: DocumentInput, line: int, text: str = "", *, end_line: int = 0) -> Evidence:
    """Return a place in a document as evidence."""
    return Evidence(doc.source_id, doc.path, line, max(line, end_line), excerpt(text))


class DocumentMerger:
    """Adds the documents and what stands in their heads and links."""

    def __init__(self, builder: GraphBuilder, library: Library, repo_url: str | None) -> None:
        self.builder = builder
        self.library = library
        self.own_repository = _repository_of(repo_url or "")
        self.broken: list[BrokenLink] = []
        self.people = PeopleIndex(library.prose)
        self._works: dict[NodeId, set[str]] = defaultdict(set)
        self._paper_titles: dict[str, str] = {}
        self._paper_leads: dict[str, str] = {}

    def add_documents(self) -> None:
        """Add a node for each document."""
        for doc in self.library.prose:
            extraction = doc.extraction
            title = extraction.title or posixpath.basename(doc.path)
            node = self.builder.put(doc.source_id, NodeType.SOURCE_DOCUMENT, title)
            node.metadata = _metadata(doc)
            node.description = self._description(doc)
            for fact in extraction.facts:
                if fact.role == FactRole.ALIAS:
                    node.aliases.add(fact.value)
        for key, path in self.library.labels.items():
            label = key.upper().replace(" ", "-")
            self.builder.nodes[self.library.by_path[path].source_id].aliases.add(label)

    def _description(self, doc: DocumentInput) -> str:
        given = doc.extraction.data.get("description")
        if given:
            return given
        return excerpt(doc.extraction.sentence_span(doc.extraction.lead)[2])

    def add_links(self) -> None:
        """Add what the heads and links of the documents refer to."""
        for doc in self.library.prose:
            self._facts(doc)
            for link in doc.extraction.links:
                self._link(doc, link)
            self._labels(doc)

    # heads -----------------------------------------------------------------------------------

    def _facts(self, doc: DocumentInput) -> None:
        for fact in doc.extraction.facts:
            role = fact.role
            if role == FactRole.AUTHOR:
                self._author(doc, fact)
            elif role == FactRole.ORGANIZATION:
                self._organization(doc, fact)
            elif role in _REFERENCE_EDGES:
                self._reference(doc, fact, _REFERENCE_EDGES[FactRole(role)])
            elif role == FactRole.REPLACED_BY:
                self._replaced_by(doc, fact)
            elif role == FactRole.REPOSITORY:
                self._repository_fact(doc, fact)
            elif role in {FactRole.ARXIV, FactRole.DOI}:
                self._paper_fact(doc, fact)
            elif role == FactRole.KIND and fact.value.lower() in _PAPER_KINDS:
                self._paper_by_title(doc, fact)

    def _author(self, doc: DocumentInput, fact: Fact) -> None:
        key, name = self.people.canonical(fact)
        node = self.builder.node(NodeType.PERSON, key, name)
        place = evidence_at(doc, fact.line, f"author: {fact.value}")
        node.add_evidence(place)
        node.aliases.add(fact.value)
        if fact.extra.startswith("@"):
            node.aliases.add(fact.extra.split()[0])
        self.builder.edge(doc.source_id, EdgeType.AUTHORED_BY, node.id, place)
        self._works[node.id].add(doc.extraction.title)

    def _organization(self, doc: DocumentInput, fact: Fact) -> None:
        node = self.builder.node(NodeType.ORGANIZATION, fold_phrase(fact.value), fact.value)
        place = evidence_at(doc, fact.line, fact.value)
        node.add_evidence(place)
        self.builder.edge(doc.source_id, EdgeType.RELEASED_BY, node.id, place)

    def _reference(self, doc: DocumentInput, fact: Fact, extra: EdgeType | None) -> None:
        path = self.library.find(doc, fact.value)
        if path is None or path == doc.path:
            return
        target = self.library.by_path[path].source_id
        place = evidence_at(doc, fact.line, f"{fact.role}: {fact.value}")
        self.builder.edge(doc.source_id, EdgeType.REFERENCES, target, place)
        if extra is not None:
            self.builder.edge(doc.source_id, extra, target, place)

    def _replaced_by(self, doc: DocumentInput, fact: Fact) -> None:
        path = self.library.find(doc, fact.value)
        if path is None or path == doc.path:
            return
        other = self.library.by_path[path].source_id
        place = evidence_at(doc, fact.line, f"{fact.role}: {fact.value}")
        self.builder.edge(other, EdgeType.SUPERSEDES, doc.source_id, place)
        self.builder.edge(doc.source_id, EdgeType.REFERENCES, other, place)

    def _repository_fact(self, doc: DocumentInput, fact: Fact) -> None:
        value = fact.value
        url = value if "://" in value else f"https://github.com/{value}"
        if _OWNER_NAME.match(value) or "://" in value:
            place = evidence_at(doc, fact.line, f"{fact.role}: {value}")
            if node := self._repository(url, place):
                self.builder.edge(doc.source_id, EdgeType.IMPLEMENTED_IN, node, place)

    def _paper_fact(self, doc: DocumentInput, fact: Fact) -> None:
        match = _ARXIV_ID.match(fact.value) or _ARXIV.search(fact.value)
        doi = _DOI.search(fact.value)
        key = f"arxiv:{match.group(1)}" if match else f"doi:{doi.group(1).lower()}" if doi else ""
        if not key:
            return
        place = evidence_at(doc, fact.line, f"{fact.role}: {fact.value}")
        paper = self._paper(key, place)
        self.builder.edge(doc.source_id, EdgeType.DOCUMENTS, paper, place)

    def _paper_by_title(self, doc: DocumentInput, fact: Fact) -> None:
        """Add the paper that a document is about where nothing but its title names it."""
        extraction = doc.extraction
        has_identifier = any(
            _ARXIV_ID.match(other.value) or _ARXIV.search(other.value) or _DOI.search(other.value)
            for other in extraction.facts
            if other.role in {FactRole.ARXIV, FactRole.DOI}
        )
        key = fold_phrase(extraction.title)
        if has_identifier or not key:
            return
        place = evidence_at(doc, fact.line, f"type: {fact.value}")
        node = self.builder.node(NodeType.PAPER, f"title:{key}", extraction.title)
        node.add_evidence(place)
        node.description = node.description or self._description(doc)
        self.builder.edge(doc.source_id, EdgeType.DOCUMENTS, node.id, place)

    def _paper(self, key: str, place: Evidence, text: str = "") -> NodeId:
        title = self._paper_titles.get(key) or text or key.replace("arxiv:", "arXiv:", 1)
        node = self.builder.node(NodeType.PAPER, key, title)
        node.add_evidence(place)
        node.metadata["identifier"] = key
        node.description = node.description or self._paper_leads.get(key, "")
        return node.id

    def prepare_papers(self) -> None:
        """Learn the titles of papers from the documents that are about them."""
        for doc in self.library.prose:
            for fact in doc.extraction.facts:
                if fact.role not in {FactRole.ARXIV, FactRole.DOI}:
                    continue
                match = _ARXIV_ID.match(fact.value) or _ARXIV.search(fact.value)
                doi = _DOI.search(fact.value)
                if match or doi:
                    key = (
                        f"arxiv:{match.group(1)}"
                        if match
                        else f"doi:{doi.group(1).lower()}"
                        if doi
                        else ""
                    )
                    self._paper_titles.setdefault(key, doc.extraction.title)
                    self._paper_leads.setdefault(key, self._description(doc))

    def _repository(self, url: str, place: Evidence) -> NodeId | None:
        name = _repository_of(url)
        if not name or name.lower() == self.own_repository.lower():
            return None
        host = re.sub(r"^https?://(?:www\.)?", "", url).partition("/")[0].lower()
        node = self.builder.node(NodeType.REPOSITORY, f"{host}/{name}".lower(), name)
        node.add_evidence(place)
        node.metadata["url"] = f"https://{host}/{name}"
        node.aliases.add(name.partition("/")[2])
        return node.id

    # links -----------------------------------------------------------------------------------

    def _link(self, doc: DocumentInput, link: LinkFact) -> None:
        if is_unsafe(link.href):
            return
        place = evidence_at(doc, link.line, link.text or link.href)
        if is_external(link.href) and link.kind != LinkKind.WIKILINK:
            self._external(doc, link, place)
            return
        if link.kind in {LinkKind.WIKILINK, LinkKind.EMBED}:
            target = self.library.resolver.resolve_wikilink(doc.path, link.href)
        else:
            target = self.library.resolver.resolve(doc.path, link.href)
        if target is None:
            self._note_broken(doc, link)
        elif target.path != doc.path:
            other = self.library.by_path[target.path].source_id
            self.builder.edge(doc.source_id, EdgeType.REFERENCES, other, place)

    def _note_broken(self, doc: DocumentInput, link: LinkFact) -> None:
        path = link.href.partition("#")[0].partition("?")[0]
        suffix = posixpath.splitext(path)[1].lower()
        is_document = suffix in _DOCUMENT_SUFFIXES or link.kind == LinkKind.WIKILINK
        if path and is_document and link.kind != LinkKind.IMAGE:
            self.broken.append(BrokenLink(doc.path, link.line, link.href))

    def _external(self, doc: DocumentInput, link: LinkFact, place: Evidence) -> None:
        if path := self._own_document(doc, link.href):
            other = self.library.by_path[path].source_id
            self.builder.edge(doc.source_id, EdgeType.REFERENCES, other, place)
        elif match := _ARXIV.search(link.href):
            paper = self._paper(f"arxiv:{match.group(1)}", place, _link_title(link))
            self.builder.edge(doc.source_id, EdgeType.REFERENCES, paper, place)
        elif "doi.org/" in link.href and (match := _DOI.search(link.href)):
            paper = self._paper(f"doi:{match.group(1).lower()}", place, _link_title(link))
            self.builder.edge(doc.source_id, EdgeType.REFERENCES, paper, place)
        elif not _NOT_REPOSITORY.search(link.href) and (node := self._repository(link.href, place)):
            self.builder.edge(doc.source_id, EdgeType.REFERENCES, node, place)

    def _own_document(self, doc: DocumentInput, href: str) -> str | None:
        """Return the document of the project that a full address on a code host names, or None."""
        match = _FILE_ON_HOST.match(href)
        path = match.group("path") if match else ""
        return path if path in self.library.by_path and path != doc.path else None

    def _labels(self, doc: DocumentInput) -> None:
        """Read bare labels: "EIP-20" refers to the document of that label."""
        labels = self.library.labels
        extraction = doc.extraction
        for key in sorted(labels.keys() & extraction.keys) if labels else ():
            if labels[key] != doc.path:
                first = extraction.firsts[extraction.keys.index(key)]
                start, end, text = extraction.sentence_span(first)
                place = evidence_at(doc, start, text, end_line=end)
                other = self.library.by_path[labels[key]].source_id
                self.builder.edge(doc.source_id, EdgeType.REFERENCES, other, place)

    def describe_people(self) -> None:
        """Say of each person what they wrote."""
        for person, titles in self._works.items():
            unique = sorted(titles)
            rest = f" and {len(unique) - 2} more" if len(unique) > 2 else ""
            self.builder.nodes[person].description = excerpt(
                f"Author of {'; '.join(unique[:2])}{rest}."
            )


def _link_title(link: LinkFact) -> str:
    words = link.text.split()
    return link.text if 3 <= len(words) <= 30 and "://" not in link.text else ""


def _repository_of(url: str) -> str:
    match = _CODE_HOST.match(url.strip())
    if match is None or match.group(2).lower() in _NOT_OWNERS:
        return ""
    return f"{match.group(2)}/{match.group(3)}"


def _metadata(doc: DocumentInput) -> dict[str, JsonValue]:
    data: dict[str, JsonValue] = {
        "path": doc.path,
        "media_type": doc.media_type.value,
        "size": doc.size,
        "sections": [
            [part.heading, part.level, part.anchor, part.start_line, part.end_line]
            for part in doc.extraction.sections
        ],
    }
    if doc.created:
        data["created"] = doc.created.isoformat()
    if doc.updated:
        data["updated"] = doc.updated.isoformat()
    for key in ("status", "kind", "category"):
        if value := doc.extraction.data.get(key):
            data["type" if key == "kind" else key] = value
    tags = [fact.value for fact in doc.extraction.facts if fact.role == FactRole.TAG]
    if tags:
        data["tags"] = list(dict.fromkeys(tags))
    return data


_PARTS = re.compile(r"[\s·・]+")


class PeopleIndex:
    """Authors by name and by handle, so that two spellings of one person meet."""

    def __init__(self, documents: Iterable[DocumentInput]) -> None:
        names: Counter[str] = Counter()
        spellings: dict[str, Counter[str]] = defaultdict(Counter)
        by_handle: dict[str, Counter[str]] = defaultdict(Counter)
        for doc in documents:
            for fact in doc.extraction.facts:
                if fact.role == FactRole.AUTHOR:
                    key = fold_phrase(fact.value) or fact.value
                    names[key] += 1
                    spellings[key][fact.value] += 1
                    if handle := _handle(fact.extra):
                        by_handle[handle][key] += 1
        self._same: dict[str, str] = {}
        for handle in sorted(by_handle):
            keys = sorted(by_handle[handle], key=lambda key: (-len(key.split()), -names[key], key))
            for key in keys[1:]:
                self._same.setdefault(key, keys[0])
        self._spelling = {
            key: min(counter, key=lambda name: (-counter[name], name))
            for key, counter in spellings.items()
        }
        self.parts = frozenset(word for key in names for word in _PARTS.split(key) if len(word) > 1)

    def canonical(self, fact: Fact) -> tuple[str, str]:
        """Return the key and the name of an author."""
        key = fold_phrase(fact.value) or fact.value
        key = self._same.get(key, key)
        return key, self._spelling[key]

    @property
    def names(self) -> Mapping[str, str]:
        """Keys of full names with their spelling."""
        return self._spelling


def _handle(extra: str) -> str:
    for word in extra.split():
        if "@" in word and len(word) > 2:
            return word.lower()
    return ""
