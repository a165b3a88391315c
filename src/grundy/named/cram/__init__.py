"""Cram: the rule, and the search for its values."""
