"""`grundy serve`: the explorer, a page in the browser."""

from __future__ import annotations

import click


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65_535), default=8000, show_default=True,
              help="The first port to try; 0 takes any.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
def command(port: int, host: str, no_browser: bool) -> None:
    """Open the explorer: draw and label digraphs, play, see sequences, calculate.

    The page needs no network. It is for this machine only, unless --host names another
    address. Ctrl-C ends it.

    \b
    Examples:
      grundy serve
      grundy serve --port 8080 --no-browser
    """
    from grundy.web.serve import serve

    def announce(address: str) -> None:
        click.echo(f"The explorer is at {address} (Ctrl-C ends it).")
        if not no_browser:
            click.launch(address)

    serve(host, port, announce=announce)
