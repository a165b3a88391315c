"""Families of games given by a few numbers: coins, vectors, a token on a digraph."""
