"""What a message states: decisions, insights, guesses, lessons, things to do and questions.

Precision comes first. A sentence counts only where it says what it is ("Decision: …", "we decided
to …", "the root cause was …"); code, quotations, questions and conditions state nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tesserae.extract.finding_passages import last_paragraph, passages_that_may_state
from tesserae.extract.markdown import Block, BlockKind, parse_markdown, plain
from tesserae.extract.sentences import sentences_of
from tesserae.model.finding import FindingKind

MAX_TEXT = 280
MAX_READ = 40_000
"""Characters of one message that are read."""
MAX_TYPED = 4_000
"""A longer message of a person holds something pasted, which that person did not state."""

_ENDS = " \t\n.,;:：。；，"
_LABELS: tuple[tuple[FindingKind, str], ...] = (
    (
        FindingKind.DECISION,
        r"(?:key |final |design )?decisions?(?: made| log)?|决定|决策|结论与决定",
    ),
    (
        FindingKind.INSIGHT,
        r"(?:key |main )?(?:insights?|findings?)|root causes?(?: analysis)?|★ insight"
        r"|关键发现|主要发现|发现|根本原因|根因|洞察",
    ),
    (
        FindingKind.TODO,
        r"to-?do(?: list| items?)?|next steps?|(?:remaining|outstanding|open)"
        r" (?:work|items?|tasks?)"
        r"|follow-?ups?|still to do|left to do|action items?|待办(?:事项)?|下一步"
        r"|后续(?:工作|步骤)?"
        r"|剩余(?:工作|任务)|未完成",
    ),
    (
        FindingKind.QUESTION,
        r"open questions?|unresolved questions?|未解决的问题|待解决的?问题|开放问题",
    ),
    (FindingKind.HYPOTHESIS, r"(?:working |my )?hypothes[ie]s|假设|猜想|推测"),
    (
        FindingKind.TAKEAWAY,
        r"(?:key |main )?take-?aways?|lessons?(?: learned)?|tl;?dr|经验(?:教训)?|教训|要点",
    ),
)
_LABEL = re.compile(
    r"^\W{0,3}(?:" + "|".join(f"(?P<{kind.name}>{words})" for kind, words in _LABELS) + r")"
    r"\s*(?P<colon>[:：]|\s[—–-]\s)?\s*",
    re.IGNORECASE,
)

_WE = r"(?:we|i|we['’]ve|i['’]ve|you|the (?:team|user))"
_CUES: tuple[tuple[FindingKind, str], ...] = (
    (
        FindingKind.DECISION,
        rf"(?:^|[,;] |\b(?:so|therefore|then|and|ok(?:ay)?,?) ){_WE} (?:have |had |has |both )?"
        r"(?:decided|agreed|opted|settled)(?: (?:to|on|for|that|against|not))\b"
        r"|^decided (?:to|on|against|that)\b"
        r"|^(?:ok(?:ay)?,? |so |yes,? |then |right,? )?let['’]s (?:go with|stick with|settle on)\b"
        rf"|^(?:ok(?:ay)?,? |so |yes,? |then )?(?:{_WE}['’]ll|{_WE} will|i['’]m|we['’]re) "
        r"(?:go|going|stick|sticking) with\b"
        rf"|^{_WE} (?:chose|have chosen|picked) .{{2,80}} (?:over|instead of|because|rather than)\b"
        r"|^(?:please )?(?:use|keep|prefer) .{2,80} (?:instead of|rather than)\b"
        r"|^(?:ok(?:ay)?,? |yes,? )?go (?:with|for) (?!it\b)"
        r"|(?:我们|我|最终|最后|已经?|因此|所以|那就?)(?:还是)?(?:决定|商定|选定|敲定)(?!于|性|因素|论|权)"
        r"|(?:^|[，,])决定(?!于|性|因素|论|权|了?什么)|^(?:那?就|还是)(?:用|采用|按照?|选择?).{2,60}(?:吧|方案)"
        r"|(?:改用|选用|采用).{1,60}(?:而不是|代替|取代|替代)|^(?:请)?(?:用|使用).{1,40}(?:而不是|不要用)"
        r"|不(?:再)?(?:使用|采用|用).{1,40}[,，]?(?:改用|改为)",
    ),
    (
        FindingKind.INSIGHT,
        r"\b(?:the )?(?:root|actual|real|underlying) (?:cause|problem|issue|reason)"
        r"(?: of .{2,80}| here)? (?:is|was|turned out)\b"
        r"|^(?:it )?turns? out (?:that )?|^as it turn(?:s|ed) out"
        r"|^the (?:bug|failure|error|crash|regression|problem|issue)(?: (?:here|itself))?"
        r" (?:is|was) (?:caused by|that|due to|because)\b"
        r"|^(?:i|we) (?:found|discovered|learned|realised|realized) (?:out )?"
        r"(?:why\b|that (?!(?:file|folder|function|class|method|module|test|line|one|section)\b))"
        r"|(?:根本|真正的?)原因(?:是|在于)|^(?:原因|问题)(?:就?在于|出在|是因为)|^原来是?(?!的|来|有)"
        r"|^(?:我们?)?发现了?(?:问题|原因|[^,，。]{2,30}(?:会|是|导致|没有))",
    ),
    (
        FindingKind.HYPOTHESIS,
        r"^(?:so )?(?:my|our|one|the (?:current|working|leading)) (?:guess|hypothesis|theory"
        r"|suspicion) is\b|\b(?:i|we) (?:strongly )?(?:suspect|hypothesi[sz]e)\b"
        r"|^(?:this|that|it|the (?:bug|failure|error|problem|issue|crash)) "
        r"(?:(?:may|might|could) be|is (?:likely|probably)) (?:caused by|due to|because)\b"
        r"|(?:我们?|初步)(?:怀疑|猜测|推测|猜)|^(?:很)?可能是(?:因为|由于)|^怀疑(?:是)?",
    ),
    (
        FindingKind.TAKEAWAY,
        r"^(?:the )?(?:key |main |big )?(?:lesson|take-?away)s?(?: here| learned)? (?:is|was|are)\b"
        r"|^(?:for )?next time,? (?:we|i|you) (?:should|must|need)\b|^in hindsight\b"
        r"|^(?:这次的?|主要的?)?(?:经验|教训)(?:是|就是)|^下次(?:应该|要|需要|得)|^事后看",
    ),
    (
        FindingKind.TODO,
        rf"^(?:{_WE} )?still (?:need|needs|have|has) to\b"
        r"|\b(?:remains|is left|is still) to be done\b"
        rf"|^{_WE} (?:need|have|will need|['’]ll need) to .{{3,160}}"
        r"\b(?:later|tomorrow|afterwards|in a follow-?up)\b"
        r"|^(?:left|leaving) .{2,80} for (?:later|a follow-?up|another)\b"
        r"|^(?:还|仍|之后|后续|以后|明天)(?:需要?|要|得|没有?|未)(?!说|不要|吗)",
    ),
)
_CUE = re.compile("|".join(f"(?P<{kind.name}>{words})" for kind, words in _CUES), re.IGNORECASE)
_CONDITION = re.compile(
    r"^\W*(?:if|unless|when(?:ever)?|once|should|whether|in case|suppose|assuming|imagine"
    r"|for example"
    r"|e\.g|would|could|shall|do|does|did|is|are|can|如果|若|假如|要是|当|是否|例如|比如)\b"
    r"|^\W*(?:如果|若是?|假如|要是|是否|例如|比如)"
    r"|\b(?:have not|haven['’]t|not yet|yet to) decided?\b"
    r"|\b(?:is|was|are|remains?) (?:still )?(?:unknown|unclear|not (?:yet )?(?:known|clear))\b"
    r"|(?:还|尚|仍)?(?:没有?|未)决定|没有?发现|未发现",
    re.IGNORECASE,
)
# From a person it is how things are to be, from an agent advice.
_ADVICE = re.compile(
    r"(?:please )?(?:use|keep|prefer|go with|go for)\b|(?:请)?(?:用|使用)", re.IGNORECASE
)
_QUESTION_END = re.compile(r"[?？][)\]*_]*$")
_REQUEST = re.compile(
    r"^\W*(?:and |also |then |so |now |ok(?:ay)?,? |please,? |hi,? |hey,? )*"
    r"(?:(?:can|could|would|will|won['’]t|may|might) (?:you|we|i|u)|shall (?:we|i)"
    r"|should i|do you (?:mind|want)|would you|want me|ready|right|ok|okay|really|anything else"
    r"|any (?:other )?(?:questions|thoughts)|does (?:that|this) (?:work|sound|look|help)"
    r"|sounds? good|make sense|is there anything|how can i|what would you like|what['’]s next"
    r"|need anything|let me know|how about|what about|why not)\b"
    r"|^\W*(?:能否|能不能|可以|可否|可不可以|请|麻烦|帮|要不要我|需要我|是否需要我|还有(?:什么|其他)|好吗|对吗|行吗)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:what|why|how|which|who|whom|whose|where|when|is|are|was|were|does|do|did|has|have|had"
    r"|should|can|could|will|would|must)\b"
    r"|什么|为何|为什么|怎么|怎样|如何|哪|谁|几|多少|吗|呢|是不是|有没有|是否|能否",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a message states, as plain text of one line."""

    kind: FindingKind
    text: str


