"""The forms of everything that grundy writes as JSON, as JSON Schema 2020-12."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from grundy.answers.forms import FORMS, form_schema
from grundy.errors import UnknownNameError

__all__ = ["names", "schema", "text"]


def names() -> list[str]:
    """The names of the schemas, in order.

    >>> names()[:3]
    ['certificate', 'describe', 'experiment']
    """
    files = (file.name for file in resources.files(__name__).iterdir())
    in_files = {name.removesuffix(".json") for name in files if name.endswith(".json")}
    return sorted(in_files | FORMS.keys())


def text(name: str) -> str:
    """One schema, as `grundy schema` prints it.

    Raises:
        UnknownNameError: If there is no such schema; it has the nearest names.
    """
    return json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"


def schema(name: str) -> dict[str, Any]:
    """One schema; the form that it describes has its version in the field "format".

    Raises:
        UnknownNameError: If there is no such schema; it has the nearest names.

    >>> schema("nim")["properties"]["format"]["const"]
    1
    """
    known = names()
    if name not in known:
        raise UnknownNameError("schema", name, known)
    if name in FORMS:
        return form_schema(name)
    found: dict[str, Any] = json.loads(
        resources.files(__name__).joinpath(f"{name}.json").read_text("utf-8")
    )
    return found
