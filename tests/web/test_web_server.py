"""The explorer as a process: its address, its end, and what no client can do to it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from waiting import LONGEST, is_running, wait_until
from web_server import PATIENT, SMALL, Running, running

httpx = pytest.importorskip("httpx")
pytest.importorskip("starlette")

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="counts processes by /proc")

EVERYWHERE = "0.0.0.0"  # noqa: S104
SLOW = {"game": "0.007", "stop": 5_000_000}  # minutes of work


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    """A client of the default explorer."""
    with httpx.Client(base_url=server.address, timeout=LONGEST) as found:
        yield found


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_names_of_this_machine_are_answered(client, server, name):
    """Each name of the loopback is good, in any case."""
    port = server.host.rpartition(":")[2]

    assert client.get("/", headers={"Host": f"{name}:{port}"}).status_code == 200


def test_an_answer_that_takes_too_long_ends(hasty):
    """The work ends at its time, its process too, and later requests are answered."""
    asked = {**SLOW, "format": "csv"}
    late = httpx.post(f"{hasty.address}api/sequence/file", json=asked, timeout=LONGEST)

    def is_answered() -> bool:
        later = httpx.post(
            f"{hasty.address}api/nimbers/calculate", json={"expression": "1"}, timeout=LONGEST
        )
        return later.status_code == 200

    wait_until(is_answered)

    assert late.status_code == 422
    assert late.json() == {
        "error": "The answer takes more than 1 seconds; ask for less.",
        "limit": True,
    }


def test_a_stream_that_takes_too_long_says_so_in_its_last_line(hasty):
    """What came before stays; the last line is the sentence."""
    with httpx.stream(
        "POST", f"{hasty.address}api/sequence/values", json=SLOW, timeout=LONGEST
    ) as answer:
        lines = [json.loads(line) for line in answer.iter_lines()]

    told = "The answer takes more than 2 seconds; ask for less."
    assert [line.get("error") for line in lines] == [None] * (len(lines) - 1) + [told]
    firsts = [line["first"] for line in lines if "first" in line]
    assert firsts == sorted(set(firsts))
    assert firsts[:1] in ([], [0])


def test_memory_has_a_limit():
    """A worker whose memory ends costs one answer; the server lives."""
    with running(str(350 << 20), *PATIENT[1:], script=SMALL) as small:
        asked = {"game": "nim", "stop": 5_000_000, "format": "csv"}
        answer = httpx.post(f"{small.address}api/sequence/file", json=asked, timeout=LONGEST)
        after = httpx.post(
            f"{small.address}api/nimbers/calculate", json={"expression": "1"}, timeout=LONGEST
        )

    assert (answer.status_code, after.status_code) == (422, 200)
    assert "memory" in answer.json()["error"]


@pytest.mark.parametrize("limit", ["_TASKS_A_WORKER = 5", "_BYTES_A_WORKER = 1"])
def test_a_tired_worker_is_replaced_while_it_goes_on(limit):
    """After so many tasks, or bytes, a fresh process takes over; no request fails or waits."""
    tiring = f"from grundy.web import pool\npool.{limit}\n{SMALL}"
    with running(*PATIENT, script=tiring) as found:

        def ask() -> set[int]:
            answer = httpx.post(
                f"{found.address}api/nimbers/calculate", json={"expression": "2*2"}, timeout=LONGEST
            )
            assert answer.status_code == 200
            return set(found.workers())

        first = ask()
        assert first  # only now it is sure that the server has started them
        wait_until(lambda: not first & ask())
        assert len(found.workers()) <= 2  # the one at work, and the one that comes next


def test_a_stream_that_is_left_frees_its_worker(strict):
    """One worker serves one stream after the other, though each client leaves in the middle."""
    for _ in range(2):
        with httpx.stream(
            "POST", f"{strict.address}api/sequence/values", json=SLOW, timeout=LONGEST
        ) as answer:
            assert next(answer.iter_lines())  # it has begun, so the one worker is free again


def test_the_process_of_a_stream_that_is_left_ends(server):
    """No computation goes on for a client that has gone."""
    with httpx.stream(
        "POST", f"{server.address}api/sequence/values", json=SLOW, timeout=LONGEST
    ) as answer:
        assert next(answer.iter_lines())
        busy = server.workers()
    wait_until(lambda: not set(busy) <= set(server.workers()))


def test_streams_do_not_keep_short_answers_waiting(strict):
    """While the one stream worker is busy, a calculation is answered."""
    with httpx.stream(
        "POST", f"{strict.address}api/sequence/values", json=SLOW, timeout=LONGEST
    ) as answer:
        assert next(answer.iter_lines())
        told = httpx.post(
            f"{strict.address}api/nimbers/calculate", json={"expression": "1"}, timeout=LONGEST
        )
        assert told.status_code == 200


def test_a_busy_port_means_the_next_one():
    """The address that is printed is the one that is answered."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("--port", str(port)) as second:
            found = int(second.host.rpartition(":")[2])
            assert httpx.get(second.address).status_code == 200

    assert port < found < port + 50


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_in_the_middle_of_work(kind):
    """Ctrl-C and a polite kill: no traceback, no process left behind, also under a stream."""
    with (
        running() as server,
        httpx.stream(
            "POST", f"{server.address}api/sequence/values", json=SLOW, timeout=LONGEST
        ) as answer,
    ):
        assert next(answer.iter_lines())
        workers = server.workers()
        os.killpg(server.process.pid, kind)
        output, _ = server.process.communicate(timeout=LONGEST)

    assert workers
    assert "Traceback" not in output
    wait_until(lambda: not any(map(is_running, workers)))


def test_workers_end_with_a_server_that_is_killed():
    """Even kill -9 leaves no process behind, nor one that computes on."""
    with (
        running(*PATIENT, script=SMALL) as server,
        httpx.stream(
            "POST", f"{server.address}api/sequence/values", json=SLOW, timeout=LONGEST
        ) as answer,
    ):
        assert next(answer.iter_lines())
        workers = server.workers()
        server.process.kill()
        server.process.wait()

    wait_until(lambda: not any(map(is_running, workers)))


def test_other_machines_need_a_name():
    """On every address, the server answers the names that were given, and localhost."""
    with running("--host", EVERYWHERE, "--port", "0", "--allow-host", "Board.example") as server:
        port = server.host.rpartition(":")[2]
        local = f"http://127.0.0.1:{port}/"

        assert server.host.partition(":")[0].lower() == "board.example"
        assert httpx.get(local, headers={"Host": f"board.example:{port}"}).status_code == 200
        assert httpx.get(local, headers={"Host": f"other.example:{port}"}).status_code == 421


@pytest.mark.parametrize(("arguments", "told"), [
    (["--host", EVERYWHERE], "say with --allow-host NAME"),
    (["--host", "no such host"], "Cannot listen on no such host"),
    (["--host", "203.0.113.7"], "Cannot listen on 203.0.113.7"),
    (["--allow-host", "http://x"], "write a name or an address without port"),
])  # fmt: skip
def test_a_bad_address_is_one_sentence(arguments, told, capsys):
    """No traceback, and what would be right."""
    from grundy.cli.main import run

    assert run(["serve", "--no-browser", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(re.findall("grundy: ", error)) == 1


def test_without_its_libraries_it_says_what_to_install(monkeypatch, capsys):
    """One sentence names the extra."""
    from grundy.cli.main import run

    monkeypatch.setitem(sys.modules, "uvicorn", None)

    assert run(["serve", "--no-browser", "--port", "0"]) == 2
    assert "grundy[web]" in capsys.readouterr().err
