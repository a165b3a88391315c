"""Whole games solved on disk: a byte for each position, in blocks that prove what they are."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
