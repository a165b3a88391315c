"""The command line: a thin file for each subject of commands."""
