"""Misère quotients of heap games: found, proved, written as certificates, and used in play."""
