"""Kernels of named games: arrays in, arrays out."""
