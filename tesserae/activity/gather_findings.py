"""What came out of the sessions: a finding belongs to the time of the turn that says it."""

from __future__ import annotations

from collections.abc import Iterator

from tesserae.activity.digest import FindingItem
from tesserae.extract.findings import findings_of
from tesserae.model.session import Session


def find_items(session: Session) -> Iterator[FindingItem]:
    """Yield what came out of a whole session, redacted before, each with its first turn."""
    for finding in findings_of(session):
        if finding.at is not None:
            yield FindingItem(
                kind=finding.kind.value,
                text=finding.text,
                host=session.host,
                session=session.id,
                turn=finding.turn_ids[0],
                at=finding.at,
                is_open=finding.is_open,
                resolution=finding.answer,
            )
