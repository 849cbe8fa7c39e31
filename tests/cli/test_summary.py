import json
import os
import re

import pytest
from activity_project import ActivityProject
from fake_agents import FakeAgents

from tesserae.cli.app import run
from tesserae.projects import register

DAY_X, DAY_Y = "2026-03-02", "2026-03-03"


@pytest.fixture
def project(tmp_path, monkeypatch):
    made = ActivityProject(tmp_path, monkeypatch)
    monkeypatch.chdir(made.root)
    return made


@pytest.fixture
def worked(project):
    """Two sessions on two days each, and commits on those days."""
    project.init()
    project.commit("Measure the gauge", f"{DAY_X}T09:30:00+00:00")
    project.commit("Correct the gauge", f"{DAY_Y}T09:30:00+00:00")
    project.session(
        (f"{DAY_X}T09:00:00.000Z", "person", "Why does the gauge at Brest lag?"),
        (f"{DAY_X}T09:10:00.000Z", "agent", "The stilling well is clogged."),
        (f"{DAY_Y}T09:00:00.000Z", "person", "Correct it in the code."),
        (f"{DAY_Y}T09:20:00.000Z", "agent", "Corrected in gauge.py."),
    )
    project.session(
        (f"{DAY_X}T23:59:59.999Z", "person", "Plot the last day of the record"),
        (f"{DAY_Y}T00:00:00.000Z", "agent", "Plotted as plot.svg."),
        number=2,
    )
    return project


def summary(capsys, *options):
    assert run(["summary", "--timezone", "UTC", *options]) == 0
    return capsys.readouterr()


def data(capsys, *options):
    return json.loads(summary(capsys, "--json", *options).out)


def day_of(found, label, name="tides"):
    (project,) = (each for each in found["projects"] if each["name"] == name)
    return next(day for day in project["days"] if day["label"] == label)


def test_a_day_has_its_own_turns_and_commits_and_no_others(worked, capsys):
    day = day_of(data(capsys, "--day", DAY_X), DAY_X)
    assert [commit["subject"] for commit in day["commits"]] == ["Measure the gauge"]
    assert [(each["human_turns"], each["turns"]) for each in day["sessions"]] == [(1, 2), (1, 1)]
    assert day["sessions"][0]["last"] == "2026-03-02T09:10:00.000Z"
    body = summary(capsys, "--day", DAY_X, "--no-llm").out
    assert "Why does the gauge at Brest lag?" in body
    assert "Correct it in the code" not in body
    assert "Correct the gauge" not in body


def test_the_start_of_a_day_is_in_and_its_end_is_out(worked, capsys):
    session = day_of(data(capsys, "--day", DAY_Y), DAY_Y)["sessions"][0]
    assert session["first"] == "2026-03-03T00:00:00.000Z"
    assert (session["human_turns"], session["turns"]) == (0, 1)


def test_a_range_of_one_day_is_that_day(worked, capsys):
    one = data(capsys, "--day", DAY_X)
    same = data(capsys, "--since", DAY_X, "--until", DAY_X)
    assert one["projects"] == same["projects"]
    assert one["windows"] == same["windows"]


def test_the_keys_are_those_of_the_contract(worked, capsys):
    found = data(capsys, "--day", DAY_X)
    assert " ".join(found) == "timezone windows projects coverage written"
    assert " ".join(found["windows"][0]) == "label start end"
    assert " ".join(found["projects"][0]) == "name days"
    day = day_of(found, DAY_X)
    assert " ".join(day) == "label sessions files findings commits pull_requests documents"
    keys = "host id title human_turns turns undone_turns first last"
    assert " ".join(day["sessions"][0]) == keys
    assert " ".join(day["commits"][0]) == "sha author subject at"
    assert " ".join(found["coverage"]) == "roots sessions_read records_rejected excluded gaps"


