(** * Tame games: misère sums that are lost as simply as those of Nim *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import Base SpragueGrundy Outcomes Misere.
Import ListNotations.
Local Open Scope N_scope.

Section Tame.
Variables (c : code) (t : nat -> N * bool).

Notation Lost := (MiserePrevious (move c)).
Notation Won := (MisereNext (move c)).

(** A heap has a number, and is firm or, where the second part is false, fickle. A sum has the
    nim-sum of the numbers, and is firm if some heap is. *)
Definition plus (a b : N * bool) : N * bool := (N.lxor (fst a) (fst b), snd a || snd b).
Definition tame_sum (p : position) : N * bool := fold_right (fun n x => plus (t n) x) (0, false) p.

(** Firm sums are lost as in normal play, fickle ones with the numbers 0 and 1 exchanged. *)
Definition lost_tame (a : N * bool) : Prop := fst a = if snd a then 0 else 1.

(** The conditions on each heap. Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12;
    E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", chapter 13. *)
Record tame : Prop := {
  dead_fickle : forall n, (forall parts, ~ heap_move c n parts) -> t n = (0, false);
  fickle_small : forall n, snd (t n) = false -> fst (t n) <= 1;
  options_differ : forall n parts, heap_move c n parts -> fst (tame_sum parts) <> fst (t n) /\
    (snd (tame_sum parts) <> snd (t n) -> fst (tame_sum parts) <> N.lxor (fst (t n)) 1);
  smaller_option : forall n j, j < fst (t n) ->
    exists parts, heap_move c n parts /\ fst (tame_sum parts) = j;
  fickle_option : forall n, (exists parts, heap_move c n parts) -> snd (t n) = false ->
    exists parts, heap_move c n parts /\ tame_sum parts = (N.lxor (fst (t n)) 1, false);
  firm_option : forall n a, snd (t n) = true -> a <= 1 -> a < fst (t n) ->
    exists parts, heap_move c n parts /\
      (tame_sum parts = (a, true) \/ tame_sum parts = (N.lxor a 1, false))
}.
Hypothesis H : tame.

Lemma plus_assoc a b d : plus (plus a b) d = plus a (plus b d).
Proof. unfold plus. cbn. now rewrite N.lxor_assoc, orb_assoc. Qed.

Lemma plus_comm a b : plus a b = plus b a.
Proof. unfold plus. now rewrite N.lxor_comm, orb_comm. Qed.

Lemma tame_sum_app l l' : tame_sum (l ++ l') = plus (tame_sum l) (tame_sum l').
Proof.
  induction l as [|n l IH]; cbn [app tame_sum fold_right].
  - fold (tame_sum l'). now destruct (tame_sum l').
  - fold (tame_sum (l ++ l')) (tame_sum l). now rewrite IH, plus_assoc.
Qed.

Lemma tame_sum_middle l parts l' :
  tame_sum (l ++ parts ++ l') = plus (tame_sum parts) (tame_sum (l ++ l')).
Proof.
  rewrite !tame_sum_app, <- !plus_assoc. f_equal. apply plus_comm.
Qed.

Lemma tame_sum_heap l n l' : tame_sum (l ++ n :: l') = plus (t n) (tame_sum (l ++ l')).
Proof.
  change (n :: l') with ([n] ++ l'). rewrite tame_sum_middle. f_equal.
  unfold tame_sum, plus. cbn. rewrite N.lxor_0_r, orb_false_r. now destruct (t n).
Qed.

Lemma fickle_sum p : snd (tame_sum p) = false -> fst (tame_sum p) <= 1.
Proof.
  induction p as [|n p IH]; [cbn; lia|]. cbn [tame_sum fold_right]. fold (tame_sum p).
  unfold plus. cbn [fst snd]. intros F. apply orb_false_iff in F. destruct F as [F1 F2].
  apply (fickle_small H) in F1. apply IH in F2.
  destruct (fst (t n)) as [|[]], (fst (tame_sum p)) as [|[]]; cbn; lia.
Qed.

Lemma lxor_one a b : N.lxor a b = 1 <-> b = N.lxor a 1.
Proof.
  split; intros E; [rewrite <- E|rewrite E]; now rewrite <- N.lxor_assoc, N.lxor_nilpotent.
Qed.

(** No move leads from a lost sum to a lost one, … *)
Lemma lost_to_won p q : move c p q -> lost_tame (tame_sum p) -> ~ lost_tame (tame_sum q).
Proof.
  intros [l n parts l' M]. rewrite tame_sum_heap, tame_sum_middle.
  destruct (options_differ H n parts M) as [D1 D2]. revert D1 D2.
  destruct (t n) as [g f], (tame_sum parts) as [v f'], (tame_sum (l ++ l')) as [a h].
  unfold lost_tame, plus. cbn. intros D1 D2 L Q.
  destruct h; [rewrite !orb_true_r in *|rewrite !orb_false_r in *].
  - apply N.lxor_eq in L. apply N.lxor_eq in Q. congruence.
  - destruct f, f'; try (apply D2; [discriminate|]).
    + apply N.lxor_eq in L. apply N.lxor_eq in Q. congruence.
    + apply N.lxor_eq in L. subst a. rewrite N.lxor_comm in Q. now apply lxor_one in Q.
    + apply N.lxor_eq in Q. subst a. now apply lxor_one in L.
    + rewrite N.lxor_comm in L, Q. apply lxor_one in L. apply lxor_one in Q. congruence.
Qed.

Lemma alive p : (exists l n l' parts, p = l ++ n :: l' /\ heap_move c n parts) \/
  (forall q, ~ move c p q) /\ tame_sum p = (0, false).
Proof.
  induction p as [|n p IH].
  - right. split; auto. intros q M. inversion M as [l m x l' _ E1]. now destruct l.
  - destruct (has_heap_move c n) as [(parts & M)|Dead]; [left; now exists [], n, p, parts|].
    destruct IH as [(l & m & l' & parts & -> & M)|[NM S]];
      [left; now exists (n :: l), m, l', parts|].
    right. split.
    + intros q M. apply move_cons in M.
      destruct M as [(parts & M & _)|(q' & M & _)]; [now apply Dead in M|now apply NM in M].
    + cbn [tame_sum fold_right]. fold (tame_sum p). now rewrite S, (dead_fickle H n Dead).
Qed.

Lemma firm_bit p h : N.testbit (fst (tame_sum p)) h = true ->
  exists l n l', p = l ++ n :: l' /\ N.testbit (fst (t n)) h = true.
Proof.
  induction p as [|n p IH]; [discriminate|]. cbn [tame_sum fold_right]. fold (tame_sum p).
  unfold plus. cbn [fst]. rewrite N.lxor_spec. destruct (N.testbit (fst (t n)) h) eqn:E; intros B.
  - now exists [], n, p.
  - rewrite xorb_false_l in B. destruct (IH B) as (l & m & l' & -> & T).
    now exists (n :: l), m, l'.
Qed.

(** … and one leads from every other sum, unless it has no move at all. *)
Lemma won_to_lost p : (exists q, move c p q) -> ~ lost_tame (tame_sum p) ->
  exists q, move c p q /\ lost_tame (tame_sum q).
Proof.
  intros HM NL. destruct (snd (tame_sum p)) eqn:F.
  - unfold lost_tame in NL. rewrite F in NL.
    destruct (firm_bit p _ (N.bit_log2 _ NL)) as (l & n & l' & -> & T).
    apply (lxor_lt _ _ NL) in T. rewrite tame_sum_heap in *.
    destruct (tame_sum (l ++ l')) as [a h] eqn:R. unfold plus in T, F, NL.
    cbn [fst snd] in *. rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in T.
    destruct h.
    + destruct (smaller_option H n a T) as (parts & M & V). exists (l ++ parts ++ l').
      split; [now constructor|]. rewrite tame_sum_middle, R. unfold lost_tame, plus.
      cbn [fst snd]. rewrite V, orb_true_r. apply N.lxor_nilpotent.
    + rewrite orb_false_r in F. pose proof (fickle_sum (l ++ l')) as S. rewrite R in S.
      destruct (firm_option H n a F (S eq_refl) T) as (parts & M & V).
      exists (l ++ parts ++ l'). split; [now constructor|]. rewrite tame_sum_middle, R.
      unfold lost_tame, plus. cbn [fst snd].
      destruct V as [->| ->]; cbn [fst snd]; rewrite ?orb_false_r; [apply N.lxor_nilpotent|].
      rewrite N.lxor_comm. now apply lxor_one.
  - destruct (alive p) as [(l & n & l' & parts0 & -> & M0)|[NM _]].
    2: { destruct HM as (q & M). now apply NM in M. }
    pose proof (fickle_sum _ F) as S. unfold lost_tame in NL. rewrite F in NL.
    rewrite tame_sum_heap in *. destruct (tame_sum (l ++ l')) as [a h] eqn:R.
    unfold plus in *. cbn [fst snd] in *. apply orb_false_iff in F. destruct F as [F ->].
    destruct (fickle_option H n (ex_intro _ parts0 M0) F) as (parts & M & V).
    exists (l ++ parts ++ l'). split; [now constructor|]. rewrite tame_sum_middle, R, V.
    unfold lost_tame, plus. cbn [fst snd orb].
    assert (Z : N.lxor (fst (t n)) a = 0) by lia. apply N.lxor_eq in Z. rewrite Z.
    now rewrite N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent.
Qed.

(** A sum of tame heaps is lost if it is firm and its nim-sum is 0, or fickle and that is 1.
    Source: the same. *)
Theorem tame_outcome p :
  (Lost p <-> lost_tame (tame_sum p)) /\ (Won p <-> ~ lost_tame (tame_sum p)).
Proof.
  assert (A : forall p, (lost_tame (tame_sum p) -> Lost p) /\ (~ lost_tame (tame_sum p) -> Won p)).
  { clear p. refine (position_ind c _ _). intros p IH. split; intros L.
    - constructor.
      + destruct (alive p) as [(l & n & l' & parts & -> & M)|[_ Z]].
        * exists (l ++ parts ++ l'). now constructor.
        * unfold lost_tame in L. rewrite Z in L. discriminate L.
      + intros q M. apply (IH q M). now apply (lost_to_won p).
    - destruct (alive p) as [(l & n & l' & parts & -> & M)|[NM _]]; [|now apply misere_end].
      destruct (won_to_lost (l ++ n :: l')) as (q & M' & Q); auto.
      { exists (l ++ parts ++ l'). now constructor. }
      apply misere_next with q; auto. now apply (IH q M'). }
  assert (Dec : lost_tame (tame_sum p) \/ ~ lost_tame (tame_sum p)).
  { unfold lost_tame. destruct (N.eq_dec (fst (tame_sum p)) (if snd (tame_sum p) then 0 else 1));
      auto. }
  destruct (A p) as [A1 A2]. split; split; auto; intros HO.
  - destruct Dec as [D|D]; auto. now destruct (misere_not_both (move c) p HO (A2 D)).
  - intros D. exact (misere_not_both (move c) p (A1 D) HO).
Qed.

(** Two sums can replace each other in every sum just if they have one number and both are firm, or
    neither is: the second of them, or nothing, tells others apart. *)
Theorem tame_alike p q : tame_sum p = tame_sum q <->
  forall r, Lost (p ++ r) <-> Lost (q ++ r).
Proof.
  assert (L : forall x r, Lost (x ++ r) <-> lost_tame (plus (tame_sum x) (tame_sum r))).
  { intros x r. rewrite (proj1 (tame_outcome (x ++ r))), tame_sum_app. reflexivity. }
  split; [intros E r; now rewrite !L, E|]. intros Same.
  pose proof (Same p) as Sp. pose proof (Same q) as Sq. pose proof (Same []) as Sn. rewrite !L in *.
  pose proof (fickle_sum p) as Fp. pose proof (fickle_sum q) as Fq.
  destruct (tame_sum p) as [x f], (tame_sum q) as [y h]. unfold lost_tame, plus in *. cbn in *.
  rewrite !N.lxor_nilpotent, !N.lxor_0_r in *.
  destruct f, h; cbn in *.
  - f_equal. symmetry. apply N.lxor_eq. now apply Sp.
  - assert (Z : N.lxor y x = 0) by now apply Sp. apply N.lxor_eq in Z. subst y.
    specialize (Fq eq_refl). lia.
  - assert (Z : N.lxor x y = 0) by now apply Sq. apply N.lxor_eq in Z. subst y.
    specialize (Fp eq_refl). lia.
  - specialize (Fp eq_refl). specialize (Fq eq_refl). f_equal. lia.
Qed.

(** The numbers of tame heaps are their Grundy values. *)
Theorem tame_numbers n : fst (t n) = G c n.
Proof.
  assert (E : forall parts, nim_sum (fun m => fst (t m)) parts = fst (tame_sum parts)).
  { induction parts as [|m parts IH]; [reflexivity|]. cbn. unfold total in IH. now rewrite IH. }
  revert n. apply (G_unique c (fun n => fst (t n))). intros n. split.
  - intros (parts & M & V). rewrite E in V.
    destruct (options_differ H n parts M) as [D _]. now apply D.
  - intros j Hj. destruct (smaller_option H n j Hj) as (parts & M & V). exists parts.
    split; [exact M|]. now rewrite E.
Qed.
End Tame.
