"""Read and calculate text such as "2*3 + 4" in nimbers; nothing in it is ever executed.

Python's own parser reads the text, and only the kinds of node that are named here are
calculated. Length, depth and the size of numbers are bounded, so the answer comes at once.
"""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass

from grundy.errors import CodeError
from grundy.nimbers import mex, nim_divide, nim_inverse, nim_power, nim_product, nim_sqrt

MOST_CHARACTERS = 1000
MOST_BITS = 256  # a power of 2: the nimbers below 2^256 are a field, so no result is larger
_DEEPEST = 50

_FUNCTIONS: dict[str, Callable[[int], int]] = {"sqrt": nim_sqrt, "inverse": nim_inverse}
_NAMES = [*_FUNCTIONS, "mex"]
_SUMS = (ast.Add, ast.Sub, ast.BitXor)

_SIGNS = str.maketrans({"⊕": "+", "⊗": "*", "\t": " ", "\r": " ", "\n": " "})
_WORD = re.compile(r"(?<![0-9A-Za-z_])[A-Za-z_]\w*")
_STRANGE = re.compile(r"[^0-9A-Za-z_+\-*/^(), ]")
# The star of a literal such as *2: after the start, an opening or an operator. After a * it
# needs a blank, because ** is the power.
_STAR = re.compile(r"(^|[(,+\-^/]|(?<!\*)\*(?= ))( *)\*(?=[0-9])")


@dataclass(frozen=True)
class Term:
    """One term of a sum: its text and its value."""

    text: str
    value: int


def evaluate(text: str) -> int:
    """Calculate an expression in nimbers."""
    return _Reading(text).value()


def evaluate_terms(text: str) -> list[Term]:
    """Calculate the terms of a sum, whose nim-sum is the value of the expression."""
    return _Reading(text).terms()


