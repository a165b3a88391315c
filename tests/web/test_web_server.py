"""The explorer as a process: its address, its end, and what no client can do to it."""

import json
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

import grundy
from spoilt_tables import spoil
from waiting import LONGEST, is_running, wait_until
from web_server import PATIENT, SMALL, Running, running

httpx = pytest.importorskip("httpx")
pytest.importorskip("starlette")

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="counts processes by /proc")

EVERYWHERE = "0.0.0.0"  # noqa: S104
SLOW = {"game": "0.007", "stop": 5_000_000}  # minutes of work


def posted(server: Running, name: str, **body: Any) -> Any:
    return httpx.post(f"{server.address}api/{name}", json=body, timeout=LONGEST)


def stream(server: Running) -> Any:
    return httpx.stream("POST", f"{server.address}api/sequence/values", json=SLOW, timeout=LONGEST)


def test_a_stream_that_takes_too_long_says_so_in_its_last_line(hasty):
    with stream(hasty) as answer:
        lines = [json.loads(line) for line in answer.iter_lines()]
    sentence = "The answer takes more than 2 seconds; ask for less."
    assert [line.get("error") for line in lines] == [None] * (len(lines) - 1) + [sentence]
    firsts = [line["first"] for line in lines if "first" in line]
    assert firsts == sorted(set(firsts))
    assert firsts[:1] in ([], [0])


def test_memory_has_a_limit():
    with running(str(350 << 20), *PATIENT[1:], script=SMALL) as small:
        answer = posted(small, "sequence/file", game="nim", stop=5_000_000, format="csv")
        after = posted(small, "nimbers/calculate", expression="1")
    assert (answer.status_code, after.status_code) == (422, 200)
    assert "memory" in answer.json()["error"]


@pytest.mark.parametrize("limit", ["_TASKS_A_WORKER = 5", "_BYTES_A_WORKER = 1"])
def test_a_tired_worker_is_replaced_while_it_goes_on(limit):
    tiring = f"from grundy.web import pool\npool.{limit}\n{SMALL}"
    with running(*PATIENT, script=tiring) as found:

        def ask() -> set[int]:
            assert posted(found, "nimbers/calculate", expression="2*2").status_code == 200
            return set(found.workers())

        first = ask()
        assert first  # only now it is sure that the server has started them
        wait_until(lambda: not first & ask())
        assert len(found.workers()) <= 2  # the one at work, and the one that comes next


def test_a_stream_that_is_left_frees_its_worker(strict):
    for _ in range(2):
        with stream(strict) as answer:
            assert next(answer.iter_lines())  # it has begun, so the one worker was free
            assert posted(strict, "nimbers/calculate", expression="1").status_code == 200
            busy = strict.workers()
    wait_until(lambda: not set(busy) <= set(strict.workers()))


def test_a_busy_port_means_the_next_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("--port", str(port)) as second:
            found = int(second.host.rpartition(":")[2])
            assert httpx.get(second.address).status_code == 200
    assert port < found < port + 50


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_ends_cleanly_in_the_middle_of_work(kind):
    with running() as server, stream(server) as answer:
        assert next(answer.iter_lines())
        workers = server.workers()
        if kind == signal.SIGKILL:  # of the server alone
            server.process.kill()
        else:
            os.killpg(server.process.pid, kind)
        output, _ = server.process.communicate(timeout=LONGEST)
    assert workers
    assert "Traceback" not in output
    wait_until(lambda: not any(map(is_running, workers)))


def test_other_machines_need_a_name():
    with running("--host", EVERYWHERE, "--port", "0", "--allow-host", "Board.example") as server:
        name, _, port = server.host.partition(":")
        assert name.lower() == "board.example"
        for asked, status in (
            ("board.example", 200), ("LOCALHOST", 200), ("[::1]", 200), ("other.example", 421),
        ):  # fmt: skip
            headers = {"Host": f"{asked}:{port}"}
            assert httpx.get(f"http://127.0.0.1:{port}/", headers=headers).status_code == status


def test_a_judge_reads_the_table(tmp_path):
    grundy.tabulate(grundy.catalogue["wythoff"], "5,6", path=tmp_path)
    spoil(tmp_path, "values", 1 * 7 + 2, 7)
    with running("--port", "0", "--table", str(tmp_path)) as server:
        answers = [
            posted(server, "game/judge", position=position, moves=False).json()
            for position in ("wythoff 1,2", "wythoff 8,12", "wythoff 1,2 + nim 7")
        ]
    assert [each["value"] for each in answers] == ["7", "18", "0"]
    assert [each["outcome"] for each in answers] == ["N", "N", "P"]
