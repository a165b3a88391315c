"""What numba compiles of the misère theory: arrays in, arrays out."""