class _Reading:
    """One expression; columns in it count from 1 and are those of the user's text."""

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > MOST_CHARACTERS:
            long = f"The expression is longer than {MOST_CHARACTERS} characters; split it up."
            raise CodeError(long, text=text[:MOST_CHARACTERS], column=MOST_CHARACTERS + 1)
        # Replacements keep every character's place.
        self.code = _STAR.sub(r"\1\2 ", text.translate(_SIGNS))
        self.indent = len(self.code) - len(self.code.lstrip())
        if strange := _STRANGE.search(self.code):
            use = "use numbers, + - * / ** ^, parentheses, sqrt, inverse and mex"
            problem = f"{_quoted(strange.group())} at column {{}} has no meaning here; {use}"
            raise self.error(strange.start(), problem)
        if not self.code.strip():
            raise CodeError("The expression is empty; write for example 2*3 + 4.", text=text)
        for word in _WORD.finditer(self.code):
            if word.group() not in _NAMES:
                raise self.unknown(word.start(), word.group())
        self.tree = self.parse()

    def parse(self) -> ast.expr:
        code = self.code[self.indent :]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(code, mode="eval").body
        except SyntaxError as error:
            # The offset counts from 1; 0 or nothing means the end.
            offset = error.offset or len(code.rstrip()) + 1
            raise self.misread(self.indent + offset - 1, error.msg) from None
        except (MemoryError, RecursionError, ValueError):
            raise self.error(0, "the expression nests too deeply") from None

    def misread(self, place: int, reason: str) -> CodeError:
        """Word an error of Python's parser for a reader who does not write Python."""
        if "never closed" in reason:
            return self.error(place, '"(" at column {} is never closed; add ")"')
        if "unmatched" in reason:
            return self.error(place, '")" at column {} closes nothing; leave it out')
        if "nested" in reason:
            return self.error(place, "parentheses nest too deeply at column {}")
        if place >= len(self.code.rstrip()):
            return self.error(place, "a number is missing at the end, column {}")
        if "leading zeros" in reason:
            return self.error(place, "the number at column {} begins with 0; leave the zero out")
        if "comma" in reason or "literal" in reason:
            return self.error(place, "an operator or digit is missing in what begins at column {}")
        symbol = _quoted(self.code[place])
        if self.code[place] in "+-*/^,)":
            return self.error(place, f"a number is missing before {symbol} at column {{}}")
        return self.error(place, f"an operator is missing before {symbol} at column {{}}")

    def value(self) -> int:
        return self.calculate(self.tree, 0)

    def terms(self) -> list[Term]:
        summands, waiting = [], [self.tree]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.BinOp) and isinstance(node.op, _SUMS):
                waiting += [node.right, node.left]
            else:
                text = self.code[self.start(node) : self.end(node)].strip()
                summands.append(Term(text, self.calculate(node, 0)))
        return summands

    # ---- calculating: one method for each kind of node that is allowed ----------------------

    def calculate(self, node: ast.expr, depth: int) -> int:
        if depth > _DEEPEST:
            raise self.error(self.start(node), f"more than {_DEEPEST} levels deep at column {{}}")
        match node:
            case ast.Constant(value=int(number)):  # True is an unknown name
                return self.number(node, number)
            case ast.UnaryOp(op=ast.UAdd() | ast.USub()):
                return self.calculate(node.operand, depth + 1)
            case ast.BinOp(op=ast.Pow()):
                return self.power(node, depth + 1)
            case ast.BinOp():
                return self.chain(node, depth + 1)
            case ast.Call():
                return self.call(node, depth + 1)
            case ast.Name():
                raise self.error(self.end(node), f'"(" is missing after {node.id}, at column {{}}')
        raise self.meaningless(node)

    def number(self, node: ast.expr, number: int) -> int:
        if number.bit_length() > MOST_BITS:
            size = f"the number at column {{}} has {number.bit_length()} bits"
            below = f"this calculator takes numbers below 2**{MOST_BITS}"
            raise self.error(self.start(node), f"{size}; {below}")
        return number

    def chain(self, node: ast.expr, depth: int) -> int:
        """Calculate a ∘ b ∘ c … from the left without recursion along the chain."""
        steps: list[ast.BinOp] = []
        while isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Pow):
            steps.append(node)
            node = node.left
        total = self.calculate(node, depth)
        for step in reversed(steps):
            total = self.apply(step, total, self.calculate(step.right, depth))
        return total

    def apply(self, step: ast.BinOp, left: int, right: int) -> int:
        match step.op:
            case ast.Add() | ast.Sub() | ast.BitXor():
                return left ^ right
            case ast.Mult():
                return nim_product(left, right)
            case ast.Div():
                return self.invertible(self.operator(step), lambda: nim_divide(left, right))
        place = self.operator(step)
        sign = self.code[place : place + 2].strip()
        raise self.error(place, f'the operator "{sign}" at column {{}} has no meaning for nimbers')

    def power(self, node: ast.BinOp, depth: int) -> int:
        base, exponent = self.calculate(node.left, depth), self.exponent(node.right)
        return self.invertible(self.operator(node), lambda: nim_power(base, exponent))

    def exponent(self, node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return -number
        ordinary = "the exponent at column {} has to be an ordinary integer, such as 3 or -1"
        raise self.error(self.start(node), ordinary)

    def call(self, node: ast.Call, depth: int) -> int:
        if not isinstance(node.func, ast.Name):
            raise self.error(self.end(node.func), "an operator is missing at column {}")
        name, start = node.func.id, self.start(node)
        numbers = [self.calculate(argument, depth) for argument in node.args]
        if name == "mex":
            return mex(numbers)
        if len(numbers) != 1:
            raise self.error(start, f"{name} at column {{}} takes one number, not {len(numbers)}")
        return self.invertible(start, lambda: _FUNCTIONS[name](numbers[0]))

    def invertible(self, place: int, calculation: Callable[[], int]) -> int:
        try:
            return calculation()
        except ZeroDivisionError:
            no_inverse = "division by 0 at column {}; the nimber 0 has no inverse"
            raise self.error(place, no_inverse) from None

    # ---- places and errors ------------------------------------------------------------------

    def start(self, node: ast.expr) -> int:
        return self.indent + node.col_offset  # bytes are characters: the code is ASCII

    def end(self, node: ast.expr) -> int:
        return self.indent + (node.end_col_offset or 0)

    def operator(self, node: ast.BinOp) -> int:
        match = re.compile(r"[^\s)]").search(self.code, self.end(node.left))
        return match.start() if match else self.start(node)

    def unknown(self, place: int, name: str) -> CodeError:
        near = difflib.get_close_matches(name, _NAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else "the functions are sqrt, inverse and mex."
        return self.error(place, f"{_quoted(name)} at column {{}} is unknown; {hint}", stop="")

    def meaningless(self, node: ast.expr) -> CodeError:
        start = self.start(node)
        text = _quoted(self.code[start : self.end(node)])
        return self.error(start, f"{text} at column {{}} has no meaning for nimbers")

    def error(self, place: int, problem: str, *, stop: str = ".") -> CodeError:
        """Word an error; *problem* has {} where the column goes."""
        shown = _shortened(" ".join(self.text.split()))
        message = f"{shown}: {problem.replace('{}', str(place + 1))}{stop}"
        return CodeError(message, text=self.text, column=place + 1)


def _quoted(text: str) -> str:
    if len(text) == 1 and not text.isprintable():
        return f"the character U+{ord(text):04X}"
    return f'"{_shortened(text)}"'


def _shortened(text: str) -> str:
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in text)
