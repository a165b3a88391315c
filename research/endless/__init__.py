"""Misère quotients that are infinite: what proves it in a finite list, and its check."""
