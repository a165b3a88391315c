"""Why a component has its value: the mex of its options, a formula, a period, or a cycle."""

from __future__ import annotations

from itertools import islice

from grundy.errors import LimitError
from grundy.games.position import Part
from grundy.games.ruleset import Ruleset
from grundy.games.state_text import shown
from grundy.heaps.words import short
from grundy.nimbers.sums import mex
from grundy.running.limits import Limits
from grundy.strategy.explain.position_facts import OptionValue
from grundy.values import LoopyValue, Value

_MOST_OPTIONS = 400  # options of one component that are looked at
_MOST_TOLD = 40  # and that are told one by one
_LONGEST = 60
_OF_AN_OPTION = Limits(positions=300_000)


def written(part: Part) -> str:
    """Write a component, shortened, without control characters."""
    text = part.ruleset.format(part.state)
    return short(int(text)) if text.isdecimal() and len(text) > 30 else shown(text, _LONGEST)


def game_name(ruleset: Ruleset) -> str:
    """Name a game by its key in the catalogue, where it has one, and by its own text."""
    from grundy.named.catalogue import catalogue

    for key in catalogue:
        if not catalogue.entry(key).parameters and catalogue[key] == ruleset:
            return key if key == ruleset.text else f"{key} ({shown(ruleset.text, _LONGEST)})"
    return shown(ruleset.text, _LONGEST)


def reason(part: Part, value: Value) -> tuple[str, tuple[OptionValue, ...]]:
    """Say why a component has this value, with its options where they are few."""
    options = _options(part)
    if options is None:
        return part.ruleset.valuer.reason(part.state), ()
    told = tuple(options) if len(options) <= _MOST_TOLD else ()
    if not options:
        return "there is no move, so the least number missing is 0.", ()
    if isinstance(value, LoopyValue):
        return _loopy(options, value), told
    return _mex(options, value), told


def too_many_moves(part: Part) -> bool:
    """Return whether a heap is so large that its winning moves are not all looked for."""
    return not part.ruleset.valuer.finds_all(part.state)


def value_of_option(part: Part, option: object) -> Value:
    """Return the value of an option, which may be a sum of several heaps."""
    return part.ruleset.as_position(option).value(limits=_OF_AN_OPTION)


def listed(values: set[int]) -> str:
    """Write numbers in order, runs of three and more as 0–17."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def _options(part: Part) -> list[OptionValue] | None:
    """Return the options with their values, or None where they are too many or unknown."""
    try:
        moves = list(islice(part.ruleset.moves(part.state), _MOST_OPTIONS + 1))
        if len(moves) > _MOST_OPTIONS:
            return None
        return [
            OptionValue(
                shown(name, _LONGEST),
                _text(part, option),
                value_of_option(part, option),
            )
            for name, option in moves
        ]
    except LimitError:
        return None


def _text(part: Part, option: object) -> str:
    position = part.ruleset.as_position(option)
    return " + ".join(map(written, position.parts)) or "nothing"


def _mex(options: list[OptionValue], value: int) -> str:
    finite = {option.value for option in options if isinstance(option.value, int)}
    infinite = any(isinstance(option.value, LoopyValue) for option in options)
    lead = "its only move leads" if len(options) == 1 else f"its {len(options)} moves lead"
    noun = "the value" if len(finite) == 1 else "the values"
    told = f"{noun} {listed(finite)}" if finite else "positions without a finite value"
    text = f"{lead} to {told}; the least number missing is {value}."
    if infinite:
        text += f" A move to ∞ does not change that: it can be taken back to {value}."
    return text


def _loopy(options: list[OptionValue], value: LoopyValue) -> str:
    finite = set(value.finite)
    least = mex(finite)
    stuck = next(
        option
        for option in options
        if isinstance(option.value, LoopyValue) and least not in option.value.finite
    )
    among = (
        f"its moves of finite value lead to {listed(finite)}"
        if finite
        else ("none of its moves leads to a finite value")
    )
    return (
        f"{among}, so the value could only be {least}; but {stuck.text} has the value "
        f"{stuck.value} and no move back to {least}. So there is no finite value, only "
        f"{value}: ∞ with the finite values among the options."
    )
