"""`tesserae mcp`: the sidecar that agents ask, over stdio or HTTP, and their configuration."""

from __future__ import annotations

from pathlib import Path

import click

from tesserae.cli.client_config import CLIENTS, client_config, client_file
from tesserae.cli.output import note, open_project, project_option
from tesserae.config import agent_environment
from tesserae.engine.published_site import site_address
from tesserae.engine.stages import (
    MACHINE_SHELF,
    SERVE_HTTP,
    SERVE_STDIO,
    SITE_SHELF,
    load_named,
)
from tesserae.projects import kept_token, tesserae_home

DEFAULT_PORT = 8717


@click.command()
@project_option
@click.option("--http", "over_http", is_flag=True, help="Serve over HTTP on this machine.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port for --http.",
)
@click.option(
    "--token",
    envvar="TESSERAE_MCP_TOKEN",
    default="",
    help="The bearer token for --http; by default one that is made once and kept.",
)
@click.option(
    "--print-config",
    "client",
    type=click.Choice(CLIENTS),
    help="Print the configuration of a client instead of serving.",
)
@click.option("--site", default="", help="Serve a published site instead: an address or a folder.")
def mcp(
    project: Path, over_http: bool, port: int, token: str, client: str | None, site: str
) -> None:
    """Serve the project to coding agents over MCP."""
    home = tesserae_home(agent_environment())
    # A wrong folder is told here: later there is only an agent to tell.
    site = site_address(site) if site else ""
    served = ["--site", site] if site else ["-C", str(open_project(project).root)]
    if client is not None:
        url = f"http://127.0.0.1:{port}/mcp" if over_http else ""
        key = (token or kept_token(home)) if over_http else ""
        click.echo(client_config(client, served, url=url, token=key), nl=False)
        note(f"This belongs in {client_file(client)}.")
        return

    def open_shelf() -> object:
        if site:
            return load_named(SITE_SHELF)(site)
        return load_named(MACHINE_SHELF)(open_project(project))

    if over_http:
        key = token or kept_token(home)
        note(f"Serving http://127.0.0.1:{port}/mcp")
        note("Clients send the token: `tesserae mcp --http --print-config claude` shows it.")
        load_named(SERVE_HTTP)(open_shelf, port=port, token=key, is_site=bool(site))
        return
    load_named(SERVE_STDIO)(open_shelf, is_site=bool(site))
