"""The pages of days and weeks with what sessions and kept digests know."""

import json
from datetime import UTC, datetime

import pytest
from activity_project import ActivityProject
from builders import TIDE_NOTES, a_project, a_site
from fake_agents import FakeAgents

from tesserae.activity.digest import DayDigest, ProjectDigest, SessionDay
from tesserae.activity.window import day_period
from tesserae.engine.digest_files import render_file
from tesserae.model.session import Host, Role, Session, Turn
from tesserae.sessions.records import SessionRecord, record_name, render_record

MARKER = "zwölfundzwanzig"
CONFIG = (
    "site_name: Tide notes\nsite_url: https://example.org/\ntheme: mkdocs\n"
    "plugins: [search, {tesserae: {timezone: UTC, publish: [%s]}}]\n"
)


def a_record(root, *said, session="s1", title="Why the gauge lags"):
    """Store a session: (time, human?, text) in order."""
    turns = tuple(
        Turn(
            index=index,
            role=Role.CHAT if is_human else Role.RESPONSE,
            text=text,
            at=datetime.fromisoformat(at).replace(tzinfo=UTC),
            is_human=is_human,
        )
        for index, (at, is_human, text) in enumerate(said)
    )
    record = SessionRecord("tides", Session(Host.CODEX, session, title=title, turns=turns))
    folder = root / ".tesserae/harness_sessions"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / record.name).write_text(render_record(record), encoding="utf-8")
    return folder / record.name


@pytest.fixture
def project(tmp_path):
    root = a_project(tmp_path / "tides", TIDE_NOTES)
    a_record(
        root,
        ("2026-03-01T09:00:00", True, f"Why does the gauge lag? {MARKER}"),
        ("2026-03-01T09:05:00", False, f"The well is clogged. {MARKER}"),
        ("2026-03-04T09:00:00", True, f"Clean it <script>alert(1)</script> {MARKER}"),
    )
    publish(root, "wiki, digests, sessions")
    return root


def publish(root, names):
    (root / "mkdocs.yml").write_text(CONFIG % names, encoding="utf-8")


def page(site, path):
    return (site / path / "index.html").read_text(encoding="utf-8")


def test_a_day_that_documents_and_sessions_know_is_one_page(project):
    site = a_site(project, strict=True)
    text = page(site, "timeline/2026-03-01")
    assert f"Why does the gauge lag? {MARKER}" in text
    assert text.index('id="in-short"') < text.index('id="documents"')
    assert text.count("<h1") == 1
    assert 'href="../../sessions/tides/s1/#turn-1"' in text
    assert 'id="turn-1"' in page(site, "sessions/tides/s1")


def test_a_day_that_only_sessions_know_has_a_page_and_its_week_too(project):
    site = a_site(project, strict=True)
    text = page(site, "timeline/2026-03-04")
    assert "Clean it" in text
    assert "<script>alert" not in text
    week = page(site, "digests/2026-W10")
    assert "Why the gauge lags" in week
    assert 'href="../../timeline/2026-03-04/"' in week
    assert "2026-03-04" in page(site, "timeline")
    assert "timeline/2026-03-04/" in (site / "rss.xml").read_text(encoding="utf-8")
    assert "timeline/2026-03-04/" in page(site, "timeline").partition("heat")[2]


def test_nothing_of_a_session_is_published_unless_it_is_named(project):
    publish(project, "wiki, digests")
    site = a_site(project, strict=True)
    assert not leaks(site)
    assert not (site / "timeline/2026-03-04").exists()


def a_kept_file(root, *, sessions=("s1", "s9")):
    period = day_period(
        datetime(2026, 3, 1, tzinfo=UTC).date(), __import__("zoneinfo").ZoneInfo("UTC")
    )
    at = datetime(2026, 3, 1, 9, tzinfo=UTC)
    days = [SessionDay(Host.CODEX, session, session, at, at) for session in sessions]
    digest = ProjectDigest("tides", (DayDigest(period.windows[0], tuple(days)),))
    body = (
        "# tides: 1 March 2026\n\nTwo sessions.\n\n<!-- sessions -->\n\n## What happened\n\n"
        f"The kept story {MARKER} of [spring](../../../docs/spring.md) and of "
        f"[turn 1](../../harness_sessions/{record_name(Host.CODEX, 's1')}#turn-1) and "
        f"[turn 2](../../harness_sessions/{record_name(Host.CODEX, 's9')}#turn-2).\n\n"
        "<!-- /sessions -->\n\n"
        "## Commits\n\n- 10:00 a commit that this clone lacks\n\n<!-- sessions -->\n\n"
        f"## Coverage\n\n- logs {MARKER}\n\n<!-- /sessions -->\n"
    )
    path = root / ".tesserae/summaries/tides/daily-2026-03-01.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_file(digest, period, body), encoding="utf-8")
    return path


