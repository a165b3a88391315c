"""How a winning move is found: by the moves of a rule, or by the heaps that have a value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grundy.heaps.by_moves import rule_by_moves
from grundy.heaps.codes import Code
from grundy.heaps.periods.verify_digits import Powers, Progression, parse_terms, terms_of
from grundy.heaps.rules import Leave
from grundy.heaps.ruleset import HeapRuleset
from grundy.heaps.subtraction import NamedRule
from grundy.named.enough_moves import (
    left_between,
    moves_of_code,
    three_heaps,
    to_divisor,
    totative,
    two_heaps,
)  # fmt: skip
from grundy.named.rule_cpp import in_cpp
from grundy.named.rule_source import RuleSource, function_of, read_source, rule_source
from grundy.named.searches import (
    ALL_BUT,
    BY_MOVES,
    CPP_OPTIONS,
    FROM_BOTH_ENDS,
    OF_FEW,
    OF_OPTIONS,
    PYTHON_OPTIONS,
    SPLITS,
    Language,
    apart,
    listed,
    searched,
)  # fmt: skip

_TWO_HEAPS, _THREE_HEAPS = 7, 15  # the digits above leave more heaps
_SEEN = 300  # heaps, whose moves are compared
_SAMPLED = (60, 240, 2_000)
_FEW = 64  # options
_OURS = {"totative": totative, "to-divisor": to_divisor}
_ENOUGH = {"take-a-prime": ("n-1", "n-2", "n-3")}  # of each smaller value these leave one
_ALLOWED = {"at-most-half": "heap - left <= heap // 2"}


def move_lines(
    ruleset: HeapRuleset, language: Language, repeating: tuple[int, int] | None, *, chains: bool
) -> list[str]:
    """Return the lines; values that repeat are as many as the first number, and rise by the other.

    Winning moves are found where the moves are known and few, by the text of the rule or by its
    source; where they are those of a code; or where the heaps of a value are few: *chains*. Of
    other rules who calls the function gives the options.
    """
    known = _by_text(ruleset, language, repeating)
    if known is not None:
        return known
    own = _by_moves(rule_source(function_of(ruleset), "moves"), language)
    if own and _has_few_options(ruleset):
        return own
    if chains:
        allowed = _ALLOWED.get(ruleset.text) if _is_named(ruleset) else left_between(ruleset)
        if allowed or not own:
            return _of_few(allowed, language)
    alike = None if _is_named(ruleset) else rule_by_moves(ruleset, _SEEN)
    lines = _by_text(alike[0], language, repeating) if alike else None
    if alike and lines:
        sign = "#" if language == "python" else "//"
        said = f"{sign} Moves of {alike[0].text}, as compared on heaps below {alike[1]}."
        first = next(place for place, line in enumerate(lines) if line)
        return [*apart([said], language), *lines[first:]]
    return own or searched(OF_OPTIONS, language, given="options")


def one_heap_lines(ruleset: HeapRuleset, language: Language) -> list[str]:
    """Return the function that lists options, each of one heap; none where they are not known."""
    if any(len(left) > 1 for n in _SAMPLED for left in ruleset.options(n)):
        return []
    lines = _listed_moves(_known(ruleset) or rule_source(function_of(ruleset), "moves"), language)
    if language == "python":
        return [
            line.replace("tuple(part for part in parts if part)", "sum(parts)") for line in lines
        ]
    return [*lines, *CPP_OPTIONS] if lines else []


def _has_few_options(ruleset: HeapRuleset) -> bool:
    return all(len([*islice(ruleset.options(n), _FEW)]) < _FEW for n in _SAMPLED)


def _is_named(ruleset: HeapRuleset) -> bool:
    return isinstance(ruleset, (Leave, NamedRule))  # the name of a user's rule says nothing


def _by_moves(source: RuleSource | None, language: Language) -> list[str]:
    """Return the lines that search the moves of a source, if it can be had in the language."""
    lines = _listed_moves(source, language)
    return searched(BY_MOVES, language, lines) if lines else []


def _listed_moves(source: RuleSource | None, language: Language) -> list[str]:
    if source is None:
        return []
    if language == "python":
        return [*source.python(), *PYTHON_OPTIONS]
    return in_cpp(source, "moves") or []


# ---- rules whose text says how they move ----------------------------------------------------


def _by_text(
    ruleset: HeapRuleset, language: Language, repeating: tuple[int, int] | None
) -> list[str] | None:
    if source := _known(ruleset):
        return _by_moves(source, language)
    return None if ruleset.code is None else _by_code(ruleset.code, language, repeating)


def _known(ruleset: HeapRuleset) -> RuleSource | None:
    """Return the moves of a named rule as a function."""
    if not _is_named(ruleset):
        return None
    if ours := _OURS.get(ruleset.text):
        return rule_source(ours, "moves", is_ours=True)
    lines = [*_listings(ruleset)]
    if not lines:
        return None
    return read_source("\n    ".join(["def moves(heap):", *lines]))


def _listings(ruleset: HeapRuleset) -> Iterator[str]:
    if ruleset.text == "aliquot":
        yield from _repeated(1, "taken < heap and heap % taken == 0", 2)
    enough = _ENOUGH.get(ruleset.text)
    terms = parse_terms(enough) if enough else terms_of(ruleset.text) or ()
    if any(isinstance(one.amounts, Progression) and one.amounts.last is None for one in terms):
        return
    for term in terms:
        amounts = term.amounts
        if isinstance(amounts, Powers):
            yield from _repeated(amounts.factor, "taken <= heap", amounts.ratio)
        else:
            when, left = _single(amounts, term.divisor, term.added)
            yield from (f"if {when}:", f"    yield {left}")


def _repeated(first: int, when: str, growing: int) -> tuple[str, ...]:
    return f"taken = {first}", f"while {when}:", "    yield heap - taken", f"    taken *= {growing}"


def _single(amounts: Progression, divisor: int, added: int) -> tuple[str, str]:
    if divisor == 1:
        return f"heap >= {amounts.first}", f"heap - {amounts.first}"
    if added:
        return "heap > 1", f"heap // {divisor} + (heap % {divisor} > 0)"
    exact = amounts.last == 0
    return "heap > 0" + f" and heap % {divisor} == 0" * exact, f"heap // {divisor}"


# ---- codes ----------------------------------------------------------------------------------


def _by_code(code: Code, language: Language, repeating: tuple[int, int] | None) -> list[str] | None:
    places = (*code.digits, *code.tail)
    rises = repeating is not None and repeating[1] > 0
    if code.constraints or max(places) > _THREE_HEAPS:
        return None
    if code.tail == (3,) and rises and {digit & 3 for digit in places} <= {0, 3}:
        return _of_few_and_splits(code, language)
    if code.tail and max(places) <= 3 and repeating is not None and not rises:
        lines = [listed("CODE", code.digits, language), listed("TAIL", code.tail, language)]
        return searched(FROM_BOTH_ENDS, language, apart(lines, language))
    splits = any(digit & 4 for digit in places)
    if code.tail or max(places) > _TWO_HEAPS or (splits and (repeating is None or rises)):
        return None
    source = rule_source(moves_of_code, "moves", is_ours=True)
    if source is None:
        return None
    # Where both heaps are greater, one can give a period to the other: the values stay.
    most = repeating[0] if repeating is not None and splits else 0
    source.constants |= {
        "MOST": most, "ENDS": _places(code, 1), "ONE": _places(code, 2), "TWO": _places(code, 4),
    }  # fmt: skip
    return _by_moves(source, language)


def _places(code: Code, bit: int) -> list[int]:
    return [taken for taken, digit in enumerate(code.digits) if digit & bit]


def _of_few_and_splits(code: Code, language: Language) -> list[str]:
    """Return the search where of each value there are few heaps, and then that of the splits."""
    never = [taken for taken, digit in enumerate(code.digits) if not digit & 3]
    lines, tried = apart([listed("NEVER", never, language)], language), ALL_BUT[language]
    splits = RuleSource(is_ours=True)
    for function, name, bit in ((two_heaps, "TWO", 4), (three_heaps, "THREE", 8)):
        if places := _places(code, bit):
            splits.read(function, function.__name__)
            splits.constants[name] = places
            tried += SPLITS[language].replace("splits", function.__name__)
    if splits.functions:
        python = language == "python"
        lines += splits.python() if python else in_cpp(splits, *splits.functions) or []
    return searched({language: tried}, language, lines)


def _of_few(allowed: str | None, language: Language) -> list[str]:
    """Return the lines that try the heaps with the value that is wanted."""
    if allowed is None:
        return searched(OF_FEW, language, given="may")
    if language == "python":
        rule = ["", "", "def may(heap, left):", f"    return {allowed}"]
    else:
        rule = ["", f"bool may(Heap heap, Heap left) {{ return {allowed}; }}".replace("//", "/")]
    return searched(OF_FEW, language, rule)
