"""Blocks of a table: filled, looked up and checked, arrays in and arrays out."""
