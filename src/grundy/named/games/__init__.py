"""One file a game or family: rule, scene and entry. A file that is added here is a game that is known."""
