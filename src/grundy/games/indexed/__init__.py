"""Rules as numbers: which states there are, counted from 0, and the rules on such numbers."""
