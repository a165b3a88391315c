"""Where the command `grundy` starts: it takes Ctrl-C well before anything heavy is imported."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NoReturn

_terminated = False


def main(program: Callable[[], int] | None = None) -> NoReturn:
    """Run the command line, or another program, and leave the process with its exit status."""
    gc.set_threshold(50_000)  # modules that load are no garbage
    # Matrices here are small, and the threads that NumPy starts for large ones turn idly.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # While modules load, nobody could catch a KeyboardInterrupt; nothing is open yet either.
    signal.signal(signal.SIGINT, _leave)
    from grundy.cli.main import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _end)
    try:
        status = run() if program is None else program()
    except KeyboardInterrupt:
        # A second one, while the first was being answered.
        status = 130
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _terminated:
        # What was begun is tidied up; who sent it is to see that the process ended by it.
        os.kill(os.getpid(), signal.SIGTERM)
    raise SystemExit(status)


def _end(signal_number: int, frame: object) -> NoReturn:
    """Take SIGTERM as Ctrl-C: temporary files and folders go, and what is done is kept."""
    global _terminated
    _terminated = True
    raise KeyboardInterrupt


def _leave(signal_number: int, frame: object) -> NoReturn:
    os.write(2, b"grundy: Interrupted.\n")
    os._exit(128 + signal_number)


def bench() -> None:
    """Run the benchmarks (`grundy-bench`) of the clone that this package is installed from."""
    clone = Path(__file__).parents[3]
    if not (clone / "benchmarks" / "__main__.py").exists():
        print(
            "grundy-bench: the benchmarks are not in the installed package; clone the repository "
            "and run `uv run grundy-bench` there.",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.path.insert(0, str(clone))
    import_module("benchmarks.__main__").main()
