"""Mark-4: subtract 1, 2 or 3 from a number, or divide it by 4 and round down.

grundy values examples/mark4.py:mark4 --stop 110 --zeros
grundy graph examples/mark4.py:mark4 106 --output mark4.json

Source: A. S. Fraenkel, "The vile, dopey, evil and odious game players", 2012.
"""

import grundy


@grundy.HeapGame
def mark4(n):
    """From 7 one may go to 6, 5, 4 and 1; from 0 there is no move."""
    return {n - take for take in (1, 2, 3) if take <= n} | ({n // 4} if n else set())
