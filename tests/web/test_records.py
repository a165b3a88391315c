"""Requests are read as their schemas say, and refused with the place."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

jsonschema = pytest.importorskip("jsonschema")

from grundy.errors import NoJsonError, RequestError  # noqa: E402
from grundy.web.records import as_json, from_json  # noqa: E402
from grundy.web.schemas import request_schema  # noqa: E402
from grundy.web.tasks import TASKS  # noqa: E402

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5) | st.sampled_from(["", "P", "svg", "x" * 201]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], fresh: Any) -> Any:
    if not path:
        return fresh
    copy = deepcopy(value)
    target = copy
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = fresh
    return copy


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_is_read_is_what_the_schema_accepts(data: st.DataObject) -> None:
    """Something else at any place of an example is refused by both, or by none."""
    task = TASKS[data.draw(st.sampled_from(sorted(TASKS)))]
    example = json.loads(json.dumps(task.example))
    place = data.draw(st.sampled_from(places(example)))
    asked = changed(example, place, data.draw(JSON))
    validator = jsonschema.Draft202012Validator(request_schema(task))

    try:
        read = from_json(task.request_type(), json.dumps(asked).encode())
    except RequestError:
        # JSON Schema takes 1.0 for an integer
        assert not validator.is_valid(asked) or re.search(r"\d\.0|e\+?\d", json.dumps(asked))
    else:
        assert validator.is_valid(asked)
        assert from_json(task.request_type(), as_json(read)) == read


@pytest.mark.parametrize(
    ("name", "body", "message"),
    [
        ("game/answer", {"position": 3}, "Expected `str`, got `int` - at `$.position`."),
        ("game/answer", {}, "Object missing required field `position`."),
        ("game/answer", {"position": "nim 3", "x": 1}, "Object contains unknown field `x`."),
        ("game/puzzle", {"game": "nim", "size": 2}, "Expected `int` >= 3 - at `$.size`."),
        ("game/puzzle", {"game": "", "size": 3}, "Expected `str` of length >= 1 - at `$.game`."),
        ("game/puzzle", {"game": "nim", "size": True}, "Expected `int`, got `bool` - at `$.size`."),
        ("game/puzzle", {"game": "nim", "seed": "1"}, "Expected `int | null`, got `str`"),
        ("nimbers/table", {"operation": "x"}, 'Invalid value "x", expected "sum" or "product"'),
        ("graph/label", {"graph": {"vertices": ["a"], "arcs": [[0]]}}, "2 - at `$.graph.arcs[0]`"),
        ("game/position", {"position": "\ud800"}, "Half of a character in a `str`"),
        ("game/position", [], "Expected `object`, got `array`."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_and_where(name: str, body: Any, message: str) -> None:
    with pytest.raises(RequestError, match=re.escape(message)):
        from_json(TASKS[name].request_type(), json.dumps(body).encode())


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"n": NaN}', b"[" * 100_000, b"1" * 5_000])
def test_what_is_no_json(body: bytes) -> None:
    """It is said, whatever it is."""
    with pytest.raises(NoJsonError, match="The request is no JSON"):
        from_json(TASKS["graph/random"].request_type(), body)
