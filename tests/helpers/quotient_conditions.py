"""The conditions on a misère quotient in plain Python, one by one, as the theory states them."""

from collections.abc import Callable, Iterable

from grundy.misere import certificate
from grundy.misere.certificate import Claim, check_period, ensure, require_heaps

Table = list[list[int]]

Options = Callable[[int], Iterable[tuple[int, ...]]]
"""The options of a heap: the heaps that each leaves."""

Kinds = set[tuple[int, int]]
"""(element, winning set) of each kind of heap."""


def check_plainly(claim: Claim, options: Options, reach: tuple[int, int] | None = None) -> None:
    """Raise `VerificationError` unless the claim holds for all sums of its heaps."""
    certificate.require_shape(claim)
    table = multiplied(claim)
    is_p = [element in set(claim.p_portion.tolist()) for element in range(claim.order)]
    told_apart = {tuple(is_p[z] for z in row) for row in table}
    ensure(len(told_apart) == len(table), "reduced", "no element tells two others apart")
    kinds = _kinds(table, is_p, claim, options)
    _check_outcomes(table, is_p, kinds, claim)
    if claim.period is not None:
        last, most = reach or (0, 0)
        ensure(most > 0, "period", "this kind of rule has no theorem on periods")
        check_period(claim, last, most)


def multiplied(claim: Claim) -> Table:
    """Return x · y for all x and y by a word for y, if that makes a commutative monoid."""
    rows, order, generators = claim.action.tolist(), range(claim.order), claim.generators.tolist()
    found = {0: list(order)}
    for y, earlier, place in certificate.words(claim):
        found[y] = [rows[z][place] for z in found[earlier]]
    table = [found[y] for y in order]
    ensure(rows[0] == generators, "generators", "1 times a generator is another element")
    for x in order:
        ensure(rows[x] == [table[x][g] for g in generators], "table", "a product has two values")
        ensure(table[x] == [row[x] for row in table], "table", "it does not commute")
        for g in generators:
            by_g = [table[x][z] for z in table[g]]
            ensure(table[table[x][g]] == by_g, "table", "it does not associate")
    return table


def _kinds(table: Table, is_p: list[bool], claim: Claim, options: Options) -> Kinds:
    order = range(claim.order)
    phi = claim.phi.tolist()
    masks = [sum(1 << y for y in order if is_p[table[y][z]]) for z in order]
    found: Kinds = set()
    require_heaps(claim)
    for heap, element in enumerate(phi):
        bits, rows = 0, list(options(heap))
        for option in rows:
            left = 0
            for part in option:
                left = table[left][phi[part]]
            bits |= masks[left]
        if rows:
            found.add((element, bits))
        else:
            ensure(element == 0, "phi", f"heap {heap} has no move, and its element is not 1")
    return found


def _check_outcomes(table: Table, is_p: list[bool], kinds: Kinds, claim: Claim) -> None:
    order = range(claim.order)
    ensure(not is_p[0], "outcomes", "who cannot move wins, so 1 is no P-position")
    for element, bits in kinds:
        for y in order:
            stays = is_p[table[y][element]] and bits >> y & 1
            ensure(not stays, "outcomes", "a P-position has a move to a P-position")
    sets = dict(claim.invariant)
    ensure(len(sets) == len(claim.invariant), "invariant", "an element stands there twice")
    ensure(0 in sets.get(0, ()), "invariant", "the empty sum is missing")
    for x, some in sets.items():
        for bits in some:
            for element, wins in kinds:
                after = table[x][element]
                by_element, by_x = table[element], table[x]
                grown = sum(
                    1 << y for y in order if bits >> by_element[y] & 1 or wins >> by_x[y] & 1
                )
                moves = is_p[after] or bool(grown & 1)
                ensure(moves, "outcomes", "an N-position has no move to a P-position")
                kept = any(known & ~grown == 0 for known in sets.get(after, ()))
                ensure(kept, "invariant", "a sum has a winning set that is not there")
