"""What counts as a natural number here, and what an error says about anything else."""

from __future__ import annotations

import operator


def natural(value: object, what: str = "A nimber") -> int:
    """Return *value* as a natural number of Python."""
    number = integer(value, f"{what} is a natural number")
    if number < 0:
        raise ValueError(f"{what} is a natural number, found {shown(value)}.")
    return number


def integer(value: object, rule: str) -> int:
    """Return *value* as an integer of Python, or raise a TypeError that begins with *rule*."""
    if type(value) is int:  # by far the most frequent
        return value
    if not isinstance(value, bool):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise TypeError(f"{rule}, found {shown(value)}.") from None


def is_array(value: object) -> bool:
    """Whether *value* is an array with at least one axis; NumPy is not imported to see it."""
    return bool(getattr(value, "ndim", 0))


def shown(value: object) -> str:
    """Show a value in an error, cut short."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a {'negative ' if value < 0 else ''}number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
