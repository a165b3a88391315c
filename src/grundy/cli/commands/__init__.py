"""The commands, those on one subject in one thin file."""
