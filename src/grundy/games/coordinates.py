"""Coordinates: games given by vectors, such as Wythoff's, by a table that grows on demand."""

from __future__ import annotations

import math
import sys
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy.errors import LimitError, RulesetError
from grundy.games.indexed import Indexed, Ranking, fitting, numbers
from grundy.games.kernels import packed
from grundy.games.rulebook import Rules, Valuer
from grundy.games.ruleset import OfNumbers
from grundy.games.scenes import Kind, Scene, board_scene, heaps_scene
from grundy.games.state_text import naturals, shown, written
from grundy.games.values.packed import MOST, Packed, Words
from grundy.runtime.files import free_memory
from grundy.runtime.limits import Limits, Progress, Watch, reports
from grundy.values import Value, integer

Table = npt.NDArray[np.int32]

_GROWTH = 1.5


class ByTable(Valuer[Rules]):
    """A table of values that reaches as far as has been asked."""

    def __init__(self, ruleset: Rules, axes: int) -> None:
        super().__init__(ruleset)
        self.table: Table = np.zeros((0,) * axes, np.int32)
        self._lock = threading.Lock()

    @abstractmethod
    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        """Return a table with at least so many places along each axis."""

    @abstractmethod
    def memory(self, sizes: Sequence[int]) -> int:
        """Return the bytes that a table of such sizes needs while it is made."""

    def reaching(self, ends: Sequence[int], limits: Limits | None) -> Table:
        """Return a table that holds *ends*: the one that is there, or a larger one; read-only."""
        with self._lock:
            if not all(end < size for end, size in zip(ends, self.table.shape, strict=True)):
                purpose = f"A table of {self.ruleset.text}"
                sizes = enlarged(self.table.shape, ends, limits, self.memory, purpose)
                table = self.computed(sizes, Watch(limits, purpose, {}))
                table.flags.writeable = False
                self.table = table
            return self.table


def enlarged(
    shape: Sequence[int],
    ends: Sequence[int],
    limits: Limits | None,
    memory: Callable[[Sequence[int]], int],
    purpose: str,
) -> tuple[int, ...]:
    """Return the sizes of a table that has a place for *ends*."""
    limits = limits or Limits()
    most = math.inf if limits.positions is None else limits.positions
    free = free_memory()
    # Where nobody knows what is free, as in a browser, no more than can be addressed.
    room = sys.maxsize if free is None else max(free - limits.free_memory, 0)
    needed = tuple(end + 1 for end in ends)
    covering = tuple(map(max, needed, shape))
    ample = tuple(
        max(size, int(_GROWTH * old)) if size > old else old
        for size, old in zip(needed, shape, strict=True)
    )
    for sizes in (ample, covering, needed):
        if math.prod(sizes) <= most and memory(sizes) <= room:
            return sizes
    count = math.prod(needed)
    many = f"{count:,}" if count < 10**50 else "over 10^50"
    about = f"{purpose} up to {' by '.join(map(shown, ends))} has {many} values"
    if count > most:
        raise LimitError(
            f"{about}, over the limit of {most:,}; ask for a smaller one or set a higher limit."
        )
    takes = f"{memory(needed) / 1e9:,.1f}" if count < 10**50 else "over 10^40"
    raise LimitError(
        f"{about}, over what memory is free: to make it takes {takes} GB of "
        f"{room / 1e9:,.1f} GB; ask for a smaller one."
    )


def box_values(
    sizes: Sequence[int],
    rays: Sequence[tuple[int, ...]],
    steps: Sequence[tuple[int, ...]],
    chunk: int,
    look: Callable[[int], None],
) -> Table:
    """Return the values of the points of a box from 0 on, the last coordinate changing fastest."""
    from grundy.games.kernels.boxes import fill

    count, dimension = math.prod(sizes), len(sizes)
    strides = [math.prod(sizes[axis + 1 :]) for axis in range(dimension)]
    ray_array = np.array(rays, np.int64).reshape(-1, dimension)
    step_array = np.array(steps, np.int64).reshape(-1, dimension)
    lines = [_line_count(sizes, ray) for ray in rays]
    first_lines = np.cumsum([0, *lines], dtype=np.int64)
    words = most_options(sizes, rays, len(steps)) // 64 + 1
    look(0)
    values = np.zeros(count, np.int32)
    workspace = (
        np.zeros((len(rays), count), np.int32),
        first_lines[:-1].copy(),
        np.zeros((max(int(first_lines[-1]), 1), words), np.uint64),
        np.zeros(words, np.uint64),
        np.zeros(dimension, np.int64),
    )
    for start in range(0, count, chunk):
        fill(
            np.array(sizes, np.int64), ray_array, ray_array @ strides, step_array,
            step_array @ strides, values, start, min(start + chunk, count), *workspace,
        )  # fmt: skip
        look(min(start + chunk, count))
    return values


