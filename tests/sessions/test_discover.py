import os
from pathlib import Path

import pytest
from session_logs import (
    CLAUDE_ID,
    CLAUDE_IDS,
    CODEX_ID,
    SessionHome,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    a_dsh_header,
    a_dsh_prompt,
    as_frames,
    as_lines,
    said,
)

from tesserae.model.session import Host
from tesserae.sessions.index import LogIndex
from tesserae.sessions.roots import SessionRoots

PROMPT = [a_claude_prompt("Hello.", uuid="u1")]


@pytest.fixture
def home(tmp_path):
    return SessionHome(tmp_path)


def ids(found):
    return [(ref.host, ref.id) for ref in found.refs]


def test_the_agents_own_variables_name_their_folders(tmp_path):
    env = {"CLAUDE_CONFIG_DIR": f"{tmp_path}/a, {tmp_path}/b", "CODEX_HOME": "~/c", "DSH_HOME": " "}
    roots = SessionRoots.from_env(env, tmp_path)
    assert roots.claude_code == (tmp_path / "a", tmp_path / "b")
    assert (roots.codex, roots.dsh) == ((tmp_path / "c",), (tmp_path / ".dsh",))


def test_without_variables_the_usual_folders_are_looked_at(tmp_path):
    roots = SessionRoots.from_env({}, tmp_path)
    assert roots.claude_code == (tmp_path / ".claude", tmp_path / ".config" / "claude")


def test_a_further_root_may_be_an_agents_folder_or_a_home(home):
    home.claude(PROMPT)
    home.dsh([a_dsh_header(), a_dsh_prompt("Hi.", 0)])
    for extra in (home.home, home.home / "claude"):
        roots = SessionRoots.from_env({}, home.home / "nobody", extra=[extra])
        assert home.home / "claude" in roots.claude_code


def test_the_coverage_says_which_roots_exist(home):
    home.claude(PROMPT)
    found = {(root.host, root.found) for root in home.find().coverage.roots}
    assert found == {(Host.CLAUDE_CODE, True), (Host.CODEX, False), (Host.DSH, False)}


def test_a_folder_that_is_named_twice_is_read_once(home, tmp_path):
    home.claude(PROMPT)
    (tmp_path / "alias").symlink_to(tmp_path / "claude")
    roots = SessionRoots(claude_code=(tmp_path / "claude", tmp_path / "alias"))
    assert len(roots.of(Host.CLAUDE_CODE)) == 1


def test_links_and_pipes_are_neither_followed_nor_opened(home, tmp_path):
    path = home.claude(PROMPT)
    (tmp_path / "outside.jsonl").write_bytes(as_lines([a_claude_prompt("No.", uuid="u9")]))
    (path.parent / f"{CLAUDE_IDS[2]}.jsonl").symlink_to(tmp_path / "outside.jsonl")
    (path.parent / "loop").symlink_to(path.parent.parent)
    (path.parent.parent / "alias").symlink_to(path.parent)
    os.mkfifo(path.parent / f"{CLAUDE_IDS[3]}.jsonl")
    (path.parent / f"{CLAUDE_IDS[4]}.jsonl").mkdir()
    assert ids(home.find()) == [(Host.CLAUDE_CODE, CLAUDE_ID)]


def test_a_log_that_cannot_be_read_is_spoken_of_and_costs_no_other(home):
    home.claude(PROMPT)
    home.claude([a_claude_prompt("Other.", uuid="u2")], session=CLAUDE_IDS[2])
    found = home.find()
    Path(found.refs[0].logs[0].path).unlink()
    assert len(home.find().refs) == 1


@pytest.mark.parametrize(
    "pattern", ["/w/tides", "/w/*", CLAUDE_ID, f"claude-code:{CLAUDE_ID}", "*:aaaa*"]
)
def test_what_a_person_excludes_is_not_read_and_is_listed(home, pattern):
    home.claude(PROMPT)
    found = home.find(exclude=[pattern])
    assert found.refs == ()
    assert found.coverage.excluded[0].reason == f"matches {pattern!r} in sessions.exclude"


def test_a_compressed_rollout_gives_way_to_its_plain_twin(home):
    compressed = as_frames([as_lines([a_codex_meta(), a_codex_prompt("Old.")])])
    home.codex(compressed, suffix=".zst")
    home.codex(b"half", suffix=".zst.tmp")
    assert said(home.session()) == ["Old."]
    home.codex([a_codex_meta(), a_codex_prompt("Old."), a_codex_prompt("New.", 1)])
    assert said(home.session()) == ["Old.", "New."]


def test_a_compressed_log_of_dsh_is_read_to_its_last_frame(home):
    batches = [[a_dsh_header()], [a_dsh_prompt("One.", 0), a_dsh_prompt("Two.", 1)]]
    home.dsh(as_frames(as_lines(batch) for batch in batches), name="session.jsonl.zstd")
    assert said(home.session()) == ["One.", "Two."]


def test_the_date_of_a_rollouts_folder_and_file_mean_nothing(home):
    path = home.codex([a_codex_meta(), a_codex_prompt("Hi.")], folder="sessions/2019/01/01")
    os.utime(path, (0, 0))
    assert ids(home.find()) == [(Host.CODEX, CODEX_ID)]


def test_an_unchanged_log_is_not_opened_again(home):
    path = home.claude(PROMPT)
    index = LogIndex()
    first = home.find(index=index)
    size, mtime_ns = path.stat().st_size, path.stat().st_mtime_ns
    path.write_bytes(b"x" * size)
    os.utime(path, ns=(mtime_ns, mtime_ns))
    assert home.find(index=index).refs == first.refs
    path.write_bytes(as_lines([{**PROMPT[0], "cwd": "/w/other"}]))
    assert home.find(index=index).refs[0].cwd == "/w/other"
