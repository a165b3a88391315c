"""The JSON interface: it is what its description says, requests are read as their schemas say."""

import builtins
import functools
import hashlib
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grundy.errors import CodeError, GrundyError, LimitError, NoJsonError, RequestError
from grundy.named.catalogue import catalogue
from grundy.web import tasks
from grundy.web.records import as_json, from_json
from grundy.web.tasks import TASKS, answer, description, request_schema
from project import ROOT
from waiting import LONGEST
from web_server import HEADERS

httpx = pytest.importorskip("httpx")
pytest.importorskip("starlette")
jsonschema = pytest.importorskip("jsonschema")

STATIC = ROOT / "src" / "grundy" / "web" / "static"

DEFECT = "Something went wrong in the server; its terminal says what."


def asked(name: str, body: object) -> tuple[dict[str, Any], bytes]:
    head, *content = answer(name, json.dumps(body).encode())
    return json.loads(head), b"".join(content)


def schema_of(name: str, status: str) -> dict[str, Any]:
    document = description()
    content = document["paths"][f"/api/{name}"]["post"]["responses"][status]["content"]
    (found,) = content.values()
    return {**found["schema"], "components": document["components"]}


def test_the_description_is_valid():
    document = description()
    names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert document["openapi"].startswith("3.1")
    assert names <= set(document["components"]["schemas"])
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for path, item in document["paths"].items():
        assert item["post"]["tags"] == [path.split("/")[2]]
        assert item["post"]["tags"][0] in {tag["name"] for tag in document["tags"]}


@pytest.mark.parametrize("name", sorted(TASKS))
def test_examples_are_requests_that_are_answered_as_described(name):
    task, described = TASKS[name], description()
    content = described["paths"][f"/api/{name}"]["post"]["requestBody"]["content"]
    schema = {**content["application/json"]["schema"], "components": described["components"]}
    example = content["application/json"]["example"]
    jsonschema.validate(example, schema, cls=jsonschema.Draft202012Validator)
    head, content = asked(name, example)
    assert head["status"] == 200
    if task.media_types:
        assert head["type"] in task.media_types
        assert content
        return
    schema = schema_of(name, "200")
    for line in content.splitlines() if task.streams else [content]:
        jsonschema.validate(json.loads(line), schema, cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", sorted(TASKS))
@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"{", 400), (b"\xff\xfe", 400), (b"[]", 422), (b'{"no": 1}', 422),
     (b'"\\ud800"', (400, 422)), (b"[" * 5_000, (400, 422))],
)  # fmt: skip
def test_a_bad_request_is_one_sentence(name, body, status):
    head, content = list(answer(name, body))[:2]
    assert json.loads(head)["status"] in (status if isinstance(status, tuple) else (status,))
    jsonschema.validate(json.loads(content), schema_of(name, "422"))


class DefectError(Exception):
    """What no task foresees; its text is nobody's business."""


PRIVATE = "the key in /home/alice/.netrc"
ERRORS = [
    (LimitError("Too large."), 422, {"error": "Too large.", "limit": True}),
    (MemoryError(), 422, {"error": "The memory for this answer is not enough.", "limit": True}),
    (CodeError("0.8: no.", text="0.8", column=3), 422, {"error": "0.8: no.", "column": 3}),
    (GrundyError("It is wrong."), 422, {"error": "It is wrong."}),
    (DefectError(PRIVATE), 500, {"error": DEFECT}),
    (ValueError(PRIVATE), 500, {"error": DEFECT}),
]


@pytest.mark.parametrize(
    ("error", "status", "sentence"), ERRORS, ids=lambda one: type(one).__name__
)
@pytest.mark.parametrize("name", ["nimbers/calculate", "sequence/file", "sequence/values"])
def test_an_error_in_a_task_is_a_status_and_a_sentence(
    name, error, status, sentence, monkeypatch, capsys
):
    def fail(request: object) -> None:
        raise error

    def fail_late(request: object) -> Iterator[dict[str, int]]:
        yield {"first": 0}
        raise error

    streams = TASKS[name].streams
    _, decoder = tasks._ready(name)
    monkeypatch.setattr(tasks, "_ready", lambda name: (fail_late if streams else fail, decoder))
    head, content = asked(name, TASKS[name].example)
    assert head["status"] == (200 if streams else status)
    *before, last = map(json.loads, content.splitlines())
    assert (before, last) == ([{"first": 0}] * streams, sentence)
    said = capsys.readouterr().err
    assert (PRIVATE in said) == (status == 500)
    jsonschema.validate(last, schema_of(name, "422"))


