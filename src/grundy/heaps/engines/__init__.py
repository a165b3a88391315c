"""How the values of many heaps are computed, kept and summed up."""
