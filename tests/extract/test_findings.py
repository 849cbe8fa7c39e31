"""Findings: what a session decided, learned, asked and left to do."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tesserae.extract.finding_text import is_question, statements_in
from tesserae.extract.findings import findings_of
from tesserae.model.finding import FindingKind
from tesserae.model.session import Host, Role, Session, Subagent, ToolCall, Turn

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def a_turn(index, text="", *, human=False, **more):
    role = Role.CHAT if human else Role.RESPONSE
    at = START + timedelta(minutes=index)
    return Turn(index, role, text, at, is_human=human, **more)


def a_call(index, name="Bash", *, error=False, **tool):
    call = ToolCall(name, has_result=True, is_error=error, **tool)
    return replace(a_turn(index, tool=call, is_error=error), role=Role.TOOLING)


def kinds(text, **options):
    return [(item.kind.value, item.text) for item in statements_in(text, **options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Decision: store heights in metres.", ("decision", "store heights in metres.")),
        (
            "We decided to read the gauge every hour.",
            ("decision", "We decided to read the gauge every hour."),
        ),
        (
            "So we'll go with the harmonic method.",
            ("decision", "So we'll go with the harmonic method."),
        ),
        ("我们决定每小时读一次潮位计。", ("decision", "我们决定每小时读一次潮位计。")),
        ("好的，决定采用米作为单位。", ("decision", "好的，决定采用米作为单位。")),
        ("决定：用米存储高度。", ("decision", "用米存储高度。")),
        (
            "The root cause was a missing leap day.",
            ("insight", "The root cause was a missing leap day."),
        ),
        ("根本原因是闰日没有计算。", ("insight", "根本原因是闰日没有计算。")),
        (
            "I suspect that the gauge was moved in 1998.",
            ("hypothesis", "I suspect that the gauge was moved in 1998."),
        ),
        ("我怀疑潮位计在1998年移动过。", ("hypothesis", "我怀疑潮位计在1998年移动过。")),
        ("**Takeaway**: check the datum first.", ("takeaway", "check the datum first.")),
        ("- [ ] Plot the residuals", ("todo", "Plot the residuals")),
        ("Next steps:\n\n1. Plot the residuals", ("todo", "Plot the residuals")),
        ("## 下一步\n\n- 绘制残差图", ("todo", "绘制残差图")),
        ("## Decisions\n\n- Heights are in metres", ("decision", "Heights are in metres")),
        (
            "## Open questions\n\n- Which datum do we use?",
            ("question", "Which datum do we use?"),
        ),
    ],
)
def test_a_message_states_what_it_says_it_states(text, expected):
    assert kinds(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "If we decided to use metres, the tables would change.",
        "Should we go with the harmonic method?",
        "We have not decided to use metres.",
        "```\n# TODO: plot\nDecision: none of this is said\n```",
        "> Decision: quoted from the minutes.",
        "- [x] Plot the residuals",
        "Next steps: none",
        "The decision tree has three levels.",
        "I found the file and opened it.",
        "决定性因素是风。",
        "Decision:",
        "Use `pytest -k` instead of running everything.",
        "I found that file in src/.",
        "The root cause is still unknown.",
    ],
)
def test_conditions_questions_code_and_quotations_state_nothing(text):
    assert kinds(text) == []


def test_what_a_person_pasted_is_not_what_they_said():
    assert kinds("Let's go with metres.", is_typed=True)
    assert not kinds("Let's go with metres.\n\n" + "log line\n" * 600, is_typed=True)
    assert not kinds("I suspect that the gauge moved.", is_typed=True)
    assert kinds("Use metres instead of feet.", is_typed=True)
    assert kinds("用米而不是英尺吧", is_typed=True)


def test_requests_in_the_form_of_questions_are_none():
    assert is_question("Why does the spring tide come two days late?")
    assert is_question("为什么大潮晚两天？")
    assert not is_question("Can you plot the residuals?")
    assert not is_question("Would you like me to plot them?")
    assert not is_question("能不能画一下残差图？")


def test_a_question_is_answered_by_the_last_reply_before_the_person_speaks_again():
    turns = [
        a_turn(0, "Why does the spring tide come late?", human=True),
        a_turn(1, "Let me look at the notes."),
        a_turn(4, "The ocean needs two days to respond. There is more."),
        a_turn(5, "Thanks.", human=True),
    ]
    (finding,) = findings_of(turns)
    assert finding.kind is FindingKind.QUESTION
    assert finding.turn_ids == (0, 4)
    assert finding.at == START
    assert finding.answer == "The ocean needs two days to respond."
    assert finding.is_resolved


def test_a_question_that_nobody_answered_is_open():
    (finding,) = findings_of([a_turn(3, "I read both tables. Which datum do the tables use?")])
    assert finding.is_open
    assert finding.turn_ids == (3,)


def test_tasks_stand_as_the_last_list_leaves_them():
    def todo(index, **states):
        items = [{"content": name, "status": state} for name, state in states.items()]
        return a_call(index, "TodoWrite", arguments={"todos": items})

    turns = [
        todo(1, read="pending", plot="pending", guess="pending"),
        todo(3, read="completed", plot="in_progress"),
    ]
    found = {f.text: f for f in findings_of(turns)}
    assert set(found) == {"read", "plot"}
    assert found["read"].turn_ids == (1, 3)
    assert found["read"].is_resolved
    assert found["plot"].is_open


def test_tasks_are_read_from_a_plan_and_from_single_tasks_too():
    plan = {"plan": [{"step": "Plot residuals", "status": "pending"}]}
    turns = [
        a_call(0, "update_plan", arguments=plan),
        a_call(
            1,
            "TaskCreate",
            arguments={"subject": "Read gauge"},
            output="Task #7 created successfully",
        ),
        a_call(2, "TaskUpdate", arguments={"taskId": "7", "status": "completed"}),
    ]
    assert [(f.text, f.is_resolved) for f in findings_of(turns)] == [
        ("Plot residuals", False),
        ("Read gauge", True),
    ]


def test_a_choice_that_the_person_made_answers_the_agents_question():
    asked = {"questions": [{"question": "Which datum?", "header": "Datum"}]}
    result = {"answers": {"Which datum?": "Chart datum"}}
    (finding,) = findings_of([a_call(2, "AskUserQuestion", arguments=asked, result=result)])
    assert (finding.answer, finding.is_open) == ("Chart datum", False)


def test_an_approved_plan_is_a_decision_and_a_rejected_one_is_none():
    plan = {"plan": "# Read the gauge hourly\n\nSteps."}
    approved = a_call(2, "ExitPlanMode", arguments=plan, output="User has approved your plan.")
    rejected = a_call(3, "ExitPlanMode", error=True, arguments=plan, output="rejected")
    (finding,) = findings_of([approved, rejected])
    assert (finding.kind, finding.text) == (FindingKind.DECISION, "Read the gauge hourly")


def test_an_error_knows_what_resolved_it():
    turns = [
        a_call(1, command="pytest -q", error=True, output="E  KeyError: 'M2'\n1 failed"),
        a_call(2, "Edit", writes=("src/harmonic.py",)),
        a_call(3, command="pytest -q", output="1 passed"),
        a_call(4, command="ls nowhere", error=True, output="No such file"),
    ]
    (finding,) = findings_of(turns)
    assert finding.kind is FindingKind.INSIGHT
    assert finding.text.startswith("pytest -q failed: ")
    assert finding.answer == "passed after a change to src/harmonic.py"
    assert finding.turn_ids == (1, 2, 3)


def test_what_was_undone_injected_or_said_by_a_sub_agent_gives_no_finding():
    text = "We decided to use metres."
    session = Session(
        Host.CODEX,
        "s",
        turns=(a_turn(0, text, is_undone=True), replace(a_turn(1, text), role=Role.CHAT)),
        subagents=(Subagent("a", turns=(a_turn(0, text),)),),
    )
    assert findings_of(session) == ()


def test_a_finding_stands_once_where_it_was_said_first():
    said = "We decided to use metres."
    found = findings_of([a_turn(2, said), a_turn(9, said)])
    assert [f.turn_ids for f in found] == [(2,)]


def test_hostile_messages_give_bounded_single_lines():
    found = findings_of([a_turn(0, "Decision: " + "x\n" * 5000), a_turn(1, "[" * 3000 + "TODO: a")])
    assert all(len(f.text) <= 280 and "\n" not in f.text for f in found)


def test_statements_are_found_between_passages_that_state_nothing():
    text = (
        "I read both tables.\n\n```\nDecision: in code\n\nmore code\n```\n\nThey agree well.\n\n"
        "We decided to use metres.\n\nNext steps:\n\n- Plot\n\n- Print the chart\n\nBye.\n\n"
        "~~~\nTODO: in code"
    )
    assert kinds(text) == [
        ("decision", "We decided to use metres."),
        ("todo", "Print the chart"),
    ]


def test_a_question_in_code_closes_no_message():
    assert findings_of([a_turn(0, "See:\n\n```\nwhich datum\n\nis what we use?")]) == ()
