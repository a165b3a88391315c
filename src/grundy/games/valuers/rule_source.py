"""The syntax tree of a user's function, and a function again from a tree that was changed.

A tree is only taken where compiling it gives the very code of the function: so a file that was
edited since, or another lambda in the same line, is never mistaken for it.
"""

from __future__ import annotations

import ast
import inspect
from types import CellType, CodeType, FunctionType
from typing import Any

Definition = ast.FunctionDef | ast.Lambda


def definition_of(function: FunctionType) -> Definition | None:
    """Return the tree of a function, or None where its source is not to be had."""
    code = function.__code__
    try:
        lines, _ = inspect.findsource(code)
        module = ast.parse("".join(lines))
    except (OSError, SyntaxError, ValueError):
        return None
    for node in ast.walk(module):
        if (
            isinstance(node, Definition)
            and _first_line(node) == code.co_firstlineno
            and _meaning(_code_of(node, code)) == _meaning(code)
        ):
            return node
    return None


def function_of(function: FunctionType, node: ast.FunctionDef) -> FunctionType | None:
    """Return a function with this definition, and the globals, closure and defaults of another."""
    code = _code_of(node, function.__code__)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if not cells.keys() >= set(code.co_freevars):
        return None
    closure = tuple(_frozen_cell(cells[name]) for name in code.co_freevars)
    outside = dict(function.__globals__)
    outside |= {name: _frozen(outside[name]) for name in code.co_names if name in outside}
    made = FunctionType(code, outside, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _frozen_cell(cell: CellType) -> CellType:
    try:
        return CellType(_frozen(cell.cell_contents))
    except ValueError:  # it is empty
        return cell


def _frozen(thing: Any) -> Any:
    if type(thing) in (list, set, frozenset) and {int}.issuperset(map(type, thing)):
        return tuple(thing)
    return thing


def _first_line(node: Definition) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min(part.lineno for part in (node, *decorators))


def _code_of(node: Definition, like: CodeType) -> CodeType:
    """Compile a definition inside another one that has the variables from outside."""
    bare: ast.stmt
    if isinstance(node, ast.Lambda):
        bare = ast.Return(node)
    else:
        bare = ast.FunctionDef(node.name, _bare(node.args), node.body, [], **_more())
    outside = [ast.arg(name) for name in like.co_freevars]
    parameters = ast.arguments([], outside, None, [], [], None, [])
    around = ast.FunctionDef("around", parameters, [bare], [], **_more())
    module = ast.fix_missing_locations(ast.Module([around], []))
    code = compile(module, like.co_filename, "exec", dont_inherit=True)
    return _only_code(_only_code(code))


def _more() -> dict[str, Any]:
    return {"type_params": []} if hasattr(ast, "TypeVar") else {}


def _bare(arguments: ast.arguments) -> ast.arguments:
    """Return parameters without annotations, and with defaults that are never evaluated."""
    return ast.arguments(
        [ast.arg(one.arg) for one in arguments.posonlyargs],
        [ast.arg(one.arg) for one in arguments.args],
        arguments.vararg and ast.arg(arguments.vararg.arg),
        [ast.arg(one.arg) for one in arguments.kwonlyargs],
        [None for _ in arguments.kwonlyargs],
        arguments.kwarg and ast.arg(arguments.kwarg.arg),
        [],
    )


def _only_code(code: CodeType) -> CodeType:
    (inner,) = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return inner


def _meaning(code: CodeType) -> tuple[object, ...]:
    """Return what a code does, without its place and its name."""
    constants = (
        _meaning(constant) if isinstance(constant, CodeType) else (type(constant), constant)
        for constant in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, names, tuple(constants)
