"""Experiments: the same question asked of many random graphs."""