def box_bytes(
    sizes: Sequence[int], rays: Sequence[tuple[int, ...]], steps: Sequence[tuple[int, ...]]
) -> int:
    """Return the memory that `box_values` takes."""
    lines = sum(_line_count(sizes, ray) for ray in rays)
    words = most_options(sizes, rays, len(steps)) // 64 + 1
    return 4 * (len(rays) + 2) * math.prod(sizes) + 8 * words * lines


def _line_count(sizes: Sequence[int], ray: Sequence[int]) -> int:
    """Count the lines along a ray: the points from which it cannot be subtracted."""
    return math.prod(sizes) - math.prod(
        max(size - part, 0) for size, part in zip(sizes, ray, strict=True)
    )


def most_options(sizes: Sequence[int], rays: Sequence[Sequence[int]], steps: int) -> int:
    """Bound the number of options of a point, and so its value."""
    longest = (
        min((size - 1) // part for size, part in zip(sizes, ray, strict=True) if part)
        for ray in rays
    )
    return sum(longest) + steps


Vector = tuple[int, ...]

_BOARD = 20  # the greatest coordinate of a board that is drawn
_CHUNK = 1 << 18  # states between two looks at the limits


class Boxes(ByTable["Coordinates"]):
    """A table of values of all points of a box."""

    def __init__(self, ruleset: Coordinates) -> None:
        super().__init__(ruleset, ruleset.dimension)

    def value(self, state: Vector, *, limits: Limits | None = None) -> Value:
        try:
            return int(self.table[state])
        except IndexError:  # the table is smaller
            return int(self.reaching(state, limits)[state])

    def computed(self, sizes: tuple[int, ...], watch: Watch) -> Table:
        look = partial(watch.look, plain=False)
        values = box_values(sizes, self.ruleset.rays, self.ruleset.steps, _CHUNK, look)
        return values.reshape(sizes)

    def memory(self, sizes: Sequence[int]) -> int:
        return box_bytes(sizes, self.ruleset.rays, self.ruleset.steps)


class Coordinates(OfNumbers):
    """The game of a point with whole coordinates, moved by vectors towards 0.

    A state is a tuple of coordinates, such as heaps. No coordinate may become negative.

    Args:
        rays: Vectors that may be subtracted any number of times, at least once.
        steps: Vectors that may be subtracted once.
        text: The game's name.

    Raises:
        RulesetError: If an entry is no whole number or negative, or a vector has only zeros, or
            another length than the others.

    >>> wythoff = Coordinates(rays=[(1, 0), (0, 1), (1, 1)], text="wythoff")
    >>> wythoff[8, 12].value(), [str(move.option) for move in wythoff[8, 12].winning_moves()]
    (18, ['6,10'])
    >>> rook_and_knight = Coordinates(rays=[(1, 0), (0, 1)], steps=[(1, 2), (2, 1)])
    >>> rook_and_knight.table(2, 4)
    array([[0, 1, 2, 3, 4],
           [1, 0, 3, 2, 5],
           [2, 3, 0, 1, 6]], dtype=int32)
    """

    def __init__(
        self, rays: Iterable[Vector] = (), steps: Iterable[Vector] = (), text: str = "coordinates"
    ) -> None:
        self.rays = tuple(map(_vector, rays))
        self.steps = tuple(map(_vector, steps))
        self.text = text
        lengths = {len(vector) for vector in (*self.rays, *self.steps)}
        if len(lengths) != 1:
            raise RulesetError(
                f"{text} needs at least one vector, and all of one length, such as (1, 0), (0, 1)."
            )
        (self.dimension,) = lengths
        self._symmetric = self._is_symmetric()

    def options(self, state: Vector) -> Iterator[Vector]:
        for _, option in self._moves(state):
            yield option

    def moves(self, state: Vector) -> Iterator[tuple[str, Vector]]:
        return ((self._name(multiple), option) for multiple, option in self._moves(state))

    def _moves(self, state: Vector) -> Iterator[tuple[Vector, Vector]]:
        for vector, repeated, before in self._vectors:
            multiple, option, times = vector, _minus(state, vector), 1
            while min(option) >= 0:
                if all(times % every for every in before):
                    yield multiple, option
                if not repeated:
                    break
                multiple, option, times = _plus(multiple, vector), _minus(option, vector), times + 1

    @cached_property
    def _vectors(self) -> tuple[tuple[Vector, bool, tuple[int, ...]], ...]:
        """Each vector, whether it is a ray, and which of its multiples came before."""
        vectors: list[tuple[Vector, bool, tuple[int, ...]]] = []
        for place, ray in enumerate(self.rays):
            earlier = self.rays[:place]
            vectors.append((ray, True, tuple(n for other in earlier if (n := _common(ray, other)))))
        for step in dict.fromkeys(self.steps):
            again = tuple(n for ray in self.rays if (n := _common(step, ray)))
            vectors.append((step, False, again))
        return tuple(each for each in vectors if 1 not in each[2])

    def _name(self, vector: Vector) -> str:
        heaps: dict[int, list[str]] = {}
        for place, amount in enumerate(vector, start=1):
            if amount:
                heaps.setdefault(amount, []).append(str(place))
        parts = (
            f"{amount} from heap{'s' if len(places) > 1 else ''} {' and '.join(places)}"
            for amount, places in heaps.items()
        )
        return "take " + " and ".join(parts)

    def canonical(self, state: Vector) -> Vector:
        return tuple(sorted(state)) if self._symmetric else state

    def _is_symmetric(self) -> bool:
        """Whether exchanging two neighbouring coordinates never changes the vectors."""
        return all(
            {_exchanged(vector, place) for vector in vectors} == vectors
            for vectors in (set(self.rays), set(self.steps) - set(self.rays))
            for place in range(self.dimension - 1)
        )

    def legal(self, state: Any) -> Vector:
        example = written(tuple(range(8, 8 + 4 * self.dimension, 4)))
        return naturals(state, self.text, example, count=self.dimension)

    def parse(self, text: str) -> Vector:
        """Read coordinates such as ``8,12``."""
        return super().parse(text)

    def scene(self, state: Vector) -> Scene:
        return (self._board(state) if self.dimension == 2 else None) or heaps_scene(state)

    def _board(self, state: Vector) -> Scene | None:
        down, across = state
        if max(state) > _BOARD:
            return None
        kinds: list[list[tuple[Kind, str]]] = [
            [("square", "")] * (across + 1) for _ in range(down + 1)
        ]
        kinds[down][across] = ("queen", "")
        numbers = [str(number) for number in range(max(state) + 1)]
        return board_scene(kinds, numbers[: down + 1], numbers[: across + 1])

    def indexed(self, state: Vector) -> Indexed | None:
        sizes = [at + 1 for at in state]
        ranking = fitting(numbers, *sizes)
        most = max(most_options(sizes, self.rays, len(self.steps)), 1)
        if ranking is None or most > MOST:
            return None
        return Indexed(
            Packed(ranking.join(state), packed.coordinates, data=self._data(ranking), most=most),
            ranking,
            word_of=ranking.join,
            state_of=lambda word: tuple(ranking.split(word)),
        )

    def _data(self, ranking: Ranking) -> Words:
        """Return the vectors as `grundy.games.kernels.packed.coordinates` takes them."""
        axes = zip(ranking.offsets, ranking.fields, strict=True)
        data = [self.dimension]
        for offset, field in axes:
            data += [offset, (1 << field.bits) - 1]
        for vectors, times in (self.rays, (1 << 62) - 1), (self.steps, 1):
            for vector in vectors:
                step = sum(a << at for a, at in zip(vector, ranking.offsets, strict=True))
                if step < 1 << ranking.bits:
                    data += [times, step, *vector]
        return np.array(data, np.int64)

    @cached_property
    def valuer(self) -> Boxes:
        """A compiled table, and a search for small states."""
        return Boxes(self)

    @reports
    def table(
        self, *ends: int, limits: Limits | None = None, progress: Progress | None = None
    ) -> Table:
        """Return the values of all states up to *ends*, the ends included.

        Args:
            ends: The greatest value of each coordinate.
            limits: How many states at most; `Limits()` by default.
            progress: Called now and then as ``progress("positions", done, 0)``.

        Returns:
            int32[end + 1, …], read-only: the value at each state.

        Raises:
            PositionError: If there are not as many ends as coordinates.
            LimitError: If there are more states than the limit.

        Cost: for each state and vector a few words of 64 bits, for the mex; 4 bytes a state are
        kept, 4 more for each ray while it works, and a bit for each value on each line.
        """
        ends = self.legal(ends)
        table = self.valuer.reaching(ends, limits)
        return table[tuple(slice(end + 1) for end in ends)]


def _vector(vector: Iterable[int]) -> Vector:
    try:
        entries = tuple(integer(entry, "") for entry in vector)
    except TypeError:
        raise RulesetError(
            f"A vector has whole numbers, such as (1, 0); found {vector!r}."
        ) from None
    if min(entries, default=-1) < 0 or not any(entries):
        raise RulesetError(
            f"A vector that a move subtracts has no negative entry and one that is not 0, "
            f"found {entries}: else a play might never end."
        )
    return entries


def _minus(state: Vector, vector: Vector) -> Vector:
    return tuple(a - b for a, b in zip(state, vector, strict=True))


def _common(vector: Vector, ray: Vector) -> int:
    """Return the least n for which n times the vector is a multiple of the ray, or 0."""
    one, other = math.gcd(*vector), math.gcd(*ray)
    if any(a * other != b * one for a, b in zip(vector, ray, strict=True)):
        return 0
    return other // math.gcd(one, other)


def _plus(state: Vector, vector: Vector) -> Vector:
    return tuple(a + b for a, b in zip(state, vector, strict=True))


def _exchanged(vector: Vector, place: int) -> Vector:
    return (*vector[:place], vector[place + 1], vector[place], *vector[place + 2 :])
