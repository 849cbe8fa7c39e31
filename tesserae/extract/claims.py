"""Claim sentences: what a document asserts, one kind each, told apart by generic verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tesserae.model.ontology import NodeType

CHARS_PER_CLAIM = 1_500
MIN_CLAIMS = 2
MAX_CLAIMS = 40

_RULES: tuple[tuple[NodeType, int, re.Pattern[str]], ...] = (
    (
        NodeType.CONTRIBUTION_CLAIM,
        5,
        re.compile(
            r"\b(?:we|authors?|this (?:paper|document|proposal|work|report|note|article|standard)|"
            r"et al\.?)(?: also| further| then| thus)? (?:introduces?|proposes?|presents?|develops?|"
            r"contributes?|describes? a|defines? a|specif(?:y|ies) a|releases?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        NodeType.PERFORMANCE_CLAIM,
        4,
        re.compile(
            r"\bstate-of-the-art\b|\b(?:achiev|reach|attain|obtain|sustain|report|sav|reduc|improv|"
            r"increas|cut|gain|measur)\w*\b[^.]{0,80}\d|\d+(?:\.\d+)?\s?(?:%|x|×|fps|ms|times)\b",
            re.IGNORECASE,
        ),
    ),
    (
        NodeType.COMPARISON_CLAIM,
        3,
        re.compile(
            r"\b(?:outperform|surpass|exceed)\w*\b|\bcompared (?:to|with)\b|\bin contrast to\b|"
            r"\bunlike\b|\b(?:\w+er|more \w+|less \w+|better|worse|fewer) than\b",
            re.IGNORECASE,
        ),
    ),
    (
        NodeType.LIMITATION_CLAIM,
        4,
        re.compile(
            r"\b(?:limitation|drawback|shortcoming|downside|weakness)\w*\b|\bcannot\b|"
            r"\bfails? (?:to|on|when)\b|\bstruggl\w+|\bat the cost of\b|\bdoes not (?:support|scale|"
            r"handle|work|generali[sz]e|address|provide|guarantee|model|capture)|\bonly works?\b|"
            r"\bcommon failure\b|\bis sensitive to\b",
            re.IGNORECASE,
        ),
    ),
    (
        NodeType.CAUSAL_CLAIM,
        2,
        re.compile(
            r"\b(?:because|leads? to|causes?|caused by|due to|therefore|results? in|so that|"
            r"as a result|which means|enables?|prevents?)\b",
            re.IGNORECASE,
        ),
    ),
)
_TRIGGERS = re.compile(
    r"we |authors? |this |et al|state-of|\d|better|worse|fewer|er than|more |less |perform|surpass|"
    r"exceed|compared|contrast|nlike|limit|drawback|shortcoming|downside|weakness|cannot|fail|"
    r"struggl|cost of|does not|only work|sensitive|because|lead|cause|due to|therefore|result|"
    r"so that|which means|enable|prevent|We |This "
)
_CJK_RULES: tuple[tuple[NodeType, int, re.Pattern[str]], ...] = (
    (NodeType.CONTRIBUTION_CLAIM, 5, re.compile("(?:我们|本文|作者|本研究)(?:提出|引入|介绍|设计|给出)")),
    (NodeType.PERFORMANCE_CLAIM, 4, re.compile(r"(?:达到|提升|提高|降低|减少|缩短)[^。]{0,12}\d|\d+\s?(?:%|倍)")),
    (NodeType.COMPARISON_CLAIM, 3, re.compile("优于|相比|相较于|不如|比[^。，]{1,12}(?:更|快|慢|高|低|好)")),
    (NodeType.LIMITATION_CLAIM, 4, re.compile("局限|缺点|不足|无法|难以|不能")),
    (NodeType.CAUSAL_CLAIM, 2, re.compile("因为|由于|导致|因此|从而|使得")),
)


class ClaimSentence(NamedTuple):
    """A sentence that claims something."""

    kind: NodeType
    score: int
    sentence: int
    text: str


def claim_in(text: str, sentence: int) -> ClaimSentence | None:
    """Classify a sentence, or return None where it claims nothing."""
    rules = _RULES if text.isascii() or not _is_cjk(text) else _CJK_RULES
    minimum = 30 if rules is _RULES else 10
    if not minimum <= len(text) <= 500 or text.endswith(("?", "？", ":")):
        return None
    if rules is _RULES and not _TRIGGERS.search(text):
        return None
    for kind, score, rule in rules:
        if rule.search(text):
            return ClaimSentence(kind, score, sentence, text)
    return None


def _is_cjk(text: str) -> bool:
    return sum("\u3040" <= char <= "\u9fff" for char in text) * 4 > len(text)


def choose_claims(claims: Sequence[ClaimSentence], size: int) -> list[ClaimSentence]:
    """Keep the surest claims of a source, the earlier ones first among equals, in text order."""
    limit = min(MAX_CLAIMS, max(MIN_CLAIMS, size // CHARS_PER_CLAIM))
    best = sorted(claims, key=lambda claim: (-claim.score, claim.sentence))[:limit]
    return sorted(best, key=lambda claim: claim.sentence)
