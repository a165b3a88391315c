"""Sprouts and Brussels Sprouts."""
