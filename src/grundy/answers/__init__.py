"""The answers to questions as data: one type each, from which JSON and its schema are made."""
