"""Parts of pages that are not written by hand: the help of commands, forms of JSON, the atlas.

A comment such as ``<!-- commands -->`` in a page is where they go, as Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click
from atlas_rows import atlas
from sphinx.application import Sphinx

from grundy import schemas
from grundy.cli.main import grundy

WIDTH = 88


def setup(app: Sphinx) -> dict[str, Any]:
    """Fill the places when a page is read."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def fill(app: Sphinx, name: str, text: list[str]) -> None:
    """Put into a page what its comments ask for; it is made only where it is asked for."""
    for place, write in PLACES.items():
        if (mark := f"<!-- {place} -->") in text[0]:
            text[0] = text[0].replace(mark, "\n\n".join(write()))


def commands() -> Iterator[str]:
    """Yield a section for each command: what its --help prints."""
    with click.Context(grundy, info_name="grundy", max_content_width=WIDTH) as top:
        for command in grundy.list_commands(top):
            yield from help_of(command, grundy.get_command(top, command), top)


def help_of(name: str, command: click.Command, above: click.Context) -> Iterator[str]:
    """Yield the help of a command, and of those below it."""
    with click.Context(command, above, info_name=name, terminal_width=WIDTH) as context:
        depth = "#" * context.command_path.count(" ")
        yield f"#{depth} {context.command_path}"
        yield f"```text\n{command.get_help(context)}\n```"
        if isinstance(command, click.Group):
            for below in command.list_commands(context):
                yield from help_of(below, command.get_command(context, below), context)


def forms() -> Iterator[str]:
    """Yield a section for each form of JSON: its fields, and where the whole schema is."""
    for name in schemas.names():
        schema = schemas.schema(name)
        yield f"## {name}"
        yield f"{schema['title']}. The schema: `grundy schema {name}`."
        for part in schema.get("oneOf", [schema]):
            yield table_of(resolved(part, schema))


def table_of(form: dict[str, Any]) -> str:
    """Write the fields of an object as a table."""
    rows = ["| field | is | meaning |", "|---|---|---|"]
    for field, about in form.get("properties", {}).items():
        always = field in form.get("required", [])
        name = f"`{field}`" if always else f"`{field}`, not always"
        rows.append(f"| {name} | {kind_of(about)} | {about.get('description', '')} |")
    return "\n".join(rows)


def kind_of(about: dict[str, Any]) -> str:
    """Say in words what a field holds."""
    match about:
        case {"const": value}:
            return f"`{value}`"
        case {"enum": values}:
            return ", ".join(f"`{value}`" for value in values)
        case {"type": "array", "items": dict(items)} if items:
            return f"list: {kind_of(items)}"
        case {"type": str(kind)}:
            return kind
        case {"type": list(kinds)}:
            return " or ".join(kinds)
        case {"anyOf": list(ways)} | {"oneOf": list(ways)}:
            return " or ".join(dict.fromkeys(map(kind_of, ways)))
        case {"$ref": str(where)}:
            return where.rpartition("/")[2]
    return "any"


def resolved(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference to another part of the same schema."""
    if "$ref" not in part:
        return part
    found: Any = schema
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


PLACES: dict[str, Callable[[], Iterator[str]]] = {
    "commands": commands,
    "forms": forms,
    "atlas": atlas,
}
