"""What is said where no worker has answered: the server is busy, or the work passed a limit."""

from __future__ import annotations

from typing import Any

from grundy.errors import BusyError

_BUSY = "The server is busy; try again in a moment."
_LOST = "The memory for this answer is not enough; ask for less."


def refusal(error: Exception, seconds: float) -> tuple[int, dict[str, Any]]:
    """Return the status and the sentence for an answer that did not come."""
    if isinstance(error, BusyError):
        return 503, {"error": _BUSY}
    if isinstance(error, TimeoutError):
        told = f"The answer takes more than {seconds:g} seconds; ask for less."
        return 422, {"error": told, "limit": True}
    return 422, {"error": _LOST, "limit": True}
