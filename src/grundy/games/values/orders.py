"""Two orders of the moves, which take turns to answer a question about a game.

Which order is good nobody knows: each uses what the other has proved. Where options fall apart,
the weights of their parts give the order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from grundy.errors import CycleError
from grundy.games.parts import Parts
from grundy.games.values.proofs import NONE, Atom, Atoms, Proofs, Question, least_left
from grundy.runtime.limits import Watch

_FIRST_TURN = 4_096  # options of the first turn of an order of moves


class Prover:
    """Answers questions, and what they depend on before them, as far as a watch allows."""

    def __init__(self, proofs: Proofs, watch: Watch) -> None:
        self.proofs = proofs
        self.watch = watch
        watch.keep(proofs.known, proofs.lost)
        self.question_count = 0

    def value(self, atom: Atom) -> int:
        """Return the value of an atom."""
        while (proof := self.proofs.of(atom)) >= 0:
            self.answer(atom, least_left(proof))
        return ~proof

    def has_value(self, atoms: Atoms, value: int) -> bool:
        """Return whether a sum of atoms has a value."""
        while not isinstance(judged := self.proofs.judge_sum(atoms, value), bool):
            self.answer(*judged)
        return judged

    def answer(self, atom: Atom, n: int) -> None:
        """Answer one question; CycleError where play can come back and neither order shows it."""
        ways: list[_Way | _PlainWay] = [_Way(self, last_first=False)]
        if self.proofs.weigh is None:
            ways.append(_Way(self, last_first=True))
            if n == 0:
                ways[0] = _PlainWay(self)
        turn = _FIRST_TURN
        while ways:
            for way in list(ways):
                try:
                    self.question_count += way.go_on((atom, n), turn)
                except CycleError:
                    ways.remove(way)
                    if not ways:
                        raise
                except _FallsApart:
                    ways[0] = _Way(self, last_first=False)
                proof = self.proofs.known.get(atom, 0)
                if proof < 0 or proof >> n & 1:
                    return
            turn *= 2

    def look(self, more: int) -> None:
        """Look at the limits, with so many questions more."""
        self.watch.look(self.question_count + more)


def _never(option: Any) -> None:
    """Know nothing of an option that falls apart, without looking at its parts."""


class _Frame:
    """A question, and what of its options is left, the next one last."""

    __slots__ = ("atom", "left", "loop", "most", "n")

    def __init__(self, atom: Atom, n: int, left: list[Any]) -> None:
        self.atom = atom
        self.n = n
        self.left = left
        self.most = -1  # the value is proved to be this or less
        self.loop: Atom = NONE  # an option that was passed over, as it is being asked about


class _Way:
    """The questions that are open in one order of the moves."""

    def __init__(self, prover: Prover, *, last_first: bool) -> None:
        self._prover, self._proofs = prover, prover.proofs
        self._last_first = last_first
        self._stack: list[_Frame] = []
        self._open: set[Atom] = set()
        self._seen = 0
        self._work = 0
        self._left = math.inf

    def go_on(self, question: Question, most: int) -> int:
        """Look at *most* options, or until this is answered; return the questions asked."""
        self._seen = self._work = 0
        self._prover.look(0)
        self._left = self._prover.watch.positions_left
        stack = self._resumed()
        if not stack:
            self._ask(*question)
        known, note = self._proofs.known, self._proofs.note
        while stack and self._work < most:
            frame = stack[-1]
            if self._has_option(frame):
                known[frame.atom] = known.get(frame.atom, 0) | 1 << frame.n
            elif frame is not stack[-1]:
                continue  # another question comes first
            elif frame.loop is not NONE:
                atoms = [frame.atom for frame in stack]
                raise CycleError(atoms[atoms.index(frame.loop) :])
            elif frame.n == 0:
                note(frame.atom, -1)
                frame.most = -1
            else:
                frame.most = frame.n
            if frame.most < 0 or self._is_settled(frame):
                stack.pop()
                self._open.remove(frame.atom)
        return self._seen

    def _resumed(self) -> list[_Frame]:
        """Return the stack without what the other order has answered meanwhile."""
        known, stack = self._proofs.known, self._stack
        for place, frame in enumerate(stack):
            proof = known.get(frame.atom, 0)
            if proof < 0 or (frame.most < 0 and proof >> frame.n & 1):
                del stack[place:]
                self._open = {frame.atom for frame in stack}
                break
        return stack

    def _has_option(self, frame: _Frame) -> bool:
        """Go through what is left of a question; an option to be asked about goes on the stack."""
        proofs, n, left = self._proofs, frame.n, frame.left
        proof_of = proofs.known.get if proofs.weigh is None else _never
        judged: Any
        while left:
            proof = proof_of(left[-1])
            if proof is None:
                judged = proofs.judge(left[-1], n)
            elif proof < 0:
                judged = proof == ~n
            else:
                judged = False if proof >> n & 1 else (left[-1], n)
            if judged is True:
                return True
            if judged is False:
                left.pop()
                continue
            child, m = judged
            if child in self._open:
                frame.loop = child
                left.pop()
            elif self._ask(child, m):
                return False
        return False

    def _ask(self, atom: Atom, n: int) -> bool:
        """Push a question on the stack unless its answer is known; return whether it was pushed."""
        self._seen += 1
        if not self._seen & self._prover.watch.between or self._seen > self._left:
            self._prover.look(self._seen)
        left = self._proofs.left(atom, n, self._prover.watch)
        if left is None:
            self._work += 1
            known = self._proofs.known
            known[atom] = known.get(atom, 0) | 1 << n
            return False
        self._work += 1 + len(left)
        self._open.add(atom)
        if not self._last_first:
            left.reverse()
        self._stack.append(_Frame(atom, n, left))
        return True

    def _is_settled(self, frame: _Frame) -> bool:
        """Ask for the least value that is not excluded, unless that is the most that it may be."""
        proofs, atom = self._proofs, frame.atom
        while (least := least_left(proofs.known.get(atom, 0))) < frame.most:
            left = proofs.left(atom, least, self._prover.watch)
            if left is not None:
                if not self._last_first:
                    left.reverse()
                frame.n, frame.left, frame.loop = least, left, NONE
                return False
            proofs.known[atom] = proofs.known.get(atom, 0) | 1 << least
        proofs.note(atom, ~frame.most)
        return True


class _FallsApart(Exception):  # noqa: N818 - no error: an option is a sum
    pass


class _PlainWay:
    """Who wins, by the options as they come: a memo that stops at the first winning move."""

    def __init__(self, prover: Prover) -> None:
        self._prover, self._proofs = prover, prover.proofs
        self._stack: list[tuple[Atom, Iterator[Any], Atom]] = []

    def go_on(self, question: Question, most: int) -> int:
        """Look at the options of *most* states or more, until this is answered; return how many."""
        proofs, stack, seen = self._proofs, self._stack, 0
        known, options_of, hint = proofs.known, proofs.options, proofs.hint
        self._prover.look(0)
        watch = self._prover.watch
        left = watch.positions_left
        if not stack:
            proofs.last = question[0]
            stack.append((question[0], iter(options_of(question[0])), NONE))
        open_ = {state for state, _, _ in stack}
        state, options, loop = stack.pop()
        proofs.last, option = state, NONE  # this stays while a state looked at first has shown none
        while seen < 2 * most:  # they cost less than those of the other order
            for option in options:
                proof = known.get(option, 0)
                if not proof and hint is not None:
                    proof = proofs.of(option)
                if proof == 1:  # won, as most are
                    continue
                if proof == -1:
                    proof = known[state] = known.get(state, 0) | 1
                    break
                if proof >= 0 and not proof & 1:
                    if isinstance(option, Parts):
                        raise _FallsApart
                    if option in open_:
                        loop = option
                        continue
                    seen += 1
                    if not seen & watch.between or seen > left:
                        self._prover.look(seen)
                    stack.append((state, options, loop))
                    open_.add(option)
                    proofs.last = state = option
                    options, loop, option = iter(options_of(state)), NONE, NONE
                    proof = 0  # of the state that is looked at next
                    break
            else:
                proof = self._note_end(state, loop, may_end=option is NONE)
            while proof < 0 or proof & 1:
                if not stack:
                    return seen
                open_.remove(state)
                option = state
                proofs.last, options, loop = stack.pop()
                state = proofs.last
                lost, proof = proof == -1, known.get(state, 0)
                if lost:
                    proof = known[state] = proof | 1
        stack.append((state, options, loop))
        return seen

    def _note_end(self, state: Atom, loop: Atom, *, may_end: bool) -> int:
        """Note what follows where no option is lost: that the state is, if there are any."""
        proofs = self._proofs
        if may_end and proofs.end_wins and next(iter(proofs.options(state)), NONE) is NONE:
            proofs.known[state] = 1
            return 1
        if loop is not NONE:
            path = [state for state, _, _ in self._stack] + [state]
            raise CycleError(path[path.index(loop) :])
        proofs.note(state, -1)
        return -1
