"""How much memory a worker needs, from sizes alone; it is said before the work begins."""

from __future__ import annotations

from grundy.errors import LimitError
from grundy.files.whole import byte_size
from grundy.large.edge_file import EdgeFile
from grundy.running import notices

# Bytes, measured: the interpreter with its libraries and the arcs on their way; then an arc, a
# vertex of one's own, and a copy of one of another share.
_ALWAYS = 450_000_000
_ARC, _VERTEX, _COPY = 24, 60, 24


def memory_of_share(arcs: int, vertices: int, shares: int) -> int:
    """Return about how many bytes a worker takes for one share of so many."""
    own, mine = -(-vertices // shares), -(-arcs // shares)
    copies = min(vertices - own, mine)
    return _ALWAYS + _ARC * mine + _VERTEX * own + _COPY * copies


def say(file: EdgeFile, shares: int, limit: int | None) -> None:
    """Say what each worker needs."""
    vertices = file.arcs if file.greatest is None else file.greatest + 1
    needed = memory_of_share(file.arcs, vertices, shares)
    workers = f"{shares} worker{'s' * (shares != 1)}"
    if limit is not None and needed > limit:
        raise LimitError(
            f"Each of {workers} needs about {byte_size(needed)} of memory, and one may take "
            f"{byte_size(limit)}; use more workers, or larger ones."
        )
    if notices.on_need is not None:
        notices.on_need(f"{workers}, about {byte_size(needed)} of memory each")
