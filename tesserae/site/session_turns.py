"""The turns of a session as a template shows them: text from a log, never live.

A message is rendered as markdown and then stripped of everything that would act on the page around
it: raw HTML stays text, images become their words, headings become bold lines, and only links to
the web keep their target. Tool calls are text and nothing else.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import comrak

from tesserae.model.graph import JsonValue
from tesserae.model.session import Session, Subagent, ToolCall, Turn

MAX_SHOWN = 1_500
"""Characters of a tool's output or arguments that are seen without a click."""
MAX_MESSAGE = 20_000
"""Characters of a message that are rendered; the rest is shown as plain text behind a click."""
MAX_AGENT_TURNS = 200
_LABEL = 90

_TAGS = re.compile(
    r"<(?P<close>/?)h[1-6][^>]*>"
    r"|<img src=\"[^\"]*\" alt=\"(?P<alt>[^\"]*)\"[^>]*/>"
    r"|<a href=\"(?P<href>[^\"]*)\"(?: title=\"[^\"]*\")?>"
    r"|<pre[^>]*><code[^>]*>"
    r"|<(?P<cell>t[hd]) align=\"(?P<align>\w+)\">"
    r"|<table>|</table>"
)
_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cut:
    """A long text: what is seen at once, and all of it where that is more."""

    head: str
    whole: str = ""
    """Empty where the head is all."""
    note: str = ""
    """What is missing even of the whole."""


@dataclass(frozen=True, slots=True)
class ToolView:
    """A tool call, collapsed to one line."""

    name: str
    label: str
    """Its command or file."""
    arguments: Cut
    output: Cut
    answered: bool
    agent: AgentView | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn; of its texts only `html` is HTML."""

    index: int
    who: str
    """`person`, `agent`, `tool` or `context`."""
    at: str
    """Local time to the minute."""
    instant: str
    """ISO, for `datetime`; empty where no time is known."""
    html: str
    """Safe to print as it is."""
    rest: str
    """What follows of a message that is too long to be rendered, as plain text."""
    label: str
    """Its beginning, for the rail."""
    undone: bool
    error: bool
    tool: ToolView | None = None


@dataclass(frozen=True, slots=True)
class AgentView:
    """A sub-agent, folded in."""

    title: str
    turns: tuple[TurnView, ...]
    more: int
    """How many turns are left out."""


def turn_views(
    session: Session, first: int, last: int, zone: ZoneInfo
) -> tuple[tuple[TurnView, ...], tuple[AgentView, ...]]:
    """Return the turns whose index lies in [first, last), and the sub-agents none of them started.

    Sub-agents that no turn of the session names come with its first turns.
    """
    agents = {agent.id: agent for agent in session.subagents}
    shown = [turn for turn in session.turns if first <= turn.index < last]
    views = tuple(_turn(turn, agents, zone) for turn in shown)
    started = {turn.tool.agent_id for turn in session.turns if turn.tool is not None}
    lost = [agent for agent in session.subagents if agent.id not in started]
    return views, tuple(_agent(agent, zone) for agent in lost) if first == 0 else ()


def render_message(text: str) -> str:
    """Render a message as markdown that can do nothing to the page around it."""
    extensions = comrak.ExtensionOptions()
    extensions.autolink = True
    extensions.strikethrough = True
    extensions.table = True
    extensions.cjk_friendly_emphasis = True
    options = comrak.RenderOptions()
    options.escape = True
    options.hardbreaks = True
    clean = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    body = comrak.render_markdown(clean, extensions, comrak.ParseOptions(), options)
    return _TAGS.sub(_tame, body)


def _tame(match: re.Match[str]) -> str:
    """Replace a tag of the renderer's own; text cannot look like one, since it is escaped."""
    tag = match[0]
    if match["cell"]:
        return f'<{match["cell"]} style="text-align: {match["align"]}">'
    if match["alt"] is not None:
        return f'<span class="tess-muted">[image: {match["alt"]}]</span>'
    if match["href"] is not None:
        is_web = _WEB.match(html.unescape(match["href"]))
        return f'<a href="{match["href"]}" rel="nofollow noopener">' if is_web else "<a>"
    if tag.startswith("<pre"):
        return '<pre tabindex="0"><code>'
    if tag == "<table>":
        return '<div class="tess-scroll" tabindex="0" role="group" aria-label="Table"><table>'
    if tag == "</table>":
        return "</table></div>"
    return "</strong></p>" if match["close"] else "<p><strong>"


