"""Sessions on the site: shown where `publish` names them, and nowhere else."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from builders import a_project, a_site

from tesserae.model.session import Host, Role, Session, ToolCall, Turn
from tesserae.sessions.records import SessionRecord, render_record

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MARKER = "zeppelinkraut"


def a_session(session_id="s1", host=Host.CLAUDE_CODE, turns=3, title=f"About {MARKER}"):
    made = []
    for number in range(turns):
        at = START + timedelta(minutes=number)
        if number % 3 == 0:
            text = f"Why does {MARKER} come late? <script>alert(1)</script>"
            made.append(Turn(number, Role.CHAT, text, at, is_human=True))
        elif number % 3 == 1:
            tool = ToolCall("Read", has_result=True, output=MARKER, reads=("docs/spring.md",))
            made.append(Turn(number, Role.TOOLING, "", at, tool=tool))
        else:
            made.append(Turn(number, Role.RESPONSE, f"We decided to keep {MARKER}.", at))
    return SessionRecord("Tides", Session(host, session_id, title=title, turns=tuple(made)))


def a_project_with(root, *records, publish="[wiki, digests, sessions]", theme="material"):
    a_project(root)
    folder = root / ".tesserae/harness_sessions"
    folder.mkdir(parents=True)
    for record in records:
        (folder / record.name).write_text(render_record(record), encoding="utf-8")
    (root / "mkdocs.yml").write_text(
        f"site_name: Tides\nsite_url: https://tides.example/\ntheme:\n  name: {theme}\n"
        f"plugins:\n  - search\n  - tesserae:\n      timezone: UTC\n      publish: {publish}\n",
        encoding="utf-8",
    )
    return root


def text_of(site, path):
    return (site / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["material", "mkdocs"])
def test_sessions_have_an_index_and_a_page_each(tmp_path, theme):
    root = a_project_with(
        tmp_path, a_session(), a_session("s2", Host.CODEX, title="Other"), theme=theme
    )
    site = a_site(root, strict=True)
    index = text_of(site, "sessions/index.html")
    assert "Tides — Claude Code" in index
    assert "Tides — Codex" in index
    page = text_of(site, "sessions/tides/s1/index.html")
    assert 'id="turn-2"' in page
    assert "<script>alert(1)" not in page
    assert f"We decided to keep {MARKER}." in page


def test_a_session_of_many_turns_is_divided_into_pages_of_bounded_size(tmp_path):
    root = a_project_with(tmp_path, a_session(turns=1001))
    site = a_site(root, strict=True)
    pages = [site / "sessions/tides/s1/index.html"]
    pages += [site / f"sessions/tides/s1/page_{number}/index.html" for number in range(2, 7)]
    turns = [
        int(turn)
        for page in pages
        for turn in re.findall(r'id="turn-(\d+)"', page.read_text(encoding="utf-8"))
    ]
    assert turns == list(range(1001))
    assert max(page.stat().st_size for page in pages) < 400_000


def test_a_session_that_is_not_published_leaves_no_trace(tmp_path):
    root = a_project_with(tmp_path, a_session(), publish="[wiki, digests]")
    site = a_site(root)
    assert not (site / "sessions").exists()
    found = [
        path.relative_to(site).as_posix()
        for path in sorted(site.rglob("*"))
        if path.is_file() and MARKER.encode() in path.read_bytes()
    ]
    assert found == []
    assert "Session:" not in text_of(site, "graph.json")


def test_the_graph_of_a_site_has_the_sessions_that_it_shows(tmp_path):
    site = a_site(a_project_with(tmp_path, a_session()))
    assert '"Session:about-' in text_of(site, "graph.json")


def test_two_agents_may_use_one_id(tmp_path):
    root = a_project_with(tmp_path, a_session("s1"), a_session("s1", Host.DSH, title="Twin"))
    site = a_site(root, strict=True)
    pages = sorted(path.name for path in (site / "sessions/tides").iterdir() if path.is_dir())
    assert len(pages) == 2
