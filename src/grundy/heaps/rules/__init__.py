"""The kinds of rules: codes, sets, arithmetic, functions, and their closed forms."""
