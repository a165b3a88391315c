"""Rules of named games on numbers, coins, rows and bars."""
