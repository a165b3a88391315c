"""Labels and misère quotients as theorems that Coq accepts, and what all theorems rest on."""

import re

import networkx as nx
import pytest

import grundy
from grundy.answers import theorems
from grundy.answers.graphs import label_theorem
from grundy.answers.theorems import digits_theorem, quotient_theorem, sum_theorem
from grundy.cli.main import run
from grundy.errors import RulesetError
from grundy.heaps import certificates
from grundy.heaps.conjectures import proved_by_digits
from heap_strategies import parse_game
from project import ROOT

# Coq's primitive integers and arrays, and what its library says of them.
PRIMITIVE = {
    "int", "add", "sub", "land", "lor", "lsl", "lsr", "eqb", "leb", "ltb", "of_to_Z", "add_spec",
    "sub_spec", "lor_spec", "lsl_spec", "lsr_spec", "leb_spec", "ltb_spec", "eqb_correct",
    "eqb_refl", "array", "make", "get", "set", "default", "length", "get_make", "get_set_same",
    "get_set_other", "get_out_of_bounds", "default_set", "length_make", "length_set",
}  # fmt: skip


def axioms(output):
    """The names of the axioms that Print Assumptions lists."""
    after = output.partition("Axioms:\n")[2]
    return {line.split()[0] for line in after.splitlines() if line and not line.startswith(" ")}


def digraph(seed, play):
    """A labelled random digraph with cycles."""
    drawn = nx.gnp_random_graph(9, 0.2, seed=seed, directed=True)
    graph = grundy.GameGraph.from_edges([*drawn.edges, (0, 0), (7, 8)], vertices=range(9))
    return grundy.label(graph, play=play)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_labels_are_a_theorem(coqc, play):
    text = label_theorem(digraph(1, play)).decode()
    assert coqc(text).returncode == 0
    start = text.index("labels : array int := [| ") + len("labels : array int := [| ")
    first = text[start : text.index(";", start)]
    wrong = text[:start] + str(int(first) + 1) + text[start + len(first) :]
    ended = coqc(wrong)
    assert ended.returncode != 0
    assert "Error" in ended.stderr


@pytest.mark.parametrize("rule", ["0.123", "{1,3,4}", "4.0", "0.0B", "0.[3]", "4!.0"])
def test_a_misere_quotient_is_a_theorem(coqc, rule):
    found = parse_game(rule).misere_quotient(stop=12 if rule != "0.123" else 50).certificate()
    text = quotient_theorem(found).decode()
    assert coqc(text).returncode == 0
    lost = re.search(r"p_elements : list int := (.*)\.", text)
    wrong = text.replace(lost[0], lost[0].replace(lost[1], "0::nil"))
    assert coqc(wrong).returncode != 0


@pytest.mark.parametrize(
    "words", ["kayles 5 + nim 3", "0.123 5 + {1,2} 9", "0.[1] 4 + 0.F 2", "4!.0 7 + 0.4= 8"]
)
def test_a_joint_quotient_is_a_theorem(coqc, words, tmp_path, capsys):
    file = tmp_path / "joint.v"
    assert run(["solve", words, "--play", "misere", "--certificate", str(file)]) == 0
    capsys.readouterr()
    text = file.read_text()
    ended = coqc(text)
    assert (ended.returncode, axioms(ended.stdout) - PRIMITIVE) == (0, set())
    lost = re.search(r"p_elements : list int := (.*)\.", text)
    assert coqc(text.replace(lost[0], lost[0].replace(lost[1], "0::nil"))).returncode != 0


def test_values_by_digits_are_a_theorem_without_axioms(coqc):
    text = digits_theorem(proved_by_digits("mark").certificate()).decode()
    assert "Term (Progression 0 1 (Some 1)) 2 0" in text
    assert coqc(text).stdout == "Closed under the global context\n"
    stated = "outputs : list N := [0; 1;"
    assert coqc(text.replace(stated, stated[:-2] + "2;")).returncode != 0


def test_a_long_tame_quotient_is_a_theorem(coqc, monkeypatch):
    monkeypatch.setattr(certificates, "_MOST_LOOKED_AT", 20)
    text = sum_theorem(parse_game("0.532").misere_quotient().certificate()).decode()
    assert coqc(text).returncode == 0
    assert coqc(text.replace("list nat := [0; ", "list nat := [")).returncode != 0


def test_only_words_and_arrays_are_trusted(coqc):
    quotient = parse_game("0.123").misere_quotient().certificate()
    for text in (label_theorem(digraph(0, "misere")), quotient_theorem(quotient)):
        names = axioms(coqc(text).stdout)
        assert names
        assert names <= PRIMITIVE, names - PRIMITIVE


