"""Kernels for arcs in files: arrays in, arrays out."""
