"""The forms of everything that grundy writes as JSON, as JSON Schema 2020-12: one a file here."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from grundy.errors import UnknownNameError

__all__ = ["names", "schema", "text"]


def names() -> list[str]:
    """The names of the schemas, in order.

    >>> names()[:3]
    ['certificate', 'describe', 'experiment']
    """
    files = (file.name for file in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(".json") for name in files if name.endswith(".json"))


def text(name: str) -> str:
    """One schema as it stands in its file.

    Raises:
        UnknownNameError: If there is no such schema; it has the nearest names.
    """
    known = names()
    if name not in known:
        raise UnknownNameError("schema", name, known)
    return resources.files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")


def schema(name: str) -> dict[str, Any]:
    """One schema; the form that it describes has its version in the field "format".

    Raises:
        UnknownNameError: If there is no such schema; it has the nearest names.

    >>> schema("nim")["properties"]["format"]["const"]
    1
    """
    found: dict[str, Any] = json.loads(text(name))
    return found
