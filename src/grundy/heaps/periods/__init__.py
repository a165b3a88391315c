"""Periods with their proofs, certificates, and the checker that knows no engine."""
