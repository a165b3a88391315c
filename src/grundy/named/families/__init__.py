"""The rows of the catalogue, one file a family."""
