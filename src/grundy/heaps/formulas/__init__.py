"""Closed forms of values: for one heap, for arrays, and turned round to name options."""
