"""Named games: one file a family, one table; `grundy.catalogue` is the way in."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
