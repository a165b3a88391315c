"""Which engine a file of arcs needs, from sizes alone, and why in one line."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.errors import GraphFormatError, GrundyError
from grundy.files.whole import byte_size, free_memory
from grundy.large.edge_file import EdgeFile
from grundy.large.engines import ENGINES
from grundy.large.on_disk.arcs import VERTEX

# Bytes of memory, measured: reading and labelling an arc of Parquet, a byte of text, a vertex.
_ARC, _TEXT, _VERTEX = 80, 20, 40
_UNKNOWN = 4_000_000_000  # where the system does not say how much is free


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine, and why it."""

    engine: str
    why: str


def choose(
    file: EdgeFile,
    engine: str = "auto",
    *,
    memory: int | None = None,
    scheduler: str | None = None,
) -> Choice:
    """Choose the engine that labels a file soonest in the memory that is there."""
    if engine not in ("auto", *ENGINES):
        raise ValueError(f'Unknown engine "{engine}"; choose auto, {", ".join(ENGINES)}.')
    _require_scheduler(engine, scheduler)
    if file.packed:
        return _memory_only(file, engine if scheduler is None else "cluster")
    if engine == "cluster" or scheduler is not None:
        _require_shareable(file)
    if engine != "auto":
        return Choice(engine, "as asked")
    if scheduler is not None:
        return Choice("cluster", "a scheduler is named")
    return _by_size(file, memory if memory is not None else free_memory() or _UNKNOWN)


def _memory_only(file: EdgeFile, engine: str) -> Choice:
    """Choose memory for a packed file, which no other engine reads."""
    if engine not in ("auto", "memory"):
        raise GraphFormatError(
            "a packed file goes through memory only; unpack it, or use --engine memory.",
            file=file.name,
        )
    return Choice("memory", "the file is packed")


def _require_scheduler(engine: str, scheduler: str | None) -> None:
    if engine == "cluster" and scheduler is None:
        raise ValueError("The engine cluster needs a scheduler; name its address.")
    if scheduler is not None and engine not in ("auto", "cluster"):
        raise ValueError(
            f"A scheduler is for the engine cluster; leave it out, or choose cluster, not {engine}."
        )


def _require_shareable(file: EdgeFile) -> None:
    """Raise `GraphFormatError` where workers cannot each read a part of the file."""
    if file.text:
        raise GraphFormatError(
            "the cluster engine reads Parquet; save the arcs as that, or use --engine disk.",
            file=file.name,
        )


def _by_size(file: EdgeFile, budget: int) -> Choice:
    vertices = file.arcs if file.greatest is None else file.greatest + 1
    arcs = _TEXT * file.bytes if file.text else _ARC * file.arcs
    needed = arcs + _VERTEX * vertices
    about = f"{'about ' if file.text else ''}{file.arcs:,} arcs would take {byte_size(needed)}"
    room = f"{byte_size(budget)} of memory"
    if needed <= budget:
        return Choice("memory", f"{about} of {room}")
    fit = ", and the vertices alone fit" if VERTEX * vertices <= budget // 2 else ""
    return Choice("disk", f"{about}, more than {room}{fit}")


def parse_bytes(text: str) -> int:
    """Read a number of bytes as people write it."""
    units = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "B": 1}
    upper = text.strip().upper()
    unit = next((unit for unit in units if upper.endswith(unit)), "")
    number = upper.removesuffix(unit).strip()
    if not number.replace(".", "", 1).isdecimal() or not number.isascii() or float(number) <= 0:
        raise GrundyError(f'"{text}" is no size of memory; write 2GB or 500MB.')
    return int(float(number) * units.get(unit, 1))
