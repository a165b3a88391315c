"""Misère quotients: indistinguishable sums of a game, as a finite monoid, with proof."""
