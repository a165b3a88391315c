"""Games given as digraphs: from arcs to values, moves and a proof."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
