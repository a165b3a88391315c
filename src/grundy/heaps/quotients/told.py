"""What is told of a misère quotient: in sentences, and in fields for machines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grundy.printable import counted

if TYPE_CHECKING:
    from grundy.heaps.quotients.quotient import MisereQuotient

_STEPS_SHOWN, _WORDS_SHOWN = 24, 24


def size_of(found: MisereQuotient) -> str:
    """Say how large a quotient is, and for which heaps it is proved."""
    order, lost = counted(found.order, "element"), counted(found.p_count, "P-position")
    return f"misère quotient of {order}, {lost}; {_reach(found)}."


def facts_of(found: MisereQuotient) -> dict[str, str]:
    """Say where it grew, its period, whether it is tame, its kernel."""
    return {
        "grew at": _growth(found),
        "period": _period(found),
        "tame": _tame(found),
        "kernel": _kernel(found),
        "P-positions": lost_words(found),
    }


def lost_words(found: MisereQuotient) -> str:
    """Return the first elements of P-positions, as words."""
    return _listed(_words(found, sorted(found.p_portion)), _WORDS_SHOWN)


def fields_of(found: MisereQuotient) -> dict[str, Any]:
    """Return the answer for machines."""
    presentation, kernel, period = found.presentation(), found.kernel, found.period
    return {
        "game": found.ruleset.text,
        "stop": found.stop,
        "order": found.order,
        "p_count": found.p_count,
        "growth": [
            {"heap": heap, "order": order, "p_count": p_count}
            for heap, order, p_count in found.growth
        ],
        "proved_for_all": period is not None,
        "preperiod": None if period is None else period.preperiod,
        "period": None if period is None else period.period,
        "first_wild": found.first_wild,
        "kernel": {
            "elements": list(kernel.elements),
            "identity": kernel.identity,
            "is_normal": kernel.is_normal,
        },
        "presentation": str(presentation),
        "generators": list(presentation.generators),
        "words": _words(found, range(found.order)),
        "p_portion": sorted(found.p_portion),
        "phi": found.solution.phi.tolist(),
    }


def _reach(found: MisereQuotient) -> str:
    if found.period is not None:
        return "proved for heaps of every size"
    return f"partial: proved for heaps 0 to {found.stop - 1:,}"


def _growth(found: MisereQuotient) -> str:
    steps = [f"heap {heap:,} to {order:,} ({p_count:,} P)" for heap, order, p_count in found.growth]
    return _listed(steps, _STEPS_SHOWN) if steps else "no heap: no heap has a move"


def _period(found: MisereQuotient) -> str:
    period = found.period
    if period is None:
        return f"none found up to heap {found.stop - 1:,}"
    return (
        f"{period.period:,} from heap {period.preperiod:,} on, of the elements of heaps; proved by "
        f"heaps 0 to {found.stop - 1:,}"
    )


def _tame(found: MisereQuotient) -> str:
    if found.first_wild is not None:
        return f"no: heap {found.first_wild:,} is the first wild one"
    if found.period is not None:
        return "yes: every heap is fickle or firm"
    return f"as far as looked: no heap up to {found.stop - 1:,} is wild"


def _kernel(found: MisereQuotient) -> str:
    kernel = found.kernel
    elements = counted(len(kernel.elements), "element")
    if kernel.is_normal:
        seen = f"seen on heaps 0 to {found.stop - 1:,}"
        return f"{elements}; in the kernel misère play is normal play ({seen})"
    return f"{elements}; misère play in it is not normal play"


def _words(found: MisereQuotient, elements: Iterable[int]) -> list[str]:
    presentation = found.presentation()
    return [presentation.element(element) for element in elements]


def _listed(parts: list[str], most: int) -> str:
    listed = ", ".join(parts[:most]) or "none"
    return listed if len(parts) <= most else f"{listed} and {len(parts) - most:,} more"