def _turn(turn: Turn, agents: Mapping[str, Subagent], zone: ZoneInfo) -> TurnView:
    tool = turn.tool
    return TurnView(
        index=turn.index,
        who=_who(turn),
        at=_clock(turn.at, zone),
        instant=turn.at.isoformat() if turn.at else "",
        html=render_message(turn.text[:MAX_MESSAGE]) if turn.text else "",
        rest=_without_controls(turn.text[MAX_MESSAGE:]),
        label=_line(turn.text) if tool is None else tool.name,
        undone=turn.is_undone,
        error=turn.is_error,
        tool=_tool(tool, agents, zone) if tool is not None else None,
    )


def _who(turn: Turn) -> str:
    if turn.tool is not None:
        return "tool"
    if turn.is_human:
        return "person"
    return "agent" if turn.role.value == "response" else "context"


def _tool(tool: ToolCall, agents: Mapping[str, Subagent], zone: ZoneInfo) -> ToolView:
    files: Sequence[str] = tool.writes or tool.reads
    agent = agents.get(tool.agent_id) if tool.agent_id else None
    missing = tool.output_size - len(tool.output)
    note = f"{missing:,} more characters are in the log only." if missing > 0 else ""
    return ToolView(
        name=tool.name or "tool",
        label=_line(tool.command or ", ".join(files) or _first_text(tool.arguments)),
        arguments=_cut(_pretty(tool.arguments)),
        output=_cut(tool.output, note),
        answered=tool.has_result,
        agent=_agent(agent, zone) if agent is not None else None,
    )


def _agent(agent: Subagent, zone: ZoneInfo) -> AgentView:
    # A sub-agent's own sub-agents are listed with it, so none is looked for inside.
    turns = tuple(_turn(turn, {}, zone) for turn in agent.turns[:MAX_AGENT_TURNS])
    title = _line(agent.description) or agent.kind or agent.id
    return AgentView(title, turns, max(0, len(agent.turns) - MAX_AGENT_TURNS))


def _pretty(arguments: JsonValue) -> str:
    if arguments is None or arguments == {}:
        return ""
    if isinstance(arguments, str):
        return arguments
    if isinstance(arguments, dict) and all(isinstance(v, str) for v in arguments.values()):
        return "\n".join(f"{key}: {value}" for key, value in arguments.items())
    return json.dumps(arguments, ensure_ascii=False, indent=1)


def _first_text(arguments: JsonValue) -> str:
    values: Iterable[JsonValue] = arguments.values() if isinstance(arguments, dict) else ()
    return next((value for value in values if isinstance(value, str)), "")


def _cut(text: str, note: str = "") -> Cut:
    text = _without_controls(text)
    if len(text) <= MAX_SHOWN + 200:
        return Cut(text, note=note)
    return Cut(text[:MAX_SHOWN].rstrip() + " …", text, note)


# Terminal colours and other control characters may not stand in HTML.
_CONTROLS = re.compile(
    "\x1b\\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)


def _without_controls(text: str) -> str:
    return _CONTROLS.sub("", text)


def _line(text: str) -> str:
    line = " ".join(_without_controls(text[: _LABEL * 4]).split())
    return line if len(line) <= _LABEL else f"{line[: _LABEL - 1]}…"


def _clock(at: datetime | None, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M") if at else ""
