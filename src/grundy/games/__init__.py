"""Games given as rules: positions, their sums, and the solver of their values."""
