"""Exercise sheets: problems, and their solutions with reasons."""
