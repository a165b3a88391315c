"""The tools for agents: what a client of the protocol gets, and how that can be checked."""

import contextlib
import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import grundy
from commands import GRUNDY, called, called_alone, ended
from grundy import schemas
from grundy.cli.main import COMMANDS
from project import EXAMPLES, ROOT
from waiting import LONGEST, children_of, is_running, wait_until

pytest.importorskip("mcp")
jsonschema = pytest.importorskip("jsonschema")

from anyio.from_thread import start_blocking_portal  # noqa: E402
from mcp import Client, MCPError, StdioServerParameters  # noqa: E402

from grundy.answers import proofs  # noqa: E402
from grundy.web.mcp_server import TOOLS, create_server  # noqa: E402
from grundy.web.settings import Settings  # noqa: E402
from grundy.web.tasks import description, request_schema  # noqa: E402
from page_tasks import answer_to  # noqa: E402

LOOP = "a b\nb a\nb t\n"


class Agent:
    def __init__(self, portal: Any, client: Client) -> None:
        self.client = client
        self._portal = portal

    def tools(self) -> dict[str, Any]:
        return {tool.name: tool for tool in self._portal.call(self.client.list_tools).tools}

    def call(self, name: str, **arguments: Any) -> Any:
        return self._portal.call(self.client.call_tool, name, arguments)

    def answered(self, name: str, **arguments: Any) -> dict[str, Any]:
        found = self.call(name, **arguments)
        assert not found.is_error, found.content[0].text
        assert json.loads(found.content[0].text) == found.structured_content
        report: dict[str, Any] = found.structured_content
        return report

    def refusal(self, name: str, **arguments: Any) -> str:
        found = self.call(name, **arguments)
        assert found.is_error
        (content,) = found.content
        text: str = content.text
        return text


@contextlib.contextmanager
def agent_of(server: object, **options: Any) -> Iterator[Agent]:
    with start_blocking_portal() as portal:
        client = Client(server, **options)  # type: ignore[arg-type]
        with portal.wrap_async_context_manager(client):
            yield Agent(portal, client)


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with agent_of(create_server(Settings(seconds=600, stream_seconds=600))) as found:
        yield found


def test_tools_are_commands_and_described_by_the_tasks_of_the_server(agent):
    report, tools = description(), agent.tools()
    asked = "label solve explain values period quotient recognise verify"
    assert set(asked.split()) <= set(tools) <= set(COMMANDS)
    for name, tool in tools.items():
        assert TOOLS[name].form in schemas.names()
        assert tool.annotations.read_only_hint
        operation = report["paths"][f"/api/command/{name}"]["post"]
        asked = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        schema = report["components"]["schemas"][asked.rpartition("/")[2]]
        assert tool.input_schema["properties"] == schema["properties"]
        assert operation["summary"] in tool.description
        assert operation["description"] in tool.description
        assert all(field["description"] for field in tool.input_schema["properties"].values())
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            for part in re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(schema)):
                assert part in schema["$defs"]


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("label", {"graph": LOOP}),
    ("label", {"graph": "digraph {a -> b -> a; b -> c}", "format": "dot"}),
    ("label", {"position": "wythoff 2,3"}),
    ("solve", {"position": "kayles 5 7 + wythoff 8,12"}),
    ("solve", {"position": "nim 4 8 17", "turn": 2, "moves": True}),
    ("solve", {"position": "kayles 5 7", "play": "misere"}),
    ("solve", {"position": "token a>b,b>a,b>t@a"}),
    ("explain", {"position": "kayles 10^200 3"}),
    ("explain", {"position": "kayles 50 70", "play": "misere", "turn": 2}),
    ("values", {"game": "0.77", "stop": 30, "from": 20}),
    ("values", {"game": "officers", "stop": 200, "show": "records", "from": 5}),
    ("values", {"game": "0.6", "stop": 2_000, "show": "rares"}),
    ("values", {"game": "kayles", "heaps": [5, "10^200"]}),
    ("period", {"game": "kayles"}),
    ("period", {"game": "0.77", "stop": 150, "guess": True}),
    ("recognise", {"values": "3, ?, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2", "matches": 2, "ahead": 3}),
    ("quotient", {"game": "kayles"}),
    ("quotient", {"game": "0.07", "stop": 20}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=str)
def test_an_answer_is_that_of_the_command_line(name, arguments, agent, capsys):
    answer = agent.answered(name, **arguments)["answer"]
    command = shlex.split(answer["command"])
    stdin = arguments.get("graph", "").encode()
    jsonschema.Draft202012Validator(schemas.schema(TOOLS[name].form)).validate(answer)
    assert command[0] == "grundy"
    printed = called(capsys, *command[1:], "--json", stdin=stdin)
    stopped = name == "quotient" and answer["message"]
    assert printed.status == (3 if stopped else 0), printed.err
    assert json.loads(printed.out) == answer


