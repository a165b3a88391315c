"""Readers of digraphs, one file a format."""
