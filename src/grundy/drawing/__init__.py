"""Pictures: coordinates, shapes and files."""
