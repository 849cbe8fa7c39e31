import pytest
from fake_agents import FakeAgents

from tesserae.config import ModelSettings
from tesserae.errors import BackendError
from tesserae.llm.backends import open_model
from tesserae.llm.command_line import CommandLineModel


@pytest.fixture
def agents(tmp_path, monkeypatch):
    fakes = FakeAgents(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{fakes.folder}:/usr/bin:/bin")
    return fakes


def ask(backend="claude", prompt="What is a tide?", **settings):
    return CommandLineModel(ModelSettings(backend, **settings)).answer(prompt)


def test_claude_answers_what_goes_in_over_standard_input(agents):
    agents.claude("A wave.\n")
    assert ask(prompt="What is a tide? $(date) `id`") == "A wave."
    (run,) = agents.runs
    assert run["prompt"] == "What is a tide? $(date) `id`"
    assert run["arguments"][:3] == ["-p", "--output-format", "json"]


def test_codex_answers_with_its_last_message(agents):
    agents.codex("A wave.")
    assert ask("codex") == "A wave."
    assert agents.runs[0]["arguments"][-1] == "-"


@pytest.mark.parametrize("backend", ["claude", "codex"])
def test_the_model_of_the_settings_is_named(agents, backend):
    getattr(agents, backend)("A wave.")
    ask(backend, name="small")
    arguments = agents.runs[0]["arguments"]
    assert arguments[arguments.index("--model") + 1] == "small"


def test_a_program_that_is_not_there_is_one_clear_line(agents):
    with pytest.raises(BackendError, match="'claude' is not on the PATH; install it") as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_a_program_that_hangs_is_ended_with_all_it_started(agents):
    agents.program(
        "claude",
        "import subprocess\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "time.sleep(60)\n",
    )
    with pytest.raises(BackendError, match="no answer within 1 seconds"):
        ask(timeout_s=1)


@pytest.mark.parametrize(
    ("backend", "body", "reason"),
    [
        ("claude", "sys.exit('Not signed in\\nat all')", "claude failed: Not signed in at all"),
        ("claude", "print('hello')", "claude failed"),
        ("claude", "print('[]')", "claude failed: it printed no result"),
        (
            "claude",
            "print(json.dumps({'is_error': True, 'result': 'Credit is too low'}))",
            "claude failed: Credit is too low",
        ),
        ("claude", "print(json.dumps({'result': ' '}))", "claude gave an empty answer"),
        ("claude", "print(json.dumps({'result': 'a'})); sys.exit(3)", "claude ended with code 3"),
        ("codex", "", "codex failed: it printed no answer"),
        (
            "codex",
            "print(json.dumps({'type': 'turn.failed', 'error': {'message': 'No quota'}}))",
            "codex failed: No quota",
        ),
    ],
)
def test_a_failure_is_one_line_with_the_programs_own_reason(agents, backend, body, reason):
    agents.program(backend, body)
    with pytest.raises(BackendError, match=reason) as caught:
        ask(backend)
    assert "\n" not in str(caught.value)


def test_a_long_complaint_is_cut(agents):
    agents.program("claude", "sys.exit('no ' * 1000)")
    with pytest.raises(BackendError) as caught:
        ask()
    assert len(str(caught.value)) < 300


def test_the_same_question_is_asked_once(agents, tmp_path):
    agents.claude("A wave.")
    for _ in range(2):
        model = open_model(ModelSettings("claude"), tmp_path / "cache")
        assert model is not None
        assert model.answer("What is a tide?") == "A wave."
    assert len(agents.runs) == 1
    model.answer("What is a seiche?")
    assert len(agents.runs) == 2


def test_a_damaged_cache_is_asked_again(agents, tmp_path):
    agents.claude("A wave.")
    model = open_model(ModelSettings("claude"), tmp_path)
    model.answer("What is a tide?")
    (path,) = tmp_path.rglob("*.json")
    path.write_text("{", encoding="utf-8")
    assert model.answer("What is a tide?") == "A wave."
    assert len(agents.runs) == 2


def test_another_model_has_answers_of_its_own(agents, tmp_path):
    agents.claude("A wave.")
    open_model(ModelSettings("claude"), tmp_path).answer("What is a tide?")
    open_model(ModelSettings("claude", name="large"), tmp_path).answer("What is a tide?")
    assert len(agents.runs) == 2


def test_without_a_model_nothing_is_opened(tmp_path):
    assert open_model(ModelSettings(), tmp_path) is None
