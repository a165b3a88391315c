"""What the digits of a take-and-break code allow, in words."""

from __future__ import annotations

from grundy.heaps.codes import Code, Constraint

_MOST = 12  # clauses, and numbers in one: nobody reads more
_COUNTS = ("nothing", "one", "two", "three", "four")
_KINDS = {
    Constraint.UNEQUAL: "unequal ",
    Constraint.NOT_ALL_EQUAL: "not all equal ",
    Constraint.ALL_EQUAL: "equal ",
}


def code_words(code: Code) -> str:
    """Return the rule of a code as a sentence.

    >>> from grundy.heaps.codes import parse_code
    >>> code_words(parse_code("0.77"))
    'Take 1 or 2 tokens, and leave the rest in at most two heaps.'
    >>> code_words(parse_code("4!.0[3]"))
    'Split a heap into two unequal heaps; or take at least 2 tokens from a heap.'
    """
    groups: dict[tuple[int, Constraint], list[int]] = {}
    for taken in range(len(code.digits) + len(code.tail)):
        if digit := code.digit(taken):
            groups.setdefault((digit, code.constraint_at(taken)), []).append(taken)
    clauses = []
    for (digit, sign), taken_ones in groups.items():
        if taken_ones[0] == 0:
            clauses.append(f"split a heap into {_heaps(_counts(digit), sign)}")
        if any(taken_ones):
            tokens = _tokens([taken for taken in taken_ones if taken], code)
            clauses.append(f"take {tokens}{_rest(_counts(digit), sign)}")
    if not clauses:
        return "There is no move."
    text = "; or ".join([*clauses[:_MOST], *["…"] * (len(clauses) > _MOST)])
    return f"{text[0].upper()}{text[1:]}."


def _counts(digit: int) -> list[int]:
    return [count for count in range(digit.bit_length()) if digit >> count & 1]


def _rest(counts: list[int], sign: Constraint) -> str:
    """Say in how many heaps the rest is left."""
    if counts == [0, 1]:
        return " from a heap"
    if counts == [0]:
        return ", if nothing else is there"
    if counts == [1]:
        return " of a larger heap"
    if counts == list(range(len(counts))):
        return f", and leave the rest in at most {_heaps(counts[-1:], sign)}"
    return f", and leave {_heaps(counts, sign)}"


def _heaps(counts: list[int], sign: Constraint) -> str:
    names = _either([_COUNTS[count] for count in counts])
    kind = _KINDS.get(sign, "") if counts[-1] > 1 else ""
    return f"{names} {kind}heap{'s' if counts[-1] > 1 else ''}"


def _tokens(members: list[int], code: Code) -> str:
    """Say how many tokens: the digits of a tail stand for all numbers a multiple further."""
    begin, repeat = len(code.digits), len(code.tail)
    if not repeat or members[-1] < begin:
        return f"{_either(_runs(members))} token{'' if members == [1] else 's'}"
    if repeat == 1:
        first = members.pop()
        while members and members[-1] == first - 1:
            first = members.pop()
        if first == 1:
            return "any number of tokens"
        return f"{_either([*_runs(members), f'at least {first}'])} tokens"
    again = [one + repeat for one in members if one >= begin]
    return f"{', '.join(map(str, [*members, *again][:_MOST]))}, … tokens"


def _runs(members: list[int]) -> list[str]:
    """Write numbers, three or more in a row by the first and the last."""
    runs: list[list[int]] = []
    for one in members:
        if runs and runs[-1][-1] == one - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    texts = [
        text
        for run in runs
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    ]
    return texts[:_MOST] + ["…"] * (len(texts) > _MOST)


def _either(texts: list[str]) -> str:
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
