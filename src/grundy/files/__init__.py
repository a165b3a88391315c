"""Files written whole or not at all, memory estimates, and columns as CSV, Parquet and JSON."""
