"""A game of one's own, in the shortest form: take a digit of the number from the number.

grundy solve examples/digits.py:digits 47
grundy table examples/digits.py:digits 99
"""

import grundy


@grundy.game
def digits(number):
    """From 47 one may go to 43 or to 40."""
    for digit in set(str(number)) - {"0"}:
        yield number - int(digit)
