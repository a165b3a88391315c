"""`grundy schema`: the forms of the JSON that grundy writes."""

from __future__ import annotations

import click


@click.command("schema")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the forms of the JSON that grundy writes, or print the JSON Schema of the form NAME.

    Each answer to --json, and each file in JSON, has the version of its form in the field
    "format".

    \b
    Examples:
      grundy schema
      grundy schema solve
    """
    from grundy import schemas
    from grundy.cli.output import print_table

    if name is not None:
        click.echo(schemas.text(name.strip().lower()), nl=False)
        return
    rows = [(known, schemas.schema(known)["title"]) for known in schemas.names()]
    print_table(["name", "what it describes"], rows)
