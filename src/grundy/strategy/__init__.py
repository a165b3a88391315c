"""From values to play: why a move wins, in words and figures, and an opponent."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
