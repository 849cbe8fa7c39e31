"""A tool that refuses what it does not know, and says to the model what to do instead.

The SDK passes over arguments that a tool does not have, so a misspelt limit would be no limit; and
it hides what an error says unless it is raised for the model.
"""

from __future__ import annotations

import functools
import json
import logging
from collections.abc import Callable
from typing import Any

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from tesserae.errors import TesseraeError

logger = logging.getLogger(__name__)

MAX_ARGUMENTS = 2_000_000
"""Characters of all arguments; more is no question."""


class StrictTool(Tool):
    """A tool that only reads."""

    @classmethod
    def reading(cls, function: Callable[..., Any], name: str) -> StrictTool:
        """Make a tool of a function, which runs on a thread of its own."""
        tool = cls.from_function(
            function,
            name=name,
            annotations=ToolAnnotations(
                read_only_hint=True, idempotent_hint=True, open_world_hint=False
            ),
            structured_output=False,
        )
        assert isinstance(tool, StrictTool)
        parameters = {**tool.parameters, "additionalProperties": False}
        return tool.model_copy(
            update={
                "fn": _abandoned(function),
                "is_async": True,
                "parameters": _without_titles(parameters),
                "description": " ".join((function.__doc__ or "").split()),
            }
        )

    async def run(
        self,
        arguments: dict[str, Any],
        context: Any,  # noqa: ANN401 - the SDK's own type is generic over its server
        convert_result: bool = False,
    ) -> Any:  # noqa: ANN401 - as the SDK has it
        """Run the tool.

        Raises:
            ToolError: The arguments are wrong, or there is no answer; the message is for the model.
        """
        unknown = sorted(arguments.keys() - self.parameters["properties"].keys())
        if unknown:
            known = ", ".join(self.parameters["properties"])
            raise ToolError(
                f"{self.name} has no argument {_shown(unknown[0])}; its arguments are {known}"
            )
        if sum(len(json.dumps(value)) for value in arguments.values()) > MAX_ARGUMENTS:
            raise ToolError(f"the arguments are over {MAX_ARGUMENTS:,} characters; ask for less")
        try:
            return await super().run(arguments, context, convert_result=convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, TesseraeError):
                raise ToolError(_printable(str(cause))) from cause
            if isinstance(cause, ValidationError):
                raise ToolError(_advice(self.name, cause)) from None
            if cause is not None:
                raise ToolError(
                    f"{self.name} failed; the server's log says why. Try other arguments, or "
                    "`status`"
                ) from cause
            raise


def _abandoned(function: Callable[..., Any]) -> Callable[..., Any]:
    """Run a function on a thread that a closed connection does not wait for."""

    @functools.wraps(function)
    async def run(**arguments: Any) -> Any:  # noqa: ANN401 - whatever the tool takes
        call = functools.partial(_logged, function, **arguments)
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)

    return run


def _logged(function: Callable[..., Any], **arguments: Any) -> Any:  # noqa: ANN401 - see above
    try:
        return function(**arguments)
    except TesseraeError:
        raise
    except Exception:
        logger.exception("a tool failed")
        raise


def _advice(name: str, error: ValidationError) -> str:
    parts = []
    for item in error.errors(include_url=False, include_input=False):
        where = ".".join(str(part) for part in item["loc"]) or "arguments"
        parts.append(f"{where}: {item['msg']}")
    return _printable(f"{name}: {'; '.join(parts[:5])}")


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop what only repeats the names: a list of tools is read anew in every conversation."""
    kept = {key: value for key, value in schema.items() if key != "title"}
    kept["properties"] = {
        name: {key: value for key, value in part.items() if key != "title"}
        for name, part in schema.get("properties", {}).items()
    }
    return kept


def _shown(text: str) -> str:
    return repr(text[:60])


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