def test_the_digest_is_written_into_the_project_and_nothing_else_is(worked, capsys):
    (path,) = data(capsys, "--day", DAY_X)["written"]
    assert path == str(worked.root / ".tesserae/summaries/tides/daily-2026-03-02.md")
    assert summary(capsys, "--day", DAY_X).out in (
        worked.root / ".tesserae/summaries/tides/daily-2026-03-02.md"
    ).read_text(encoding="utf-8")
    assert worked.git("status", "--porcelain") == "?? .tesserae/\n"
    assert worked.git("add", "--dry-run", ".tesserae") == "add '.tesserae/.gitignore'\n"


def test_twice_gives_the_same_bytes(worked, capsys):
    assert summary(capsys, "--week", "2026-W10") == summary(capsys, "--week", "2026-W10")


def test_a_week_is_seven_days_and_one_file(worked, capsys):
    found = data(capsys, "--week", "2026-W10")
    assert [window["label"] for window in found["windows"]][::6] == [DAY_X, "2026-03-08"]
    assert found["written"][0].endswith("/weekly-2026-W10.md")
    trailing = data(capsys, "--week", "2026-03-08")
    assert trailing["written"][0].endswith("/weekly-2026-03-02--2026-03-08.md")
    assert trailing["projects"] == found["projects"]


def test_an_evening_belongs_to_the_local_day(project, capsys):
    project.session(("2026-01-25T04:00:00.000Z", "person", "In the evening"))
    found = data(capsys, "--timezone", "America/Los_Angeles", "--week", "2026-01-25")
    days = [day["label"] for day in found["projects"][0]["days"] if day["sessions"]]
    assert days == ["2026-01-24"]


@pytest.mark.parametrize(
    ("day", "inside", "outside"),
    [
        ("2026-03-29", ("00:00:00+01:00", "23:59:59+02:00"), "2026-03-30T00:00:00+02:00"),
        ("2026-10-25", ("00:00:00+02:00", "23:59:59+01:00"), "2026-10-26T00:00:00+01:00"),
    ],
)
def test_the_commits_of_a_day_on_which_the_clock_changes(project, capsys, day, inside, outside):
    project.init()
    for number, time in enumerate(inside):
        project.commit(f"inside {number}", f"{day}T{time}")
    project.commit("outside", outside)
    found = data(capsys, "--timezone", "Europe/Zurich", "--day", day)
    subjects = [commit["subject"] for commit in day_of(found, day)["commits"]]
    assert subjects == ["inside 0", "inside 1"]


def test_a_commit_belongs_to_its_authors_date_on_whatever_branch_and_counts_once(project, capsys):
    project.init()
    project.commit("base", "2026-03-01T10:00:00Z")
    project.git("checkout", "-q", "-b", "side")
    project.commit("side work", f"{DAY_X}T10:00:00Z")
    project.git("checkout", "-q", "main")
    project.commit("main work", f"{DAY_X}T11:00:00Z")
    sha = project.git("rev-parse", "side").strip()
    project.git("cherry-pick", sha, at="2026-03-09T10:00:00Z")
    found = day_of(data(capsys, "--day", DAY_X), DAY_X)["commits"]
    assert [commit["subject"] for commit in found] == ["side work", "main work"]
    assert found[0]["sha"] == project.git("rev-parse", "HEAD").strip()


def test_work_in_all_registered_projects_makes_a_combined_digest(worked, tmp_path, capsys):
    other = tmp_path / "moon"
    other.mkdir()
    register(worked.home / "tesserae", other)
    worked.session((f"{DAY_X}T12:00:00.000Z", "person", "Where is the moon?"), number=3, cwd=other)
    found = data(capsys, "--day", DAY_X)
    assert [project["name"] for project in found["projects"]] == ["moon", "tides"]
    assert found["written"][-1] == str(worked.home / "tesserae/summaries/daily-2026-03-02.md")
    alone = data(capsys, "--day", DAY_X, "--project", "tides")
    assert [project["name"] for project in alone["projects"]] == ["tides"]


