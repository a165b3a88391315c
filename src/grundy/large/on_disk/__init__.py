"""The engine for arcs that lie in files."""
