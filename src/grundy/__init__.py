"""grundy: impartial games, from a digraph, a heap rule or a rule in Python to who wins and why.

The public names load on first use, so that a small question is answered at once.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
