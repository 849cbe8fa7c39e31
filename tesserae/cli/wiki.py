"""`tesserae wiki`: what people wrote into the wiki, and how to take it back."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from pathlib import Path

import click

from tesserae.cli.output import (
    columns,
    json_option,
    open_project,
    print_json,
    progress_shown,
    project_option,
    say,
)
from tesserae.config import Settings
from tesserae.engine.review import PageReview, PageState, restore_page, review_wiki
from tesserae.errors import ConfigError

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.group()
def wiki() -> None:
    """Look at what people wrote into the wiki."""


@wiki.command()
@project_option
@json_option
def status(project: Path, as_json: bool) -> None:
    """List the pages that are not just as they were projected."""
    reviews = _reviews(open_project(project))
    if as_json:
        print_json(
            [
                {
                    "path": review.path,
                    "states": list(review.states),
                    "details": list(review.details),
                }
                for review in reviews
            ]
        )
        return
    if not reviews:
        say("Every page is as it was projected.")
    for line in columns([_row(review) for review in reviews]):
        say(line)


@wiki.command()
@click.argument("pages", nargs=-1, metavar="[PAGE]...")
@project_option
@json_option
def diff(pages: tuple[str, ...], project: Path, as_json: bool) -> None:
    """Show how edited pages differ from what the sources say now."""
    settings = open_project(project)
    reviews = [review for review in _reviews(settings) if not {PageState.OWN} & set(review.states)]
    wanted = [_page_path(settings, page) for page in pages]
    known = {review.path for review in reviews}
    for page in wanted:
        if page not in known:
            raise ConfigError(_not_edited(page, sorted(known), settings), path=page)
    chosen = [review for review in reviews if not wanted or review.path in wanted]
    if as_json:
        print_json([{"path": review.path, "diff": review.diff()} for review in chosen])
        return
    for review in chosen:
        for line in review.diff():
            say(line, colour=_COLOURS.get(line[:1]))


@wiki.command()
@click.argument("page")
@project_option
def restore(page: str, project: Path) -> None:
    """Give a page back its projection, and keep a copy of what it says now."""
    settings = open_project(project)
    path = _page_path(settings, page)
    with progress_shown() as progress:
        copy = restore_page(settings, path, progress)
    say(f"{path} says again what the sources say. What it said is in {copy}.")


def _reviews(settings: Settings) -> Sequence[PageReview]:
    with progress_shown() as progress:
        return review_wiki(settings, progress)


def _row(review: PageReview) -> tuple[str, str, str]:
    return (review.path, ", ".join(review.states), "; ".join(review.details))


def _page_path(settings: Settings, text: str) -> str:
    """Return the page that a user means: by its path in the wiki or on disk, `.md` or not."""
    wiki_dir = settings.root / settings.wiki_dir
    for candidate in (text, f"{text}.md"):
        for path in (wiki_dir / candidate, Path(candidate)):
            full = Path(os.path.normpath(Path.cwd() / path))
            if full.is_file() and wiki_dir in full.parents:
                return full.relative_to(wiki_dir).as_posix()
    return text if text.endswith(".md") else f"{text}.md"


def _not_edited(page: str, known: Sequence[str], settings: Settings) -> str:
    if (settings.root / settings.wiki_dir / page).is_file():
        return "this page is as it was projected"
    near = difflib.get_close_matches(page, known, n=1)
    return "the wiki has no such page" + (f"; did you mean {near[0]}?" if near else "")
