"""Proofs of "has this the value n?": the one search for who wins, and for one value.

To ask whether G has the value n is to ask who wins G + *n: an option of G that has the value n
wins it. A question stops at the first such option. What is proved is kept, and a proof never
rests on a play that comes back: so it holds for games with cycles, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any

from grundy.games.parts import Parts
from grundy.runtime import limits
from grundy.runtime.limits import Watch

Atom = Any
"""A component in canonical form: what answers are kept for."""

Atoms = tuple[Atom, ...]

Question = tuple[Atom, int]
"""Has this component this value?"""

NONE: Any = object()
# Options of one state between two looks at the limits: as they are, or weighed, one by one.
_AT_ONCE, _WEIGHED_AT_ONCE = 4_096, 64


class Proofs:
    """The questions about one game, and the answers proved so far.

    Attributes:
        options: Returns those of an atom: atoms, or positions; with *weigh* tuples of atoms.
        weigh: Guesses the work that an atom makes, where options fall apart.
        end_wins: Whether who cannot move wins; then 0 is the only value that is asked for.
        known: What is proved of an atom: ~v, which is negative, where its value is v; else a
            number whose bit n is 1 where the value is not n.
        lost: The atoms of value 0, by the order in which that was proved.
        last: The atom whose options were asked for last.
        hint: Returns what is known of an atom from elsewhere, as `known` has it, 0 for nothing.
    """

    def __init__(
        self,
        options: Callable[[Atom], Iterable[Any]],
        atoms: Callable[[Any], Atoms],
        *,
        weigh: Callable[[Atom], int] | None = None,
        end_wins: bool = False,
    ) -> None:
        self.known: dict[Atom, int] = {}
        self.lost: dict[Atom, int] = {}
        self.last: Atom = None
        self.options = options
        self.hint: Callable[[Atom], int] | None = None
        self.weigh = weigh
        self.end_wins = end_wins
        self._atoms = atoms
        self._most = 0
        self._is_new = True

    @property
    def wants_room(self) -> bool:
        """Whether `make_room` has something to do."""
        return self._is_new or len(self.known) > self._most

    def make_room(self) -> None:
        """Forget all before a new question, where more is kept than may be.

        That is `MOST_KEPT`, or twice what the first question afterwards needs: so most questions
        find what was proved, and few have to prove it again.
        """
        if self._is_new:
            self._most = max(limits.MOST_KEPT, 2 * len(self.known))
        self._is_new = len(self.known) > self._most
        if self._is_new:
            self.known.clear()
            self.lost.clear()

    def values(self) -> Mapping[Atom, int]:
        """Return the values proved so far, as a mapping that follows what comes to be known."""
        return _Values(self.known)

    def of(self, atom: Atom) -> int:
        """Return what is known of an atom, as `known` has it; 0 for nothing."""
        proof = self.known.get(atom)
        if proof is None:
            proof = 0 if self.hint is None else self.hint(atom)
            if proof:
                self.note(atom, proof)
        return proof

    def note(self, atom: Atom, proof: int) -> None:
        """Keep what is proved of an atom."""
        self.known[atom] = proof
        if proof == -1:
            self.lost.setdefault(atom, len(self.lost))

    def of_sum(self, state: Any) -> int:
        """Return what is known of a position, or of what falls apart, as `known` has it."""
        return combined(map(self.of, self._atoms(state)))

    def judge(self, option: Any, n: int) -> bool | Question:
        """Return whether an option has the value n, or what has to be answered first."""
        if self.weigh is not None:
            return self.judge_sum(option, n)
        if isinstance(option, Parts):
            return self.judge_sum(self._atoms(option), n)
        proof = self.of(option)
        if proof < 0:
            return proof == ~n
        return False if proof >> n & 1 else (option, n)

    def judge_sum(self, atoms: Atoms, n: int) -> bool | Question:
        """Return whether a sum has the value n, or what has to be answered first."""
        unknown = []
        for atom in atoms:
            proof = self.of(atom)
            if proof < 0:
                n ^= ~proof
            else:
                unknown.append(atom)
        if not unknown:
            return n == 0
        if len(unknown) == 1:
            return False if self.of(unknown[0]) >> n & 1 else (unknown[0], n)
        # All but one have to be known whatever happens: begin with the cheapest.
        atom = unknown[0] if self.weigh is None else min(unknown, key=self.weigh)
        return atom, least_left(self.of(atom))

    def left(self, atom: Atom, n: int, watch: Watch) -> list[Any] | None:
        """Return the options of which it is left to be asked whether they have the value n.

        None where one is known to have it.
        """
        self.last = atom
        options = iter(self.options(atom))
        left: list[Any] = []
        whole, proof_of, has, option = self.weigh is None, self.known.get, ~n, NONE
        each = _AT_ONCE if whole else _WEIGHED_AT_ONCE
        more: Iterable[Any] = islice(options, each)
        while True:
            for option in more:
                if whole:
                    proof = proof_of(option)
                    if proof is None or (proof >= 0 and not proof >> n & 1):
                        left.append(option)
                    elif proof == has:
                        return None
                else:
                    judged = self.judge_sum(option, n)
                    if judged is True:
                        return None
                    if judged is not False:
                        left.append(option)
            first = next(options, NONE)
            if first is NONE:
                break
            more = chain((first,), islice(options, each))
            watch.listed(each)
        if option is NONE and self.end_wins:
            return None
        return left if whole else sorted(dict.fromkeys(left), key=partial(self._weight, watch))

    def _weight(self, watch: Watch, atoms: Atoms) -> int:
        """Guess the work of a sum: by the moves of its components that are not known."""
        assert self.weigh is not None  # noqa: S101 - the caller has seen to it
        watch.again()
        return sum(self.weigh(atom) ** 2 for atom in atoms if self.of(atom) >= 0)


class _Values(Mapping[Atom, int]):
    """The values among what is known."""

    def __init__(self, proofs: dict[Atom, int]) -> None:
        self._proofs = proofs

    def __getitem__(self, atom: Atom) -> int:
        proof = self._proofs[atom]
        if proof >= 0:
            raise KeyError(atom)
        return ~proof

    def __iter__(self) -> Iterator[Atom]:
        return (atom for atom, proof in self._proofs.items() if proof < 0)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def least_left(excluded: int) -> int:
    """Return the least value that is not excluded."""
    return (~excluded & (excluded + 1)).bit_length() - 1


def combined(proofs: Iterable[int]) -> int:
    """Return what is known of a sum by that of its parts, all as `Proofs.known` has it."""
    total, unknown = 0, []
    for one in proofs:
        if one < 0:
            total ^= ~one
        else:
            unknown.append(one)
    if not unknown:
        return ~total
    left = unknown[0] if len(unknown) == 1 else 0
    return sum(1 << (n ^ total) for n in range(left.bit_length()) if left >> n & 1)
