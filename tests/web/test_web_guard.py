"""What the guard of the page refuses, byte by byte, and what every answer carries."""

import json
import select
import socket
from pathlib import Path

import pytest

from waiting import LONGEST, wait_until
from web_server import PATIENT, SMALL, Running, running

pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="counts processes by /proc")

# All headers that a browser gets, whatever the answer is.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
OURS = "Host: {host}\r\n"
FOLLOWED = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
FRAMED = FOLLOWED.replace("document", "iframe")
TASK = "POST /api/nimbers/calculate"
JSON = "Content-Type: application/json\r\n"
CHUNK = "8000\r\n" + " " * 0x8000 + "\r\n0\r\n\r\n"  # longer than the limit, and no length said
SLOW = '{"game": "0.007", "stop": 5000000, "format": "csv"}'

# (method and path, headers, body, status): each stands for one thing that the guard looks at
EVIL = "http://evil.example"  # a page that lets its name point here
BOTH = "http://{host}\r\nOrigin: " + EVIL
HOSTS = ("evil.example", "127.0.0.1.evil.example:80", "localhost@evil", "[::1]x", "127.0.0.1:x", "")
ORIGINS = (EVIL, "http://{host}.evil", "https://{host}", "http://[", "null", BOTH)
SITES = {"same-origin": 200, "none": 200, "same-site": 403, "cross-site": 403}
MISSING = ("nothing", "%00", "../pyproject.toml", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd")
TABLE = [
    ("GET /", "", "", 421),
    ("GET /", OURS, "", 200),
    *(("GET /", f"Host: {host}\r\n", "", 421) for host in HOSTS),
    *(("GET /", OURS + more, "", 421) for more in (OURS, "Host: evil.example\r\n")),
    ("GET /", "Host: evil.example\r\n" + OURS, "", 421),
    ("GET /", OURS + "Origin: http://{host}\r\n", "", 200),
    *(("GET /", OURS + f"Origin: {origin}\r\n", "", 403) for origin in ORIGINS),
    *(("GET /", OURS + f"Sec-Fetch-Site: {site}\r\n", "", SITES[site]) for site in SITES),
    ("GET /", OURS + "Sec-Fetch-Site: same-site\r\n" + FOLLOWED, "", 200),
    ("GET /", OURS + "Sec-Fetch-Site: cross-site\r\n" + FOLLOWED, "", 200),
    ("GET /", OURS + "Sec-Fetch-Site: cross-site\r\n" + FRAMED, "", 403),
    ("POST /", OURS + "Sec-Fetch-Site: cross-site\r\n" + FOLLOWED, "", 403),
    ("GET /api/openapi.json", OURS + "Sec-Fetch-Site: cross-site\r\n" + FOLLOWED, "", 403),
    ("GET /api/openapi.json", OURS + "Sec-Fetch-Site: same-site\r\n", "", 403),
    ("GET /api/openapi.json", OURS, "", 200),
    (TASK, OURS + JSON + "Content-Length: 10001\r\n", "", 413),
    (TASK, OURS + JSON + "Transfer-Encoding: chunked\r\n", CHUNK, 413),
    (TASK, OURS + JSON + "Content-Length: 18\r\n", '{"expression":"1"}', 200),
    (TASK, OURS + JSON + "Content-Length: 18\r\n", '{"expression":"+"}', 422),
    (TASK, OURS + JSON + "Content-Length: 1\r\n", "{", 400),
    (TASK, OURS + "Content-Length: 18\r\n", '{"expression":"1"}', 415),
    (TASK, OURS + "Content-Type: text/plain\r\nContent-Length: 18\r\n", '{"expression":"1"}', 415),
    ("GET /js/main.js", OURS, "", 200),
    *((f"GET /{path}", OURS, "", 404) for path in MISSING),
    ("OPTIONS /", OURS, "", 405),
]
LATE = [
    (TASK, OURS + JSON + "Content-Length: 100\r\n", "{", 408),
    ("POST /api/sequence/file", OURS + JSON + f"Content-Length: {len(SLOW)}\r\n", SLOW, 422),
]


def sent(explorer: Running, first: str, headers: str, body: str) -> tuple[int, list[str], bytes]:
    head = f"{first} HTTP/1.1\r\n{headers.format(host=explorer.host)}Connection: close\r\n\r\n"
    with explorer.connect() as raw:
        raw.sendall((head + body).encode())
        answer = raw.makefile("rb").read()
    lines, _, content = answer.partition(b"\r\n\r\n")
    status, *found = lines.decode().split("\r\n")
    return int(status.split()[1]), found, content


@pytest.mark.parametrize(("first", "headers", "body", "status"), TABLE)
def test_each_request_has_its_status_and_all_headers(strict, first, headers, body, status):
    check(*sent(strict, first, headers, body), status)


@pytest.mark.parametrize(("first", "headers", "body", "status"), LATE)
def test_what_takes_too_long_has_its_status_and_all_headers(hasty, first, headers, body, status):
    check(*sent(hasty, first, headers, body), status)
    later = (TASK, OURS + JSON + "Content-Length: 18\r\n", '{"expression":"1"}')
    wait_until(lambda: sent(hasty, *later)[0] == 200)


def check(found: int, lines: list[str], content: bytes, status: int) -> None:
    assert found == status
    pairs = [line.split(": ", 1) for line in lines]
    for name, value in HEADERS.items():
        assert [b for a, b in pairs if a.lower() == name] == [value]
    if status >= 400:
        error = json.loads(content)["error"]
        assert error.endswith(".")
        assert "\n" not in error


def test_only_as_many_wait_as_may():
    tried_for_long = SMALL.replace("waiting=1", "waiting=1, moment=600")
    with running(*PATIENT, script=tried_for_long) as busy:
        asked = (
            f"POST /api/sequence/file HTTP/1.1\r\nHost: {busy.host}\r\n{JSON}"
            f"Content-Length: {len(SLOW)}\r\nConnection: close\r\n\r\n{SLOW}"
        ).encode()
        for _ in range(2):  # the worker has started, and done what it is asked for at the start
            first = sent(busy, TASK, OURS + JSON + "Content-Length: 18\r\n", '{"expression":"1"}')
            assert first[0] == 200
        # Four at once, then one more: of these five, three are refused, and only these answered.
        sockets = [busy.connect() for _ in range(5)]
        try:
            for raw in sockets[:4]:
                raw.sendall(asked)
            refused = _answered(sockets[:4], 2)
            sockets[4].sendall(asked)
            refused += _answered(sockets[4:], 1)
            assert _answered([raw for raw in sockets if raw not in refused], 0) == []
            answers = [raw.makefile("rb").read() for raw in refused]
        finally:
            for raw in sockets:
                raw.close()

    for answer in answers:
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 1\r\n" in answer.lower()
        assert b"try again" in answer
    assert len(answers) == 3


def _answered(sockets: list[socket.socket], count: int) -> list[socket.socket]:
    """Wait until *count* of these have an answer; give all that have one."""
    found: list[socket.socket] = []
    while True:
        waiting = [raw for raw in sockets if raw not in found]
        ready, _, _ = select.select(waiting, [], [], LONGEST if len(found) < count else 0)
        assert ready or len(found) >= count, "none is sent away"
        if not ready:
            return found
        found += ready
