"""A user's rule that makes a list, written anew so that it yields what the list would hold.

numba compiles a rule that yields its options to a plain loop. It allocates each list, and knows
neither `yield from` nor a generator expression. So the rule's own syntax tree is changed:

- `yield from` and `return` of comprehensions, literals, ranges, sums and choices of these;
- a list or set that is filled step by step and returned.

The options are the same; what a set holds once may come more often. A form that is not known is
left alone.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from types import FunctionType
from typing import Any

from grundy.games.valuers.rule_source import definition_of, function_of

_COPIES = frozenset({"list", "set", "tuple", "frozenset", "sorted", "iter"})
_ONE, _MANY = frozenset({"append", "add"}), frozenset({"extend", "update"})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def yielding(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a rule with the same options that yields each, or None where no way is known."""
    if not isinstance(function, FunctionType):
        return None
    node = definition_of(function)
    if node is None:
        return None
    statements = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
    try:
        body = _Rewriting(function, statements).body()
    except _UnknownForm:
        return None
    found = ast.copy_location(ast.FunctionDef("rule", node.args, body, []), node)
    return function_of(function, found)


class _UnknownForm(Exception):  # noqa: N818 - no error: the rule is left as it is
    pass


class _Rewriting(ast.NodeTransformer):
    """The changes of one function."""

    def __init__(self, function: FunctionType, statements: Sequence[ast.stmt]) -> None:
        code = function.__code__
        self._module = ast.Module([deepcopy(statement) for statement in statements], [])
        self._is_generator = bool(code.co_flags & inspect.CO_GENERATOR)
        self._filled = None if self._is_generator else _what_is_filled(self._module.body)
        self._is_begun = False
        own = {*code.co_varnames, *code.co_freevars, *code.co_cellvars, *function.__globals__}
        self._copies, self._knows_range = _COPIES - own, "range" not in own
        self._taken = own | set(_names_in(self._module))

    def body(self) -> list[ast.stmt]:
        """Return the statements of the changed function."""
        changed: ast.Module = self.visit(self._module)
        return changed.body

    def visit(self, node: ast.AST) -> Any:
        """Change a node, but no function inside."""
        return node if isinstance(node, _SCOPES) else super().visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Change `yield from`, and what fills the list."""
        match node.value:
            case ast.YieldFrom(given):
                found = self._yields(given)
                return self._loop(given) if found is None else found or ast.Pass()
            case ast.Call(ast.Attribute(ast.Name(name), method), [given]) if name == self._filled:
                return [_yield(given)] if method in _ONE else self._known(given)
        return node

    def visit_Assign(self, node: ast.Assign | ast.AnnAssign) -> Any:
        """Change the beginning of the list."""
        if self._filled is None or _name_given(node) != self._filled:
            return node
        self._is_begun = True
        return self._known(node.value)

    visit_AnnAssign = visit_Assign  # noqa: N815 - the name that Python looks for

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Change `+=` and `|=` of the list."""
        match node.target:
            case ast.Name(name) if name == self._filled:
                return self._known(node.value)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        """Change what is returned into yields."""
        match node.value:
            case _ if self._is_generator:
                return node
            case ast.Name(name) if name == self._filled:
                return ast.Return()
            case given if not self._is_begun:
                return [*self._known(given), ast.Return()]
        raise _UnknownForm

    def _known(self, given: ast.expr | None) -> list[ast.stmt]:
        found = None if given is None else self._yields(given)
        if found is None:
            raise _UnknownForm
        return found or [ast.Pass()]

    def _yields(self, given: ast.expr) -> list[ast.stmt] | None:
        """Return statements that yield each item, or None for a form that is not known."""
        match given:
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return self._loops(given)
            case ast.List(items) | ast.Tuple(items) | ast.Set(items):
                return _joined(self._item(item) for item in items)
            case ast.IfExp(test, then, other):
                ways = self._yields(then), self._yields(other)
                if ways[0] is None or ways[1] is None:
                    return None
                return [ast.If(test, ways[0] or [ast.Pass()], ways[1])]
            case ast.BinOp(left, ast.Add() | ast.BitOr(), right):
                return _joined(self._yields(side) for side in (left, right))
            case ast.Call(ast.Name("range"), _, []) if self._knows_range:
                return self._loop(given)
            case ast.Call(ast.Name(name), [] | [_] as items, []) if name in self._copies:
                return _joined(self._yields(item) for item in items)
        return None

    def _item(self, item: ast.expr) -> list[ast.stmt] | None:
        return self._yields(item.value) if isinstance(item, ast.Starred) else [_yield(item)]

    def _loop(self, given: ast.expr) -> list[ast.stmt]:
        name = self._new_name("option")
        body: list[ast.stmt] = [_yield(ast.Name(name, ast.Load()))]
        return [ast.For(ast.Name(name, ast.Store()), given, body, [])]

    def _loops(self, given: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> list[ast.stmt]:
        """Return the loops of a comprehension, whose variables get new names."""
        names = {name for each in given.generators for name in _names_in(each.target)}
        renamed = _Renamed({name: self._new_name(name) for name in sorted(names)})
        # The first of what is gone through stands outside the comprehension: there a name is
        # that of the function.
        gone_through = [each.iter for each in given.generators]
        gone_through[1:] = map(renamed.visit, gone_through[1:])
        body: list[ast.stmt] = [_yield(renamed.visit(given.elt))]
        for part, over in zip(reversed(given.generators), reversed(gone_through), strict=True):
            if part.is_async:
                raise _UnknownForm
            for test in reversed(part.ifs):
                body = [ast.If(renamed.visit(test), body, [])]
            body = [ast.For(renamed.visit(part.target), over, body, [])]
        return body

    def _new_name(self, like: str) -> str:
        name = like
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


class _Renamed(ast.NodeTransformer):
    """Other names for the variables of a comprehension."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Give a variable its new name."""
        return ast.copy_location(ast.Name(self._names.get(node.id, node.id), node.ctx), node)

    def visit_Lambda(self, _node: ast.Lambda) -> ast.Lambda:
        """Give up: a parameter may have the name of a variable."""
        raise _UnknownForm


def _what_is_filled(statements: Sequence[ast.stmt]) -> str | None:
    """Return the name of the one list that is begun, filled and returned, and nothing else."""
    for statement in statements:
        name = _name_given(statement)
        if name is None:
            continue
        uses = [each for part in statements for each in ast.walk(part) if _is_use(each, name)]
        named = sum(_names_in(part).count(name) for part in statements)
        if len(uses) == named - 1 and any(isinstance(each, ast.Return) for each in uses):
            return name
    return None


def _is_use(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(found), method), [_], [])):
            return found == name and method in _ONE | _MANY
        case ast.AugAssign(ast.Name(found), ast.Add() | ast.BitOr()):
            return found == name
        case ast.Return(ast.Name(found)):
            return found == name
    return False


def _name_given(node: ast.AST) -> str | None:
    match node:
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name
    return None


def _names_in(node: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]


def _yield(item: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Expr(ast.Yield(item)), item)


def _joined(parts: Iterable[list[ast.stmt] | None]) -> list[ast.stmt] | None:
    found = list(parts)
    return None if None in found else [each for part in found if part for each in part]
