"""Benchmarks: figures as ratios, all measured in one run."""