def test_infinite_values_carry_their_set():
    # t has no move, c -> t; x -> y -> x may be left from x for c, and the loop at a for t
    names, arcs = "tcxya", [[1, 0], [2, 3], [3, 2], [2, 1], [4, 4], [4, 0]]
    _, content = asked("graph/label", {"graph": {"vertices": list(names), "arcs": arcs}})
    found = json.loads(content)["vertices"]
    assert [one["value"] for one in found] == [0, 1, None, None, None]
    assert [one.get("infinite") for one in found] == [None, None, [1], [], [0]]
    assert [one["outcome"] for one in found] == ["P", "N", "D", "D", "N"]


TEXTS = [
    "/etc/passwd", "../graph.dot", "__import__('os')", "-", "grundy.web.worker:main",
    "examples/digits.py:digits", "{1,2}.py:x",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_opens_anything(text, monkeypatch):
    questions: list[tuple[str, dict[str, Any]]] = [
        ("command/solve", {"position": f"{text} 3"}),
        ("command/solve", {"position": f"grim {text}"}),
        ("command/explain", {"position": f"{text} a"}),
        ("command/label", {"position": f"token {text}"}),
        ("command/values", {"game": text}),
        ("command/period", {"game": text}),
        ("command/quotient", {"game": text}),
        ("command/recognise", {"values": text}),
        ("command/verify", {"document": text}),
    ]
    list(catalogue)  # what a task loads once is loaded
    for task in dict.fromkeys(name for name, _ in questions):
        asked(task, TASKS[task].example)

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError(f"opened {arguments}")

    for place, name in [(builtins, "open"), (builtins, "eval"), (builtins, "exec"), (Path, "open")]:
        monkeypatch.setattr(place, name, refuse)
    monkeypatch.setattr(tasks, "_memory", lambda: 0)  # it reads of this process in /proc
    for name, arguments in questions:
        assert asked(name, arguments)[0]["status"] == 422, (name, arguments)


def test_the_page_needs_no_other_host():
    ours = (".js", ".html", ".css", ".svg")
    own = [path for path in STATIC.rglob("*") if path.suffix in ours and "vendor" not in path.parts]
    named = {host for path in own for host in re.findall(r"https?://[^\"'\s)]+", path.read_text())}
    assert named <= {"http://www.w3.org/2000/svg"}


def test_libraries_of_the_page_are_what_they_say():
    listed = (STATIC / "vendor" / "README.md").read_text()
    for folder in (path for path in (STATIC / "vendor").iterdir() if path.is_dir()):
        assert (folder / "LICENSE").stat().st_size > 500
        sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.js")]
        assert sums
        assert all(one in listed for one in sums)


@functools.cache
def described() -> Any:
    return pytest.importorskip("schemathesis").openapi.from_dict(description())


@pytest.mark.parametrize("examples", [5, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sorted(TASKS))
def test_no_request_makes_the_server_fail(address, name, examples):
    schemathesis = pytest.importorskip("schemathesis")
    operation = described()[f"/api/{name}"]["POST"]
    modes = list(schemathesis.GenerationMode)
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes))

    @given(case=cases)
    @settings(
        max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck),
        database=None, derandomize=True,
    )  # fmt: skip
    def send(case: Any) -> None:
        plain = (dict, list, str, int, float, bool)
        body = case.body if isinstance(case.body, (bytes, *plain)) else None
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        reply = httpx.post(
            f"{address}api/{name}", content=content, headers=HEADERS, timeout=LONGEST
        )
        assert reply.status_code < 500, (content[:500], reply.text[:500])
        if reply.status_code != 200:
            assert reply.json()["error"]

    send()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5) | st.sampled_from(["", "P", "svg", "x" * 201]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = dict(enumerate(value)) if isinstance(value, list) else value
    found = inner.items() if isinstance(inner, dict) else ()
    return [path, *(place for key, part in found for place in places(part, (*path, key)))]


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
    with pytest.raises(NoJsonError, match="The request is no JSON"):
        from_json(TASKS["graph/random"].request_type(), body)
