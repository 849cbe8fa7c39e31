import json
from datetime import UTC, datetime

from tesserae.activity.digest import FindingItem, PullRequestItem, Said, SessionDay
from tesserae.activity.stored import session_day_from_json, session_day_to_json
from tesserae.model.session import Host

AT = datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC)


def test_a_day_comes_back_as_it_was():
    said = Said("Why does the gauge lag?", 3, AT)
    day = SessionDay(
        host=Host.DSH,
        id="s1",
        title="Lag",
        first=AT,
        last=AT,
        human_turns=1,
        turns=2,
        undone_turns=1,
        requests=(said,),
        undone=(said,),
        outcome=said,
        is_unanswered=True,
        files_written=("gauge.py",),
        files_read=("a.md", "b.md"),
        failures=4,
        findings=(FindingItem("todo", "Clean it", Host.DSH, "s1", 3, AT, True, "done"),),
        pull_requests=(PullRequestItem(7, "ada/tides", "https://x", "", "opened", AT),),
    )
    assert session_day_from_json(json.loads(json.dumps(session_day_to_json(day)))) == day
