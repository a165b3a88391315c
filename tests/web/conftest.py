"""A browser for the tests of a file, and explorers of three kinds: one for all, two for a file."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grundy.web.site import write_site
from waiting import LONGEST
from web_browser import DESKTOP, chromium, page_of, watched_page
from web_server import HASTY, PATIENT, SMALL, USUAL, Running, running
from web_site import copy_runtime, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    pytest.importorskip("starlette")
    with running(script=USUAL) as found:
        yield found


@pytest.fixture(scope="session")
def address(server: Running) -> str:
    return server.address


@pytest.fixture(scope="module")
def strict() -> Iterator[Running]:
    with running(*PATIENT, script=SMALL) as found:
        yield found


@pytest.fixture(scope="module")
def hasty() -> Iterator[Running]:
    with running(*HASTY, script=SMALL) as found:
        yield found


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    with ExitStack() as stack:
        yield lambda part, **options: stack.enter_context(
            page_of(browser, f"{address}#{part}", **options)
        )


@pytest.fixture
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Yield a fresh page, on which nothing may go wrong unseen."""
    options = {"viewport": getattr(request, "param", DESKTOP), "reduced_motion": "reduce"}
    with watched_page(browser, address, **options) as found:
        yield found


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runtime")
    copy_runtime(folder)
    return folder


@pytest.fixture(scope="session")
def site(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site") / "public"
    write_site(folder, runtime=runtime)
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def visitor(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(1_000 * LONGEST)
    yield context
    context.close()
