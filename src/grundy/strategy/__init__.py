"""From values to play: why a move wins, in words and figures, and an opponent."""
