"""The findings of a session, by rules alone: the same turns give the same findings.

What was undone gives none. Sub-agents give none either: `turn_ids` count the session's own turns.
Texts are cut, so a session is redacted before its findings are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tesserae.extract.finding_text import (
    closing_question,
    first_statement,
    questions_in,
    statements_in,
)
from tesserae.extract.finding_tools import errors_of, plans_of, questions_of, tasks_of
from tesserae.model.finding import Finding, FindingKind
from tesserae.model.session import Role, Session, Turn

_ORDER = tuple(FindingKind)


def findings_of(session: Session | Iterable[Turn]) -> tuple[Finding, ...]:
    """Return the findings of a session, redacted before, in the order of their turns.

    Args:
        session: A session, or its own turns.

    Returns:
        Each finding once: what is said again is found where it was said first. Ties within a turn
        go by kind, then by text.
    """
    given = session.turns if isinstance(session, Session) else session
    turns = [turn for turn in given if not turn.is_undone]
    found = [
        *_stated(turns),
        *_asked(turns),
        *tasks_of(turns),
        *questions_of(turns),
        *plans_of(turns),
        *errors_of(turns),
    ]
    found.sort(key=lambda f: (f.turn_ids, _ORDER.index(f.kind), f.text))
    once: dict[tuple[FindingKind, str], Finding] = {}
    for finding in found:
        once.setdefault((finding.kind, finding.text.casefold().rstrip(".。!！")), finding)
    return tuple(once.values())


def _stated(turns: Iterable[Turn]) -> Iterator[Finding]:
    for turn in turns:
        if _is_talk(turn):
            for statement in statements_in(turn.text, is_typed=turn.is_human):
                yield Finding(statement.kind, statement.text, (turn.index,), turn.at)


def _asked(turns: Sequence[Turn]) -> Iterator[Finding]:
    """Yield what the person asked and was told, and what the agent asked and was told."""
    talk = [turn for turn in turns if _is_talk(turn)]
    for number, turn in enumerate(talk):
        if turn.is_human:
            reply = _last_reply(talk, number + 1)
            for question in questions_in(turn.text):
                yield _question(question, turn, reply)
        elif number + 1 == len(talk) or talk[number + 1].is_human:
            question = closing_question(turn.text)
            answer = talk[number + 1] if number + 1 < len(talk) else None
            if question:
                yield _question(question, turn, answer)


def _last_reply(talk: Sequence[Turn], start: int) -> Turn | None:
    """Return the agent's last message before the person speaks again: the others are on the way."""
    reply = None
    for turn in talk[start:]:
        if turn.is_human:
            break
        reply = turn
    return reply


def _question(text: str, asked: Turn, answered: Turn | None) -> Finding:
    answer = first_statement(answered.text) if answered is not None else ""
    is_answered = answered is not None and bool(answer)
    ids = (asked.index, answered.index) if answered is not None and answer else (asked.index,)
    return Finding(
        FindingKind.QUESTION, text, ids, asked.at, answer=answer, is_resolved=is_answered
    )


def _is_talk(turn: Turn) -> bool:
    """Say whether a person or the agent speaks; injected context and failed requests do not."""
    if not turn.text or turn.is_error:
        return False
    return turn.is_human or turn.role is Role.RESPONSE
