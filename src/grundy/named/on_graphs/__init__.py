"""Games on graphs that are written in one word."""
