"""What some positions reach, options first: closed under moves, and never round in a circle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from grundy.errors import CycleError
from grundy.running.limits import Watch

Node = TypeVar("Node", bound=Hashable)

_LOOK = 255


def closed(
    roots: Iterable[Node],
    following: Callable[[Node], Iterable[Node]],
    watch: Watch,
    text: Callable[[Node], str],
) -> Mapping[Node, int]:
    """Return numbers for all that can be reached; what follows on something has smaller ones."""
    numbers: dict[Node, int] = {}
    for root in roots:
        path: dict[Node, Iterator[Node]] = {} if root in numbers else {root: iter(following(root))}
        while path:
            here, left = next(reversed(path.items()))
            more = next((node for node in left if node not in numbers), None)
            if more is None:
                numbers[here] = len(numbers)
                del path[here]
            elif more in path:
                raise _cycle(list(path), more, text)
            else:
                path[more] = iter(following(more))
                if not (len(numbers) + len(path)) & _LOOK:
                    watch.look(len(numbers) + len(path))
    watch.look(len(numbers))
    return numbers


def _cycle(path: list[Node], again: Node, text: Callable[[Node], str]) -> CycleError:
    cycle = [text(node) for node in path[path.index(again) :]]
    return CycleError(
        cycle,
        "Misère quotients and forms are of games that end",
        'Ask outcome("misere") of the position instead.',
    )
