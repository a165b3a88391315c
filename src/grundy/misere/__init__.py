"""Misère quotients: sums of a game that no company tells apart, as a finite monoid, with proof."""