# arguments, then how many certificates come with the answer
PROVED: list[tuple[str, dict[str, Any], int]] = [
    ("period", {"game": "kayles"}, 1),
    ("period", {"game": "lasker"}, 1),
    ("period", {"game": "take-a-prime"}, 1),
    ("quotient", {"game": "kayles"}, 1),
    ("quotient", {"game": "0.07", "stop": 20}, 1),
    ("values", {"game": "kayles", "heaps": ["10^200"]}, 1),
    ("solve", {"position": "kayles 10^200 + 0.07 10^100 + kayles 3"}, 2),
    ("solve", {"position": "kayles 50 70", "play": "misere"}, 1),
    ("recognise", {"values": "0 1 2 3 1 4 3 2 1 4 2 6", "matches": 2}, 2),
    ("solve", {"position": "kayles 5 + nim 3", "play": "misere"}, 1),
    ("explain", {"position": "kayles 10^9 + nim 3", "play": "misere"}, 1),
    ("solve", {"position": "kayles 5 + cram 2x2", "play": "misere"}, 0),
    # what was observed, or computed, rests on none
    ("period", {"game": "0.77", "stop": 150, "guess": True}, 0),
    ("period", {"game": "0.6", "stop": 500}, 0),
    ("values", {"game": "kayles", "stop": 200}, 0),
    ("solve", {"position": "nim 3 5"}, 0),
]


@pytest.mark.parametrize(("name", "arguments", "count"), PROVED, ids=str)
def test_what_is_proved_comes_with_its_certificate(name, arguments, count, agent, tmp_path, capsys):
    report = agent.answered(name, **arguments)
    assert len(report["certificates"]) == count
    assert ("cram has no certificate" in report["note"]) == ("cram" in str(arguments))
    assert count or not report["answer"].get("proved", False)
    for certificate in report["certificates"]:
        (tmp_path / "proof.json").write_text(json.dumps(certificate))
        assert called(capsys, "verify", str(tmp_path / "proof.json")).status == 0
        for document in (certificate, json.dumps(certificate)):
            assert agent.answered("verify", document=document)["answer"]["holds"]


def test_a_long_certificate_is_not_sent(monkeypatch):
    position = grundy.read("kayles 5 + nim 3")
    rule = position.solve("misere").rule
    long = proofs.of_position(position, "misere", rule, "")
    monkeypatch.setattr(proofs, "MOST_SIGNS", 100)
    short = proofs.of_position(position, "misere", rule, "")
    assert (len(long.certificates), long.note) == (1, "")
    assert short.certificates == []
    assert "too many to be sent; the command solve with --certificate FILE" in short.note


def test_an_answer_depends_on_no_earlier_one():
    assert answer_to("command/solve", position="kayles 10^200")["certificates"]
    assert not answer_to("command/solve", position="kayles 5")["certificates"]
    assert answer_to("command/period", game="0.77", stop=1_000)["answer"]["found"]
    assert not answer_to("command/period", game="0.77", stop=100)["answer"]["found"]
    assert answer_to("command/values", game="0.6", stop=20_000, show="rares")["answer"]["mask"]
    rares = answer_to("command/values", game="0.6", stop=2_000, show="rares")["answer"]
    assert "no sparse space was looked for" in rares["message"]


def test_false_claims_do_not_hold(agent):
    from grundy.runtime.sealed import seal

    (certificate,) = agent.answered("period", game="kayles")["certificates"]
    certificate |= {"period": 24}
    del certificate["seal"]
    forged = certificate | {"seal": seal(certificate)}
    labels = agent.answered("label", graph=LOOP)["answer"]
    labels["vertices"][0]["value"] = 2
    for document in (forged, labels):
        answer = agent.answered("verify", document=document)["answer"]
        assert not answer["holds"]
        assert answer["condition"]
        assert answer["message"].endswith(".")


