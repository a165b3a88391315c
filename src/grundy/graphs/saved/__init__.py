"""Labels in files: written, read again, and checked without a solver."""
