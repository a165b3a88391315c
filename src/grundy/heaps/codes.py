"""Take-and-break codes: read, print, and what their digits mean.

A code d0.d1d2d3… says for each r into how many heaps the rest may be left after taking r
tokens: bit j of d_r allows j non-empty heaps. Octal digits allow up to two heaps, hexadecimal
ones three, base 32 four. Digits in brackets repeat without end: Nim is 0.[3]. A sign after a digit
constrains its splits, as in CGSuite: ! pairwise unequal parts, ? parts that are not all equal,
= equal parts. Grundy's game is 4!.0.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import NoReturn

from grundy.errors import CodeError

LONGEST = 10_000  # characters of a code
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_HEX_PREFIX = "hex:"
_SIGNS = "-−+"
_SHOWN = 40


class Constraint(enum.Enum):
    """What the parts of a split (into two or more heaps) have to satisfy."""

    ANY = ""
    UNEQUAL = "!"
    NOT_ALL_EQUAL = "?"
    ALL_EQUAL = "="
    MIXED = "mixed"  # of a whole code only: not the same for all its digits

    def allows(self, parts: tuple[int, ...]) -> bool:
        """Return whether a split into these parts, in non-decreasing order, is allowed."""
        if self is Constraint.ANY or len(parts) < 2:
            return True
        if self is Constraint.UNEQUAL:
            return len(set(parts)) == len(parts)
        return (parts[0] == parts[-1]) == (self is Constraint.ALL_EQUAL)


ANY = Constraint.ANY


@dataclass(frozen=True, slots=True)
class Code:
    """The digits of a take-and-break game, in one canonical form: equal games compare equal."""

    digits: tuple[int, ...]
    tail: tuple[int, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        places = (*self.digits, *self.tail)
        signs = self.constraints or (ANY,) * len(places)
        if len(signs) != len(places) or Constraint.MIXED in signs:
            raise ValueError("A code needs one constraint for each of its digits.")
        if not all(0 <= digit < len(DIGITS) for digit in places):
            raise ValueError(f"The digits of a code lie in 0 .. {len(DIGITS) - 1}.")
        if self.digits and self.digits[0] & 3:
            raise ValueError("d0 allows two heaps or more: taking nothing must split the heap.")
        pairs = list(zip(places, map(_effective, places, signs), strict=True))
        split = len(self.digits)
        head, tail = _canonical(pairs[:split], pairs[split:])
        constraints = tuple(sign for _, sign in (*head, *tail))
        object.__setattr__(self, "digits", tuple(digit for digit, _ in head))
        object.__setattr__(self, "tail", tuple(digit for digit, _ in tail))
        object.__setattr__(self, "constraints", constraints if {*constraints} != {ANY} else ())

    def digit(self, amount: int) -> int:
        """Return the digit d_r, where r is *amount*."""
        place = self._place(amount)
        return 0 if place is None else (*self.digits, *self.tail)[place]

    def constraint_at(self, amount: int) -> Constraint:
        """Return the constraint on the splits after *amount* tokens are taken."""
        place = self._place(amount)
        return ANY if place is None or not self.constraints else self.constraints[place]

    @property
    def constraint(self) -> Constraint:
        """ANY when no digit has one; the one of all digits with a split, or MIXED."""
        places = zip((*self.digits, *self.tail), self.constraints, strict=False)
        signs = {sign for digit, sign in places if digit > 3}
        return ANY if not signs else signs.pop() if len(signs) == 1 else Constraint.MIXED

    @property
    def last(self) -> int:
        """The index of the last non-zero digit of a finite code; 0 when there is none."""
        return len(self.digits) - 1

    @property
    def most_heaps(self) -> int:
        """The greatest number of heaps that any digit allows, at least 1."""
        return max(1, *(digit.bit_length() - 1 for digit in (*self.digits, *self.tail)))

    @property
    def breaks(self) -> bool:
        """Whether what is left after taking something may be more than one heap."""
        return any(digit > 3 for digit in (*self.digits[1:], *self.tail))

    @property
    def is_octal(self) -> bool:
        """Whether no digit allows more than two heaps."""
        return self.most_heaps <= 2

    @property
    def is_finite(self) -> bool:
        """Whether there is no repeating tail."""
        return not self.tail

    @property
    def reach(self) -> tuple[int, int] | None:
        """What theorems on periods ask for: `last` and `most_heaps`; None where none holds."""
        if not self.is_finite or self.constraint is not ANY:
            return None
        return self.last, self.most_heaps

    def __str__(self) -> str:
        """Write the code; `parse_code` reads it back."""
        signs = self.constraints or (ANY,) * (len(self.digits) + len(self.tail))
        places = zip((*self.digits, *self.tail), signs, strict=True)
        shown = [DIGITS[digit] + sign.value for digit, sign in places]
        split = len(self.digits)
        tail = f"[{''.join(shown[split:])}]" if self.tail else ""
        text = f"{shown[0]}.{''.join(shown[1:split])}{tail}"
        largest = max(*self.digits, *self.tail, 0)
        prefix = _HEX_PREFIX if largest in (8, 9) else ""
        return prefix + (text + "0" if text.endswith(".") else text)

    def _place(self, amount: int) -> int | None:
        if amount < len(self.digits):
            return amount
        if not self.tail:
            return None
        return len(self.digits) + (amount - len(self.digits)) % len(self.tail)


_Places = list[tuple[int, Constraint]]


def parse_code(text: str) -> Code:
    """Read a take-and-break code.

    Source: Winning Ways, ch. 4; the notation with brackets and signs is that of CGSuite.
    """
    return _Reader(text).code()


def looks_like_code(text: str) -> bool:
    """Return whether a user who wrote this meant a code: it begins like one."""
    start = text.strip().lstrip(_SIGNS)
    if start[: len(_HEX_PREFIX)].lower() == _HEX_PREFIX:
        return True
    head, point, _ = start.partition(".")
    return start[:1].isdigit() or (bool(point) and len(head) <= 2)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.at = 0
        self.end = len(self.text)

    def code(self) -> Code:
        if self.end > LONGEST:
            self.fail(f"a code has at most {LONGEST} characters, this has {self.end}", LONGEST)
        self.hexadecimal = self.text.lower().startswith(_HEX_PREFIX)
        self.at = len(_HEX_PREFIX) if self.hexadecimal else 0
        if self.at >= self.end:
            self.fail("a code begins with a digit and a point, such as 0.77", self.at)
        head = [self._first()]
        while self.at < self.end and self.peek() != "[":
            head.append(self._digit_with_sign())
        tail = self._tail() if self.at < self.end else []
        if not self.hexadecimal:
            self._check_octal([*head, *tail])
        signs = tuple(sign for _, sign in (*head, *tail))
        return Code(tuple(d for d, _ in head), tuple(d for d, _ in tail), signs)

    def _first(self) -> tuple[int, Constraint]:
        start = self.at
        if self.peek() == ".":
            self.fail("a digit is missing before the point; write 0. for no move without taking")
        if self.peek() in _SIGNS:
            self.fail("a code has no sign; begin with its first digit, as in 0.77")
        first = self._digit_with_sign()
        if self.at >= self.end:
            self.fail("a code needs a point after its first digit, such as 0.77")
        if self.peek() != ".":
            self.fail(f'"{cleaned(self.peek())}" stands where the point belongs, as in 0.77')
        if first[0] & 3:
            self.fail(
                f"the digit {DIGITS[first[0]]} before the point would let a player take nothing "
                "and leave one heap or none; write 0, or 4 for a split into two heaps",
                start,
            )
        self.at += 1
        return first

    def _digit_with_sign(self) -> tuple[int, Constraint]:
        character = self.peek()
        digit = DIGITS.find(character.upper()) if character.isascii() else -1
        if digit < 0:
            self.fail(
                f'"{cleaned(character)}" is no digit; use 0 to 7, letters A to V for more heaps, '
                "and [ ] around digits that repeat"
            )
        self.at += 1
        if self.at < self.end and self.peek() in "!?=":
            self.at += 1
            return digit, Constraint(self.text[self.at - 1])
        return digit, ANY

    def _tail(self) -> _Places:
        opened = self.at
        self.at += 1
        tail: _Places = []
        while self.at < self.end and self.peek() != "]":
            tail.append(self._digit_with_sign())
        if self.at >= self.end:
            self.fail("the bracket is never closed; write ] after the digits that repeat", opened)
        if not tail:
            self.fail("the brackets are empty; write the digits that repeat, such as [3]", opened)
        self.at += 1
        if self.at < self.end:
            self.fail("nothing may follow the digits that repeat without end")
        return tail

    def _check_octal(self, places: _Places) -> None:
        """Refuse 8 and 9 in a code without letters: most often a slip in an octal code."""
        if max(digit for digit, _ in places) > 9:
            return
        for column, character in enumerate(self.text, start=1):
            if character in "89":
                self.fail(
                    f"digit {character} at column {column} is not octal; write a hexadecimal code "
                    "with letters (0.7A) or with hex: before it, or use digits 0 to 7",
                    column - 1,
                    placed=True,
                )

    def peek(self) -> str:
        return self.text[self.at]

    def fail(self, problem: str, at: int | None = None, *, placed: bool = False) -> NoReturn:
        _fail(self.text, self.at if at is None else at, problem, placed=placed)


_ITEM = re.compile(r"\s*([0-9]*)\s*")
_ALL_BUT = re.compile(r"allbut\s*(?=\{)", re.IGNORECASE)
_UNOPENED = re.compile(r"(allbut)?[0-9,\s]*\}", re.IGNORECASE)
_DIGITS = 18  # of one amount: it has to fit an array's index


@dataclass(frozen=True, slots=True)
class NumberSet:
    """The numbers of tokens that a move may take; or those that it may not."""

    numbers: frozenset[int]
    excluded: bool

    def code(self) -> Code:
        """Return the code of the game."""
        inside, outside = (0, 3) if self.excluded else (3, 0)
        longest = max(self.numbers, default=0)
        digits = (inside if r in self.numbers else outside for r in range(1, longest + 1))
        return Code((0, *digits), (3,) if self.excluded else ())


def parse_set(text: str) -> NumberSet | None:
    """Read {1,3,4} or allbut{1,4}; None where the text is no set."""
    text = text.strip()
    if start := _ALL_BUT.match(text):
        return NumberSet(frozenset(_numbers(text, start.end())), excluded=True)
    if text.startswith("{"):
        return NumberSet(frozenset(_numbers(text, 0)), excluded=False)
    if unopened := _UNOPENED.fullmatch(text):
        _fail(text, unopened.end(1) if unopened[1] else 0, "the { of the set is missing here")
    return None


def _numbers(text: str, opened: int) -> set[int]:
    """Read the set whose { stands at index *opened*; nothing may follow its }."""
    if len(text) > LONGEST:
        _fail(text, LONGEST, f"a set has at most {LONGEST} characters, this has {len(text)}")
    at = opened + 1
    numbers: set[int] = set()
    if text[at:].strip() == "}":
        return numbers
    while True:
        item = _ITEM.match(text, at)
        assert item is not None  # noqa: S101 - it matches nothing, too
        digits, place = item[1], item.start(1)
        if not digits:
            _fail(text, place, "a number of tokens is missing here, such as {1,3,4}")
        if not digits.strip("0"):
            _fail(text, place, "taking 0 tokens is no move; write numbers of at least 1")
        if len(digits) > _DIGITS:
            _fail(text, place, f"this number has over {_DIGITS} digits; write a smaller one")
        numbers.add(int(digits))
        at = item.end()
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] == "}":
            break
        elif at >= len(text):
            _fail(text, opened, "the brace is never closed; write } after the last number")
        else:
            _fail(text, at, f'"{cleaned(text[at])}" stands where a comma or }} belongs')
    if text[at + 1 :].strip():
        _fail(text, at + 1, "nothing may follow the closing brace")
    return numbers


def _fail(text: str, at: int, problem: str, *, placed: bool = False) -> NoReturn:
    """Raise an error that shows the text and, unless the problem says it, the column."""
    start = f"{cleaned(text)}: " if text else ""
    place = "" if placed else f"column {at + 1}: "
    raise CodeError(f"{start}{place}{problem}.", text=text, column=at + 1)


def cleaned(text: str) -> str:
    """Return a user's text for a message: shortened, and without control characters."""
    clean = "".join(c if c.isprintable() else "�" for c in text[:_SHOWN])
    return clean + ("…" if len(text) > _SHOWN else "")


