"""Kernels on states: arrays in, arrays out."""