def test_pull_requests_come_from_logs_and_from_the_code_host(
    project, tmp_path, monkeypatch, capsys
):
    project.init().commit("base", "2026-03-01T10:00:00Z")
    project.git("remote", "add", "origin", "git@github.com:ada/tides.git")
    project.log(
        b'{"type":"user","uuid":"a","timestamp":"2026-03-02T09:00:00.000Z","sessionId":"s",'
        b'"cwd":"%s","message":{"role":"user","content":"Open it"}}\n'
        b'{"type":"pr-link","prNumber":7,"prUrl":"https://github.com/ada/tides/pull/7",'
        b'"prRepository":"ada/tides","timestamp":"2026-03-02T09:30:00.000Z"}\n'
        % str(project.root).encode()
    )
    fakes = FakeAgents(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{fakes.folder}:/usr/bin:/bin")
    assert "gh is not installed" in summary(capsys, "--day", DAY_X).out
    entry = {
        "number": 6,
        "title": "Smooth <b>the</b> record",
        "url": "https://github.com/ada/tides/pull/6",
        "createdAt": "2026-02-01T09:00:00Z",
        "mergedAt": "2026-03-02T10:00:00Z",
        "closedAt": "2026-03-02T10:00:00Z",
    }
    fakes.program("gh", f"print(json.dumps([{entry!r}]))")
    found = day_of(data(capsys, "--day", DAY_X), DAY_X)["pull_requests"]
    assert [(each["number"], each["event"]) for each in found] == [(7, "opened"), (6, "merged")]
    assert "<b>" not in summary(capsys, "--day", DAY_X).out
    fakes.program("gh", "sys.exit('not signed in')")
    kept = summary(capsys, "--day", DAY_X)
    assert "gh: not signed in" in kept.out
    assert "was kept: it knows pull requests" in kept.err


def test_a_model_tells_what_the_digest_bears_out(worked, tmp_path, monkeypatch, capsys):
    (worked.root / "mkdocs.yml").write_text(
        "site_name: tides\nplugins: [{tesserae: {model: claude}}]\n", encoding="utf-8"
    )
    fakes = FakeAgents(tmp_path / "bin")
    fakes.claude(
        "Ada measured the gauge [C1].\nAll tests pass [S1].\n"
        "The agent found the stilling well clogged [S1]."
    )
    monkeypatch.setenv("PATH", f"{fakes.folder}:/usr/bin:/bin")
    body = summary(capsys, "--day", DAY_X).out
    assert "## What happened" in body
    assert "Ada measured the gauge. (" in body
    assert "All tests pass" not in body
    assert "1 sentence of claude left out" in body
    summary(capsys, "--day", DAY_X)
    assert len(fakes.runs) == 1
    bare = summary(capsys, "--day", DAY_X, "--no-llm")
    assert "What happened" not in bare.out
    assert "it tells the same and has a narrative" in bare.err
    fakes.program("claude", "sys.exit('Not signed in')")
    assert (
        "No narrative: model: claude failed: Not signed in" in summary(capsys, "--day", DAY_Y).out
    )


def test_what_a_log_says_is_never_live(project, capsys):
    hostile = (
        "<script>alert(1)</script>\n# Heading\n```\n[x](javascript:alert(1)) <!-- sessions -->"
    )
    project.session(
        (f"{DAY_X}T09:00:00.000Z", "person", hostile),
        (f"{DAY_X}T09:01:00.000Z", "agent", hostile),
    )
    body = summary(capsys, "--day", DAY_X).out
    assert "<script" not in body
    assert "\n# Heading" not in body
    assert "```\n" not in body
    assert not re.search(r"[^\\]\]\(javascript", body)
    assert body.count("<!-- sessions -->") == body.count("<!-- /sessions -->")


def test_a_secret_and_a_home_are_in_no_digest(project, capsys):
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    project.session(
        (f"{DAY_X}T09:00:00.000Z", "person", f"Use {key} in /home/ada/tides"),
        (f"{DAY_X}T09:01:00.000Z", "agent", f"Used {key}"),
    )
    summary(capsys, "--day", DAY_X)
    texts = [path.read_bytes() for path in project.home.rglob("tesserae/**/*") if path.is_file()]
    texts += [path.read_bytes() for path in project.root.rglob("*") if path.is_file()]
    assert not [text for text in texts if key.encode() in text or b"/home/ada" in text]


def test_damage_is_counted_with_its_place(worked, capsys):
    path = next(worked.home.rglob("*001.jsonl"))
    path.write_bytes(path.read_bytes() + b'{"type":"user", broken\n')
    (item,) = data(capsys, "--day", DAY_X)["coverage"]["records_rejected"]
    assert item["file"].endswith("001.jsonl")
    assert item["line"] == 5
    assert "1 damaged record passed over" in summary(capsys, "--day", DAY_X).out


def test_lost_logs_are_no_idleness(project, capsys):
    project.history((1772445600000, "gone"), (1772445660000, "gone"))
    found = data(capsys, "--day", DAY_X)
    assert [gap["prompts"] for gap in found["coverage"]["gaps"]] == [2]
    body = summary(capsys, "--day", DAY_X).out
    assert "Logs missing: Claude Code remembers 2 prompts" in body
    assert "nothing happened" not in body


def test_no_git_no_sessions_and_no_project_are_said_and_leave_no_trace(project, capsys):
    said = summary(capsys, "--day", DAY_X)
    assert "Commits: the folder is in no git repository" in said.out
    assert "0 sessions read" in said.out
    assert list(project.root.iterdir()) == []
    project.session((f"{DAY_X}T09:00:00.000Z", "person", "Hello"))
    assert "tides is no project yet" in summary(capsys, "--day", DAY_X).err
    assert list(project.root.iterdir()) == []


def test_without_git_on_the_path_the_rest_is_there(worked, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(worked.home))
    body = summary(capsys, "--day", DAY_X).out
    assert "Commits: git is not installed" in body
    assert "Why does the gauge at Brest lag?" in body


def test_a_day_to_come_is_said_to_be_one(worked, capsys):
    said = summary(capsys, "--day", "2199-01-01")
    assert "This lies in the future" in said.err
    assert "This lies in the future" in said.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--timezone", "Mars/Olympus"], "'Mars/Olympus' is not a time zone"),
        (["--day", "2026-02-30"], "'2026-02-30' is not a day"),
        (["--day", DAY_X, "--week"], "ask for a day or a week"),
        (["--until", DAY_X], "--until needs --since"),
        (["--project", "nowhere"], "no project is called 'nowhere'"),
    ],
)
def test_what_makes_no_sense_is_one_line(project, capsys, options, message):
    assert run(["summary", "--timezone", "UTC", *options]) == 1
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.count("\n") == 1


