"""A digest as JSON under the keys that other programs rely on."""

from __future__ import annotations

from collections.abc import Iterable

from tesserae.activity.digest import DayDigest, Digest, FindingItem, ProjectDigest, SessionDay
from tesserae.model.graph import JsonValue
from tesserae.model.session import Coverage, Gap, format_instant


def digest_to_json(
    digest: Digest, *, written: Iterable[str], gaps: Iterable[tuple[str, Gap]]
) -> dict[str, JsonValue]:
    """Return a digest under its contractual keys.

    Args:
        digest: The digest.
        written: The files that hold it.
        gaps: Work whose logs are gone, with the name of its project.
    """
    period = digest.period
    return {
        "timezone": period.timezone,
        "windows": [
            {
                "label": window.label,
                "start": format_instant(window.start),
                "end": format_instant(window.end),
            }
            for window in period.windows
        ],
        "projects": [_project(project) for project in digest.projects],
        "coverage": _coverage(digest.coverage, gaps),
        "written": list(written),
    }


def _project(project: ProjectDigest) -> JsonValue:
    return {"name": project.name, "days": [_day(day) for day in project.days]}


def _day(day: DayDigest) -> JsonValue:
    return {
        "label": day.window.label,
        "sessions": [_session(session) for session in day.sessions],
        "files": list(day.files),
        "findings": [_finding(item) for item in day.findings],
        "commits": [
            {
                "sha": commit.sha,
                "author": commit.author,
                "subject": commit.subject,
                "at": format_instant(commit.at),
            }
            for commit in day.commits
        ],
        "pull_requests": [
            {
                "number": item.number,
                "repository": item.repository,
                "title": item.title,
                "url": item.url,
                "event": item.event,
                "at": format_instant(item.at),
            }
            for item in day.pull_requests
        ],
        "documents": [
            {
                "path": item.path,
                "title": item.title,
                "change": item.change,
                "approximate": item.is_approximate,
            }
            for item in day.documents
        ],
    }


def _session(session: SessionDay) -> JsonValue:
    return {
        "host": session.host.value,
        "id": session.id,
        "title": session.title,
        "human_turns": session.human_turns,
        "turns": session.turns,
        "undone_turns": session.undone_turns,
        "first": format_instant(session.first),
        "last": format_instant(session.last),
    }


def _finding(item: FindingItem) -> JsonValue:
    return {
        "kind": item.kind,
        "text": item.text,
        "session": item.session,
        "turn": item.turn,
        "at": format_instant(item.at),
    }


def _coverage(coverage: Coverage, gaps: Iterable[tuple[str, Gap]]) -> JsonValue:
    return {
        "roots": [
            {"host": root.host.value, "path": root.path, "found": root.found}
            for root in coverage.roots
        ],
        "sessions_read": coverage.sessions_read,
        "records_rejected": [
            {"file": item.path, "line": item.line, "reason": item.reason}
            for item in coverage.records_rejected
        ],
        "excluded": [
            {"host": item.host.value, "id": item.id, "reason": item.reason}
            for item in coverage.excluded
        ],
        "gaps": [
            {
                "host": gap.host.value,
                "session": gap.session_id,
                "project": project,
                "first": format_instant(gap.first),
                "last": format_instant(gap.last),
                "prompts": gap.prompts,
            }
            for project, gap in gaps
        ],
    }
