"""Periods and misère quotients: the answers of `grundy period` and `quotient`, as data and text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from grundy.answers.forms import Natural, Positive, Sha256, filled
from grundy.heaps.periods.certificate import Certificate, formula_text
from grundy.heaps.periods.period import Period as FoundPeriod
from grundy.heaps.ruleset import HeapRuleset
from grundy.printable import counted, short_title

if TYPE_CHECKING:
    from grundy.heaps.misere_quotient import MisereQuotient


class _Searched(TypedDict):
    game: str
    stop: Natural


class NoPeriod(_Searched):
    """none found."""

    found: Literal[False]


class _Period(_Searched):
    found: Literal[True]
    preperiod: Natural
    period: Positive
    saltus: Natural
    last_exception: Natural | None


class Observed(_Period):
    """observed, not proved."""

    proved: Literal[False]


class ProvedByTheorem(_Period):
    """proved by a theorem."""

    proved: Literal[True]
    theorem: str
    heaps: Natural
    sha256: Sha256


class ProvedByFormula(_Period):
    """by a closed form."""

    proved: Literal[True]
    theorem: Literal["formula"]
    formula: str


AnyPeriod = NoPeriod | Observed | ProvedByTheorem | ProvedByFormula
Period = Annotated[AnyPeriod, "The period of a heap game's values: period --json"]


def period_answer(
    ruleset: HeapRuleset, repetition: FoundPeriod | None, proof: Certificate | None, stop: int
) -> AnyPeriod:
    """Return a period with what proves it; *proof* is None for a formula and a guess."""
    if repetition is None:
        return {"game": ruleset.text, "stop": stop, "found": False}
    last = repetition.preperiod - 1 if repetition.preperiod else None
    period = filled(
        _Period, repetition, game=ruleset.text, stop=stop, found=True, last_exception=last
    )
    if proof is not None:
        return filled(ProvedByTheorem, proof, **period, proved=True)
    if repetition.proved:
        formula = formula_text(ruleset)
        return {**period, "proved": True, "theorem": "formula", "formula": formula}
    return {**period, "proved": False}


def period_text(
    ruleset: HeapRuleset,
    period: FoundPeriod | None,
    proof: Certificate | None,
    stop: int,
    *,
    guessed: bool,
) -> Iterator[str]:
    """Yield the period and what proves it, or how far none was found."""
    game = short_title(ruleset.text)
    if period is None:
        none = f"no period found up to {stop:,}."
        if guessed:
            none = f"no period found up to {stop:,}, not even an observed one."
        elif ruleset.period_theorem is None:
            none = "no theorem that proves a period is known here for such a rule."
        yield f"{game}: {none}"
        if not guessed:
            yield "With --guess it looks for one that is only observed."
    else:
        word = "proved" if period.proved else f"observed up to {stop:,}, not proved"
        plus = f", saltus {period.saltus:,}" if period.saltus else ""
        yield f"{game}: period {period.period:,}{plus}, {word}."
        for name, text in _period_facts(ruleset, period, proof):
            yield f"  {name:<16}{text}"
    if (period is None or not period.proved) and ruleset.formula is not None:
        yield f"A formula is known: {formula_text(ruleset)}."


def _period_facts(
    ruleset: HeapRuleset, period: FoundPeriod, proof: Certificate | None
) -> Iterator[tuple[str, str]]:
    repeat = f"G(n + {period.period}) = G(n)" + (f" + {period.saltus}" if period.saltus else "")
    every = "all" if period.proved else "all these"
    yield "preperiod", f"{period.preperiod:,}: {repeat} for {every} n >= {period.preperiod}"
    yield "last exception", f"{period.preperiod - 1:,}" if period.preperiod else "none"
    if not period.proved:
        return
    yield "least", "both are: no smaller period or preperiod holds"
    if proof is None:
        yield "theorem", f"the formula {formula_text(ruleset)}"
    else:
        yield "theorem", f"{proof.theorem}, with heaps 0 to {proof.heaps - 1:,}"


# ---- misère quotients ---------------------------------------------------------------------------


class Growth(TypedDict):
    """A heap at which the quotient grew, its order and the size of its P-portion from there on."""

    heap: Natural
    order: Natural
    p_count: Natural


class Kernel(TypedDict):
    """The least ideal: its elements and its identity."""

    elements: list[Natural]
    identity: Natural
    is_normal: Annotated[bool, "Whether misère play in it is normal play."]


class Quotient(TypedDict):
    """The misère quotient of a heap game: quotient --json."""

    game: str
    stop: Annotated[Natural, "Heaps 0 to stop - 1 were computed."]
    order: Positive
    p_count: Natural
    growth: list[Growth]
    proved_for_all: Annotated[bool, "Whether it is the quotient of heaps of every size."]
    preperiod: Natural | None
    period: Positive | None
    first_wild: Natural | None
    kernel: Kernel
    presentation: str
    generators: list[Natural]
    words: Annotated[list[str], "Each element by generators."]
    p_portion: list[Natural]
    phi: Annotated[list[Natural], "The element of each heap."]
    message: Annotated[str | None, "What ended it early, if anything did."]


def quotient_answer(quotient: MisereQuotient, message: object = None) -> Quotient:
    """Return a quotient; the message says what ended it early."""
    from grundy.heaps.misere_quotient import element_words

    presentation, period = quotient.presentation(), quotient.period
    growth = [dict(zip(Growth.__annotations__, step, strict=True)) for step in quotient.growth]
    return filled(
        Quotient,
        quotient,
        game=quotient.ruleset.text,
        growth=growth,
        proved_for_all=period is not None,
        preperiod=None if period is None else period.preperiod,
        period=None if period is None else period.period,
        kernel=filled(Kernel, quotient.kernel),
        presentation=str(presentation),
        generators=presentation.generators,
        words=element_words(quotient, range(quotient.order)),
        p_portion=sorted(quotient.p_portion),
        phi=quotient.solution.phi.tolist(),
        message=None if message is None else str(message),
    )


_RELATIONS_SHOWN = 60


def quotient_text(quotient: MisereQuotient) -> Iterator[str]:
    """Yield the lines of the answer."""
    from grundy.heaps.misere_quotient import facts_of, size_of

    presentation = quotient.presentation()
    shown = str(presentation)
    if len(presentation.relations) > _RELATIONS_SHOWN:
        generators = counted(len(presentation.generators), "generator")
        relations = counted(len(presentation.relations), "relation")
        shown = f"{generators}, {relations}; --latex and --json write them out"
    yield f"{short_title(quotient.ruleset.text)}: {size_of(quotient)}"
    for name, text in (facts_of(quotient) | {"presentation": shown}).items():
        yield f"  {name:<16}{text}"


def quotient_latex(quotient: MisereQuotient) -> str:
    """Return the quotient and its P-portion for LaTeX's mathematics."""
    presentation = quotient.presentation()
    words = ", ".join(
        presentation.text(presentation.words[element], latex=True)
        for element in sorted(quotient.p_portion)
    )
    return rf"\mathcal{{Q}} = {presentation.latex()}, \quad \mathcal{{P}} = \{{{words}\}}"
