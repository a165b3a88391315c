"""A play against the computer, at the terminal or on the page."""
