(* The proved checkers as OCaml: proofs/check/build runs this. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray PArray.
From Grundy Require Import Formulas AllBut Repeating PeriodValues DigraphCheck DigraphMoves
  MisereCertificate MisereJoint DigitsCertificate WindowOpen
  WindowCertificate Repetition TameQuotient.
Extract Constant array "'a" => "'a Parray.t".
Extraction "proved.ml" formula_claim period_values all_but_values repeating_values followers check_labels
  check_misere check_moves lost won check_certificate
  check_joint check_automaton
  check_window open_window advance check_tame rows_right is_least.
