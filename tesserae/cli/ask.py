"""`tesserae ask` and `tesserae page`: an answer or a page, made of cited sentences."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.output import json_option, print_json, project_option
from tesserae.cli.reading import emit, open_library, synthesize_option, writer_of
from tesserae.context.ask import ask as answer_question
from tesserae.context.page import write_page


@click.command()
@click.argument("question")
@project_option
@synthesize_option
@json_option
def ask(question: str, project: Path, synthesize: bool, as_json: bool) -> None:
    """Answer a question with sentences of the project, each with its source."""
    writer = writer_of(project, synthesize=synthesize)
    answer = answer_question(open_library(project), question, writer=writer)
    if as_json:
        print_json(answer.to_json())
    else:
        emit(answer.body, None)


@click.command()
@click.argument("topic")
@project_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page to a file.",
)
@synthesize_option
def page(topic: str, project: Path, output: Path | None, synthesize: bool) -> None:
    """Write a page about a topic, each statement with its source."""
    writer = writer_of(project, synthesize=synthesize)
    emit(write_page(open_library(project), topic, writer=writer).body, output)
