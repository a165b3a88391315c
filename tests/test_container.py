"""The Dockerfile: what it runs works without rights; the image, where one can be built."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from grundy.cli.main import COMMANDS
from project import ROOT
from waiting import LONGEST

pytest.importorskip("uvicorn")

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
FINAL = DOCKERFILE.rpartition("FROM ")[2]


def words_after(instruction: str) -> list[str]:
    found = re.search(rf"^{instruction}.*?(\[.*\])$", FINAL, re.MULTILINE)
    assert found, instruction
    words: list[str] = json.loads(found[1])
    return words


def free_port() -> str:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@contextmanager
def served(port: str, cache: Path) -> Iterator[subprocess.Popen[str]]:
    """Run what the image runs, at another port, with nothing of this user's at hand."""
    words = [port if word == "8000" else word for word in words_after("ENTRYPOINT")]
    environment = {
        "PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", *words], env=environment, cwd="/", stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert port in process.stdout.readline()
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


def healthy(port: str) -> bool:
    python, *words = [word.replace(":8000", f":{port}") for word in words_after("HEALTHCHECK")]
    assert python == "python"
    return subprocess.run([sys.executable, *words], capture_output=True).returncode == 0


def test_the_image_has_a_user_without_rights_and_one_place_to_write() -> None:
    """Who runs the server is not root, and writes to the cache alone, which is a volume."""
    user = re.search(r"^USER (\S+)$", FINAL, re.MULTILINE)
    assert user
    assert user[1] not in ("root", "0")
    assert FINAL.index("USER ") < FINAL.index("ENTRYPOINT")
    assert "XDG_CACHE_HOME=/var/cache/grundy" in FINAL
    assert "VOLUME /var/cache/grundy" in FINAL


def test_the_health_check_tells_a_server_from_none(tmp_path: Path) -> None:
    """With the image's own commands: healthy while it serves, and not before or after."""
    port = free_port()
    assert not healthy(port)
    with served(port, tmp_path) as process:
        assert healthy(port)
        process.terminate()
        process.wait(timeout=LONGEST)
    assert not healthy(port)


def test_what_the_image_compiles_is_asked_for_by_commands_that_exist() -> None:
    made = " ".join(re.findall(r"^RUN (.*)$", FINAL, re.MULTILINE))
    asked = re.findall(r"\bgrundy (?=[a-z])(\w+)", made.partition("/var/cache/grundy")[2])
    assert len(asked) >= 3
    assert set(asked) <= set(COMMANDS)
