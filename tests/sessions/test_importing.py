import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from session_logs import (
    CLAUDE_ID,
    CLAUDE_IDS,
    SessionHome,
    a_claude_answer,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
)

from tesserae.model.session import Host
from tesserae.projects import Project
from tesserae.sessions.binding import Binder
from tesserae.sessions.importing import forget_records, import_sessions, portable_path
from tesserae.sessions.records import (
    parse_record,
    read_session_records,
    record_name,
    render_record,
)
from tesserae.sessions.redact import Redactor

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3
ROOT = "/w/tides"


class Store:
    """A folder of records."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        self.binder = Binder([Project("Severn", Path(ROOT))])

    def write(self, path, text):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            return False
        path.write_text(text, encoding="utf-8")
        return True

    def remove(self, path):
        path.unlink(missing_ok=True)
        return True

    def take(self, home):
        return import_sessions(
            home.find().refs,
            self.binder,
            root=ROOT,
            folder=self.folder,
            redactor=Redactor(),
            write=self.write,
        )

    def forget(self, **options):
        return forget_records(self.folder, write=self.write, remove=self.remove, **options)

    def records(self):
        return read_session_records(self.folder)[0]

    def text(self):
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.folder.iterdir()))


@pytest.fixture
def home(tmp_path):
    return SessionHome(tmp_path / "home")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "records")


def a_session(home, *, words="Hello.", session=CLAUDE_ID, count=1, cwd=ROOT):
    start = 60 * int(session[-1])
    prompts = [
        a_claude_prompt(
            f"{words} {n}", uuid=f"{session}-{n}", second=start + n, session=session, cwd=cwd
        )
        for n in range(count)
    ]
    home.claude(prompts, session=session)


def an_edit(home):
    edit = {
        "type": "tool_use",
        "id": "t1",
        "name": "Edit",
        "input": {"file_path": f"{ROOT}/docs/a.md", "new_string": f"token {SECRET}"},
    }
    answer = a_claude_answer("", uuid="a1", second=1)
    answer["message"]["content"] = [edit]
    text = f"In {ROOT}/docs use {SECRET} <private>my own</private>"
    prompt = a_claude_prompt(text, uuid="u1")
    title = {"type": "custom-title", "sessionId": CLAUDE_ID, "customTitle": f"On {SECRET}"}
    home.claude([prompt, answer, title])


def test_a_record_holds_no_secret_and_no_path_of_this_machine(home, store):
    an_edit(home)
    store.take(home)
    text = store.text()
    assert all(word not in text for word in (SECRET, "my own", ROOT))
    (record,) = store.records()
    assert record.session.title == "On [redacted:github-token]"
    assert record.session.turns[2].tool.writes == ("docs/a.md",)
    assert record.session.turns[0].text == "In ./docs use [redacted:github-token] [private]"
    assert (record.project, record.session.cwd) == ("Severn", ".")


def test_rendering_and_parsing_a_record_is_identity(home, store):
    an_edit(home)
    home.codex([a_codex_meta(), a_codex_prompt("Go.")])
    store.take(home)
    for record in store.records():
        assert parse_record(render_record(record)) == record
        assert json.loads(render_record(record))["id"] == record.session.id


def test_only_the_projects_own_sessions_are_stored(home, store):
    a_session(home)
    a_session(home, session=CLAUDE_IDS[2], cwd="/w/other")
    a_session(home, session=CLAUDE_IDS[3], cwd=f"{ROOT}/docs")
    store.take(home)
    assert [record.session.id for record in store.records()] == [CLAUDE_ID, CLAUDE_IDS[3]]


def test_importing_twice_changes_nothing(home, store):
    a_session(home)
    assert len(store.take(home).written) == 1
    assert (store.take(home).written, store.take(home).unchanged) == ((), 1)


def test_a_session_that_went_on_is_stored_again(home, store):
    a_session(home)
    store.take(home)
    a_session(home, count=3)
    assert len(store.take(home).written) == 1
    assert len(store.records()[0].session.turns) == 3


def test_a_record_is_never_made_poorer(home, store):
    a_session(home, count=3)
    store.take(home)
    a_session(home, count=1)
    assert len(store.take(home).kept) == 1
    assert len(store.records()[0].session.turns) == 3


def test_what_this_machine_cannot_see_is_kept(home, store):
    a_session(home)
    store.take(home)
    home.claude(b"")
    store.take(home)
    assert len(store.records()) == 1


def test_a_forgotten_session_stays_forgotten(home, store):
    a_session(home)
    a_session(home, session=CLAUDE_IDS[2])
    store.take(home)
    assert store.forget(sessions=[(Host.CLAUDE_CODE, CLAUDE_ID)])
    assert store.take(home).written == ()
    assert [record.session.id for record in store.records()] == [CLAUDE_IDS[2]]


def test_sessions_that_ended_before_a_day_can_be_forgotten(home, store):
    a_session(home)
    home.codex([a_codex_meta(), a_codex_prompt("Later.", second=50_000)])
    store.take(home)
    gone = store.forget(before=datetime(2026, 3, 2, 12, tzinfo=UTC))
    assert gone == [(Host.CLAUDE_CODE, CLAUDE_ID)]
    assert [record.session.host for record in store.records()] == [Host.CODEX]


def test_a_file_that_is_no_record_is_named_and_costs_no_other(home, store):
    a_session(home)
    store.take(home)
    for name, text in (("a.json", "{"), ("b.json", "[]"), ("c.json", '{"host": "x"}')):
        (store.folder / name).write_text(text, encoding="utf-8")
    records, skipped = read_session_records(store.folder)
    assert len(records) == 1
    assert [skip.path for skip in skipped] == ["a.json", "b.json", "c.json"]


@pytest.mark.parametrize(
    "session_id", ["../../etc/passwd", "a" * 400, "CON", "{{x}}", "ä/ö", "a b"]
)
def test_any_id_makes_a_safe_name_of_its_own(session_id):
    name = record_name(Host.DSH, session_id)
    assert name.isascii()
    assert not set(name) & set('/\\:*?"<>| ')
    assert len(name) < 100
    assert name != record_name(Host.DSH, session_id.upper() + "x")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/w/tides/docs/a.md", "docs/a.md"),
        ("/w/tides", "."),
        ("/w/tides-old/a.md", "/w/tides-old/a.md"),
        ("/w/tides/../x", "/w/tides/../x"),
        ("docs/a.md", "docs/a.md"),
        ("", ""),
    ],
)
def test_paths_in_the_project_become_relative(path, expected):
    assert portable_path(path, ROOT) == expected
