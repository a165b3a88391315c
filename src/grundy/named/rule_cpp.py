"""The source of a rule in C++, where it is arithmetic, loops and conditions.

A rule hands each option to ``visit``, which says whether to stop, so that none is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grundy.errors import NoSourceError
from grundy.named.cpp_terms import LISTS, Terms, is_truth
from grundy.named.rule_source import RuleSource, names_set

_WORDS = frozenset(
    """
alignas alignof and_eq asm auto bitand bitor bool case catch char class compl const constexpr
default delete do double else enum explicit export extern false float found friend goto
inline int long main mutable namespace new noexcept not_eq nullptr operator or_eq private
protected public register short signed sizeof static std struct switch template this throw
true typedef typeid typename union unsigned using virtual visit void volatile xor xor_eq
Heap Heaps Int List
""".split()  # noqa: SIM905 - a list would be sixty lines
)  # no names of C++
_FUNCTIONS = frozenset(
    """
absolute ceil cos div exp floor floor_div floor_mod gamma has index j0 j1 jn labs log pow power rand
remainder round sin sqrt tan y0 y1 yn
""".split()  # noqa: SIM905
)  # that are there already
_UNUSED = "[[maybe_unused]] "
_HEAD = "using Int = __int128;\nusing List = std::vector<Int>;"
_WRITTEN = {
    "floor_div": "Int floor_div(Int a, Int b) { return a / b - (a % b && (a < 0) != (b < 0)); }",
    "floor_mod": "Int floor_mod(Int a, Int b) { return (a % b + b) % b; }",
    "power": "Int power(Int a, Int n) { return n > 0 ? a * power(a, n - 1) : 1; }",
    "absolute": "Int absolute(Int a) { return a < 0 ? -a : a; }",
    "gcd": "Int gcd(Int a, Int b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }",
    "has": (
        "bool has(const List& all, Int n) {\n"
        "    return std::find(all.begin(), all.end(), n) != all.end();\n}"
    ),
    "isqrt": """\
