"""The source of a rule, for a program that stands alone: the function and what it calls."""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any, cast

from grundy.games.rule_game import RuleGame
from grundy.heaps.rules import HeapGame

# Names that the rest of a program may have.
_TAKEN = frozenset(
    """
ADDED FIRST Heap Heaps Int List NEVER PERIOD RULES STEPS factors floors has in_sums may
member ones options place root row value winning_move wins xor
""".split()  # noqa: SIM905 - a list would be thirty lines
)
_MOST_SIGNS = 2_000  # of a constant


class NoSourceError(Exception):
    """A function that cannot be written into a program."""


@dataclass
class RuleSource:
    """A function and what it calls, as syntax.

    Attributes:
        functions: By name; those that are called come first, the rule last.
        is_ours: Whether no number in it is ever negative.
        constants: What the functions look up.
        imports: Lines of Python.
    """

    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    is_ours: bool = False
    constants: dict[str, Any] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def python(self) -> list[str]:
        """Return the lines in Python."""
        lines = [*self.imports, *(f"{name} = {one!r}" for name, one in self.constants.items())]
        for function in self.functions.values():
            lines += ["", "", *ast.unparse(function).splitlines()]
        return lines

    def read(self, function: object, name: str) -> None:
        """Add a function under a name, and before it what it needs."""
        if not isinstance(function, FunctionType):
            raise NoSourceError
        known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        node = _PartsOfGame(function, known).visit(_bare(_definition(function)))
        node.name = name
        self._seen.add(name)
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and known.get(one.id) is function:
                one.id = name
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - names_set(node)
        for each in sorted(names - self._seen):
            if each in known:
                self._add(each, known[each])
            elif not hasattr(builtins, each):
                raise NoSourceError
        self.functions[name] = node

    def _add(self, name: str, value: Any) -> None:
        module = (getattr(value, "__module__", None) or "").split(".")[0]
        self._seen.add(name)
        if name in _TAKEN:
            raise NoSourceError
        if isinstance(value, ModuleType) and value.__name__ == name in sys.stdlib_module_names:
            self.imports.append(f"import {name}")
        elif callable(value) and module in sys.stdlib_module_names and name == value.__name__:
            self.imports.append(f"from {value.__module__} import {name}")
        elif isinstance(value, FunctionType) and value.__name__ == name:
            self.read(value, name)
        elif len(repr(value)) <= _MOST_SIGNS and _is_literal(value):
            self.constants[name] = value
        else:
            raise NoSourceError


def function_of(ruleset: Any) -> Callable[..., Any] | None:
    """Return the function that a user wrote as a rule, where there is one."""
    rules = getattr(ruleset, "_rules", ruleset)
    if isinstance(rules, HeapGame):
        return rules.function
    is_plain = isinstance(rules, RuleGame) and not rules.has_own("components")
    return rules._function if is_plain else None


def rule_source(
    function: Callable[..., Any] | None, name: str, *, is_ours: bool = False
) -> RuleSource | None:
    """Return the source of a rule under a name; None where it does not stand alone.

    A position f[n] of the rule's own game is written (n,), so that a sum joins its heaps.
    """
    source = RuleSource(is_ours=is_ours)
    if function is None:
        return None
    try:
        source.read(function, name)
    except (OSError, TypeError, SyntaxError, NoSourceError, RecursionError):
        return None
    return source


def read_source(text: str) -> RuleSource:
    """Return a function of ours that is written as a text."""
    (function,) = ast.parse(text).body
    name = cast("ast.FunctionDef", function).name
    return RuleSource({name: cast("ast.FunctionDef", function)}, is_ours=True)


def names_set(node: ast.AST) -> set[str]:
    """Return the names that a function gives values to, arguments among them."""
    stored = {
        one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    return stored | {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}


def _is_literal(value: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError):
        return False


def _definition(function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a function, of a lambda as if it had a name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    if function.__name__ != "<lambda>":
        first = tree.body[0]
        if isinstance(first, ast.FunctionDef):
            return first
        raise NoSourceError
    lambdas = [one for one in ast.walk(tree) if isinstance(one, ast.Lambda)]
    if len(lambdas) != 1:
        raise NoSourceError
    text = f"def rule({ast.unparse(lambdas[0].args)}): return {ast.unparse(lambdas[0].body)}"
    return cast("ast.FunctionDef", ast.parse(text).body[0])


class _PartsOfGame(ast.NodeTransformer):
    """Write a position f[n] of the function's own game as a tuple."""

    def __init__(self, function: FunctionType, known: dict[str, Any]) -> None:
        self.games = {
            name
            for name, one in known.items()
            if function in (getattr(one, "_function", None), getattr(one, "function", None))
        }

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self.games:
            return ast.Tuple([node.slice], ast.Load())
        return node


def _bare(function: ast.FunctionDef) -> ast.FunctionDef:
    """Take off decorators, docstring and annotations; which arguments are lists stays said."""
    function.decorator_list, function.returns = [], None
    for one in ast.walk(function.args):
        if isinstance(one, ast.arg):
            one.type_comment = ast.unparse(one.annotation) if one.annotation else None
            one.annotation = None
    if ast.get_docstring(function) is not None:
        function.body = function.body[1:] or [ast.Pass()]
    return function
