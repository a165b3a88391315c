"""The source of a rule, for a program that stands alone: the function and what it calls."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any, cast

from grundy.errors import NoSourceError
from grundy.games.rule_game import RuleGame
from grundy.heaps.rules import HeapGame

# Names that the rest of a program may have.
_TAKEN = frozenset(
    """
ADDED CODE ENDS FIRST Heap Heaps Int List MOST NEVER ONE PERIOD RULES STEPS TAIL THREE TWO factors
floor_of floors has heaps_with in_sums is_pair lost may member moves nim_sum nim_times ones options
pick place root row rule three_heaps two_heaps value winning_move wins xor
""".split()  # noqa: SIM905 - a list would be thirty lines
)
_MOST_SIGNS = 2_000  # of a constant


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
    _seen: dict[str, Any] = field(default_factory=dict)

    def python(self) -> list[str]:
        """Return the lines in Python."""
        lines = [*self.imports, *(f"{name} = {one!r}" for name, one in self.constants.items())]
        for function in self.functions.values():
            text = re.sub(r"yield \(([^()]*)\)$", r"yield \1", ast.unparse(function), flags=re.M)
            lines += ["", "", *text.splitlines()]
        return lines

    def joined(self, other: RuleSource) -> RuleSource:
        """Return both together, of names that differ."""
        imports = [*self.imports, *(line for line in other.imports if line not in self.imports)]
        return RuleSource(
            self.functions | other.functions, False, self.constants | other.constants, imports
        )

    def read(self, function: object, name: str) -> None:
        """Add a function under a name, and before it what it needs."""
        if not isinstance(function, FunctionType):
            raise NoSourceError
        known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        node = _definition(function)
        if function in map(_function_in, known.values()):
            node.decorator_list = node.decorator_list[1:]
        node = _with_parts(_bare(node, function), function, known)
        self._seen[name] = function
        loaded = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - names_set(node)
        if name in loaded and known.get(name) is not function:
            raise NoSourceError
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and known.get(one.id) is function:
                one.id = name
        node.name = name
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - names_set(node)
        for each in sorted(names - {name}):
            if each in known:
                self._add(each, known[each])
            elif not hasattr(builtins, each):
                raise NoSourceError
        self.functions[name] = node

    def _add(self, name: str, value: Any) -> None:
        if name in self._seen:
            if self._seen[name] is not value:
                raise NoSourceError
            return
        self._seen[name] = value
        module = (getattr(value, "__module__", None) or "").removeprefix("_")
        is_theirs = not self.is_ours and not module.startswith("grundy.named")
        if is_theirs and (name in _TAKEN or hasattr(builtins, name)):
            raise NoSourceError
        if isinstance(value, ModuleType) and value.__name__ in sys.stdlib_module_names:
            self.imports.append(f"import {value.__name__}{_as(value.__name__, name)}")
        elif callable(value) and module.split(".")[0] in sys.stdlib_module_names:
            self.imports.append(f"from {module} import {value.__name__}{_as(value.__name__, name)}")
        elif isinstance(value, FunctionType) and value.__name__ == name:
            self.read(value, name)
        elif len(repr(value)) <= _MOST_SIGNS and _is_literal(value):
            self.constants[name] = value
        else:
            raise NoSourceError


def _as(name: str, other: str) -> str:
    return f" as {other}" if other != name else ""


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


def _function_in(game: Any) -> Any:
    return getattr(game, "_function", None) or getattr(game, "function", None)


def _with_parts(
    node: ast.FunctionDef, function: FunctionType, known: dict[str, Any]
) -> ast.FunctionDef:
    """Write a position f[n] of the function's own game as a tuple, where it is yielded or added."""
    games = {name for name, one in known.items() if _function_in(one) is function}
    games -= names_set(node)
    parts = [
        one for one in ast.walk(node)
        if isinstance(one, ast.Subscript) and getattr(one.value, "id", "") in games
    ]  # fmt: skip
    for one in ast.walk(node):
        is_used = isinstance(one, ast.Attribute | ast.Compare | ast.Call | ast.Subscript)
        if is_used and any(child in parts for child in ast.iter_child_nodes(one)):
            raise NoSourceError
    return cast("ast.FunctionDef", _PartsOfGame(parts).visit(node))


class _PartsOfGame(ast.NodeTransformer):
    def __init__(self, parts: Sequence[ast.Subscript]) -> None:
        self.parts = parts

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if node not in self.parts:
            return node
        return node.slice if isinstance(node.slice, ast.Tuple) else ast.Tuple([node.slice], _LOAD)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        pairs = [one for one in ast.walk(node) if one in self.parts]
        if any(isinstance(one.slice, ast.Tuple) for one in pairs if isinstance(one, ast.Subscript)):
            raise NoSourceError  # a sum of pairs is no pair
        return self.generic_visit(node)


_LOAD = ast.Load()


def _bare(node: ast.FunctionDef, function: FunctionType) -> ast.FunctionDef:
    """Take off docstring and annotations; which arguments are lists stays said."""
    if node.decorator_list or hasattr(function, "__wrapped__") or function.__kwdefaults__:
        raise NoSourceError
    node.returns = None
    for one in ast.walk(node.args):
        if isinstance(one, ast.arg):
            one.type_comment = ast.unparse(one.annotation) if one.annotation else None
            one.annotation = None
    defaults = function.__defaults__ or ()
    if not all(map(_is_literal, defaults)):
        raise NoSourceError
    node.args.defaults = [ast.parse(repr(one), mode="eval").body for one in defaults]
    if ast.get_docstring(node) is not None:
        node.body = node.body[1:] or [ast.Pass()]
    return node
