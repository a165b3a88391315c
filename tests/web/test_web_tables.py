"""grundy serve --table: the page's games are answered from tables on disk."""

import json

import pytest

import grundy
from spoilt_tables import spoil
from waiting import LONGEST
from web_server import HEADERS, running

httpx = pytest.importorskip("httpx")


def test_a_judge_reads_the_table(tmp_path):
    grundy.tabulate(grundy.catalogue["wythoff"], "5,6", path=tmp_path)
    spoil(tmp_path, "values", 1 * 7 + 2, 7)

    with running("--port", "0", "--table", str(tmp_path)) as server:
        answers = [
            httpx.post(f"{server.address}api/game/judge", timeout=LONGEST, headers=HEADERS,
                       content=json.dumps({"position": position, "moves": False})).json()
            for position in ("wythoff 1,2", "wythoff 8,12", "wythoff 1,2 + nim 7")
        ]  # fmt: skip

    assert [each["value"] for each in answers] == ["7", "18", "0"]
    assert [each["outcome"] for each in answers] == ["N", "N", "P"]
