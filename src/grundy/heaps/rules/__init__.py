"""The kinds of rules: codes, sets, arithmetic and functions."""
