"""Numbers and states as text, what is wrong with the options of a rule, and frozen states."""

from __future__ import annotations

import math
import re
import signal
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import pairwise
from traceback import walk_tb
from typing import Any, Protocol

from grundy.errors import CodeError, LimitError, PositionError, RulesetError
from grundy.runtime.limits import MOST_OPTIONS, Limits, Looked, each_looked_at
from grundy.values import integer

# Large natural numbers as people write them: 1e8, 1_000_000, 10^8, 10**6.


_MOST_DIGITS = 4_000  # below the length at which Python itself refuses to read a number
_PLAIN = re.compile(r"[0-9]+(?:_[0-9]+)*")
_POWER = re.compile(r"([0-9]{1,9})(?:\^|\*\*)([0-9]{1,5})")
_SCIENTIFIC = re.compile(r"([0-9]{1,20})(?:\.([0-9]{0,20}))?[eE]\+?([0-9]{1,5})")


def parse_number(text: str) -> int | None:
    """Read a natural number, or give None for what is none, or has too many digits."""
    stripped = text.strip()
    if _PLAIN.fullmatch(stripped) and len(stripped) <= _MOST_DIGITS:
        return int(stripped)
    if match := _POWER.fullmatch(stripped):
        base, exponent = int(match[1]), int(match[2])
        return base**exponent if len(match[1]) * exponent <= _MOST_DIGITS else None
    if match := _SCIENTIFIC.fullmatch(stripped):
        fraction = (match[2] or "").rstrip("0")
        exponent = int(match[3]) - len(fraction)
        if 0 <= exponent <= _MOST_DIGITS:
            return int(match[1] + fraction) * 10**exponent  # type: ignore[no-any-return]
    return None


# States as text where a game has no form of its own: numbers, coordinates, words.

_NUMBER = re.compile(
    rf"\s*(?P<minus>-?)(?P<number>[0-9]{{1,9}}(?:\^|\*\*)[0-9]{{1,5}}|[0-9]{{1,20}}[eE][0-9]{{1,5}}"
    rf"|[0-9]{{1,{_MOST_DIGITS}}})\s*"
)
_SIDES = re.compile(r"\s*([0-9]{1,4000})\s*[x×]\s*([0-9]{1,4000})\s*", re.ASCII | re.IGNORECASE)
_NUMBERS_ONLY = re.compile(r"[-0-9,\s]*", re.ASCII)


def parse(text: str) -> Any:
    """Read a number (``7``), coordinates (``8,12``), or any other text as it stands.

    Raises:
        CodeError: If numbers and commas are out of place.

    >>> parse("7"), parse("8,12"), parse("5,"), parse("||.|")
    (7, (8, 12), (5,), '||.|')
    """
    if not text.strip() or not _NUMBERS_ONLY.fullmatch(text) or not re.search("[0-9]", text):
        return text
    numbers = read_numbers(text)
    return numbers if "," in text else numbers[0]


def read_numbers(text: str) -> tuple[int, ...]:
    """Read integers, such as 12, 10^6 or 1e6, between commas; one comma may follow the last."""
    numbers: list[int] = []
    at = 0
    while text[at:].strip():
        match = _NUMBER.match(text, at)
        if not match:
            raise _error(text, at, "a whole number is missing here, such as 8,12")
        at = match.end()
        size = parse_number(match["number"])
        if size is None or (text[at : at + 1].isdigit() and text[at - 1].isdigit()):
            raise _error(text, at, f"a number of more than {_MOST_DIGITS:,} digits is too large")
        numbers.append(-size if match["minus"] else size)
        if at < len(text):
            if text[at] != ",":
                raise _error(text, at, f'"{text[at]}" stands where a comma belongs')
            at += 1
    return tuple(numbers)


def sides(text: str) -> tuple[int, int] | None:
    """Read the sides of a board, as in ``3x4``: rows and columns; None where it is other text."""
    match = _SIDES.fullmatch(text)
    return match and (int(match[1]), int(match[2]))


def write(state: Any) -> str:
    """Write a state so that `parse` reads it where it can."""
    if hasattr(state, "tolist"):  # an array
        state = state.tolist()
    if isinstance(state, (tuple, list)):
        inner = ",".join(write(part) if not isinstance(part, (tuple, list)) else f"({write(part)})"
                         for part in state)  # fmt: skip
        return inner + "," if len(state) == 1 else inner
    if isinstance(state, (frozenset, set)):
        return "{" + ", ".join(sorted(map(write, state))) + "}"
    return str(state)