def test_names_of_vertices_never_become_code(coqc):
    nasty = ["*) Axiom x : False. (*", "(*", '"', "Qed.", "a\nb", "\N{INFINITY}"]
    arcs = list(zip(nasty, [*nasty[1:], nasty[0]], strict=True))
    text = label_theorem(grundy.label(grundy.GameGraph.from_edges(arcs))).decode()
    assert not any(name in text for name in nasty[:1] + nasty[4:])
    assert text.isascii() or "misère" in text
    assert coqc(text).returncode == 0


def test_a_file_states_the_quotient():
    found = parse_game("0.123").misere_quotient().certificate()
    whole = quotient_theorem(found).decode()
    some = quotient_theorem(parse_game("0.77").misere_quotient(stop=6).certificate()).decode()
    assert "Definition rule : list N := (0::1::2::3::nil)%N." in whole
    assert "The misère quotient of the heaps of 0.123 has 20 elements." in whole
    meant = f"Forall (MisereCertificate.meant {len(found.phi)} 5%N)."
    assert f"(* All heaps. *)\nDefinition meant := {meant}" in whole
    assert "generators 5%N 5%N elements." in whole
    meant = "Forall (MisereCertificate.meant 6 0%N)."
    assert f"(* The heaps 0 to 5. *)\nDefinition meant := {meant}" in some
    assert "The misère quotient of the heaps 0 to 5 of 0.77 has" in some
    signed = quotient_theorem(parse_game("4!.0").misere_quotient(stop=6).certificate()).decode()
    assert "(* What the parts of a split have to satisfy. *)\nDefinition signs" in signed


def test_what_no_array_holds_is_refused(monkeypatch):
    """As many entries as an array may have are taken, and no more; misère play needs one more."""
    monkeypatch.setattr(theorems, "LONGEST_ARRAY", 9)
    found = parse_game("0.123").misere_quotient(stop=10).certificate()
    label_theorem(digraph(0, "normal"))
    for theorem, stated in [(label_theorem, digraph(0, "misere")), (quotient_theorem, found)]:
        with pytest.raises(RulesetError, match="an array of Coq, so no certificate was written"):
            theorem(stated)


def test_labels_as_a_theorem_need_its_ending(tmp_path, capsys):
    graph, theorem = tmp_path / "g.csv", str(tmp_path / "g.v")
    graph.write_text("a,b\nb,c\n")
    assert run(["label", str(graph), "--certificate", "labels.json"]) == 2
    assert "--output labels.json" in capsys.readouterr().err
    assert run(["label", str(graph), "--certificate", theorem]) == 0
    assert "Theorem labelling" in (tmp_path / "g.v").read_text()
    capsys.readouterr()
    assert run(["verify", theorem]) == 2
    assert "coqc" in capsys.readouterr().err


CHECKERS = (
    "octal_period", "code_period", "subtraction_period", "all_but_period", "repeating_period",
    "window_period", "misere_quotient_infinite",
)  # fmt: skip
EXTRACTED = (
    "period_values_sound", "formula_claim_sound", "all_but_values_sound", "misere_certificate",
    "joint_certificate", "signed_certificate", "advance_right", "tame_quotient", "is_least_ok",
    "repeating_values_sound",
)  # fmt: skip
OF_PLAY = (
    "G_mex", "G_unique", "sprague_grundy", "grundy_unique", "outcome", "guy_smith", "closed_form",
    "laskers_nim_values", "values_by_divisors", "repeats_all_but", "repeats_taking",
    "tame_alike", "tame_certificate", "digits_right", "automaton_values",
)  # fmt: skip
_NAMED = re.compile(r"^([\w.]+)(?= :|$)", re.MULTILINE)
_IMPORTS = (
    "From Grundy Require Import "
    "Base SpragueGrundy Period Formulas Certificate AllBut AllButPeriod Repeating PeriodValues "
    "MisereCertificate MisereJoint WindowOpen WindowCertificate MisereTame TameCertificate "
    "TameQuotient Repetition DigitsSound DigitsCertificate GrundysInfinite.\n"
)


def test_the_checkers_rest_on_primitive_integers_and_arrays_alone(coqc):
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
    printed = coqc(_IMPORTS + "".join(f"Print Assumptions {name}.\n" for name in OF_PLAY)).stdout
    assert printed.splitlines() == ["Closed under the global context"] * len(OF_PLAY)


def test_nothing_is_admitted():
    folder = ROOT / "proofs"
    files = sorted(folder.glob("*.v"))
    text = "\n".join(file.read_text() for file in files)
    assert not re.search(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Conjecture)\b", text)
    listed = re.findall(r"^(\w+\.v)$", (folder / "_CoqProject").read_text(), re.MULTILINE)
    assert sorted(listed) == [file.name for file in files]
