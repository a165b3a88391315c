"""`grundy serve`, `site` and `mcp`: the explorer, as a page or a folder, and tools for agents."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from grundy.cli.options import settings_with, tables_option
from grundy.errors import MissingExtraError
from grundy.runtime.files import byte_size

book_option = click.option("--book", type=click.Path(path_type=Path), metavar="DIR",
                           help="Put a built book beside the page.")  # fmt: skip


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65_535), default=8000, show_default=True,
              help="The first port to try; 0 takes any.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME",
              help="A name or address of this machine, without the port, as other machines write "
              "it; may be given several times. Needed with --host 0.0.0.0.")  # fmt: skip
@tables_option
@book_option
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
def serve(
    port: int,
    host: str,
    names: tuple[str, ...],
    tables: tuple[str, ...],
    book: Path | None,
    no_browser: bool,
) -> None:
    """Open the explorer: draw and label digraphs, play, see sequences, calculate.

    The page needs no network. It is for this machine only, unless --host names another
    address; it is answered under the names of this machine that are known: localhost, the
    --host and each --allow-host. Ctrl-C ends it.

    \b
    Examples:
      grundy serve
      grundy serve --port 8080 --no-browser
      grundy serve --table cram-4x5
      grundy serve --book build/site
      grundy serve --host 0.0.0.0 --allow-host 192.168.1.20
    """
    from grundy.web import serve as serving

    if host in ("0.0.0.0", "::") and not names:  # noqa: S104
        raise click.UsageError(
            f"--host {host} listens on every address; say with --allow-host NAME under which "
            "name or address others open the page."
        )
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]", name):
            raise click.UsageError(
                f"--allow-host {name}: write a name or an address without port, such as "
                "192.168.1.20 or [fd00::1]."
            )

    settings = settings_with(tables, book)

    def announce(address: str) -> None:
        click.echo(f"The explorer is at {address} (Ctrl-C ends it).")
        if not no_browser:
            click.launch(address)

    serving.serve(host, port, names=names, settings=settings, announce=announce)


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--offline", is_flag=True,
              help="Put Python beside the page (15 MB), for a school without network; else the "
              "browser takes it from Pyodide's own distribution.")  # fmt: skip
@click.option("--runtime", type=click.Path(path_type=Path), metavar="DIR",
              help="Take Python for --offline from a folder, and download nothing.")  # fmt: skip
@book_option
@click.option("--address", default="", metavar="URL",
              help="Where it will be read; previews of links need it.")  # fmt: skip
def site(
    folder: Path, offline: bool, runtime: Path | None, book: Path | None, address: str
) -> None:
    """Write the explorer as a static site: files that any web server gives away.

    Everything is computed in the browser of whoever opens it, by this library in WebAssembly.
    FOLDER is new, or holds an earlier site, which is replaced.

    \b
    Examples:
      grundy site public
      grundy site public --offline
      grundy site public --book build/site
    """
    from grundy.web.site import write_site

    files, size = write_site(folder, offline=offline, runtime=runtime, book=book, address=address)
    click.echo(f"{folder}: {files} files, {byte_size(size)}.")


@click.command("mcp")
@tables_option
def mcp(tables: tuple[str, ...]) -> None:
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
        from grundy.web.mcp_server import serve as serve_agents
    except ImportError as error:
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
    serve_agents(settings)
