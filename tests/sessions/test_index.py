import pytest
from session_logs import CLAUDE_IDS, SessionHome, a_claude_prompt

from tesserae.sessions.binding import Binder
from tesserae.sessions.index import LogIndex
from tesserae.sessions.listing import list_sessions

SUMMARY = {"type": "summary", "summary": "secret words", "leafUuid": "elsewhere"}


@pytest.fixture
def home(tmp_path):
    home = SessionHome(tmp_path)
    for n in (1, 2):
        prompt = a_claude_prompt(f"secret words {n}", uuid=f"u{n}", session=CLAUDE_IDS[n])
        home.claude([SUMMARY, prompt], session=CLAUDE_IDS[n])
    return home


def redact(text):
    return text.replace("secret", "[redacted]")


def a_run(home, path, fingerprint="1"):
    index = LogIndex.load(path, redact=redact, fingerprint=fingerprint)
    rows = list_sessions(home.find(index=index), Binder([]), redact=redact, index=index).rows
    index.save(path)
    return rows


def test_a_remembered_list_equals_a_fresh_one(home, tmp_path):
    path = tmp_path / "cache" / "index.json"
    assert a_run(home, path) == a_run(home, path) == a_run(home, tmp_path / "other.json")


def test_an_index_holds_no_words_that_are_not_redacted(home, tmp_path):
    a_run(home, tmp_path / "index.json")
    text = (tmp_path / "index.json").read_text(encoding="utf-8")
    assert "[redacted] words" in text
    assert "secret" not in text


def test_an_unchanged_index_is_not_written_again(home, tmp_path):
    path = tmp_path / "index.json"
    a_run(home, path)
    path.chmod(0o400)
    before = path.stat().st_mtime_ns
    a_run(home, path)
    assert path.stat().st_mtime_ns == before


def test_logs_that_are_gone_are_forgotten(home, tmp_path):
    path = tmp_path / "index.json"
    a_run(home, path)
    home.claude(b"", session=CLAUDE_IDS[1])
    a_run(home, path)
    assert CLAUDE_IDS[1] not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"version": "?"}', b"\xff"])
def test_a_damaged_index_costs_time_only(home, tmp_path, damage):
    path = tmp_path / "index.json"
    rows = a_run(home, path)
    path.write_bytes(damage)
    assert a_run(home, path) == rows


def test_another_way_of_redacting_forgets_what_was_redacted_before(home, tmp_path):
    path = tmp_path / "index.json"
    a_run(home, path)
    index = LogIndex.load(path, redact=str, fingerprint="2")
    rows = list_sessions(home.find(index=index), Binder([]), redact=str, index=index).rows
    assert rows[0].title.startswith("secret words")


def test_an_index_that_cannot_be_written_is_no_error(home, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert a_run(home, tmp_path / "file" / "index.json")
