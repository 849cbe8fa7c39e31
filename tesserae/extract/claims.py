"""Claim sentences: what a document asserts, one kind each, told apart by generic verbs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tesserae.extract.words import fold_phrase
from tesserae.model.ids import short_hash
from tesserae.model.ontology import NodeType

CHARS_PER_CLAIM = 2_000
MIN_CLAIMS = 2
MAX_CLAIMS = 40


@dataclass(frozen=True, slots=True)
class _Rule:
    """One kind of claim."""

    kind: NodeType
    score: int
    words: frozenset[str]
    """A sentence without one of these cannot match."""
    pattern: re.Pattern[str]
    lower_pattern: re.Pattern[str]
    """For a text without capitals, which is searched much faster than one with them."""


def _rule(kind: NodeType, score: int, words: str, pattern: str) -> _Rule:
    listed = words.split()
    either_case = frozenset(listed) | {word.capitalize() for word in listed}
    return _Rule(kind, score, either_case, re.compile(pattern, re.IGNORECASE), re.compile(pattern))


_RULES = (
    _rule(
        NodeType.CONTRIBUTION_CLAIM,
        5,
        """introduce introduces propose proposes present presents develop develops contribute
        contributes describe describes define defines specify specifies release releases""",
        r"\b(?:we|authors?|al\.?|this (?:paper|document|proposal|work|report|note|article|"
        r"standard))(?: also| further| then| thus)? (?:introduces?|proposes?|presents?|develops?|"
        r"contributes?|describes? an? |defines? an? |specif(?:y|ies) an? |releases?)",
    ),
    _rule(
        NodeType.PERFORMANCE_CLAIM,
        4,
        """state-of-the-art achieve achieves achieved reach reaches reached attain attains obtain
        obtains sustain sustains sustaining report reports reported save saves reduce reduces
        reduced improve improves improved increase increases increased cut cuts measured % fps""",
        r"\bstate-of-the-art\b|\b(?:achiev|reach|attain|obtain|sustain|report|sav|reduc|improv|"
        r"increas|cut|measur)\w*\b[^.]{0,80}\d|\d\s?(?:%|fps)",
    ),
    _rule(
        NodeType.LIMITATION_CLAIM,
        4,
        """limitation limitations drawback drawbacks shortcoming shortcomings downside downsides
        weakness weaknesses cannot fail fails failure struggle struggles cost not only sensitive""",
        r"\b(?:limitation|drawback|shortcoming|downside|weakness|cannot\b|"
        r"fails? (?:to|on|when)\b|"
        r"struggles?\b|at the cost of\b|does not (?:support|scale|handle|work|generali[sz]e|"
        r"address|provide|guarantee|model|capture)|only works?\b|common failure\b|"
        r"is sensitive to\b)",
    ),
    _rule(
        NodeType.COMPARISON_CLAIM,
        3,
        """outperform outperforms outperforming surpass surpasses exceed exceeds compared contrast
        unlike than""",
        r"\b(?:(?:outperform|surpass|exceed)\w*\b|compared (?:to|with)\b|in contrast to\b|"
        r"unlike\b|(?:\w+er|more \w+|less \w+|better|worse|fewer) than\b)",
    ),
    _rule(
        NodeType.CAUSAL_CLAIM,
        2,
        """because lead leads cause causes caused due therefore results result means enables
        prevents""",
        r"\b(?:because|leads? to|causes?|caused by|due to|therefore|results? in|as a result|"
        r"which means|enables|prevents)\b",
    ),
)
CLAIM_WORDS = frozenset().union(*(rule.words for rule in _RULES))

_CJK_RULES: tuple[tuple[NodeType, int, re.Pattern[str]], ...] = (
    (
        NodeType.CONTRIBUTION_CLAIM,
        5,
        re.compile("(?:我们|本文|作者|本研究)(?:提出|引入|介绍|设计|给出)"),
    ),
    (
        NodeType.PERFORMANCE_CLAIM,
        4,
        re.compile(r"(?:达到|提升|提高|降低|减少|缩短)[^。]{0,12}\d|\d+\s?(?:%|倍)"),
    ),
    (
        NodeType.COMPARISON_CLAIM,
        3,
        re.compile("优于|相比|相较于|不如|比[^。，]{1,12}(?:更|快|慢|高|低|好)"),
    ),
    (NodeType.LIMITATION_CLAIM, 4, re.compile("局限|缺点|不足|无法|难以|不能")),
    (NodeType.CAUSAL_CLAIM, 2, re.compile("因为|由于|导致|因此|从而|使得")),
)


class ClaimSentence(NamedTuple):
    """A sentence that claims something."""

    kind: NodeType
    score: int
    sentence: int
    text: str


def claim_in(text: str, sentence: int, words: Collection[str]) -> ClaimSentence | None:
    """Classify a sentence, or return None where it claims nothing.

    Args:
        text: The sentence.
        sentence: Its index.
        words: Those of its words that are in `CLAIM_WORDS`.
    """
    if not 30 <= len(text) <= 500 or text.endswith(("?", ":")):
        return None
    lower = text.lower() if text.isascii() else ""
    for rule in _RULES:
        if not rule.words.isdisjoint(words) and (
            rule.lower_pattern.search(lower) if lower else rule.pattern.search(text)
        ):
            return ClaimSentence(rule.kind, rule.score, sentence, text)
    return None


def cjk_claim_in(text: str, sentence: int) -> ClaimSentence | None:
    """Classify a Chinese sentence."""
    if not 10 <= len(text) <= 300 or text.endswith(("?", "？", ":", "：")):
        return None
    for kind, score, pattern in _CJK_RULES:
        if pattern.search(text):
            return ClaimSentence(kind, score, sentence, text)
    return None


_NEGATION = re.compile(r"\b(?:not|never|no longer|cannot)\b|n['’]t\b|不|没有|无法")
_MIRRORED = re.compile(
    r"^(.{2,60}?) ((?:is|are) (?:\w+er|more \w+|less \w+|better|worse) than) (.{2,60}?)[.,;]?$"
)
_AUXILIARIES = frozenset(["do", "does", "did", "can"])


def claim_content(text: str) -> tuple[str, bool]:
    """Return a hash of a claim's words in any order, without negation, and whether it denies."""
    lower = text.lower()
    plain, denials = _NEGATION.subn(" ", lower)
    words = sorted(word for word in fold_phrase(plain).split() if word not in _AUXILIARIES)
    return short_hash(" ".join(words)), denials % 2 == 1


def mirrored_content(text: str) -> str:
    """Return, for "A is faster than B", the content of "B is faster than A"; else ""."""
    match = _MIRRORED.match(text)
    if match is None:
        return ""
    # Word order is all that tells the two apart, so it goes into the hash.
    one, relation, other = (fold_phrase(part.lower()) for part in match.groups())
    return f"{short_hash(f'{one} {relation} {other}')} {short_hash(f'{other} {relation} {one}')}"


def choose_claims(claims: Sequence[ClaimSentence], size: int) -> list[ClaimSentence]:
    """Keep the surest claims of a source, the earlier ones first among equals, in text order."""
    limit = min(MAX_CLAIMS, max(MIN_CLAIMS, size // CHARS_PER_CLAIM))
    best = sorted(claims, key=lambda claim: (-claim.score, claim.sentence))[:limit]
    return sorted(best, key=lambda claim: claim.sentence)
