"""Heaps and their moves in words, with numbers of any size on a few columns."""

from __future__ import annotations

_MOST_WRITTEN_OUT = 10**30


def short(number: int) -> str:
    """Write a number of any size on a few columns."""
    if number < _MOST_WRITTEN_OUT:
        return str(number)
    if number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    text = str(number)
    return f"{text[:8]}…{text[-8:]} ({len(text)} digits)"


def size_text(number: object) -> str:
    """Show a number, also one with more digits than Python prints."""
    if isinstance(number, int) and not -_MOST_WRITTEN_OUT < number < _MOST_WRITTEN_OUT:
        return f"about 2^{number.bit_length() - 1}" if number > 0 else "a negative number"
    shown = repr(number)
    return shown if len(shown) <= 60 else shown[:60] + "…"


def words_of_move(heap: int, option: tuple[int, ...], which: str) -> str:
    """Say in words what the move from a heap, which is called *which*, to an option does."""
    taken, parts = heap - sum(option), " and ".join(map(short, option))
    if len(option) < 2:
        return f"take {short(taken)} from {which}"
    if not taken:
        return f"split {which} into {parts}"
    return f"take {short(taken)} from {which} and split the rest into {parts}"
