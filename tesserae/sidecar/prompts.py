"""The common jobs as prompts, so that a user picks one and the agent knows which tools to call."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from mcp.server import MCPServer


def add_prompts(server: MCPServer) -> None:
    """Offer the prompts; their texts are the files of `prompts/`."""

    @server.prompt()
    def explain(topic: str) -> str:
        """Explain a topic of this project, with sources."""
        return _filled("explain", topic=topic)

    @server.prompt()
    def start_task(task: str) -> str:
        """Gather what the project knows before work on a task."""
        return _filled("start_task", task=task)

    @server.prompt()
    def what_changed(since: str) -> str:
        """Report what changed since a day."""
        return _filled("what_changed", since=since)

    @server.prompt()
    def open_questions(topic: str) -> str:
        """List what is open or disputed about a topic."""
        return _filled("open_questions", topic=topic)


def _filled(name: str, **values: str) -> str:
    text = (files("tesserae.sidecar") / "texts" / f"{name}.md").read_text(encoding="utf-8")
    plain = {key: value.encode("utf-8", "replace").decode() for key, value in values.items()}
    return Template(text).substitute(plain)
