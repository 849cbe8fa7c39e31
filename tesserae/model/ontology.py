"""The controlled vocabulary: node types, the folders they live in, edge types and their ends.

Nothing here belongs to any field of knowledge; it is the shape that every project shares. The
order of `NodeType` settles ties when two equally good pieces of evidence disagree about a type.
"""

from __future__ import annotations

from enum import StrEnum


class NodeType(StrEnum):
    """What a node can be, in the order that settles ties."""

    SOURCE_DOCUMENT = "SourceDocument"
    PAPER = "Paper"
    REPOSITORY = "Repository"
    PROJECT = "Project"
    CODE_PROJECT = "CodeProject"
    CONCEPT = "Concept"
    TECHNICAL_TERM = "TechnicalTerm"
    MATHEMATICAL_CONCEPT = "MathematicalConcept"
    METHODOLOGICAL_CONCEPT = "MethodologicalConcept"
    ALGORITHM = "Algorithm"
    OBJECTIVE_FUNCTION = "ObjectiveFunction"
    ARCHITECTURE_PATTERN = "ArchitecturePattern"
    TRAINING_PARADIGM = "TrainingParadigm"
    INFERENCE_STRATEGY = "InferenceStrategy"
    EVALUATION_PROTOCOL = "EvaluationProtocol"
    TASK = "Task"
    CAPABILITY = "Capability"
    MODEL = "Model"
    DATASET = "Dataset"
    BENCHMARK = "Benchmark"
    METRIC = "Metric"
    RESULT = "Result"
    ORGANIZATION = "Organization"
    PERSON = "Person"
    RESEARCH_FIELD = "ResearchField"
    RESEARCH_TOPIC = "ResearchTopic"
    PROBLEM_AREA = "ProblemArea"
    APPROACH_FAMILY = "ApproachFamily"
    TREND = "Trend"
    OPEN_QUESTION = "OpenQuestion"
    SYNTHESIS = "Synthesis"
    SESSION = "Session"
    SESSION_INSIGHT = "SessionInsight"
    SESSION_DECISION = "SessionDecision"
    SESSION_QUESTION = "SessionQuestion"
    SESSION_TODO = "SessionTODO"
    SESSION_HYPOTHESIS = "SessionHypothesis"
    SESSION_TAKEAWAY = "SessionTakeaway"
    SOURCE_FILE = "SourceFile"
    CODE_MODULE = "CodeModule"
    CODE_CLASS = "CodeClass"
    CODE_FUNCTION = "CodeFunction"
    DEPENDENCY = "Dependency"
    EVIDENCE_SPAN = "EvidenceSpan"
    CLAIM = "Claim"
    CONTRIBUTION_CLAIM = "ContributionClaim"
    PERFORMANCE_CLAIM = "PerformanceClaim"
    COMPARISON_CLAIM = "ComparisonClaim"
    LIMITATION_CLAIM = "LimitationClaim"
    CAUSAL_CLAIM = "CausalClaim"


class Kind(StrEnum):
    """The folders of the wiki; each holds the pages of one or more node types."""

    SOURCES = "sources"
    PAPERS = "papers"
    REPOS = "repos"
    CONCEPTS = "concepts"
    ENTITIES = "entities"
    TOPICS = "topics"
    QUESTIONS = "questions"
    SYNTHESES = "syntheses"
    SESSIONS = "sessions"


_FIRST_OF_KIND: tuple[tuple[Kind, NodeType, NodeType], ...] = (
    (Kind.SOURCES, NodeType.SOURCE_DOCUMENT, NodeType.SOURCE_DOCUMENT),
    (Kind.PAPERS, NodeType.PAPER, NodeType.PAPER),
    (Kind.REPOS, NodeType.REPOSITORY, NodeType.CODE_PROJECT),
    (Kind.CONCEPTS, NodeType.CONCEPT, NodeType.CAPABILITY),
    (Kind.ENTITIES, NodeType.MODEL, NodeType.PERSON),
    (Kind.TOPICS, NodeType.RESEARCH_FIELD, NodeType.TREND),
    (Kind.QUESTIONS, NodeType.OPEN_QUESTION, NodeType.OPEN_QUESTION),
    (Kind.SYNTHESES, NodeType.SYNTHESIS, NodeType.SYNTHESIS),
    (Kind.SESSIONS, NodeType.SESSION, NodeType.SESSION_TAKEAWAY),
)

_ORDER: tuple[NodeType, ...] = tuple(NodeType)
TYPE_RANK: dict[NodeType, int] = {type_: rank for rank, type_ in enumerate(_ORDER)}


