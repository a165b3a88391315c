"""Kernels on digraphs: arrays in, arrays out."""
