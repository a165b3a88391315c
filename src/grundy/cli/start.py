"""Where the command `grundy` starts: it takes Ctrl-C well before anything heavy is imported."""

from __future__ import annotations

import os
import signal
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave the process with its exit status."""
    # While modules load, nobody could catch a KeyboardInterrupt; nothing is open yet either.
    signal.signal(signal.SIGINT, _leave)
    from grundy.cli.main import run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        status = run()
    except KeyboardInterrupt:
        # A second one, while the first was being answered.
        status = 130
    signal.signal(signal.SIGINT, _leave)
    raise SystemExit(status)


def _leave(signal_number: int, frame: object) -> NoReturn:
    os.write(2, b"grundy: Interrupted.\n")
    os._exit(128 + signal_number)
