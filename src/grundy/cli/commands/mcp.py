"""`grundy mcp`: the tools for agents."""

from __future__ import annotations

import sys

import click

from grundy.cli.options import settings_with, tables_option


@click.command("mcp")
@tables_option
def command(tables: tuple[str, ...]) -> None:
    """Serve an agent by the Model Context Protocol (MCP), on standard input and output.

    A client starts this command itself; docs/mcp.md says how it is added to one. Each tool
    answers what the command of its name prints with --json, and brings the certificates of what
    is proved. No tool opens a file.

    \b
    Examples:
      grundy mcp
      grundy mcp --table cram-4x5
    """
    settings = settings_with(tables)
    try:
        from grundy.web.mcp_server import serve
    except ImportError as error:
        from grundy.errors import MissingExtraError

        library = str(error.name).partition(".")[0]
        raise MissingExtraError(library, "mcp", "The server for agents") from None
    if sys.stdin is None or sys.stdout is None:
        return  # closed: there is no client
    if sys.stdin.isatty():
        click.echo(
            "Waiting for an MCP client on standard input; a client starts this command itself. "
            "Ctrl-C ends it.",
            err=True,
        )
    serve(settings)
