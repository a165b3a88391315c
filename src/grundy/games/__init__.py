"""Games given as rules: positions, their sums, and the solver of their values."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
