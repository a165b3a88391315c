"""Everything that grundy writes as JSON has the form that its schema says."""

import json
from pathlib import Path

import click
import jsonschema
import pytest

from commands import answered, called
from grundy import schemas
from grundy.classroom.sheet import TOPICS
from grundy.cli.main import COMMANDS
from grundy.cli.main import grundy as program
from project import EXAMPLES
from spoilt_tables import spoil

LOOPY = str(EXAMPLES / "loopy.dot")

# schema, then the command; each command that has --json is here
ASKED = [
    ("labels", ["label", LOOPY]), ("labels", ["graph", "wythoff", "2,3"]),
    ("labels", ["graph", "token", "a>b,b>a,b>t@a"]), ("start", ["label", LOOPY, "--start", "a"]),
    ("values", ["values", "0.77", "--stop", "30"]),
    ("values", ["values", "0.77", "--stop", "30", "--records"]),
    ("values", ["values", "0.77", "--stop", "30", "--frequencies"]),
    ("values", ["values", "0.77", "--stop", "30", "--hash"]),
    ("values", ["values", "0.6", "--stop", "200", "--rares"]),
    ("values", ["values", "kayles", "--heap", "10^200", "--heap", "5"]),
    ("values", ["values", "kayles", "--play", "misere", "--stop", "30", "--from", "5"]),
    ("values", ["values", "kayles", "--play", "misere", "--stop", "20", "--genus"]),
    ("values", ["values", "kayles", "--play", "misere", "--heap", "10^200", "--heap", "5"]),
    ("period", ["period", "kayles"]), ("period", ["period", "mark", "--stop", "100"]),
    ("period", ["period", "0.6", "--stop", "200"]),
    ("period", ["period", "0.77", "--stop", "150", "--guess"]),
    ("quotient", ["quotient", "kayles"]), ("quotient", ["quotient", "0.07", "--stop", "20"]),
    ("describe", ["describe", "kayles"]), ("describe", ["describe", "0.6", "--stop", "500"]),
    ("describe", ["describe", "take-a-square", "--stop", "500"]),
    ("recognise", ["recognise", "0", "1", "2", "3", "1", "4", "3", "2", "1", "4", "2", "6"]),
    ("explain", ["explain", "nim", "4", "8", "17"]),
    ("explain", ["explain", "nim", "4", "8", "--play", "misere", "--turn", "2"]),
    ("explain", ["explain", "kayles", "5", "7", "+", "wythoff", "8,12"]),
    ("explain", ["explain", "token", "a>b,b>a@a"]),
    ("explain", ["explain", "token", "a>b,b>a,b>t@b", "+", "nim", "3"]), ("games", ["games"]),
    *[("game", ["games", name]) for name in ("wythoff", "kayles", "moore", "token", "cram")],
    ("count", ["count", "kayles", "--piles", "3", "--below", "20", "--modulus", "7"]),
    ("count", ["lost", "{1,3,4}", "9"]), ("count", ["total", "kayles", "10^18"]),
    ("count", ["longest", "kayles", "5", "7", "+", "wythoff", "3,4"]),
    ("count", ["chance", "kayles", "5", "7", "--random", "first"]),
    ("table", ["table", "kayles", "20"]), ("table", ["table", "wythoff", "5", "6", "--outcome"]),
    ("table", ["table", "chomp", "9", "9", "--limit", "20"]),
    ("random", ["random", "-n", "3", "--model", "gnp", "--mean-out-degree", "2", "--seed", "1"]),
    ("puzzle", ["puzzle", "nim", "--seed", "1", "--count", "2"]),
    *[("sheet", ["sheet", topic, "--seed", "1", "--level", "3"]) for topic in TOPICS],
    ("nim", ["nim", "2*3 + 4"]), ("nim", ["nim", "--binary", "4 + 8 + 17"]),
    ("experiment", ["experiment", "max-value", "--n", "5:10:5", "--repetitions", "2"]),
]  # fmt: skip
# The forms whose version is no longer 1, by their titles
NEWER_FORMS = {"certificate": ["of a period, with the rare heaps that make its check quick"]}


def options(name):
    context = click.Context(program)
    command = program.get_command(context, name)
    below = command.commands.values() if isinstance(command, click.Group) else ()
    every = [command, *below]
    return {text for one in every if one is not None for param in one.params for text in param.opts}


def require(name, text):
    written = json.loads(text)
    schema = schemas.schema(name)
    jsonschema.Draft202012Validator(schema).validate(written)
    return written