def statements_in(text: str, *, is_typed: bool = False) -> list[Statement]:
    """Return what a message states, in order.

    Args:
        text: Markdown.
        is_typed: A person wrote it. People paste: what is long says nothing of its own, and of the
            rest only decisions and things to do count.
    """
    if is_typed and len(text) > MAX_TYPED:
        return []
    passages = passages_that_may_state(text[:MAX_READ])
    if not passages:
        return []
    found = list(_statements(parse_markdown(passages).blocks, is_typed=is_typed))
    if is_typed:
        found = [s for s in found if s.kind in {FindingKind.DECISION, FindingKind.TODO}]
    return list(dict.fromkeys(found))


def questions_in(text: str) -> list[str]:
    """Return the questions that a message of a person asks; requests in the form of one are none.

    Of a message that is long enough to hold something pasted, nothing counts.
    """
    if len(text) > MAX_TYPED or not ("?" in text or "？" in text):
        return []
    return [
        sentence
        for block in parse_markdown(text).blocks
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.ITEM}
        for sentence in _sentences(block)
        if is_question(sentence)
    ]


def closing_question(text: str) -> str:
    """Return the question that ends a message; empty where it ends with none."""
    last = last_paragraph(text[-MAX_READ:])
    if not _QUESTION_END.search(last):
        return ""
    blocks = parse_markdown(last).blocks
    if not blocks or blocks[-1].kind is not BlockKind.PARAGRAPH:
        return ""
    sentences = _sentences(blocks[-1])
    return sentences[-1] if sentences and is_question(sentences[-1]) else ""


