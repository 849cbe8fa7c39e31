"""Where the templates, CSS and scripts lie: beside the package, or in the wheel inside it."""

from __future__ import annotations

from pathlib import Path

from tesserae.errors import WorkspaceError


def theme_dir() -> Path:
    """Return the folder that holds `tesserae/*.html` and `assets/tesserae/`.

    A wheel carries the theme as `tesserae/site/theme`; an editable install finds it at the root of
    the checkout.

    Raises:
        WorkspaceError: Neither place has it; the installation is incomplete.
    """
    here = Path(__file__).resolve()
    for candidate in (here.parent / "theme", here.parents[2] / "theme"):
        if (candidate / "tesserae").is_dir():
            return candidate
    raise WorkspaceError("the theme is missing: install mkdocs-tesserae again", path="theme")
