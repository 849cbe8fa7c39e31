"""A question is answered with the sentences that answer it, each with its source.

The answer is extractive: every sentence stands in a document as it is quoted. A model may write
prose from the same passages; its citations are then turned into names.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesserae.context.library import Library, citation_line, code
from tesserae.context.sentences import Sentence, most_telling, query_weights, sentences
from tesserae.context.writer import Passage, Writer
from tesserae.errors import QueryError
from tesserae.model.citation import Citation, escaped, quoted, rewrite_citations
from tesserae.model.graph import JsonValue
from tesserae.model.ontology import NodeType
from tesserae.retrieval.assemble import Limits, assemble
from tesserae.retrieval.search import Hit
from tesserae.retrieval.units import FRAGMENT

CANDIDATES = 40
SENTENCES = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """Markdown that answers a question, and its sources."""

    question: str
    body: str
    citations: tuple[Citation, ...]
    synthesized: bool

    def to_json(self) -> dict[str, JsonValue]:
        """Return the answer as `tesserae ask --json` prints it."""
        return {
            "question": self.question,
            "body": self.body,
            "citations": [citation.to_json() for citation in self.citations],
            "synthesized": self.synthesized,
        }


def ask(
    library: Library, question: str, *, limit: int = SENTENCES, writer: Writer | None = None
) -> Answer:
    """Answer a question.

    Args:
        library: The project.
        question: Any words.
        limit: How many sentences at the most.
        writer: A model that writes prose; without one the answer is the sentences.

    Raises:
        QueryError: The question is empty, or nothing is found.
        BackendError: The writer failed.
    """
    hits = chosen_hits(library, question)
    if not hits:
        raise QueryError(f"nothing is found for {question.strip()[:120]!r}; use other words")
    told = quotes(library, question, hits, limit=limit)
    if writer is not None:
        return _written(library, question, hits, writer)
    if not told:
        return _pointers(library, question, hits)
    citations = tuple(_citation(library, sentence) for sentence in told)
    lines = [
        f"- {quoted(sentence.text)} [{number}]" for number, sentence in enumerate(told, start=1)
    ]
    return _answer(question, "\n".join(lines), citations)


def chosen_hits(library: Library, question: str) -> list[Hit]:
    """Return the hits that an answer is drawn from, within the limits of an assembly."""
    hits = library.retriever.search(question, limit=CANDIDATES)
    return [candidate.hit for candidate in assemble(hits, Limits()) if candidate.taken]


def quotes(
    library: Library, question: str, hits: list[Hit], *, limit: int = SENTENCES
) -> list[Sentence]:
    """Return the sentences that say most of what was asked, those of the best passage first."""
    weights = query_weights(question, library.retriever.index.lexicon)
    pool = [(sentence, hit.score**0.5) for hit in hits for sentence in sentences(hit.unit)]
    said = [pair for pair in pool if pair[0].unit.type != NodeType.SYNTHESIS]
    # What we summed up ourselves is quoted only where nothing else answers.
    for candidates in (said, pool):
        chosen = most_telling(candidates, weights, count=max(limit, 1))
        if chosen:
            # What adds least to the others may still come from what the question names.
            places = {hit.unit.key: place for place, hit in reversed(list(enumerate(hits)))}
            return sorted(chosen, key=lambda sentence: places[sentence.unit.key])
    return []


def _written(library: Library, question: str, hits: list[Hit], writer: Writer) -> Answer:
    passages = [
        Passage(library.citations_of(hit.unit)[0], library.body_of(hit.unit)) for hit in hits
    ]
    citations = [passage.citation for passage in passages]
    names = {citation.node_id: citation.name for citation in citations}
    prose = rewrite_citations(writer.write(question, passages), names).strip()
    return _answer(question, prose, tuple(citations), synthesized=True)


def _pointers(library: Library, question: str, hits: list[Hit]) -> Answer:
    """Name the places where the answer may stand, where no sentence can be quoted."""
    citations = tuple(library.citations_of(hit.unit)[0] for hit in hits[:SENTENCES])
    lines = [
        f"- {escaped(citation.name)} ({code(citation.span or citation.node_id)}) [{number}]"
        for number, citation in enumerate(citations, start=1)
    ]
    return _answer(question, "\n".join(["See:", "", *lines]), citations)


def _answer(
    question: str, text: str, citations: tuple[Citation, ...], *, synthesized: bool = False
) -> Answer:
    sources = "\n".join(
        citation_line(citation, number) for number, citation in enumerate(citations, start=1)
    )
    return Answer(question, f"{text}\n\n## Citations\n\n{sources}\n", citations, synthesized)


def _citation(library: Library, sentence: Sentence) -> Citation:
    unit = sentence.unit
    if not unit.path or unit.type != FRAGMENT:
        return library.citations_of(unit)[0]
    return Citation(
        node_id=unit.node_id or unit.key,
        name=library.name_of(unit),
        path=unit.path,
        start_line=sentence.start_line,
        end_line=sentence.end_line,
    )
