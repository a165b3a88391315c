"""What the theorems rest on is what docs/proofs.md says."""

import re

from project import ROOT

CHECKERS = ("octal_period", "code_period", "subtraction_period", "all_but_period")
EXTRACTED = (
    "period_values_sound",
    "formula_claim_sound",
    "all_but_values_sound",
    "misere_certificate",
    "joint_certificate",
)
OF_PLAY = (
    "G_mex",
    "G_unique",
    "sprague_grundy",
    "grundy_unique",
    "outcome",
    "guy_smith",
    "closed_form",
    "laskers_nim_values",
    "values_by_divisors",
    "repeats_all_but",
)
_NAMED = re.compile(r"^([\w.]+)(?= :|$)", re.MULTILINE)
_IMPORTS = (
    "From Grundy Require Import "
    "Base SpragueGrundy Period Formulas Certificate AllBut AllButPeriod PeriodValues "
    "MisereCertificate MisereJoint.\n"
)


def test_the_checkers_rest_on_primitive_integers_and_arrays_alone(coqc):
    """Print Assumptions names the axioms that the page names, all of them Coq's own primitives."""
    page = (ROOT / "docs" / "proofs.md").read_text()
    listed = page.rsplit("```text\n", 1)[1].split("```")[0].split()

    printed = coqc(_IMPORTS + "".join(f"Print Assumptions {name}.\n" for name in CHECKERS)).stdout

    named = {name for name in _NAMED.findall(printed) if name != "Axioms"}
    assert sorted(named) == sorted(listed)
    assert {name.split(".")[0] for name in named} == {"PArray", "PrimInt63", "Uint63"}


def test_so_do_those_of_the_extracted_program(coqc):
    """What grundy-check calls rests on the same primitives."""
    printed = coqc(_IMPORTS + "".join(f"Print Assumptions {name}.\n" for name in EXTRACTED)).stdout

    named = {name.split(".")[0] for name in _NAMED.findall(printed) if name != "Axioms"}
    assert printed.count("Axioms:") == len(EXTRACTED)
    assert named == {"PArray", "PrimInt63", "Uint63"}


def test_the_theorems_on_play_rest_on_nothing(coqc):
    """They are closed under the global context."""
    printed = coqc(_IMPORTS + "".join(f"Print Assumptions {name}.\n" for name in OF_PLAY)).stdout

    assert printed.splitlines() == ["Closed under the global context"] * len(OF_PLAY)


def test_nothing_is_admitted():
    """No file of the development leaves a proof out or adds an axiom, and all are built."""
    folder = ROOT / "proofs"
    files = sorted(folder.glob("*.v"))
    text = "\n".join(file.read_text() for file in files)

    assert not re.search(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Conjecture)\b", text)
    listed = re.findall(r"^(\w+\.v)$", (folder / "_CoqProject").read_text(), re.MULTILINE)
    assert sorted(listed) == [file.name for file in files]
