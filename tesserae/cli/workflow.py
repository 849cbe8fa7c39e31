"""The GitHub workflow that builds the site and publishes it on Pages."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

WORKFLOW_PATH = ".github/workflows/tesserae.yml"
_TEMPLATE = Path(__file__).parent / "workflow.yml"


def render_workflow(*, branch: str, requirements: Sequence[str], site_dir: str) -> str:
    """Return the text of the workflow.

    Args:
        branch: Whose pushes publish.
        requirements: Files of further packages that the build needs.
        site_dir: Where MkDocs writes the site.
    """
    options = "".join(f" --requirement {shlex.quote(name)}" for name in requirements)
    text = _TEMPLATE.read_text(encoding="utf-8")
    for name, value in (
        ("BRANCH", json.dumps(branch)),
        (" REQUIREMENTS", options),
        ("SITE_DIR", json.dumps(site_dir)),
    ):
        text = text.replace(f"{name}", value)
    return text
