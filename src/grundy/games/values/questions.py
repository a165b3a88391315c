"""Values by the search of Lemoine and Viennot, by compiled rules where a game has them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from functools import cached_property

import numpy as np

from grundy.games.protocols import State
from grundy.games.rulebook import Rules, Valuer
from grundy.games.state_text import named
from grundy.games.values.one_value import Search
from grundy.games.values.packed import FIRST_SLOTS, Packed, Word, kernel, more_slots
from grundy.games.values.proofs import combined
from grundy.runtime.limits import Limits, Watch
from grundy.runtime.threads import Control, watched
from grundy.values import Outcome

# The search of Lemoine and Viennot by compiled rules: its table and its limits.

Table = tuple[np.ndarray, np.ndarray, np.ndarray]

_FIRST_FRAMES = 64


class NimberQueries:
    """The questions about words of one game, and the answers proved so far."""

    save: Callable[[], None] | None = None
    save_after = 0.0

    def __init__(self, rules: Packed) -> None:
        from grundy.games.kernels import questions

        self.rules = rules
        self._kernels = questions
        callbacks = rules.followers, rules.parts, rules.weigh
        self._callbacks = [kernel(function, rules.words) for function in callbacks]
        self._lock = threading.Lock()
        self._stack = [
            _states(_FIRST_FRAMES, rules.words),
            np.zeros((_FIRST_FRAMES, questions.COLUMNS), np.int64),
            _states(_FIRST_FRAMES * rules.most, rules.words),
            *np.zeros((2, _FIRST_FRAMES * rules.most), np.int64),
        ]
        self._scratch = _states(3 * rules.most, rules.words)
        self._state = np.zeros(questions.PLACES, np.int64)
        self._control: Control = np.zeros(2, np.int64)
        self.table = empty_table(FIRST_SLOTS, rules.words)

    @property
    def question_count(self) -> int:
        """How many questions have been looked at."""
        return int(self._state[self._kernels.COUNT])

    @property
    def component_count(self) -> int:
        """How many components the table holds."""
        return int(self._state[self._kernels.USED])

    @property
    def table(self) -> Table:
        """The arrays that say what is proved."""
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table
        self._state[self._kernels.USED] = np.count_nonzero(table[2])

    def known_value(self, word: Word) -> int | None:
        """Return the value of a state where the table has it, else None."""
        found = self.proved(word)
        return ~found if found < 0 else None

    def proved(self, word: Word) -> int:
        """Return what the table has of a state, as `grundy.games.values.proofs` has it."""
        if not self._lock.acquire(blocking=False):
            return 0  # another thread is searching
        try:
            return combined(map(self._proved_of_part, self._parts_of(word)))
        finally:
            self._lock.release()

    def _proved_of_part(self, part: Word) -> int:
        keys, excluded, exact = self.table
        slot = self._kernels.find(keys, exact, part)
        mark = int(exact[slot])
        return ~(mark - self._kernels.VALUE) if mark >= self._kernels.VALUE else int(excluded[slot])

    def first_unproved(self, control: Control) -> int:
        """Return the first slot of the table that the others do not prove, or -1."""
        return int(
            self._kernels.first_unproved(
                *self._callbacks, self.rules.data, self.rules.most, self._scratch, *self.table,
                control,
            )
        )  # fmt: skip

    def value(self, word: Word, name: str, *, limits: Limits | None = None) -> int | None:
        """Return the value of a state; None where one is too large for the table."""
        with self._lock:
            answers: dict[int, bool] = {}
            watch = Watch(limits, name, answers)
            total = 0
            for part in self._parts_of(word):
                answers.clear()
                value = self._value_of_part(part, watch, answers)
                if value is None:
                    return None
                total ^= value
            return total

    def has_value(
        self, word: Word, target: int, name: str, *, limits: Limits | None = None
    ) -> bool | None:
        """Return whether a state has this value; arguments and errors are those of `value`."""
        with self._lock:
            watch = Watch(limits, name, {})
            *smaller, largest = sorted(self._parts_of(word), key=self._weight) or (None,)
            for part in smaller:
                value = self._value_of_part(part, watch, {})
                if value is None:
                    return None
                target ^= value
            if largest is None:
                return target == 0
            return self._answer(largest, target, watch)

    # ---- one component ----------------------------------------------------------------------

    def _value_of_part(self, part: Word, watch: Watch, answers: dict[int, bool]) -> int | None:
        for value in range(self._kernels.MOST_VALUE + 1):
            answer = self._answer(part, value, watch)
            if answer is not False:
                return None if answer is None else value
            answers[value] = False
        return None

    def _answer(self, part: Word, value: int, watch: Watch) -> bool | None:
        kernels = self._kernels
        if value > kernels.MOST_VALUE:
            return None
        keys, _, exact = self.table
        if kernels.judge_one(part, value, *self.table) == kernels.ASK:
            words, frames = self._stack[:2]
            words[0], frames[0, kernels.TARGET] = part, value
            frames[0, kernels.ABOVE], frames[0, kernels.END] = -1, kernels.NEW
            self._state[kernels.OPEN], self._state[kernels.TOP] = 1, 0
            if self._search(watch) == kernels.TOO_LARGE:
                return None
            keys, _, exact = self.table
        return bool(exact[kernels.find(keys, exact, part)] == kernels.VALUE + value)

    def _search(self, watch: Watch) -> int:
        kernels, before = self._kernels, self.question_count
        rest = self._next_rest()

        def look(*_: object) -> None:
            watch.look(self.question_count - before, plain=False)
            if time.monotonic() > rest:
                self._control[1] = 1  # the search rests, and goes on from where it is

        while True:
            ended = watched(self._run, "positions", 0, look)
            if ended == kernels.STOPPED and self.save:
                self.save()
                rest = self._next_rest()
            elif ended == kernels.FULL:
                self._grow_table(watch, self.question_count - before)
            elif ended == kernels.DEEP:
                self._stack = [np.concatenate([a, np.zeros_like(a)]) for a in self._stack]
            else:
                return int(ended)

    def _next_rest(self) -> float:
        return time.monotonic() + self.save_after if self.save else math.inf

    def _run(self, control: Control) -> int:
        self._control = control
        return int(
            self._kernels.search(
                *self._callbacks, self.rules.data, self.rules.most, *self._stack, self._scratch,
                self._state, *self.table, control,
            )
        )  # fmt: skip

    def _grow_table(self, watch: Watch, done: int) -> None:
        slots = len(self.table[0])
        more = more_slots(slots)
        watch.require_memory(more // slots * sum(array.nbytes for array in self.table), done)
        larger = empty_table(more, self.rules.words)
        self._kernels.move_table(*self.table, *larger)
        self._table = larger

    def _parts_of(self, word: Word) -> list[Word]:
        from grundy.games.kernels.packed import call

        count = call(self._callbacks[1], word, self.rules.data, self._scratch)
        parts = self._scratch[:count].tolist()
        return parts if self.rules.words == 1 else list(map(tuple, parts))

    def _weight(self, part: Word) -> int:
        from grundy.games.kernels.packed import call

        return int(call(self._callbacks[2], part, self.rules.data, self._scratch))


def empty_table(slots: int, words: int = 1) -> Table:
    """Return the arrays keys, excluded and exact of a table without entries."""
    return _states(slots, words), np.zeros(slots, np.uint64), np.zeros(slots, np.uint8)


def _states(length: int, words: int) -> np.ndarray:
    """Return room for states as `grundy.games.kernels.questions` has them."""
    return np.zeros(length if words == 1 else (length, words), np.int64)


class ByQuestions(Valuer[Rules]):
    """The search of a game whose hook `packed` has *parts* and *weigh*, and whose plays end."""

    asks_outcome = True

    def __init__(self, ruleset: Rules) -> None:
        super().__init__(ruleset)
        self._questions: NimberQueries | None = None

    def value(self, state: State, *, limits: Limits | None = None) -> int:
        """Return the value of a board."""
        packed = self.ruleset.packed(state)
        if packed is not None:
            asking, name = self._asking(packed), f"The value of {named(self.ruleset, state)}"
            answer = asking.value(packed.as_words, name, limits=limits)
            if answer is not None:
                return answer
        return self._plain.value(state, limits=limits)

    def outcome(self, state: State, beside: int = 0, *, limits: Limits | None = None) -> Outcome:
        """Ask the largest part for one value: that is less than finding it."""
        packed = self.ruleset.packed(state)
        if packed is not None:
            name = f"The search for who wins {named(self.ruleset, state)}"
            lost = self._asking(packed).has_value(packed.as_words, beside, name, limits=limits)
            if lost is not None:
                return Outcome.P if lost else Outcome.N
        return self._plain.outcome(state, beside, limits=limits)

    def proved(self, state: State) -> int:
        """Return what the table has of a board, or else what the plain search has proved."""
        packed, asking = self.ruleset.packed(state), self._questions
        if packed is None or asking is None or asking.rules.key != packed.key:
            return self._plain.proved(state)
        return asking.proved(packed.as_words) or self._plain.proved(state)

    def questions(self, state: State) -> NimberQueries | None:
        """Return the compiled search, with its table; None for a board that is too large."""
        packed = self.ruleset.packed(state)
        return None if packed is None or packed.weigh is None else self._asking(packed)

    def _asking(self, packed: Packed) -> NimberQueries:
        if self._questions is None or self._questions.rules.key != packed.key:
            self._questions = None  # before memory is taken for the next
            self._questions = NimberQueries(packed)
        return self._questions

    @cached_property
    def _plain(self) -> Search:
        return Search(self.ruleset)
