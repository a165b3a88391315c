"""Who does the work: the processes of this machine, or a Dask cluster."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from grundy.errors import ClusterError, MissingExtraError
from grundy.running.runner import process_pool

_SECONDS = 10  # to wait for a scheduler


@contextlib.contextmanager
def executor_for(scheduler: str | None, workers: int | None) -> Iterator[Executor | None]:
    """Yield the executor of a Dask scheduler, or else `process_pool` of so many workers."""
    chosen = process_pool(workers) if scheduler is None else dask_executor(scheduler)
    with chosen as executor:
        yield executor


@contextlib.contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Yield an executor that hands tasks to the workers of a Dask scheduler."""
    with dask_client(address) as client:
        import distributed

        try:
            yield client.get_executor()
        except distributed.KilledWorker as error:
            raise ClusterError(f"{address}: a task was given up. {error}") from None


@contextlib.contextmanager
def dask_client(address: str) -> Iterator[Any]:
    """Yield a client of a Dask scheduler; see `dask_executor`."""
    try:
        import distributed
    except ImportError:
        raise MissingExtraError("distributed", "cluster", "A Dask cluster") from None
    _require_scheduler(address)
    connect: Any = distributed.Client  # its own types are incomplete
    client = connect(address, timeout=_SECONDS, set_as_default=False)
    try:
        yield client
    finally:
        client.close()


def _require_scheduler(address: str) -> None:
    """Ask who is there: a client that found nobody would print a traceback when it goes."""
    with ThreadPoolExecutor(1) as thread:  # a notebook's thread has a loop already
        asked = thread.submit(lambda: asyncio.run(_kind(address)))
        try:
            found = asked.result()
        except Exception as error:  # what answers may speak anything
            found = type(error).__name__
    if found != "Scheduler":
        raise ClusterError(
            f"{address}: no Dask scheduler answers here ({found}); "
            "give an address such as tcp://host:8786."
        )


async def _kind(address: str) -> str:
    """Say what listens at an address: a Scheduler, or a Worker."""
    from distributed import rpc

    connect: Any = rpc
    async with asyncio.timeout(_SECONDS), connect(address, timeout=_SECONDS) as there:
        return str((await there.identity())["type"])
