"""States as plain shapes, for any drawer to draw."""
