"""Expressions of a rule in C++: numbers of 128 bits, with the division of Python."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grundy.errors import NoSourceError
from grundy.named.rule_source import RuleSource

LISTS = (ast.List, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.Set)
_OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitXor: "^", ast.BitOr: "|", ast.BitAnd: "&",
    ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=", ast.And: " && ", ast.Or: " || ", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip
_DIVISIONS: dict[type, tuple[str, str]] = {
    ast.FloorDiv: ("/", "floor_div"), ast.Mod: ("%", "floor_mod"),
}  # fmt: skip
_KEEP_NATURAL = (ast.Add, ast.Mult, ast.BitXor, ast.BitOr, ast.BitAnd, ast.RShift, ast.LShift,
                 ast.Mod, ast.FloorDiv, ast.Pow)  # fmt: skip
_CALLED = {
    "min": "std::min<Int>({{{}}})", "max": "std::max<Int>({{{}}})", "abs": "absolute({})",
    "gcd": "gcd({})", "isqrt": "isqrt({})", "int": "Int({})",
}  # fmt: skip
_NATURALS = ("abs", "gcd", "isqrt")


@dataclass
class Terms:
    """The expressions of one function."""

    source: RuleSource
    lists: set[str]  # the functions that return lists
    scope: set[str] = field(default_factory=set, kw_only=True)
    naturals: set[str] = field(default_factory=set, kw_only=True)  # names of what is never negative

    def list_of(self, node: ast.expr) -> str:
        match node:
            case ast.Call(ast.Name(name), arguments, []) if name in self.lists:
                return f"{name}({', '.join(map(self.number, arguments))})"
            case ast.List(items) | ast.Tuple(items) | ast.Set(items):
                return f"List{{{', '.join(map(self.number, items))}}}"
            case ast.Name(name) if name in self.scope:
                return name
        values = self.constant(node)
        if isinstance(values, list | tuple | set | frozenset):
            return f"List{{{', '.join(map(_literal, values))}}}"
        raise NoSourceError

    def constant(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return None if node.id in self.scope else self.source.constants.get(node.id)
        with contextlib.suppress(ValueError, SyntaxError):
            return ast.literal_eval(node)
        return None

    def is_natural(self, node: ast.expr) -> bool:
        constant = self.constant(node)
        if isinstance(constant, int):
            return constant >= 0
        match node:
            case ast.Name(name):
                return name in self.naturals
            case ast.BinOp(left, operator, right) if isinstance(operator, _KEEP_NATURAL):
                return self.is_natural(left) and self.is_natural(right)
            case ast.Call(ast.Name(name)) if name in self.source.functions:
                return self.source.is_ours
            case ast.Call(ast.Name("min" | "max"), arguments):
                return all(map(self.is_natural, arguments))
            case ast.Call(function):
                return ast.unparse(function).removeprefix("math.") in _NATURALS
        return is_truth(node)

    def test(self, node: ast.expr) -> str:
        """Return a condition; of *and* and *or* only whether it holds is of use."""
        if isinstance(node, ast.BoolOp):
            return _sign(node.op).join(f"({self.test(value)})" for value in node.values)
        return self.number(node) if is_truth(node) else f"{self._term(node)} != 0"

    def number(self, node: ast.expr) -> str:
        return _plain(self._term(node))

    def _term(self, node: ast.expr) -> str:
        """Return an expression of numbers; what *and* and *or* give is true or false."""
        constant = self.constant(node)
        if isinstance(constant, int):
            return _literal(constant)
        match node:
            case ast.Name(name) if name in self.scope:
                return name
            case ast.UnaryOp(ast.Not(), value):
                return f"!({self.test(value)})"
            case ast.UnaryOp(operator, value):
                return f"({_sign(operator)}{self._term(value)})"
            case ast.BinOp(left, operator, right):
                return self._binary(left, operator, right)
            case ast.BoolOp(operator, values) if all(map(is_truth, values)):
                return f"({_sign(operator).join(map(self._term, values))})"
            case ast.Compare(left, operators, others):
                three = zip([left, *others], operators, others, strict=False)
                return f"({' && '.join(self._compared(*each) for each in three)})"
            case ast.IfExp(test, body, orelse):
                return f"({self.test(test)} ? {self._term(body)} : {self._term(orelse)})"
            case ast.Subscript(ast.Name(name), at) if name in self.scope:
                return f"{name}[{self.number(at)}]"
            case ast.Call(function, arguments, []):
                return self._called(function, arguments)
        raise NoSourceError

    def _binary(self, left: ast.expr, operator: ast.operator, right: ast.expr) -> str:
        one, other = self._term(left), self._term(right)
        if isinstance(operator, ast.Pow):
            return f"power({one}, {other})"
        if type(operator) in _DIVISIONS:
            sign, function = _DIVISIONS[type(operator)]
            if not (self.is_natural(left) and self.is_natural(right)):
                return f"{function}({one}, {other})"
        else:
            sign = _sign(operator)
        first = f"Int({one})" if isinstance(self.constant(left), int) else one
        return f"({first} {sign} {other})"

    def _compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        if isinstance(operator, ast.In | ast.NotIn):
            found = f"has({self.list_of(right)}, {self.number(left)})"
            return found if isinstance(operator, ast.In) else f"!{found}"
        return f"{self._term(left)} {_sign(operator)} {self._term(right)}"

    def _called(self, function: ast.expr, arguments: Sequence[ast.expr]) -> str:
        name = ast.unparse(function).removeprefix("math.")
        if name in self.scope:
            raise NoSourceError
        if name in self.source.functions and name not in self.lists:
            kinds = [one.type_comment or "" for one in self.source.functions[name].args.args]
            if [isinstance(one, LISTS) for one in arguments] != ["list" in kind for kind in kinds]:
                raise NoSourceError
            return f"{name}({', '.join(map(self._argument, arguments))})"
        count = {"min": 2, "max": 2, "gcd": 2}.get(name, 1)
        is_more = name in ("min", "max") and len(arguments) > count
        if name not in _CALLED or not (len(arguments) == count or is_more):
            raise NoSourceError
        return _CALLED[name].format(", ".join(map(self.number, arguments)))

    def _argument(self, node: ast.expr) -> str:
        return self.list_of(node) if isinstance(node, LISTS) else self.number(node)


def _plain(text: str) -> str:
    """Return an expression without brackets around it."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[1:-1] if text[0] == "(" and place == len(text) - 1 else text
    return text


def is_truth(node: ast.expr) -> bool:
    """Return whether an expression is true or false, and no number."""
    is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_not or isinstance(node, ast.Compare | ast.BoolOp)


def _sign(operator: ast.AST) -> str:
    if type(operator) not in _OPERATORS:
        raise NoSourceError
    return _OPERATORS[type(operator)]


def _literal(number: int) -> str:
    if not (isinstance(number, int) and -(2**63) < number < 2**63):
        raise NoSourceError
    return str(int(number))