def test_a_kept_digest_that_knows_more_is_shown_as_it_is(project):
    a_kept_file(project)
    site = a_site(project, strict=True)
    text = page(site, "timeline/2026-03-01")
    assert f"The kept story {MARKER}" in text
    assert 'href="../../spring/"' in text
    assert 'href="../../sessions/tides/s1/#turn-1">turn 1</a>' in text
    assert "turn 2." in text
    assert "a commit that this clone lacks" in text
    assert "Coverage" not in text
    assert f"Why does the gauge lag? {MARKER}" not in text


def test_a_kept_digest_that_knows_less_gives_way_to_the_records(project):
    a_kept_file(project, sessions=())
    text = page(a_site(project, strict=True), "timeline/2026-03-01")
    assert "The kept story" not in text
    assert f"Why does the gauge lag? {MARKER}" in text


def test_of_a_kept_digest_the_sessions_are_cut_out_where_they_are_not_published(project):
    a_kept_file(project)
    publish(project, "wiki, digests")
    site = a_site(project, strict=True)
    assert not leaks(site)
    assert "a commit that this clone lacks" in page(site, "timeline/2026-03-01")


def test_a_kept_digest_whose_markers_somebody_broke_is_cut_out_whole(project):
    path = a_kept_file(project)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("<!-- sessions -->\n", "", 1), encoding="utf-8")
    publish(project, "wiki, digests")
    assert not leaks(a_site(project, strict=True))


def leaks(site):
    files = [path for path in site.rglob("*") if path.is_file()]
    return [path for path in files if MARKER.encode() in path.read_bytes()]


def test_a_record_that_did_not_change_is_not_parsed_again(project):
    a_site(project)
    cache = project / ".tesserae/cache/record-days.json"
    data = json.loads(cache.read_text(encoding="utf-8"))
    (entry,) = data["records"].values()
    entry["days"]["2026-03-01"]["title"] = "From the cache"
    cache.write_text(json.dumps(data), encoding="utf-8")
    assert "From the cache" in page(a_site(project), "timeline/2026-03-01")


def test_the_wiki_is_the_same_with_and_without_sessions(project, tmp_path):
    bare = a_project(tmp_path / "bare", TIDE_NOTES)
    publish(bare, "wiki, digests, sessions")
    for root in (project, bare):
        a_site(root)
    name = ".tesserae/wiki/syntheses/daily-2026-03-01.md"
    assert (project / name).read_bytes() == (bare / name).read_bytes()


def test_a_commit_is_on_the_page_of_its_day_in_the_zone_of_the_project(tmp_path, monkeypatch):
    made = ActivityProject(tmp_path, monkeypatch).init()
    a_project(made.root, TIDE_NOTES)
    (made.root / "mkdocs.yml").write_text(
        (CONFIG % "wiki, digests").replace("timezone: UTC", "timezone: America/Los_Angeles"),
        encoding="utf-8",
    )
    made.commit("Late in the evening", "2026-01-25T04:00:00+00:00")
    text = page(a_site(made.root), "timeline/2026-01-24")
    assert "Late in the evening" in text


def test_pull_requests_are_asked_for_only_where_the_project_says_so(tmp_path, monkeypatch):
    made = ActivityProject(tmp_path, monkeypatch).init()
    a_project(made.root, TIDE_NOTES)
    made.commit("Begin", "2026-03-01T04:00:00+00:00")
    made.git("remote", "add", "origin", "https://github.com/ada/tides")
    fakes = FakeAgents(tmp_path / "bin")
    entry = {
        "number": 6,
        "title": "Smooth the record",
        "url": "https://github.com/ada/tides/pull/6",
        "createdAt": "2026-03-01T10:00:00Z",
        "mergedAt": "2026-03-20T10:00:00Z",
    }
    fakes.program("gh", f"print(json.dumps([{entry!r}]))")
    monkeypatch.setenv("PATH", f"{fakes.folder}:/usr/bin:/bin")
    publish(made.root, "wiki, digests")
    assert "Smooth the record" not in page(a_site(made.root), "timeline/2026-03-01")
    assert fakes.runs == []
    config = (made.root / "mkdocs.yml").read_text(encoding="utf-8")
    asking = config.replace("timezone: UTC", "timezone: UTC, activity: {pull_requests: true}")
    (made.root / "mkdocs.yml").write_text(asking, encoding="utf-8")
    site = a_site(made.root)
    assert "opened: " in page(site, "timeline/2026-03-01")
    assert "merged: " in page(site, "timeline/2026-03-20")