@pytest.mark.parametrize(("name", "arguments", "report"), [
    ("solve", {}, "missing required field `position`"),
    ("solve", {"position": "nim 3", "engine": "disk"}, "unknown field `engine`"),
    ("solve", {"position": "kayls 3"}, "Did you mean kayles"),
    ("solve", {"position": "nim " + "1 " * 100}, "60 parts at most"),
    ("label", {}, "either graph, the text of a file, or position"),
    ("label", {"graph": "a b", "position": "nim 3"}, "either graph"),
    ("label", {"graph": "a,b,c", "format": "doc"}, '"doc" is no format'),
    ("label", {"graph": "a b\na b c\n"}, "graph, line 2"),
    ("label", {"position": "nim 9 9 9 9 9 9"}, "2,000"),
    ("values", {"game": "kayles", "stop": 10**9}, "<= 5000000"),
    ("values", {"game": "kayles", "heaps": ["1e5", "-3"]}, 'The heap "-3"'),
    ("values", {"game": "kayles", "heaps": ["10^1001"]}, "1,000 digits at most"),
    ("values", {"game": "kayles", "heaps": [3], "show": "zeros"}, "heaps stands alone"),
    ("values", {"game": "grundys-game", "heaps": ["10^30"]}, "no period is proved"),
    ("recognise", {"values": ""}, "length >= 1"),
    ("verify", {"document": "hello"}, "not JSON"),
    ("verify", {"document": {}}, "neither a certificate nor labels"),
    ("verify", {"document": {"certificate": "of baptism"}}, "no certificate"),
    ("verify", {"document": str(EXAMPLES / "loopy.dot")}, "not JSON"),
], ids=str)  # fmt: skip
def test_a_bad_question_is_answered_by_a_sentence(name, arguments, report, agent):
    sentence = agent.refusal(name, **arguments)
    assert report in sentence
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence


def test_an_unknown_tool_is_named(agent):
    with pytest.raises(MCPError, match=r'Unknown tool "solv". Did you mean solve?'):
        agent.call("solv", position="nim 3")


def test_long_answers_are_refused(agent):
    sentence = agent.refusal("values", game="kayles", stop=1_000_000)
    assert "500,000 are sent at most" in sentence
    assert "grundy values kayles --stop 1000000" in sentence


def test_limits_hold():
    settings = Settings(body=2_000, seconds=3.0)
    with agent_of(create_server(settings)) as agent:
        assert "2,000 bytes at most" in agent.refusal("label", graph="a b\n" * 1_000)
        report = agent.refusal("solve", position="grim grid:9x9 + nim 3")
        assert report.startswith("The answer takes more than 3 seconds")
        # on a busy machine it may take a second try
        wait_until(lambda: not agent.call("solve", position="nim 3").is_error)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_starts_the_command(mode):
    """By the protocol of today and by that with a handshake."""
    command = StdioServerParameters(command=GRUNDY[0], args=[*GRUNDY[1:], "mcp"])
    with agent_of(command, mode=mode) as agent:
        assert agent.answered("solve", position="nim 4 8 17")["answer"]["value"] == 29
        assert "Did you mean kayles" in agent.refusal("solve", position="kayls 3")


def test_the_example_keeps_a_certificate(tmp_path, capsys):
    proof = tmp_path / "proof.json"
    done = ended([sys.executable, str(EXAMPLES / "ask_by_mcp.py"), str(proof)])
    assert done == (0, "period 12, proved: True\n", "")
    assert called(capsys, "verify", str(proof)).status == 0


def test_the_chapter_has_every_tool():
    text = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    for name, task in TOOLS.items():
        (row,) = re.findall(rf"^\| `{name}` \| (.*?) \|", text, re.MULTILINE)
        fields = request_schema(task)["properties"]
        assert not [field for field in fields if f"`{field}`" not in row]


BEGIN = {"protocolVersion": "2025-06-18", "capabilities": {},
         "clientInfo": {"name": "test", "version": "1"}}  # fmt: skip
LONG = {"name": "solve", "arguments": {"position": "grim grid:9x9"}}
MESSAGES: list[dict[str, Any]] = [
    {"id": 1, "method": "initialize", "params": BEGIN},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": LONG},
]


@contextlib.contextmanager
def at_work() -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    with subprocess.Popen(
        [*GRUNDY, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for message in MESSAGES:
                line = json.dumps({"jsonrpc": "2.0", **message})
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                if message["method"] == "initialize":
                    assert b'"instructions"' in process.stdout.readline()
            wait_until(lambda: children_of(process.pid))
            yield process, children_of(process.pid)
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (None, 0)],
    ids=["ctrl-c", "terminated", "input closed"],
)
def test_it_ends_quietly(sent, status):
    with at_work() as (process, workers):
        if sent is not None:
            process.send_signal(sent)
        _, error = process.communicate(timeout=LONGEST)
    assert process.returncode == status
    assert error == b""
    wait_until(lambda: not any(map(is_running, workers)))


def test_without_a_client_it_ends(monkeypatch, capsys):
    assert called_alone("mcp", stdin=subprocess.DEVNULL) == (0, "", "")
    monkeypatch.setattr(sys, "stdin", None)  # there was never anybody to serve
    assert called(capsys, "mcp") == (0, "", "")
