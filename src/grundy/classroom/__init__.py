"""Exercise sheets: problems with exactly one answer, and their solutions with reasons."""
