"""A digest told in prose by a model, as far as the digest itself bears it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from tesserae.activity.digest import Citable, DayDigest, NarrativeLine, ProjectDigest, SessionDay
from tesserae.activity.items import HOST_NAMES, KIND_TITLES, clock
from tesserae.activity.places import Places
from tesserae.errors import BackendError
from tesserae.llm.check import check_answer
from tesserae.llm.port import Model
from tesserae.llm.prompt import Material, build_prompt, load_instructions

MAX_MATERIAL = 400
"""Items that a model is given; the later ones are left out."""
MAX_REQUESTS = 8


def narrate(
    project: ProjectDigest, model: Model, places: Places, zone: ZoneInfo
) -> tuple[tuple[NarrativeLine, ...], str]:
    """Ask a model what happened, and keep what its citations bear out.

    Returns:
        The sentences, and a note where there are none or some were dropped.
    """
    citable = list(_citable(project.days, places, zone))[:MAX_MATERIAL]
    if not citable:
        return (), ""
    materials = [Material(item.id, item.text) for item in citable]
    prompt = build_prompt(load_instructions("digest"), materials)
    try:
        answer = model.answer(prompt)
    except BackendError as error:
        return (), f"No narrative: {error.message}."
    checked = check_answer(answer, materials)
    by_id = {item.id: item for item in citable}
    lines = tuple(
        NarrativeLine(statement.text, tuple(by_id[id_] for id_ in statement.cites))
        for statement in checked.statements
    )
    if not lines:
        return (), f"No narrative: {model.name} said nothing that this digest bears out."
    if checked.dropped:
        what = "sentence" if checked.dropped == 1 else "sentences"
        return lines, f"{checked.dropped} {what} of {model.name} left out: not borne out below."
    return lines, ""


def _citable(days: Sequence[DayDigest], places: Places, zone: ZoneInfo) -> Iterator[Citable]:
    """Yield what may be cited: sessions, findings, commits, pull requests, documents."""
    sessions = [(day, session) for day in days for session in day.sessions]
    for number, (day, session) in enumerate(sessions, start=1):
        href = places.session(session.host, session.id)
        label = session.title or "session"
        yield Citable(f"S{number}", _told(day, session, zone), label, href)
    findings = [(day, item) for day in days for item in day.findings]
    for number, (day, item) in enumerate(findings, start=1):
        kind = KIND_TITLES.get(item.kind, item.kind)
        text = f"{_when(day, item.at, zone)}, {kind}: {item.text} {item.resolution}"
        text += " (still open)" if item.is_open else ""
        href = places.turn(item.host, item.session, item.turn)
        yield Citable(f"F{number}", text, f"turn {item.turn}", href)
    commits = [(day, commit) for day in days for commit in day.commits]
    for number, (day, commit) in enumerate(commits, start=1):
        text = f"{_when(day, commit.at, zone)}, commit by {commit.author}: {commit.subject}"
        text += f" (files: {', '.join(commit.paths[:20])})" if commit.paths else ""
        yield Citable(f"C{number}", text, commit.sha[:7], places.commit(commit.sha))
    requests = [(day, item) for day in days for item in day.pull_requests]
    for number, (day, request) in enumerate(requests, start=1):
        label = f"{request.repository}#{request.number}"
        text = f"{_when(day, request.at, zone)}, pull request {label} {request.event}: "
        yield Citable(f"P{number}", text + request.title, label)
    documents = [(day, item) for day in days for item in day.documents]
    for number, (day, document) in enumerate(documents, start=1):
        text = f"{day.window.label}, document {document.change}: {document.title} ({document.path})"
        yield Citable(f"D{number}", text, document.title, places.file(document.path))


def _told(day: DayDigest, session: SessionDay, zone: ZoneInfo) -> str:
    parts = [
        f"{_when(day, session.first, zone)}, session with {HOST_NAMES[session.host]}: "
        f"{session.title} ({session.human_turns} requests, {session.turns} turns)",
        *(f"asked: {said.text}" for said in session.requests[:MAX_REQUESTS]),
        *(f"taken back: {said.text}" for said in session.undone[:MAX_REQUESTS]),
    ]
    if session.outcome is not None:
        parts.append(f"the agent said in the end: {session.outcome.text}")
    return "; ".join(parts)


def _when(day: DayDigest, at: datetime, zone: ZoneInfo) -> str:
    return f"{day.window.label} {clock(at, zone)}"