def _between(first: NodeType, last: NodeType) -> frozenset[NodeType]:
    return frozenset(_ORDER[TYPE_RANK[first] : TYPE_RANK[last] + 1])


TYPES_OF_KIND: dict[Kind, frozenset[NodeType]] = {
    kind: _between(first, last) for kind, first, last in _FIRST_OF_KIND
}
KIND_OF_TYPE: dict[NodeType, Kind] = {
    type_: kind for kind, types in TYPES_OF_KIND.items() for type_ in types
}
"""Types without a page (code, claims, evidence) are absent."""

FINDING_TYPES = _between(NodeType.SESSION_INSIGHT, NodeType.SESSION_TAKEAWAY)
CODE_TYPES = _between(NodeType.SOURCE_FILE, NodeType.DEPENDENCY)
CLAIM_TYPES = _between(NodeType.CLAIM, NodeType.CAUSAL_CLAIM)
SESSION_TYPES = TYPES_OF_KIND[Kind.SESSIONS]
PAGE_TYPES = frozenset(KIND_OF_TYPE) - FINDING_TYPES
"""Types that have a page of their own; a finding is a section of its session's page."""


class EdgeType(StrEnum):
    """What one node can say of another."""

    REFERENCES = "references"
    MENTIONS = "mentions"
    DOCUMENTS = "documents"
    DISCUSSES = "discusses"
    DISCUSSED_IN = "discussed_in"
    DERIVED_FROM = "derived_from"
    PART_OF = "part_of"
    SUBFIELD_OF = "subfield_of"
    IS_A = "is_a"
    USES = "uses"
    USES_DATASET = "uses_dataset"
    USES_METRIC = "uses_metric"
    INTRODUCES = "introduces"
    EXTENDS = "extends"
    IMPROVES_ON = "improves_on"
    IMPLEMENTS = "implements"
    IMPLEMENTED_IN = "implemented_in"
    EVALUATED_ON = "evaluated_on"
    REPORTS_RESULT = "reports_result"
    ACHIEVES_SCORE = "achieves_score"
    COMPARES_AGAINST = "compares_against"
    ADDRESSES = "addresses"
    BELONGS_TO_APPROACH_FAMILY = "belongs_to_approach_family"
    HAS_LIMITATION = "has_limitation"
    SUPPORTS_CLAIM = "supports_claim"
    CONTRADICTS_CLAIM = "contradicts_claim"
    EVIDENCED_BY = "evidenced_by"
    AUTHORED_BY = "authored_by"
    RELEASED_BY = "released_by"
    CONTAINS = "contains"
    IMPORTS = "imports"
    CALLS = "calls"
    INHERITS_FROM = "inherits_from"
    DEPENDS_ON = "depends_on"
    SYNTHESIZES = "synthesizes"
    SUMMARIZES = "summarizes"
    SUPERSEDES = "supersedes"
    RESOLVED_BY = "resolved_by"
    SHARES_CONCEPT_WITH = "shares_concept_with"
    RISING_IN = "rising_in"
    DECLINING_IN = "declining_in"
    USER_LINK = "user_link"


_ANY = frozenset(NodeType)
_PAGES = PAGE_TYPES
_DOCUMENTS = frozenset({NodeType.SOURCE_DOCUMENT, NodeType.PAPER})
_WORKS = _DOCUMENTS | TYPES_OF_KIND[Kind.REPOS]
_IDEAS = TYPES_OF_KIND[Kind.CONCEPTS]
_ENTITIES = TYPES_OF_KIND[Kind.ENTITIES]
_TOPICS = TYPES_OF_KIND[Kind.TOPICS]
_THINGS = _IDEAS | _ENTITIES | _TOPICS | _WORKS | {NodeType.OPEN_QUESTION}
_AGENTS = frozenset({NodeType.PERSON, NodeType.ORGANIZATION})
_SESSIONS = SESSION_TYPES
_MEASURED = _THINGS - _AGENTS
_CODE_PLACES = CODE_TYPES | TYPES_OF_KIND[Kind.REPOS] | {NodeType.SOURCE_DOCUMENT}

