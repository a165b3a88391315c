"""A browser for the tests of a file, and explorers of three kinds: one for all, two for a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web_browser import chromium
from web_server import HASTY, PATIENT, SMALL, USUAL, Running, running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield a browser."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """Yield an explorer as it starts by default, but for its patience."""
    with running(script=USUAL) as found:
        yield found


@pytest.fixture(scope="session")
def address(server: Running) -> str:
    """Return the address of the default explorer."""
    return server.address


@pytest.fixture(scope="module")
def strict() -> Iterator[Running]:
    """Yield an explorer with small limits, and time."""
    with running(*PATIENT, script=SMALL) as found:
        yield found


@pytest.fixture(scope="module")
def hasty() -> Iterator[Running]:
    """Yield an explorer that gives an answer one second, and a stream two."""
    with running(*HASTY, script=SMALL) as found:
        yield found
