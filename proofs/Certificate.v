(** * What a certificate of a period calls *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Rows RowsSound.
Import ListNotations.
Local Open Scope N_scope.

(** [bits] of a value make its parity, values are below 2 ^ log_width, and [known] are those of
    the first heaps, none of them or some. *)
Definition check_octal (ds : list N) (bits : list int) (log_width n0 p : N) (known : list N) : bool :=
  if forallb (fun d => d <? 8) ds then
  if (Z.of_N (needed ds n0 p) <? limit)%Z then
  if (Z.of_nat (List.length ds) <? limit)%Z then
  if 1 <=? p then
    match values_by_rares ds bits log_width (needed ds n0 p) with
    | None => false
    | Some g => table_has_period ds n0 p known g
    end
  else false else false else false else false.

(** What the checker accepts is true: period and preperiod of an octal game, for all heaps. *)
Theorem octal_period ds bits log_width n0 p known :
  check_octal ds bits log_width n0 p known = true ->
  exact_period (digits ds) n0 p 0 /\ begins_with (digits ds) known.
Proof.
  unfold check_octal. intros H.
  destruct (forallb _ ds) eqn:D; [|discriminate]. destruct (Z.ltb_spec (Z.of_N (needed ds n0 p)) limit); [|discriminate].
  destruct (Z.ltb_spec (Z.of_nat (List.length ds)) limit); [|discriminate].
  destruct (N.leb_spec 1 p); [|discriminate]. rewrite forallb_forall in D.
  destruct (values_by_rares _ _ _ _) as [g|] eqn:E; [|discriminate].
  apply table_has_period_sound with (g := g); auto.
  apply values_by_rares_ok in E; auto. intros d Hd. apply N.ltb_lt, D, Hd.
Qed.

(** *** Any number of parts: hexadecimal codes and beyond *)
Definition check_code (ds : list N) (log_width n0 p : N) (known : list N) : bool :=
  if (Z.of_N (needed ds n0 p) <? limit)%Z then
  if (Z.of_nat (List.length ds) <? limit)%Z then
  if 1 <=? p then
    match values_by_rows ds log_width (needed ds n0 p) with
    | None => false
    | Some g => table_has_period ds n0 p known g
    end
  else false else false else false.

(** The same for any code with finitely many digits. *)
Theorem code_period ds log_width n0 p known :
  check_code ds log_width n0 p known = true ->
  exact_period (digits ds) n0 p 0 /\ begins_with (digits ds) known.
Proof.
  unfold check_code. intros H.
  destruct (Z.ltb_spec (Z.of_N (needed ds n0 p)) limit); [|discriminate].
  destruct (Z.ltb_spec (Z.of_nat (List.length ds)) limit); [|discriminate].
  destruct (N.leb_spec 1 p); [|discriminate].
  destruct (values_by_rows _ _ _) as [g|] eqn:E; [|discriminate].
  apply table_has_period_sound with (g := g); auto. now apply values_by_rows_ok in E.
Qed.

(** *** Finite subtraction sets *)
Definition subtraction_digits (s : list nat) : list N :=
  map (subtraction s) (seq 0 (S (list_max s))).

Lemma subtraction_digits_ok s r : digits (subtraction_digits s) r = subtraction s r.
Proof.
  unfold digits, subtraction_digits. destruct (le_lt_dec (S (list_max s)) r) as [H|H].
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia). unfold subtraction.
    destruct (existsb (Nat.eqb r) s) eqn:E; [exfalso|reflexivity].
    apply existsb_exists in E. destruct E as (x & Hx & E). apply Nat.eqb_eq in E. subst x.
    pose proof (proj1 (list_max_le s (list_max s)) (le_n _)) as F. rewrite Forall_forall in F.
    specialize (F r Hx). lia.
  - rewrite nth_indep with (d' := subtraction s 0%nat)
      by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth; auto.
Qed.

(** The checker of octal games serves subtraction sets as well. *)
Theorem subtraction_period s log_width n0 p known :
  check_octal (subtraction_digits s) [] log_width n0 p known = true ->
  exact_period (subtraction s) n0 p 0 /\ begins_with (subtraction s) known.
Proof.
  intros H. apply octal_period in H. revert H. apply period_of_code, subtraction_digits_ok.
Qed.
