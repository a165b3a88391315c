"""Misère play of rule games: quotients of what positions reach, and canonical forms."""
