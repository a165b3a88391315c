"""The options of a heap that have a given value: listed, looked up, counted."""