@pytest.mark.parametrize("name", schemas.names())
def test_schemas_are_schemas(name):
    schema = schemas.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"grundy:{name}:1"
    forms = schema.get("oneOf", [schema])
    newer = [form for form in forms if form["properties"]["format"]["const"] != 1]
    assert [form["title"] for form in newer] == NEWER_FORMS.get(name, [])
    for form in forms:
        assert form["additionalProperties"] is False
        assert {"version", "format"} <= set(form["required"])


@pytest.mark.parametrize(("name", "asked"), ASKED, ids=lambda part: " ".join(part)[-60:])
def test_answers_have_their_form(name, asked, capsys):
    require(name, called(capsys, *asked, "--json").out)


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(
    "position",
    [["nim", "4", "8"], ["nim 4 8"], ["nim", "4", "8", "+", "kayles", "0"], ["wythoff", "8,12"],
     ["token", "a>b,b>a@a"], ["nim", "10^200", "7"]],
)  # fmt: skip
def test_every_position_is_solved_in_one_form(position, play, capsys):
    done = called(capsys, "solve", *position, "--play", play, "--json")
    require("solve", done.out)


def test_files_have_their_form(tmp_path, capsys):
    wrote = {
        "labels": ["label", LOOPY, "--output"],
        "values": ["values", "0.77", "--stop", "50", "--output"],
        "table": ["table", "wythoff", "4", "5", "--output"],
        "certificate": ["period", "kayles", "--certificate"],
        "rare-certificate": ["period", "0.356", "--certificate"],
        "misere-certificate": ["quotient", "kayles", "--certificate"],
        "formula-certificate": ["period", "lasker", "--certificate"],
        "digits-certificate": ["describe", "mark", "--certificate"],
        "joint-certificate": [
            "solve", "kayles 5 + nim 3", "--play", "misere", "--certificate",
        ],
        "random": ["random", "-n", "4", "--model", "gnp", "--mean-out-degree", "2", "--json"],
        "experiment": ["experiment", "max-value", "--n", "5", "--repetitions", "2", "--output"],
        "transcript": ["play", "nim", "3", "4", "--save"],
    }  # fmt: skip
    for name, command in wrote.items():
        path = tmp_path / f"{name}.json"
        file = [] if command[-1] == "--json" else [str(path)]
        done = called(capsys, *command, *file, stdin=b"take 1 from 4\nquit\n")
        assert done.status == 0, done.err
        if not file:
            path.write_text(done.out)
        require(name.split("-")[-1], path.read_text(encoding="utf-8"))
    for checked in ("labels", *(name for name in wrote if name.endswith("certificate"))):
        done = called(capsys, "verify", str(tmp_path / f"{checked}.json"), "--json")
        assert require("verify", done.out)["holds"]
    replayed = called(capsys, "play", "--replay", str(tmp_path / "transcript.json"), "--json")
    assert require("play", replayed.out)["moves"]


@pytest.mark.parametrize("asked", [["cram", "2x3"], ["northcott", "1,3 1,4 rows:4"]])
def test_tables_of_games_have_their_form(asked, tmp_path, capsys):
    folder = str(tmp_path / "table")
    made = called(capsys, "tabulate", *asked, "--output", folder, "--json")
    answer = require("tabulate", made.out)
    assert sum(answer["values"].values()) + answer["infinite"] == answer["positions"]
    for command in ("solve", "explain"):
        require(command, called(capsys, command, *asked, "--table", folder, "--json").out)
    assert require("verify", called(capsys, "verify", folder, "--sample", "9", "--json").out)[
        "holds"
    ]
    spoil(Path(folder), "values", 0, 99)
    done = called(capsys, "verify", folder, "--json")
    assert done.status == 1
    assert not require("verify", done.out)["holds"]
    kept = str(tmp_path / "kept")  # a table of what a search has found
    require("solve", called(capsys, "solve", "nogo", "1x10", "--keep", kept, "--json").out)
    answer = require("verify", called(capsys, "verify", kept, "--json").out)
    assert (answer["holds"], answer["values"]) == (True, {"1x10": 2})


def test_every_command_with_json_is_held_to_a_schema():
    with_json = {name for name in COMMANDS if "--json" in options(name)}
    tested = {asked[0] for _, asked in ASKED} | {"solve", "verify", "play", "tabulate"}
    assert with_json == tested


def test_schemas_are_listed_and_shown(capsys):
    listed = answered(capsys, "schema")
    assert all(name in listed for name in schemas.names())
    assert json.loads(answered(capsys, "schema", "solve")) == schemas.schema("solve")
