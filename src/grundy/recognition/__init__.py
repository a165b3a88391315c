"""Numbers pasted in: which known game or formula has these values, and what comes next."""
