"""What shares tell each other: arrays of numbers, from one share to another."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Message = tuple[npt.NDArray[Any], ...]
Inbox = list[tuple[int, Message]]
"""What has come since the last step: who sent it, and what; by the sender's number."""
Outbox = dict[int, Message]
"""What goes out after a step, by the share that it is for."""


def byte_count(outbox: Outbox) -> int:
    """Return how many bytes an outbox holds."""
    return sum(array.nbytes for message in outbox.values() for array in message)


def narrow(labels: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    """Return labels in the fewest bytes that hold them."""
    greatest = int(labels.max(initial=0))
    return labels.astype(np.min_scalar_type(greatest)) if greatest < 1 << 16 else labels


def gathered(inbox: Inbox, part: int) -> npt.NDArray[np.int32]:
    """Return one part of all messages, sender after sender."""
    arrays = [message[part] for _, message in inbox]
    return np.concatenate([np.zeros(0, np.int32), *arrays]).astype(np.int32, copy=False)