def _effective(digit: int, sign: Constraint) -> Constraint:
    """Drop a constraint that says nothing; of two heaps, unequal and not all equal are one."""
    if digit < 4:
        return ANY
    if digit < 8 and sign is Constraint.NOT_ALL_EQUAL:
        return Constraint.UNEQUAL
    return sign


def _canonical(head: _Places, tail: _Places) -> tuple[_Places, _Places]:
    """Shorten the tail to its least period, let it begin early, drop trailing zeros."""
    head = head or [(0, ANY)]
    tail = tail[: _least_period(tail)]
    if all(digit == 0 for digit, _ in tail):
        tail = []
    absorbed = 0
    while (
        tail and len(head) - absorbed > 1 and head[-1 - absorbed] == tail[-1 - absorbed % len(tail)]
    ):
        absorbed += 1
    if absorbed:
        head = head[:-absorbed]
        turn = absorbed % len(tail)
        tail = tail[len(tail) - turn :] + tail[: len(tail) - turn]
    while not tail and len(head) > 1 and head[-1][0] == 0:
        head = head[:-1]
    return head, tail


def _least_period(places: _Places) -> int:
    """Return the least p that divides the length and by which the places repeat."""
    size = len(places)
    divisors = (p for p in range(1, size + 1) if size % p == 0)
    return next((p for p in divisors if places[p:] == places[: size - p]), size)
