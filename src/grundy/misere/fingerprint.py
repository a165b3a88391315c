"""The fingerprint of a quotient: the same for the same quotient, however it was found."""

from __future__ import annotations

import hashlib
import json

from grundy.misere.monoid import Elements, Monoid


def fingerprint(monoid: Monoid, phi: Elements) -> str:
    """Return the SHA-256 of a quotient and the elements of its heaps."""
    heaps = list(dict.fromkeys(phi.tolist()))
    numbers = {0: 0}
    reached = [0]
    for element in reached:
        for other in monoid.table[element, heaps].tolist():
            if other not in numbers:
                numbers[other] = len(reached)
                reached.append(other)
    told = {
        "phi": [numbers[element] for element in phi.tolist()],
        "p": sorted(numbers[element] for element in monoid.p_portion.nonzero()[0].tolist()),
        "products": [
            [numbers[other] for other in monoid.table[element, heaps].tolist()]
            for element in reached
        ],
    }
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()
