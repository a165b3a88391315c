"""Widgets for notebooks: the page's boards and graphs, where the kernel answers, not a server."""