def shown(state: Any, most: int = 60) -> str:
    """Show a state in a message: its text, shortened, without control characters."""
    text = "".join(sign if sign.isprintable() else "�" for sign in str(state)[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def _error(text: str, at: int, problem: str) -> CodeError:
    at += len(text[at:]) - len(text[at:].lstrip()) if text[at:].strip() else 0
    return CodeError(
        f"{shown(text.strip())}: column {at + 1}: {problem}.", text=text, column=at + 1
    )


# States made of whole numbers: heaps, coordinates, places of coins.

_COUNTS = {1: "one whole number", 2: "two whole numbers", 3: "three whole numbers"}


def naturals(
    state: Any, game: str, example: str, *, count: int | None = None, least: int = 0
) -> tuple[int, ...]:
    """Return a state as a tuple of ints."""
    entries = state if isinstance(state, Iterable) and not isinstance(state, str) else (state,)
    try:
        numbers = tuple(integer(number, "") for number in entries)
    except TypeError:
        numbers = (least - 1,)
    if (count is not None and len(numbers) != count) or min(numbers, default=least) < least:
        form = _COUNTS.get(count or 0, f"{count or ''} whole numbers".strip())
        text = ",".join(map(str, state)) if isinstance(state, (tuple, list)) else str(state)
        raise PositionError(
            f"A position of {game} is {form} of at least {least}, such as {example}; "
            f"found {shown(text) or 'nothing'}."
        )
    return numbers


def distinct(state: Any, game: str, example: str, *, least: int = 0) -> tuple[int, ...]:
    """Return places that are all different, in order."""
    places = tuple(sorted(naturals(state, game, example, least=least)))
    for place, after in pairwise(places):
        if place == after:
            raise PositionError(f"In {game} no two coins share a place; {place} is given twice.")
    return places


def whole(number: object, rule: str, least: int = 1) -> int:
    """Return a parameter as a whole number of at least *least*; *rule* says so."""
    try:
        value = integer(number, "")
    except TypeError:
        value = least - 1
    if value < least:
        raise RulesetError(f"{rule}; found {shown(number)}.")
    return value


def written(state: Sequence[int]) -> str:
    """Write numbers with commas between them."""
    return ",".join(map(str, state))


class HasOptions(Protocol):
    """What a sentence about a rule's options asks of it."""

    text: str

    def options(self, state: Any) -> Iterable[Any]:
        """Return the states that one move leads to."""

    def format(self, state: Any) -> str:
        """Write a state as text."""


def each_move(
    rules: HasOptions,
    state: Any,
    moves: Iterable[Looked],
    limits: Limits | None,
    most: int = MOST_OPTIONS,
) -> Iterator[tuple[Looked, Limits | None]]:
    """Pass on moves of a state as far as the limits allow, with those of a question about each."""
    search = f"The search of the moves of {rules.text}[{shown(rules.format(state))}]"
    return each_looked_at(moves, search, limits, most)


def named(ruleset: HasOptions, state: Any) -> str:
    """Write a state with its game, for a message."""
    return f"{ruleset.text}[{shown(ruleset.format(state))}]"


def pass_on(error: BaseException) -> None:
    """Raise again what is not the rule's own: a limit, or an exception of a signal handler."""
    if isinstance(error, LimitError) or _is_of_a_signal(error):
        raise error


def _is_of_a_signal(error: BaseException) -> bool:
    """Whether a handler of a signal is among the calls that raised an error."""
    # Most errors are of look-ups in this library, and to list all handlers takes long.
    calls = (frame for frame, _ in walk_tb(error.__traceback__))
    codes = {
        call.f_code
        for call in calls
        if not call.f_globals.get("__name__", "").startswith("grundy.")
    }
    handlers = map(signal.getsignal, signal.valid_signals()) if codes else ()
    return any(_code_of(handler) in codes for handler in handlers)


def _code_of(handler: object) -> object:
    """Return what runs where a handler is called: a function, a partial one, or an object."""
    while isinstance(handler, partial):
        handler = handler.func
    if not hasattr(handler, "__code__"):
        handler = getattr(handler, "__call__", None)  # noqa: B004 - its code, not whether
    return getattr(handler, "__code__", None)


def require_iterable(ruleset: HasOptions, state: Any, options: object) -> None:
    """Raise `RulesetError` if what a rule gave for a state cannot be gone through."""
    if not isinstance(options, Iterable):
        raise RulesetError(
            f"The options of {named(ruleset, state)} cannot be gone through; a rule yields its "
            "options, or returns a list of them."
        ) from None


def require_one_turn(rulesets: Iterable[Any], count: int) -> None:
    """Refuse a sum of states of which each says whose turn it is."""
    if count > 1 and (text := next((one.text for one in rulesets if one.has_turns), "")):
        raise PositionError(
            f"A state of {text} says whose turn it is, so a sum with it means nothing; put all "
            "boards into one state."
        )


def require_options(ruleset: HasOptions, state: Any) -> None:
    """Raise `RulesetError` where a TypeError came from what the rules gave."""
    try:
        options = ruleset.options(state)
        listed = list(options) if isinstance(options, Iterable) else []
    except Exception as error:
        pass_on(error)
        return
    require_iterable(ruleset, state, options)
    for option in listed:
        if not is_hashable(option):
            raise RulesetError(
                f"{named(ruleset, state)} has the option {shown(option)}, which is not "
                "hashable; write a tuple or a frozenset."
            ) from None


def is_hashable(option: object) -> bool:
    """Return whether something has a hash, which what is inside it decides."""
    try:
        hash(option)
    except TypeError:
        return False
    return True


are_exact = frozenset((int, bool, str, bytes, tuple, frozenset, type(None))).issuperset


def require_exact(game: str, state: Any) -> None:
    """Raise `PositionError` for a number that may be rounded, and for what can be read once."""
    parts = state if type(state) is tuple else (state,)
    if are_exact(map(type, parts)):
        return
    if any(isinstance(part, float) and not math.isinf(part) for part in parts):
        raise PositionError(
            f"{game}[{shown(write(state))}] has a float, which may be rounded; write whole "
            "numbers, such as n // 2 for n / 2, or a Fraction."
        )
    if isinstance(state, Iterator):
        raise PositionError(
            f"An option of {game} is {shown(state)}, which can be gone through only once; write "
            '"yield from" where its items are the options, or tuple(...) for one state.'
        )


def require_hashable(state: Any) -> Hashable:
    """Return a state, a list as a tuple, or refuse what cannot be hashed."""
    hashable: Hashable = tuple(state) if isinstance(state, list) else state
    if not is_hashable(hashable):
        raise PositionError(
            f"A state has to be hashable, found {shown(state)}; write a tuple or a frozenset."
        )
    return hashable


_DEEPEST = 100


class Frozen:
    """What stands for a state that can change."""

    def thaw(self) -> Any:
        """Return the state, made anew."""
        raise NotImplementedError


class FrozenTuple(tuple[Any, ...], Frozen):
    """A list, a dict, an array, a record, or a tuple with such in it; equal to the plain tuple."""

    make: Callable[[list[Any]], Any]

    @classmethod
    def of(cls, items: Iterable[Any], make: Callable[[list[Any]], Any], depth: int) -> FrozenTuple:
        """Keep items, and what makes the state of them."""
        frozen = cls(items)
        if not is_hashable(frozen):
            frozen = cls(freeze(item, depth + 1) for item in frozen)
        frozen.make = make
        return frozen

    def thaw(self) -> Any:
        return self.make([thaw(item) for item in self])


class FrozenSet(frozenset[Any], Frozen):
    """A set."""

    def thaw(self) -> set[Any]:
        return set(self)


def thaw(state: Any) -> Any:
    """Return a state as the rule gave it."""
    return state.thaw() if isinstance(state, Frozen) else state


def freeze(state: Any, depth: int = 0) -> Any:
    """Return a state that can be hashed; what is neither hashable nor known here stays."""
    if is_hashable(state):
        return state
    if depth > _DEEPEST:
        raise RulesetError(
            f"A state has lists in lists, more than {_DEEPEST} deep; does each move put the state "
            "into another list?"
        )
    if isinstance(state, set):
        return FrozenSet(state)
    if isinstance(state, dict):
        return FrozenTuple.of(sorted(state.items(), key=repr), dict, depth)
    if isinstance(state, (list, tuple)):
        make = getattr(type(state), "_make", type(state))
        return FrozenTuple.of(state, make, depth)
    if is_dataclass(state):
        values = (getattr(state, field.name) for field in fields(state))
        return FrozenTuple.of((type(state), *values), _record, depth)
    if hasattr(state, "dtype") and hasattr(state, "tolist"):
        return FrozenTuple.of(state.tolist(), partial(_array, state.dtype, state.shape), depth)
    return state


def freeze_each(options: Any) -> Any:
    """Return options, each frozen where it can change."""
    # What cannot be gone through is said elsewhere to be wrong.
    return _frozen(options) if isinstance(options, Iterable) else options


def _frozen(options: Iterable[Any]) -> Iterator[Any]:
    for option in options:
        try:
            hash(option)
        except TypeError:
            yield freeze(option)
        else:
            yield option


def _record(items: list[Any]) -> Any:
    kind, *values = items
    made = object.__new__(kind)
    for field, value in zip(fields(kind), values, strict=True):
        object.__setattr__(made, field.name, value)
    return made


def _array(dtype: Any, shape: tuple[int, ...], items: list[Any]) -> Any:
    import numpy as np

    return np.array(items, dtype).reshape(shape)
