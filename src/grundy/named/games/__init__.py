"""One file a game or family: rule, scene and entry. A file that is added is known."""
