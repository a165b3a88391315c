"""Who wins a sum, and by which moves: what the games of its parts know, put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, islice
from time import process_time
from typing import TYPE_CHECKING, Generic

from grundy import markup
from grundy.errors import LimitError, PositionError
from grundy.games.parts import Move, Parts, Stretch, grouped, naming_position
from grundy.games.protocols import NOT_ADDITIVE, Answers, HasRuns, Justification, State, Theorem
from grundy.games.state_by_state import StateByState, is_known_lost, is_known_won, why
from grundy.games.state_text import require_one_turn, shown
from grundy.games.symmetry import BY_PAIRS, is_wide, unpaired
from grundy.runtime.limits import Limits, Progress, Watch, reporting, thread_time
from grundy.values import LOONY, LoopyValue, Outcome, Play, Value, add, outcome_of

if TYPE_CHECKING:
    from grundy.games.rulebook import Rulebook
    from grundy.games.values.one_value import SearchedSum


_MOST_SHOWN = 40  # parts that a notebook has room for
# What a value may take that nobody asks for: where less is asked of who wins, and where a theorem
# says it. Rules in Python have time of the processor, so that a busy machine answers the same.
_WITHIN = Limits(positions=200_000, seconds=1.0, _clock=thread_time)
_BESIDE = Limits(positions=500_000, seconds=2.0)
_OF_QUESTIONS = Limits(positions=5_000_000, seconds=5.0, _clock=process_time)
_AT_ONCE = replace(_WITHIN, positions=20_000, seconds=0.25)  # where it is said who wins


class SolvedParts(Generic[Move]):
    """Who wins a position, and how: a `grundy.games.position.Solved` without its type."""

    def __init__(
        self,
        position: Parts[Move],
        play: Play = "normal",
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.position = position
        self.play = play
        self.rule = ""
        self.limits = None if limits is None else limits.for_one_question()
        self._progress = progress  # for what is asked later, too
        self._stretches, states = grouped(position)
        require_one_turn(states, position.part_count)
        with reporting(progress, self.limits):
            self._answers = self._ask_games(states)
        if play == "misere" and self._answers:
            self.rule = self._answers[0].rule

    @property
    def is_answered(self) -> bool:
        """Whether the rules of the parts answer, so that the whole need not be searched."""
        return bool(self._answers)

    # ---- who wins ---------------------------------------------------------------------------

    @cached_property
    def outcome(self) -> Outcome:
        """Who wins with best play."""
        with reporting(self._progress, self.limits):
            if not self._answers:
                if self._theorem is not None:
                    lost = self._theorem.lost(self.position.part(0).state)
                    return Outcome.P if lost else Outcome.N
                return self._whole.outcome(self.position)
            if self.play == "misere":
                return self._answers[0].outcome
            if self.unpaired is not None:
                return SolvedParts(self.rest, limits=self.limits).outcome
            return self._answers[0].outcome if len(self._answers) == 1 else self._by_one_question()

    def _by_one_question(self) -> Outcome:
        """Who wins parts of several games: only of the widest the value need not be known."""
        by_state = [answers for answers in self._answers if isinstance(answers, StateByState)]
        if not by_state:
            return outcome_of(self._total)
        last = max(by_state, key=lambda answers: answers.width)
        return last.outcome_beside(add([one.value() for one in self._answers if one is not last]))

    @cached_property
    def unpaired(self) -> list[int] | None:
        """The places of the parts left where equal ones cancel, under normal play; or None."""
        return unpaired(self.position)

    @cached_property
    def rest(self) -> Parts[Move]:
        """The parts at these places, or all."""
        if self.unpaired is None:
            return self.position
        return type(self.position)(self.position.part(place) for place in self.unpaired)

    @property
    def because(self) -> Justification:
        """Why it is won or lost, in sentences, where no value says it."""
        if self.play == "normal":
            parts = self.rest.first_parts(_MOST_SHOWN)
            paired = [] if self.unpaired is None else [BY_PAIRS]
            sentences = tuple(dict.fromkeys([*paired, *(why(*part) for part in parts)]))
            return Justification(" ".join(sentences), sentences)
        if self._theorem is not None:
            return Justification(self._theorem.cited, (self._theorem.cited,))
        return self._answers[0].because if self._answers else self._whole.because

    def called(self, position: HasRuns) -> str:
        """Return how the misère rule calls a sum of such parts; empty where it has no name."""
        return self._answers[0].called(position) if self.rule else ""

    def value(self) -> Value:
        """Return the value of the position; see `Position.value`."""
        if self.play == "normal":
            return self._total
        if sum(stretch.count for stretch in self._stretches) > 1:
            raise PositionError(NOT_ADDITIVE)
        if self.rule:
            try:
                return self._answers[0].value()
            except PositionError:
                pass  # a rule may say who wins, and no value
        return self._whole.value(self.position)

    def value_soon(self) -> Value | None:
        """Return the value; None where only who wins is known, as a value would take longer."""
        return self._value_soon

    @cached_property
    def _value_soon(self) -> Value | None:
        runs = self.position.runs
        asks_less = any(run.ruleset.valuer.asks_less for run in runs)
        proved = all(run.ruleset.valuer.theorem is not None for run in runs)
        copied = not proved and self.decided_at_once
        asked = all(run.ruleset.ends and run.ruleset.valuer.asks_outcome for run in runs)
        if (asks_less or proved or asked) and "_total" not in vars(self):
            _ = self.outcome  # an error of it is passed on
        try:
            if asks_less or proved or copied or asked:
                at_once = copied or (proved and self.needs_no_search)
                beside = _BESIDE if proved else _OF_QUESTIONS
                within = _AT_ONCE if at_once else _WITHIN if asks_less else beside
                SolvedParts(self.position, limits=within.beside(self.limits)).value()
            return self.value()
        except LimitError:
            _ = self.outcome  # an error of it is passed on
            return None

    @property
    def lists_soon(self) -> bool:
        """Whether the winning moves are all found with little more work than who wins."""
        if self.play == "misere":
            return bool(self._answers) or self._whole.is_small
        return self.lists_by_theorem or self.value_soon() is not None

    @property
    def lists_by_theorem(self) -> bool:
        """Whether a theorem names the winning moves of the only part, under normal play."""
        if self.position.part_count != 1:
            return False
        ((ruleset, state),) = self.position.parts
        theorem = ruleset.valuer.theorem
        return theorem is not None and theorem.names_moves(state)

    @cached_property
    def needs_no_search(self) -> bool:
        """Whether a theorem or a symmetry says who wins."""
        if self.play == "misere":
            return bool(self.rule) or self._theorem is not None
        parts = self.rest.first_parts(_MOST_SHOWN)
        return len(parts) == self.rest.part_count and all(
            is_known_lost(*part) or (len(parts) == 1 and is_known_won(*part)) for part in parts
        )

    @property
    def decided_at_once(self) -> bool:
        """Whether it is known who wins, with a board of so many moves that a search may not end."""
        if not any(is_wide(*part) for part in self.position.first_parts(_MOST_SHOWN)):
            return False
        narrow = self.unpaired is not None and not any(is_wide(*part) for part in self.rest.parts)
        return narrow or self.needs_no_search

    def values(self) -> list[Value]:
        """Return the value of each part, in their order."""
        if self.play == "misere":
            return [self.value() for _ in self.position.parts]
        return list(self.each_value())

    def each_value(self) -> Iterator[Value]:
        """Yield the values of the parts under normal play one by one, in their order."""
        with reporting(self._progress, self.limits):
            values = [answers.values() for answers in self._answers]
        for stretch in self._stretches:
            yield from values[stretch.group][stretch.index : stretch.index + stretch.count]

    def first_values(self, most: int) -> list[Value]:
        """Return the values of the first *most* parts, as `values`."""
        return list(islice(self.each_value(), most))

    # ---- moves ------------------------------------------------------------------------------

    def winning_moves(self) -> Iterator[Move]:
        """Yield every winning move, part by part and as they are found."""
        with naming_position(self.position):
            yield from self._winning_moves()

    def _winning_moves(self) -> Iterator[Move]:
        if self.play == "misere" and not self._answers:
            yield from self._whole.winning_moves(self.position)
            return
        if self.wins_at_once:
            for move in self.position.moves():
                value = SolvedParts(move.option, limits=self.limits).value()
                if outcome_of(value) is Outcome.P:
                    yield move
            return
        stopped: LimitError | None = None
        watch = None
        if self.limits is not None:
            purpose = f"The list of winning moves of {shown(self.position)}"
            watch = Watch(self.limits.anew(), purpose, {})
        for stretch, index in self._each_part():
            try:
                for move in self._moves(stretch, index):
                    if watch is not None:
                        watch.again()
                    yield move
            except LimitError as error:  # another part may have moves that can be found
                stopped = stopped or error
                if self._answers[stretch.group].searched_whole:
                    break
        if stopped is not None:
            raise stopped

    def winning_move_count(self) -> int:
        """Count the winning moves, without listing them where the rules allow."""
        if self.outcome is not Outcome.N:
            return 0
        if not self._answers or self.wins_at_once:
            return sum(1 for _ in self.winning_moves())
        return sum(
            answers.count(target)
            for answers, target in zip(self._answers, self._targets, strict=True)
            if target is not None
        )

    @property
    def wins_at_once(self) -> bool:
        """Whether a part has a move that ends the whole play, so that no value says more."""
        if self.play == "misere" or self.outcome is not Outcome.N:
            return False
        can_end = any(run.ruleset.valuer.met_end for run in self.position.runs)
        return can_end and self._total is LOONY

    def winning_move(self) -> Move | None:
        """Return one winning move, without looking for the others; None where there is none."""
        if not self._answers or self.wins_at_once:
            return next(self.winning_moves(), None)
        stopped: LimitError | None = None
        for stretch, index in self._promising():
            try:
                move = next(self._moves(stretch, index), None)
            except LimitError as error:
                stopped = error
                continue
            if move is not None:
                return move
        if stopped is not None:
            raise stopped
        return None

    # ---- shown ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        suffix = f": {self.outcome}" if "outcome" in vars(self) else ""
        return f"Solved({self.position!r}, {self.play} play{suffix})"

    def _repr_html_(self) -> str:
        """Show in a notebook what has been found: the values where these add, and who wins."""
        sentence = f"{self.play} play"
        if "outcome" in vars(self):
            sentence += f": {self.outcome}, {self.outcome.value}"
        parts = self.position.first_parts(_MOST_SHOWN)
        names = [f"{ruleset.text} {ruleset.format(state)}" for ruleset, state in parts]
        if "_total" not in vars(self):
            return f"<div>{markup.paragraph(sentence)}{markup.table(['part'], zip(names))}</div>"
        values: list[Value] = [*self.first_values(_MOST_SHOWN), self._total]
        width = max([1, *(value.bit_length() for value in values if isinstance(value, int))])
        more = self.position.part_count - len(parts)
        names += [f"sum, with {more:,} more" if more else "sum"]
        rows = [
            (name, value, f"{value:0{width}b}" if isinstance(value, int) else "")
            for name, value in zip(names, values, strict=True)
        ]
        shown = markup.table(["part", "value", "in binary"], rows)
        return f"<div>{markup.paragraph(sentence)}{shown}</div>"

    # ---- part by part -----------------------------------------------------------------------

    def by_part(self) -> Iterator[tuple[int, bool, Iterator[Move]]]:
        """Yield (part, whether it surely has one, its winning moves) of each part that may win."""
        if self.wins_at_once:
            yield from ((place, True, moves) for place, moves in
                        groupby(self.winning_moves(), lambda move: move.part))  # fmt: skip
            return
        values = self.values()
        for stretch, index in self._each_part():
            value, target = values[stretch.part + index], self._targets[stretch.group]
            assert target is not None  # noqa: S101 - `_each_part` leaves such groups out
            beside = add([self._answers[stretch.group].value(), target])
            if isinstance(value, LoopyValue):
                sure = True
            elif isinstance(beside, LoopyValue):
                continue  # only a move in the part that is infinite can win
            else:
                sure = value ^ beside < value
            yield stretch.part + index, sure, self._moves(stretch, index)

    def _each_part(self) -> Iterator[tuple[Stretch, int]]:
        if self.outcome is not Outcome.N:
            return
        for stretch in self._stretches:
            if self._targets[stretch.group] is not None:
                for index in range(stretch.count):
                    yield stretch, index

    def _moves(self, stretch: Stretch, index: int) -> Iterator[Move]:
        target = self._targets[stretch.group]
        assert target is not None  # noqa: S101 - nobody asks for such groups
        moved = self.position.moved
        for name, option in self._answers[stretch.group].moves(stretch.index + index, target):
            yield moved(stretch.part + index, name, option)

    def _promising(self) -> Iterator[tuple[Stretch, int]]:
        """Yield the parts in which to look for one winning move, the surest first."""
        if self.outcome is not Outcome.N:
            return
        for group, (answers, target) in enumerate(zip(self._answers, self._targets, strict=True)):
            if target is None:
                continue
            for index in answers.promising(target):
                for stretch in self._stretches:
                    if stretch.group == group and 0 <= index - stretch.index < stretch.count:
                        yield stretch, index - stretch.index

    # ---- what the games know ----------------------------------------------------------------

    def _ask_games(self, states: dict[Rulebook, Sequence[State]]) -> list[Answers]:
        if self.play == "misere" and len(states) > 1:
            return self._joint(states)
        answers: list[Answers] = []
        for ruleset, some in states.items():
            answer = ruleset.answers(some, self.play, limits=self.limits)
            if answer is None and self.play == "normal":
                answer = StateByState(ruleset, some, self.limits)
            if answer is not None:
                answers.append(answer)
        if not answers and self.position.part_count > 1 and not self._whole.decides_soon():
            return self._joint(states)
        return answers

    def _joint(self, states: dict[Rulebook, Sequence[State]]) -> list[Answers]:
        """Return what is proved of sums of such games, or a joint quotient; nothing without one."""
        from grundy.games import joint_misere

        several = len(states) > 1 and joint_misere.of_several(states, self.limits)
        return several or joint_misere.answers(self.position, states, self.limits)

    @cached_property
    def _theorem(self) -> Theorem | None:
        """What says who wins misère play of the only part, and does not name all moves."""
        if self.play == "normal" or self._answers or self.position.part_count != 1:
            return None
        ((ruleset, state),) = self.position.parts
        theorem = ruleset.misere_theorem
        return None if theorem is None or theorem.lost(state) is None else theorem

    @cached_property
    def _total(self) -> Value:
        with reporting(self._progress, self.limits):
            return add([answers.value() for answers in self._answers])

    @cached_property
    def _targets(self) -> list[int | None]:
        """The value that the parts of each game are to get together; None for no value."""
        if self.play == "misere" or len(self._answers) == 1:
            return [0] * len(self._answers)
        values = [answers.value() for answers in self._answers]
        others = (add(values[:n] + values[n + 1 :]) for n in range(len(values)))
        return [None if isinstance(beside, LoopyValue) else beside for beside in others]

    @cached_property
    def _whole(self) -> SearchedSum:
        from grundy.games.values.one_value import SearchedSum

        return SearchedSum(self.position, self.play, self.limits)
