"""The kernels of the misère theory: arrays in, arrays out."""
