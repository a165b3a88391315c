"""Theorems for Coq on values that an automaton reads off the digits of the heap."""

from __future__ import annotations

from grundy.answers.checkers import coq_list
from grundy.answers.theorems import theorem_file
from grundy.heaps.periods.verify_digits import DigitsCertificate, Powers, Term, terms_of

_AUTOMATON = """\
(* A move leads from n to a smaller m where n + added = divisor * m + t, and t is an amount: each
   term has its amounts (first, step, perhaps the last one; or factor, ratio), divisor, added. *)
Definition rule : list term := [
  {terms}].

(* For each state where each digit leads, the first digit first, and what is read in the end. *)
Definition steps : list (list N) := [
  {steps}].
Definition outputs : list N := {outputs}.
Definition G : N -> N := read {base} (steps_of steps) (output_of outputs).

Theorem values :
  (forall n, is_mex (fun v => exists m, leads rule n m /\\ G m = v) (G n)) /\\
  (* and no other function has these values *)
  forall g, values_of rule g -> forall n, g n = G n.\
"""
_MOST_WORK = 500_000  # entries of all sets of states together, as the verifier has it


def digits_theorem(certificate: DigitsCertificate) -> bytes:
    """Write the theorem on values by digits."""
    states, base = len(certificate.values), certificate.base
    return theorem_file(
        f"An automaton of {states} states reads the Grundy values of a rule off the digits in base "
        f"{base}.",
        "Base Digits DigitsSound DigitsCertificate",
        "values",
        _AUTOMATON.format(
            terms=";\n  ".join(map(_term, terms_of(certificate.rule) or ())),
            steps=";\n  ".join(map(coq_list, certificate.steps)),
            outputs=coq_list(certificate.values),
            base=base,
        ),
        f"apply (automaton_values {base} (steps_of steps) (output_of outputs) _ {_MOST_WORK}).",
    )


def _term(term: Term) -> str:
    amounts = term.amounts
    if isinstance(amounts, Powers):
        shown = f"Powers {amounts.factor} {amounts.ratio}"
    else:
        last = "None" if amounts.last is None else f"(Some {amounts.last})"
        shown = f"Progression {amounts.first} {amounts.step} {last}"
    return f"Term ({shown}) {term.divisor} {term.added}"
