"""What every room stands on: whole files, limits and progress, threads, kept folders, kernels."""