def first_statement(text: str) -> str:
    """Return the first sentence of a message that says something, for use as an answer."""
    for block in parse_markdown(text[:MAX_TYPED]).blocks:
        if block.kind not in {BlockKind.PARAGRAPH, BlockKind.ITEM}:
            continue
        for sentence in _sentences(block):
            if len(sentence) >= 2 and not sentence.endswith((":", "：", "?", "？")):
                return shorten(sentence)
    return shorten(text) if len(text) <= MAX_TEXT else ""


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks for something to be known."""
    return (
        len(sentence.encode()) >= 8
        and len(sentence) <= MAX_TEXT
        and _QUESTION_END.search(sentence) is not None
        and _REQUEST.match(sentence) is None
        and _ASKING.search(sentence) is not None
    )


def shorten(text: str) -> str:
    """Return a text as one line of bounded length, cut between words."""
    line = " ".join(plain(text).split())
    if len(line) <= MAX_TEXT:
        return line
    cut = line[: MAX_TEXT - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > MAX_TEXT // 2 else cut) + "…"


def _statements(blocks: list[Block], *, is_typed: bool) -> Iterator[Statement]:
    heading: FindingKind | None = None
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            heading = _heading_kind(block.text)
        elif block.kind is BlockKind.QUOTE:
            continue
        elif block.kind is BlockKind.ITEM and (block.is_task or heading is not None):
            kind = FindingKind.TODO if block.is_task else heading
            if kind is not None and not block.is_done and block.level <= 1:
                yield from _labelled(kind, block.text)
        else:
            # A line such as "Next steps:" heads the list below it as a heading would.
            lead = _heading_kind(block.text)
            if block.kind is BlockKind.PARAGRAPH:
                heading = lead
            if lead is None:
                yield from _in_prose(block, is_typed=is_typed)


def _heading_kind(text: str) -> FindingKind | None:
    match = _LABEL.match(text.strip())
    if match is None or text[match.end() :].strip(_ENDS + "*_-─★`"):
        return None
    return _kind(match)


def _kind(match: re.Match[str]) -> FindingKind:
    return next(kind for kind in FindingKind if match.groupdict().get(kind.name) is not None)


def _in_prose(block: Block, *, is_typed: bool) -> Iterator[Statement]:
    label = _LABEL.match(block.text)
    if label is not None and label["colon"]:
        yield from _labelled(_kind(label), block.text[label.end() :].split("\n\n")[0])
        return
    for sentence in _sentences(block):
        match = _CUE.search(sentence)
        if (
            match is not None
            and len(sentence.encode()) >= 12
            and not _QUESTION_END.search(sentence)
            and not sentence.endswith((":", "："))
            and not _CONDITION.search(sentence)
            and (is_typed or not _ADVICE.match(sentence))
        ):
            yield Statement(_kind(match), shorten(sentence))


def _labelled(kind: FindingKind, text: str) -> Iterator[Statement]:
    line = shorten(text).strip(" *_")
    if len(line.encode()) >= 8 and not line.lower().startswith(("none", "n/a", "nothing", "无")):
        yield Statement(kind, line)


def _sentences(block: Block) -> list[str]:
    return [" ".join(plain(sentence.text).split()) for sentence in sentences_of(block)]
