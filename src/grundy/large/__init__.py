"""Digraphs larger than memory: three engines behind one call, which give the same labels.

memory   the whole graph in memory, as `grundy.label`
disk     the vertices in memory, the arcs in files that are mapped; names become numbers
cluster  the arcs in the memory of many workers, of which each labels its own vertices
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