EDGE_ENDS: dict[EdgeType, tuple[frozenset[NodeType], frozenset[NodeType]]] = {
    EdgeType.REFERENCES: (_WORKS | CODE_TYPES, _WORKS | CODE_TYPES),
    EdgeType.MENTIONS: (_WORKS | _CODE_PLACES, _THINGS | CODE_TYPES),
    EdgeType.DOCUMENTS: (frozenset({NodeType.SOURCE_DOCUMENT}), _THINGS | CODE_TYPES),
    EdgeType.DISCUSSES: (_DOCUMENTS, _THINGS | CODE_TYPES),
    EdgeType.DISCUSSED_IN: (_ANY - _SESSIONS, _SESSIONS),
    EdgeType.DERIVED_FROM: (_ANY, _ANY),
    EdgeType.PART_OF: (_ANY, _ANY),
    EdgeType.SUBFIELD_OF: (_TOPICS, _TOPICS),
    EdgeType.IS_A: (_IDEAS | _ENTITIES | _TOPICS, _IDEAS | _ENTITIES | _TOPICS),
    EdgeType.USES: (_THINGS, _THINGS),
    EdgeType.USES_DATASET: (_MEASURED, frozenset({NodeType.DATASET, NodeType.BENCHMARK})),
    EdgeType.USES_METRIC: (_MEASURED, frozenset({NodeType.METRIC})),
    EdgeType.INTRODUCES: (_DOCUMENTS, _THINGS),
    EdgeType.EXTENDS: (_THINGS, _THINGS),
    EdgeType.IMPROVES_ON: (_THINGS, _THINGS),
    EdgeType.IMPLEMENTS: (_WORKS | CODE_TYPES, _IDEAS | _ENTITIES),
    EdgeType.IMPLEMENTED_IN: (_THINGS, _CODE_PLACES),
    EdgeType.EVALUATED_ON: (
        _MEASURED,
        frozenset({NodeType.DATASET, NodeType.BENCHMARK, NodeType.METRIC, NodeType.TASK}),
    ),
    EdgeType.REPORTS_RESULT: (_DOCUMENTS, frozenset({NodeType.RESULT})),
    EdgeType.ACHIEVES_SCORE: (_MEASURED, frozenset({NodeType.RESULT, NodeType.METRIC})),
    EdgeType.COMPARES_AGAINST: (_THINGS, _THINGS),
    EdgeType.ADDRESSES: (_THINGS, _THINGS),
    EdgeType.BELONGS_TO_APPROACH_FAMILY: (_THINGS, frozenset({NodeType.APPROACH_FAMILY})),
    EdgeType.HAS_LIMITATION: (_THINGS, frozenset({NodeType.LIMITATION_CLAIM})),
    EdgeType.SUPPORTS_CLAIM: (_ANY, CLAIM_TYPES),
    EdgeType.CONTRADICTS_CLAIM: (CLAIM_TYPES | _DOCUMENTS, CLAIM_TYPES),
    EdgeType.EVIDENCED_BY: (_ANY, frozenset({NodeType.EVIDENCE_SPAN}) | _WORKS | CODE_TYPES),
    EdgeType.AUTHORED_BY: (_DOCUMENTS, _AGENTS),
    EdgeType.RELEASED_BY: (_THINGS - _AGENTS, _AGENTS),
    EdgeType.CONTAINS: (_CODE_PLACES | {NodeType.PROJECT}, _CODE_PLACES),
    EdgeType.IMPORTS: (CODE_TYPES, CODE_TYPES),
    EdgeType.CALLS: (CODE_TYPES, CODE_TYPES),
    EdgeType.INHERITS_FROM: (
        frozenset({NodeType.CODE_CLASS}),
        frozenset({NodeType.CODE_CLASS}),
    ),
    EdgeType.DEPENDS_ON: (_ANY - _SESSIONS, _ANY - _SESSIONS),
    EdgeType.SYNTHESIZES: (frozenset({NodeType.SYNTHESIS}), _ANY - _SESSIONS),
    EdgeType.SUMMARIZES: (frozenset({NodeType.SYNTHESIS}), _ANY - _SESSIONS),
    EdgeType.SUPERSEDES: (_ANY, _ANY),
    EdgeType.RESOLVED_BY: (
        frozenset({NodeType.OPEN_QUESTION, NodeType.SESSION_QUESTION, NodeType.SESSION_TODO}),
        _ANY,
    ),
    EdgeType.SHARES_CONCEPT_WITH: (_PAGES, _PAGES),
    EdgeType.RISING_IN: (_THINGS, _TOPICS),
    EdgeType.DECLINING_IN: (_THINGS, _TOPICS),
    EdgeType.USER_LINK: (_PAGES, _PAGES),
}
"""For each edge type, the node types that may stand at its source and at its target."""
