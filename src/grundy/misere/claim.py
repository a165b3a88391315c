"""Claim: what a certificate of a misère quotient says, in arrays, ready to be checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A monoid, the element of each heap, and the sets that prove the outcomes."""

    generators: npt.NDArray[np.int64]
    action: npt.NDArray[np.int64]
    p_portion: npt.NDArray[np.int64]
    phi: npt.NDArray[np.int64]
    invariant: tuple[tuple[int, tuple[int, ...]], ...]
    period: tuple[int, int] | None = None

    @property
    def order(self) -> int:
        """How many elements the monoid has."""
        return len(self.action)
