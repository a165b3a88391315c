"""Digraphs whose vertices are shared out among workers, each of which labels its own."""