Int isqrt(Int n) {
    Int root = std::sqrt((long double)n);
    while (root * root > n) root--;
    while ((root + 1) * (root + 1) <= n) root++;
    return root;
}""",
}


def in_cpp(source: RuleSource, *rules: str) -> list[str] | None:
    """Return the lines in C++; None where a function is more than arithmetic.

    Numbers of *our* functions are never negative; of others those of the rule are not.
    """
    names = {name for one in source.functions.values() for name in (one.name, *names_set(one))}
    if _WORDS & names or _FUNCTIONS & source.functions.keys():
        return None
    lists = {
        name for name, one in source.functions.items() if name not in rules and _makes_list(one)
    }
    try:
        lines = [
            line
            for name, one in source.functions.items()
            for line in ("", *_Function(source, lists, one, name in rules).lines())
        ]
    except NoSourceError:
        return None
    used = "\n".join(lines)
    before = [
        text
        for name, text in _WRITTEN.items()
        if f"{name}(" in used and name not in source.functions
    ]
    return ["", *"\n\n".join([_HEAD, *before]).splitlines(), *lines]


def _makes_list(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(one, (ast.Yield, ast.YieldFrom))
        or (isinstance(one, ast.Return) and isinstance(one.value, LISTS))
        for one in ast.walk(function)
    )


@dataclass
class _Function(Terms):
    """One function; a rule hands its options to visit, another one may return a list."""

    node: ast.FunctionDef
    is_rule: bool

    def lines(self) -> Iterator[str]:
        arguments = [one.arg for one in self.node.args.args]
        if len(arguments) != sum(isinstance(one, ast.arg) for one in ast.walk(self.node.args)):
            raise NoSourceError
        if self.node.args.defaults:
            raise NoSourceError
        assigned = [
            one for one in ast.walk(self.node) if isinstance(one, ast.Assign | ast.AugAssign)
        ]
        own = sorted({name for one in assigned for name in names_set(one)} - {*arguments})
        self.scope |= {*arguments, *own}
        self.naturals |= {*own, *(arguments if self.is_rule or self.source.is_ours else ())}
        self._keep_naturals(assigned)
        heads = [f"{self._marked(one.arg)}{_type(one)} {one.arg}" for one in self.node.args.args]
        gives_list = self.node.name in self.lists
        if self.is_rule:
            yield "template <class Visit>"
            heads.append("Visit visit")
        kind = "bool" if self.is_rule else "List" if gives_list else "Int"
        yield f"{kind} {self.node.name}({', '.join(heads)}) {{"
        used = [name for name in own if not self._marked(name)]
        if used:
            yield f"    Int {', '.join(f'{name} = 0' for name in used)};"
        yield from (f"    {_UNUSED}Int {name} = 0;" for name in own if name not in used)
        if gives_list:
            yield "    List found;"
        yield from self._block(self.node.body)
        if not isinstance(self.node.body[-1], ast.Return):
            yield f"    return {'false' if self.is_rule else 'found' if gives_list else '0'};"
        yield "}"

    def _marked(self, name: str) -> str:
        """Return what says that a name is not looked up."""
        names = (one for one in ast.walk(self.node) if isinstance(one, ast.Name))
        is_used = any(one.id == name and isinstance(one.ctx, ast.Load) for one in names)
        return "" if is_used or name.startswith("each") else _UNUSED

    def _keep_naturals(self, assigned: Sequence[ast.Assign | ast.AugAssign]) -> None:
        """Drop the names to which something is assigned that may be negative."""
        pairs = [pair for one in assigned for pair in _assignments(one)]
        while wrong := {
            name for name, value in pairs if name in self.naturals and not self.is_natural(value)
        }:
            self.naturals -= wrong

    # ---- statements -------------------------------------------------------------------------

    def _block(self, body: Sequence[ast.stmt]) -> Iterator[str]:
        for statement in body:
            for line in self._statement(statement):
                yield f"    {line}"

    def _statement(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return
            case ast.Expr(ast.Yield(ast.expr() as value)):
                yield self._pushed(value)
            case ast.Expr(ast.YieldFrom(value)):
                yield from self._produced(value)
            case ast.Return():
                yield from self._returned(node.value)
            case ast.If(test, body, orelse):
                yield f"if ({self.test(test)}) {{"
                yield from self._block(body)
                if orelse:
                    yield "} else {"
                    yield from self._block(orelse)
                yield "}"
            case ast.While(test, body, []):
                yield f"while ({self.test(test)}) {{"
                yield from self._block(body)
                yield "}"
            case ast.For(ast.Name(name), steps, body, []):
                yield from self._loop(name, steps, lambda: self._block(body))
            case ast.Break() | ast.Continue():
                yield f"{ast.unparse(node)};"
            case ast.Assign() | ast.AugAssign():
                names, values = zip(*_assignments(node), strict=True)
                if len(names) == 1:
                    yield f"{names[0]} = {self.number(values[0])};"
                else:
                    given = ", ".join(map(self.number, values))
                    kinds = ", ".join(["Int"] * len(names))
                    yield f"std::tie({', '.join(names)}) = std::tuple<{kinds}>({given});"
            case _:
                raise NoSourceError

    def _returned(self, value: ast.expr | None) -> Iterator[str]:
        if not self.is_rule and self.node.name not in self.lists:
            yield f"return {self.number(value)};" if value is not None else "return 0;"
            return
        if value is not None:
            yield from self._produced(value)
        yield "return false;" if self.is_rule else "return found;"

    def _loop(self, name: str, steps: ast.expr, body: Callable[[], Iterator[str]]) -> Iterator[str]:
        if {name, f"{name}_end"} & (self.scope | names_set(self.node) - {name}):
            raise NoSourceError  # a loop of C++ has variables of its own
        is_natural = False
        if isinstance(steps, ast.Call) and ast.unparse(steps.func) == "range":
            start, end, step = _range(steps.args)
            every = self.constant(step)
            if type(every) is not int or not every or steps.keywords:
                raise NoSourceError
            ends = every > 0 or self.is_natural(end) or self.constant(end) == -1
            is_natural = self.is_natural(start) and ends
            yield (
                f"for (Int {name} = {self.number(start)}, {name}_end = {self.number(end)}; "
                f"{name} {'<' if every > 0 else '>'} {name}_end; {name} += {every}) {{"
            )
        else:
            yield f"for ({self._marked(name)}Int {name} : {self.list_of(steps)}) {{"
        self.scope.add(name)
        self.naturals |= {name} if is_natural else set()
        yield from body()
        self.naturals.discard(name)
        self.scope.discard(name)
        yield "}"

    def _produced(self, node: ast.expr) -> Iterator[str]:
        """Yield the lines that hand on each thing that is in a list."""
        match node:
            case ast.List(items) | ast.Tuple(items) | ast.Set(items):
                for item in items:
                    if isinstance(item, ast.Starred):
                        yield from self._produced(item.value)
                    else:
                        yield self._pushed(item)
            case (
                ast.ListComp(item, loops) | ast.GeneratorExp(item, loops) | ast.SetComp(item, loops)
            ):
                yield from self._nested(item, loops)
            case ast.IfExp(test, body, orelse):
                yield f"if ({self.test(test)}) {{"
                yield from self._deeper(self._produced(body))
                if not isinstance(orelse, ast.List | ast.Tuple) or orelse.elts:
                    yield "} else {"
                    yield from self._deeper(self._produced(orelse))
                yield "}"
            case ast.BinOp(left, ast.Add(), right):
                yield from self._produced(left)
                yield from self._produced(right)
            case ast.BinOp(left, ast.Mult(), right) if is_truth(right):
                yield f"if ({self.test(right)}) {{"
                yield from self._deeper(self._produced(left))
                yield "}"
            case _:
                name = f"each{len(self.scope)}"
                pushed = ast.Name(name, ast.Load())
                yield from self._loop(name, node, lambda: iter([f"    {self._pushed(pushed)}"]))

    def _nested(self, item: ast.expr, loops: Sequence[ast.comprehension]) -> Iterator[str]:
        if not loops:
            yield self._pushed(item)
            return
        first, *rest = loops
        if not isinstance(first.target, ast.Name):
            raise NoSourceError

        def inside() -> Iterator[str]:
            for test in first.ifs:
                yield f"    if (!({self.test(test)})) continue;"
            yield from self._deeper(self._nested(item, rest))

        yield from self._loop(first.target.id, first.iter, inside)

    def _deeper(self, lines: Iterator[str]) -> Iterator[str]:
        return (f"    {line}" for line in lines)

    def _pushed(self, node: ast.expr) -> str:
        if not self.is_rule:
            return f"found.push_back({self.number(node)});"
        heaps = ", ".join(f"Heap({self.number(heap)})" for heap in _heaps(node))
        return f"if (visit({{{heaps}}})) return true;"


def _type(argument: ast.arg) -> str:
    return "const List&" if "list" in (argument.type_comment or "") else "Int"


def _assignments(node: ast.Assign | ast.AugAssign) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names and what they get."""
    match node:
        case ast.AugAssign(ast.Name(name), operator, value):
            yield name, ast.BinOp(ast.Name(name, ast.Load()), operator, value)
        case ast.Assign([ast.Name(name)], value):
            yield name, value
        case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
            for target, value in zip(names, values, strict=True):
                if not isinstance(target, ast.Name):
                    raise NoSourceError
                yield target.id, value
        case _:
            raise NoSourceError


def _range(arguments: Sequence[ast.expr]) -> tuple[ast.expr, ast.expr, ast.expr]:
    match arguments:
        case [end]:
            return ast.Constant(0), end, ast.Constant(1)
        case [start, end]:
            return start, end, ast.Constant(1)
        case [start, end, step]:
            return start, end, step
    raise NoSourceError


def _heaps(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the heaps of an option; a sum joins tuples."""
    match node:
        case ast.Tuple(items) | ast.List(items):
            yield from items
        case ast.BinOp(left, ast.Add(), ast.Tuple(items)):
            yield from (*_heaps(left), *items)
        case _:
            yield node
