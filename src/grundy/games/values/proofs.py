"""Proofs of "has this the value n?": the one search for who wins, and for one value.

To ask whether G has the value n is to ask who wins G + *n: an option of G that has the value n
wins it. A question stops at the first such option. What is proved is kept, and a proof never
rests on a play that comes back: so it holds for games with cycles, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from grundy.errors import CycleError
from grundy.games.parts import Parts

if TYPE_CHECKING:
    from grundy.runtime.limits import Watch

Atom = Any
"""A component in canonical form: what answers are kept for."""

Atoms = tuple[Atom, ...]

Question = tuple[Atom, int]
"""Has this component this value?"""

_NONE: Any = object()
_AT_ONCE = 4_096  # options of one state between two looks at the limits
_LOOK = 63  # questions between two looks, less one; a power of two less one
_FIRST_TURN = 4_096  # options of the first turn of an order of moves


class Proofs:
    """The questions about one game, and the answers proved so far.

    Attributes:
        known: What is proved of an atom: ~v, which is negative, where its value is v; else a
            number whose bit n is 1 where the value is not n.
        lost: The atoms of value 0, by the order in which that was proved.
        last: The atom whose options were asked for last.
    """

    def __init__(
        self,
        options: Callable[[Atom], Iterable[Any]],
        atoms: Callable[[Any], Atoms],
        hint: Callable[[Atom], int],
        *,
        weigh: Callable[[Atom], int] | None = None,
        end_wins: bool = False,
    ) -> None:
        """Take the rules.

        Args:
            options: The options of an atom: atoms, or positions; with *weigh* tuples of atoms.
            atoms: What a position falls apart into.
            hint: What is known of an atom from elsewhere, as `known` has it; 0 for nothing.
            weigh: Guesses the work that an atom makes, where options fall apart.
            end_wins: Whether who cannot move wins; then 0 is the only value that is asked for.
        """
        self.known: dict[Atom, int] = {}
        self.lost: dict[Atom, int] = {}
        self.last: Atom = None
        self.options = options
        self.hint = hint
        self.weigh = weigh
        self.end_wins = end_wins
        self._atoms = atoms
        self._asked = 0

    def value(self, atom: Atom, watch: Watch) -> int:
        """Return the value of an atom."""
        self._asked = 0
        while (found := self._of(atom)) >= 0:
            self.answer(atom, _least(found), watch)
        return ~found

    def has_value(self, atoms: Atoms, wanted: int, watch: Watch) -> bool:
        """Return whether a sum of atoms has a value."""
        self._asked = 0
        while not isinstance(judged := self._judge_sum(atoms, wanted), bool):
            self.answer(*judged, watch)
        return judged

    def values(self) -> Mapping[Atom, int]:
        """Return the values proved so far, as a mapping that follows what comes to be known."""
        return _Values(self.known)

    def answer(self, atom: Atom, n: int, watch: Watch) -> None:
        """Answer one question, and before it all that it depends on.

        Which order of the moves is good nobody knows: two take turns, and each uses what the
        other has proved. Where options fall apart, their weights give the order.
        """
        ways = [_Way(self, last_first=False)]
        if self.weigh is None:
            ways.append(_Way(self, last_first=True))
        turn = _FIRST_TURN
        while ways:
            for way in list(ways):
                try:
                    self._asked += way.go_on((atom, n), turn, watch)
                except CycleError:
                    ways.remove(way)
                    if not ways:
                        raise
                if self._is_answered(atom, n):
                    return
            turn *= 2

    def asked(self, more: int) -> int:
        """Return how many questions a call has asked, with these."""
        return self._asked + more

    # ---- what is known -----------------------------------------------------------------------

    def _of(self, atom: Atom) -> int:
        found = self.known.get(atom)
        if found is None:
            found = self.hint(atom)
            if found:
                self.note(atom, found)
        return found

    def note(self, atom: Atom, found: int) -> None:
        """Keep what is proved of an atom."""
        self.known[atom] = found
        if found == -1:
            self.lost.setdefault(atom, len(self.lost))

    def _is_answered(self, atom: Atom, n: int) -> bool:
        found = self.known.get(atom, 0)
        return found < 0 or bool(found >> n & 1)

    def judge(self, option: Any, n: int) -> bool | Question:
        """Return whether an option has the value n, or what has to be answered first."""
        if self.weigh is not None:
            return self._judge_sum(option, n)
        if isinstance(option, Parts):
            return self._judge_sum(self._atoms(option), n)
        found = self._of(option)
        if found < 0:
            return found == ~n
        return False if found >> n & 1 else (option, n)

    def _judge_sum(self, atoms: Atoms, n: int) -> bool | Question:
        unknown = []
        for atom in atoms:
            found = self._of(atom)
            if found < 0:
                n ^= ~found
            else:
                unknown.append(atom)
        if not unknown:
            return n == 0
        if len(unknown) == 1:
            return False if self._of(unknown[0]) >> n & 1 else (unknown[0], n)
        # All but one have to be known whatever happens: begin with the cheapest.
        atom = unknown[0] if self.weigh is None else min(unknown, key=self.weigh)
        return atom, _least(self._of(atom))

    def left(self, atom: Atom, n: int, watch: Watch) -> list[Any] | None:
        """Return the options of which it is left to be asked whether they have the value n.

        None where one is known to have it.
        """
        self.last = atom
        options = iter(self.options(atom))
        left: list[Any] = []
        first = next(options, _NONE)
        if first is _NONE:
            return None if self.end_wins else left
        whole, known, has = self.weigh is None, self.known.get, ~n
        while first is not _NONE:
            for met in chain((first,), islice(options, _AT_ONCE)):
                if whole:
                    found = known(met)
                    if found is None or (found >= 0 and not found >> n & 1):
                        left.append(met)
                    elif found == has:
                        return None
                else:
                    judged = self._judge_sum(met, n)
                    if judged is True:
                        return None
                    if judged is not False:
                        left.append(met)
            first = next(options, _NONE)
            if first is not _NONE:
                watch.again()
        return left if whole else sorted(dict.fromkeys(left), key=self._weight)

    def _weight(self, atoms: Atoms) -> int:
        """Guess the work of a sum: by the moves of its components that are not known."""
        assert self.weigh is not None  # noqa: S101 - the caller has seen to it
        return sum(self.weigh(atom) ** 2 for atom in atoms if self._of(atom) >= 0)


class _Frame:
    """A question, and what of its options is left, the next one last."""

    __slots__ = ("atom", "left", "loop", "most", "n")

    def __init__(self, atom: Atom, n: int, left: list[Any]) -> None:
        self.atom = atom
        self.n = n
        self.left = left
        self.most = -1  # the value is proved to be this or less
        self.loop: Atom = _NONE  # an option that was passed over, as it is being asked about


class _Way:
    """The questions that are open in one order of the moves."""

    def __init__(self, proofs: Proofs, *, last_first: bool) -> None:
        self._proofs = proofs
        self._step = -1 if last_first else 1
        self._stack: list[_Frame] = []
        self._open: set[Atom] = set()
        self._seen = 0
        self._work = 0
        self._left = math.inf

    def go_on(self, question: Question, most: int, watch: Watch) -> int:
        """Look at *most* options, or until this is answered; return the questions asked."""
        self._seen = self._work = 0
        watch.look(self._proofs.asked(0))
        self._left = watch.positions_left
        stack = self._resumed()
        if not stack:
            self._ask(*question, watch)
        while stack and self._work < most:
            frame = stack[-1]
            if self._has_option(frame, watch):
                self._deny(frame.atom, frame.n)
                self._next(frame, watch)
            elif frame is stack[-1]:
                if frame.loop is not _NONE:
                    atoms = [frame.atom for frame in stack]
                    raise CycleError(atoms[atoms.index(frame.loop) :])
                frame.most = frame.n
                self._next(frame, watch)
        return self._seen

    def _resumed(self) -> list[_Frame]:
        """Return the stack without what the other order has answered meanwhile."""
        known, stack = self._proofs.known, self._stack
        for place, frame in enumerate(stack):
            found = known.get(frame.atom, 0)
            if found < 0 or (frame.most < 0 and found >> frame.n & 1):
                del stack[place:]
                self._open = {frame.atom for frame in stack}
                break
        return stack

    def _has_option(self, frame: _Frame, watch: Watch) -> bool:
        """Go through what is left of a question; an option to be asked about goes on the stack."""
        proofs, n, left = self._proofs, frame.n, frame.left
        known, judge, whole = proofs.known.get, proofs.judge, proofs.weigh is None
        while left:
            found = known(left[-1]) if whole else None
            judged = judge(left[-1], n) if found is None else found == ~n
            if judged is True:
                return True
            if judged is False and (found is None or found < 0 or found >> n & 1):
                left.pop()
                continue
            child, m = (left[-1], n) if judged is False else judged
            if child in self._open:
                frame.loop = child
                left.pop()
            elif self._ask(child, m, watch):
                return False
        return False

    def _ask(self, atom: Atom, n: int, watch: Watch) -> bool:
        """Put a question on the stack, if it is not answered by what is known; say whether."""
        self._seen += 1
        if not self._seen & _LOOK or self._seen > self._left:
            watch.look(self._proofs.asked(self._seen))
        left = self._proofs.left(atom, n, watch)
        if left is None:
            self._work += 1
            self._deny(atom, n)
            return False
        self._work += 1 + len(left)
        self._open.add(atom)
        self._stack.append(_Frame(atom, n, left[:: -self._step]))
        return True

    def _deny(self, atom: Atom, n: int) -> None:
        known = self._proofs.known
        known[atom] = known.get(atom, 0) | 1 << n

    def _next(self, frame: _Frame, watch: Watch) -> None:
        """Ask for the least value that is not excluded, up to the most that it may be."""
        proofs, atom = self._proofs, frame.atom
        if frame.most >= 0:
            while (least := _least(proofs.known.get(atom, 0))) < frame.most:
                left = proofs.left(atom, least, watch)
                if left is not None:
                    frame.n, frame.left, frame.loop = least, left[:: -self._step], _NONE
                    return
                self._deny(atom, least)
            proofs.note(atom, ~frame.most)
        self._stack.pop()
        self._open.remove(atom)


class _Values(Mapping[Atom, int]):
    """The values among what is known."""

    def __init__(self, known: dict[Atom, int]) -> None:
        self._known = known

    def __getitem__(self, atom: Atom) -> int:
        found = self._known[atom]
        if found >= 0:
            raise KeyError(atom)
        return ~found

    def __iter__(self) -> Iterator[Atom]:
        return (atom for atom, found in self._known.items() if found < 0)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _least(excluded: int) -> int:
    """Return the least value that is not excluded."""
    return (~excluded & (excluded + 1)).bit_length() - 1