def test_a_digest_that_somebody_changed_or_that_knows_more_is_kept(worked, capsys):
    path = worked.root / ".tesserae/summaries/tides/daily-2026-03-02.md"
    summary(capsys, "--day", DAY_X)
    rich = path.read_bytes()
    log = next(worked.home.rglob("*002.jsonl"))
    log.rename(log.with_suffix(".away"))
    assert "knows 1 session whose logs are not here" in summary(capsys, "--day", DAY_X).err
    assert path.read_bytes() == rich
    log.with_suffix(".away").rename(log)
    path.write_text(path.read_text(encoding="utf-8") + "\nMy remark.\n", encoding="utf-8")
    assert "somebody changed it by hand" in summary(capsys, "--day", DAY_X).err
    assert "My remark." in path.read_text(encoding="utf-8")


def test_an_unchanged_log_is_not_read_again(worked, capsys):
    first = summary(capsys, "--day", DAY_X).out
    for log in worked.home.rglob("*.jsonl"):
        state = log.stat()
        log.write_bytes(b"\0" * state.st_size)
        os.utime(log, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert summary(capsys, "--day", DAY_X).out == first


def test_documents_have_the_dates_that_they_name_or_that_their_file_has(project, capsys):
    project.init()
    project.commit("Write", f"{DAY_X}T10:00:00Z", "docs/a.md", "# The gauge\n")
    project.commit("Write", f"{DAY_Y}T10:00:00Z", "docs/b.md", "---\ndate: 2026-03-02\n---\n# B\n")
    (project.root / "docs/c.md").write_text("# Fresh\n", encoding="utf-8")
    found = day_of(data(capsys, "--day", DAY_X), DAY_X)["documents"]
    assert [(each["path"], each["title"]) for each in found] == [
        ("docs/a.md", "The gauge"),
        ("docs/b.md", "B"),
    ]
    assert "≈" in summary(capsys, "--day", "today").out


def test_what_was_decided_undone_and_left_open_is_told_with_its_turn(project, capsys):
    project.init()
    project.commit("Plot the tide", f"{DAY_X}T10:00:00Z")
    project.git("revert", "--no-edit", "HEAD", at=f"{DAY_X}T11:00:00Z")
    project.session(
        (f"{DAY_X}T09:00:00.000Z", "person", "Which zone does the gauge write?"),
        (f"{DAY_X}T09:01:00.000Z", "agent", "Decision: the gauge writes UTC.\n\nTODO: tell Brest."),
        (f"{DAY_Y}T09:01:00.000Z", "person", "Where is the logbook?"),
    )
    day = day_of(data(capsys, "--day", DAY_X), DAY_X)
    kinds = {item["kind"]: item for item in day["findings"]}
    assert kinds["decision"]["text"] == "the gauge writes UTC."
    assert (kinds["decision"]["turn"], kinds["decision"]["at"]) == (1, f"{DAY_X}T09:01:00.000Z")
    assert " ".join(kinds["decision"]) == "kind text session turn at"
    body = summary(capsys, "--day", DAY_X).out
    brief = body.partition("## In short")[2].partition("## Sessions")[0]
    titles = re.findall(r"\*\*(.*?)\*\*", brief)
    assert titles == ["Decided", "Done", "Undone", "Left open"]
    assert "The gauge writes UTC. (09:01, turn 1" in brief
    assert 'Revert "Plot the tide" (`' in brief
    assert "Tell Brest" in brief.partition("Left open")[2]
    assert "logbook" not in body


def test_a_record_of_another_machine_counts_like_a_log(worked, capsys):
    before = data(capsys, "--day", DAY_X)
    (worked.root / "mkdocs.yml").write_text("site_name: tides\n", encoding="utf-8")
    assert run(["sessions", "import"]) == 0
    capsys.readouterr()
    body = summary(capsys, "--day", DAY_X).out
    (target,) = set(re.findall(r"\((\S+/claude-code-\S+000001\S+)#turn-0\)", body))
    assert (worked.root / ".tesserae/summaries/tides" / target).resolve().is_file()
    for log in worked.home.rglob("*.jsonl"):
        log.unlink()
    after = data(capsys, "--day", DAY_X)
    assert day_of(after, DAY_X)["sessions"] == day_of(before, DAY_X)["sessions"]
    assert day_of(after, DAY_X)["findings"] == day_of(before, DAY_X)["findings"]


def test_a_forgotten_session_is_in_no_digest(worked, capsys):
    (worked.root / "mkdocs.yml").write_text("site_name: tides\n", encoding="utf-8")
    summary(capsys, "--day", DAY_X)
    session = day_of(data(capsys, "--day", DAY_X), DAY_X)["sessions"][0]["id"]
    assert run(["sessions", "forget", session]) == 0
    capsys.readouterr()
    found = data(capsys, "--day", DAY_X)
    assert session not in [each["id"] for each in day_of(found, DAY_X)["sessions"]]
    assert session in [each["id"] for each in found["coverage"]["excluded"]]
    texts = [path.read_text(encoding="utf-8") for path in worked.home.rglob("tesserae/**/*.md")]
    texts += [path.read_text(encoding="utf-8") for path in worked.root.rglob("*.md")]
    assert not [text for text in texts if "Why does the gauge" in text]


def test_folders_of_one_name_are_projects_of_their_own(project, tmp_path, capsys):
    for number, parent in enumerate(("a", "b"), start=1):
        folder = tmp_path / parent / "app"
        said = (f"{DAY_X}T09:00:00.000Z", "person", f"Hello from {parent}")
        project.session(said, number=number, cwd=folder)
    found = data(capsys, "--day", DAY_X)
    assert [each["name"] for each in found["projects"]] == ["app", "app", "tides"]
    assert [len(each["days"][0]["sessions"]) for each in found["projects"]] == [1, 1, 0]
