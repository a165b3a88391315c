"""Many clients at once; long, so only with ``-m long``."""

from pathlib import Path
from statistics import median

import pytest

pytest.importorskip("starlette")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from /proc"),
]


def test_fifty_clients_for_a_minute(capsys):
    """No error, and the memory of the second half is that of the first."""
    from benchmarks.load import run

    found = run(clients=50, seconds=60)

    with capsys.disabled():
        print(f"\n{found}")
    half = len(found.memory) // 2
    assert found.errors == 0
    # The middle of each half: while a worker is replaced, one more is counted for a moment.
    assert median(found.memory[half:]) < 1.1 * median(found.memory[:half])
