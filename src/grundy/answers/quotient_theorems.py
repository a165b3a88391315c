"""Theorems for Coq on misère quotients, of heaps of one game or of several; see `theorems`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grundy.answers.theorems import (
    ARRAYS,
    CHECKED,
    LONGEST_ARRAY,
    coq_array,
    coq_list,
    coq_row,
    coq_text,
    none_written,
    rule_and_checker,
    theorem_file,
)
from grundy.heaps.certificates import is_long_and_tame
from grundy.heaps.codes import ANY, Code, Constraint
from grundy.heaps.periods.certificate import certified_code
from grundy.heaps.periods.period import Period, Proof
from grundy.heaps.rules import TakeAndBreak
from grundy.misere.certificate import JointCertificate, JointGame, MisereCertificate
from grundy.printable import counted

_SIGN = dict(zip(Constraint, ("Any", "Unequal", "NotAllEqual", "AllEqual"), strict=False))
_SIGNS = "\n(* What the parts of a split have to satisfy. *)\nDefinition signs : list sign := {}.\n"
_SIGNED = "(replaces (signed_move rule signs))"
_BEYOND = "(* The digits up to the largest heap; those beyond matter to none of these heaps. *)\n"


def quotient_theorem(certificate: MisereCertificate) -> bytes:
    """Write the theorem on a misère quotient."""
    code, phi = certified_code(certificate.rule), certificate.phi
    if max(len(phi), certificate.order) > LONGEST_ARRAY:
        raise none_written(f"the proof has {len(phi):,} heaps, too many for an array of Coq")
    period = certificate.period or 0
    generators = certificate.generators
    meant = "All heaps." if period else f"The heaps 0 to {len(phi) - 1}."
    about = f"the heaps of {code}" if period else f"the heaps 0 to {len(phi) - 1} of {code}"
    rule, signs = digits_and_signs(code, len(phi))
    signed = code.constraint is not ANY
    statement = coq_text(
        "quotient", "alike", moves=_SIGNED if signed else "(move (digits rule))",
        rule=rule, signs=_SIGNS.format(signs) if signed else "",
        beyond="" if code.is_finite else _BEYOND,
        order=certificate.order,
        generators=coq_row(map(phi.index, generators)),
        elements=coq_array(phi, "0"),
        **monoid_fields(certificate),
        n0=f"{certificate.preperiod or 0}%N", period=f"{period}%N", heaps=len(phi), meant=meant,
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of {about} has {counted(certificate.order, 'element')}.",
        "Base SpragueGrundy Outcomes Signs MisereCertificate",
        "quotient",
        statement,
        f"apply ({'signed_certificate _' if signed else 'misere_certificate'} {'_ ' * 9}sets).",
        opening=ARRAYS,
    )


def digits_and_signs(code: Code, size: int) -> tuple[str, str]:
    """Write both as lists; where they repeat without end, those for heaps below *size*."""
    places = range(len(code.digits) if code.is_finite else size)
    signs = [_SIGN[code.constraint_at(r)] for r in places] if code.constraint is not ANY else ()
    return coq_row(map(code.digit, places)), coq_row(signs)


def monoid_fields(certificate: MisereCertificate | JointCertificate) -> dict[str, str]:
    """Write what the theorems on one game and on several have in common."""
    return {
        "action": coq_array((coq_array(row, "0") for row in certificate.action), "[| 0 | 0 |]"),
        "p_elements": coq_row(certificate.p_portion),
        "sets": coq_array(map(_sets, certificate.invariant), "nil"),
    }


def _sets(those: Iterable[str]) -> str:
    """Write sets of elements that are in hexadecimal as lists."""
    bits = (reversed(f"{int(one, 16):b}") for one in those)
    return coq_row(coq_row(place for place, bit in enumerate(each) if bit == "1") for each in bits)


# ---- of several games ---------------------------------------------------------------------------


def joint_theorem(certificate: JointCertificate) -> bytes:
    """Write the theorem on a joint misère quotient."""
    games, order = certificate.games, certificate.order
    codes = [certified_code(game.rule) for game in games]
    longest = max(order, *(game.heaps[-1] + 1 for game in games))
    if longest > LONGEST_ARRAY:
        raise none_written(f"the proof has {longest:,} heaps, too many for an array of Coq")
    generators = (_heap_of(element, games) for element in certificate.generators)
    named = [replace(game, rule=str(code)) for game, code in zip(games, codes, strict=True)]
    statement = coq_text(
        "joint", "alike", moves="moves",
        games=coq_row(_game(*each, order) for each in zip(games, codes, strict=True)),
        listed="\n".join(f"   {place}: {game.text}" for place, game in enumerate(named)),
        order=order, generators=coq_row(f"({place}%nat, {heap})" for place, heap in generators),
        **monoid_fields(certificate),
    )  # fmt: skip
    return theorem_file(
        f"The misère quotient of heaps of {counted(len(games), 'game')} together has "
        f"{counted(order, 'element')}.",
        "Base SpragueGrundy Outcomes Signs MisereCertificate MisereJoint",
        "quotient",
        statement,
        "apply (joint_certificate _ _ _ _ _ sets).",
        opening=ARRAYS,
    )


def _heap_of(element: int, games: Iterable[JointGame]) -> tuple[int, int]:
    """Return the first heap that has an element: the place of its game, and its size."""
    return next(
        (place, heap)
        for place, game in enumerate(games)
        for heap, found in zip(game.heaps, game.phi, strict=True)
        if found == element
    )


def _game(game: JointGame, code: Code, order: int) -> str:
    """Write a game as Coq has it; digits beyond the largest heap matter to none."""
    size = game.heaps[-1] + 1
    elements = dict(zip(game.heaps, game.phi, strict=True))
    row = coq_array((elements.get(heap, order) for heap in range(size)), "0")
    digits, signs = digits_and_signs(code, size)
    repeats = f"{game.preperiod or 0}%N {game.period or 0}%N"
    return f"Game ({digits})%N ({signs}) {size} {repeats} {row}"


def sum_theorem(certificate: MisereCertificate | JointCertificate) -> bytes:
    """Write the theorem on a misère quotient, of one game or of several."""
    if isinstance(certificate, JointCertificate):
        return joint_theorem(certificate)
    code = certified_code(certificate.rule)
    late = min(certificate.phi[(certificate.preperiod or 1) - 1 :], default=0) > 1  # all firm
    if late and code.is_octal and is_long_and_tame(certificate.claim(), code):
        return _tame_theorem(certificate, code)
    return quotient_theorem(certificate)


def _tame_theorem(certificate: MisereCertificate, code: Code) -> bytes:
    """Write the theorem on a tame game by its values under normal play."""
    n0, period = certificate.preperiod or 0, certificate.period or 0
    fickle = [heap for heap, element in enumerate(certificate.phi) if element < 2]
    found, proof = Period(n0, period, 0, proved=True), Proof("", len(certificate.phi))
    _, checker = rule_and_checker(TakeAndBreak(code), code, found, proof)
    return theorem_file(
        f"The heaps of {code} are tame, and have {counted(certificate.order, 'kind')}.",
        "Base SpragueGrundy Outcomes Certificate MisereTame WindowCertificate TameCertificate",
        "quotient",
        coq_text(
            "tame", rule=coq_list(code.digits), fickle=coq_list(fickle), n0=n0, period=period,
        ),
        f"apply (tame_certificate rule fickle); [apply {checker}|].",
        last=f"all: {CHECKED}",
    )  # fmt: skip
