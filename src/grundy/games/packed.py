"""Rules on states of 64 bits, compiled: the opt-in hook `packed` of a ruleset."""

from __future__ import annotations


class Packed:
    """Not there yet."""
