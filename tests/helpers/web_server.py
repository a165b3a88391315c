"""A running explorer for the tests: a process of its own, as a user starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from waiting import LONGEST, children_of, is_running

HEADERS = {"Content-Type": "application/json"}
# Small limits, so that they are met: one process of each kind, and one request that waits.
# Its arguments are the bytes of a worker, and the seconds of an answer and of a stream.
SMALL = """
import sys
from grundy.web import pool
from grundy.web.serve import serve
from grundy.web.settings import Settings
pool._GRACE_WHILE_YOUNG = 1.0
serve(port=0, settings=Settings(
    memory=int(sys.argv[1]), seconds=float(sys.argv[2]), stream_seconds=float(sys.argv[3]),
    workers=1, searchers=1, streams=1, waiting=1, body=10_000,
))
"""
# The limits of every day but those of time: on a busy machine an answer may take minutes.
USUAL = """
from grundy.web.serve import serve
from grundy.web.settings import Settings
serve(port=0, settings=Settings(seconds=600, stream_seconds=600))
"""
LARGE = str(3 << 30)  # bytes of a worker
PATIENT = (LARGE, "600", "600")
HASTY = (LARGE, "1", "2")


@dataclass(frozen=True)
class Running:
    """The process and its address, which ends in a slash."""

    process: subprocess.Popen[str]
    address: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def workers(self) -> list[int]:
        return [child for child in children_of(self.process.pid) if is_running(child)]

    def connect(self) -> socket.socket:
        parts = urlsplit(self.address)
        assert parts.hostname is not None
        return socket.create_connection((parts.hostname, parts.port or 80), timeout=LONGEST)

    def interrupt(self) -> tuple[int, str]:
        os.killpg(self.process.pid, signal.SIGINT)
        output, _ = self.process.communicate(timeout=LONGEST)
        return self.process.returncode, output


@contextmanager
def running(*options: str, script: str = "") -> Iterator[Running]:
    start = ["-c", script] if script else ["-m", "grundy", "serve", "--no-browser"]
    process = subprocess.Popen(
        [sys.executable, *start, *(options or ("--port", "0"))], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line + process.stdout.read()
        yield Running(process, found[0])
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=LONGEST)
