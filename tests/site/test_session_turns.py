"""Text from a log is shown and never acts."""

import re
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.model.session import Host, Role, Session, Subagent, ToolCall, Turn
from tesserae.site.session_turns import MAX_SHOWN, render_message, turn_views

ZONE = ZoneInfo("Europe/Zurich")
TAGS = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>")
ALLOWED = {
    *("p", "strong", "em", "del", "code", "pre", "a", "span", "div", "ul", "ol", "li"),
    *("blockquote", "hr", "br", "table", "thead", "tbody", "tr", "th", "td"),
}


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&#58;alert(1))",
        "[x](data:text/html;base64,AAAA)",
        "![x](https://evil.example/pixel.png)",
        "[![x](https://evil.example/p.png)](vbscript:x)",
        "# heading\n\nother\n===",
        "<details open><summary>x</summary>",
        "```mermaid\ngraph TD\n```",
        '[x](https://a.example "title\\" onclick=alert(1)")',
        "</div></details><h1>out</h1>",
        '<https://a.example/"onmouseover=alert(1)>',
    ],
)
def test_nothing_in_a_message_is_live(hostile):
    shown = render_message(hostile)
    for _, name, attributes in TAGS.findall(shown):
        assert name in ALLOWED
        assert not re.search(r"\son\w+=|src=|javascript:|data:|vbscript:|\sid=", attributes)


@given(st.text(alphabet="<>/\"'`()[]!#*_&;: \nahrefsimg=javscriptonerror", max_size=200))
def test_no_message_makes_another_tag(text):
    for _, name, attributes in TAGS.findall(render_message(text)):
        assert name in ALLOWED
        assert "src=" not in attributes
        assert 'href="javascript' not in attributes


def test_links_to_the_web_are_kept_and_others_lose_their_target():
    shown = render_message("[a](https://a.example/x) [b](../../b.md) [c](/etc/passwd)")
    assert shown.count("href=") == 1
    assert 'rel="nofollow noopener"' in shown


def a_session(*turns, agents=()):
    return Session(Host.CODEX, "s", turns=turns, subagents=agents)


def test_long_output_is_cut_with_all_of_it_at_hand():
    tool = ToolCall("Bash", output="x" * 5000, output_size=9000, has_result=True)
    (view,), _ = turn_views(a_session(Turn(0, Role.TOOLING, "", None, tool=tool)), 0, 200, ZONE)
    assert len(view.tool.output.head) <= MAX_SHOWN + 2
    assert view.tool.output.whole == "x" * 5000
    assert view.tool.output.note == "4,000 more characters are in the log only."


def test_a_sub_agent_stands_with_the_call_that_started_it_and_others_with_the_first_turns():
    agents = (Subagent("a1", description="Look"), Subagent("a2", kind="general"))
    call = Turn(3, Role.TOOLING, "", None, tool=ToolCall("Task", agent_id="a1"))
    (view,), lost = turn_views(a_session(call, agents=agents), 0, 200, ZONE)
    assert view.tool.agent.title == "Look"
    assert [agent.title for agent in lost] == ["general"]


def test_only_the_turns_of_the_page_are_shown():
    turns = tuple(Turn(n, Role.CHAT, "x", None) for n in (0, 199, 200, 401))
    shown, _ = turn_views(a_session(*turns), 200, 400, ZONE)
    assert [view.index for view in shown] == [200]


def test_control_characters_never_reach_a_page():
    tool = ToolCall("Bash", output="\x1b[31mred\x1b[0m\x00\x08", has_result=True)
    (view,), _ = turn_views(a_session(Turn(0, Role.TOOLING, "", None, tool=tool)), 0, 200, ZONE)
    assert view.tool.output.head == "red"
