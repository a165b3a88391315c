"""Kernels on heaps: arrays in, arrays out."""
