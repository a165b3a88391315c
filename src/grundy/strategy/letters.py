"""The letters by which explanations and plays call the parts of a position."""

from __future__ import annotations


def letter(place: int) -> str:
    """Return the letter of a part: A to Z, then P27, P28 and so on."""
    return chr(ord("A") + place) if place < 26 else f"P{place + 1}"
