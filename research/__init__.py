"""The research rig: run from a clone and not in the wheel. CONTRIBUTING.md says how."""
