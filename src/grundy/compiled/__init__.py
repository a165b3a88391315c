"""Kernels: compiled on first use, kept in the user's cache; instructions that numba lacks."""
