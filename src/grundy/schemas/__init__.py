"""The schemas of everything that grundy writes as JSON, as JSON Schema 2020-12."""

from __future__ import annotations

import json
from typing import Any

from grundy.answers.forms import FORMS, form_schema
from grundy.errors import UnknownNameError

__all__ = ["names", "schema", "text"]


def names() -> list[str]:
    """The names of the schemas, in order.

    >>> names()[:3]
    ['certificate', 'count', 'describe']
    """
    return sorted(FORMS)


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
    if name not in FORMS:
        raise UnknownNameError("schema", name, names())
    return form_schema(name)
