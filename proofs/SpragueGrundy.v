(** * Sums of heaps: the nim-sum of Grundy values decides them *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import Base.
Import ListNotations.
Local Open Scope N_scope.

(** ** Positions and moves *)

(** A move in a sum replaces one of its parts by what is left of it. *)
Inductive replaces {H : Type} (leaves : H -> list H -> Prop) : list H -> list H -> Prop :=
| move_heap l n parts l' : leaves n parts -> replaces leaves (l ++ n :: l') (l ++ parts ++ l').

Definition position := list nat.
Notation move c := (replaces (heap_move c)).

Section Game.
Variable c : code.
Notation move := (replaces (heap_move c)).

(** Normal play: who cannot move loses. [P]: the previous player wins; [Nx]: the next one. *)
Inductive P : position -> Prop :=
| P_intro p : (forall q, move p q -> Nx q) -> P p
with Nx : position -> Prop :=
| N_intro p q : move p q -> P q -> Nx p.

(** Play ends: each move makes this number smaller, even one that only splits a heap. *)
Fixpoint measure (p : position) : nat :=
  match p with [] => 0 | n :: p => (2 * n - 1) + measure p end.

Lemma measure_app l l' : (measure (l ++ l') = measure l + measure l')%nat.
Proof. induction l as [|n l IH]; cbn [measure app]; lia. Qed.

Lemma measure_parts parts : Forall (le 1) parts ->
  (measure parts + length parts = 2 * list_sum parts)%nat.
Proof.
  induction 1 as [|n l H _ IH]; [reflexivity|]. cbn [measure length list_sum fold_right].
  change (fold_right Nat.add 0%nat l) with (list_sum l). lia.
Qed.

Lemma move_measure p q : move p q -> (measure q < measure p)%nat.
Proof.
  intros [l n parts l' (r & Hn & HF & _ & HP)]. rewrite !measure_app. cbn [measure].
  pose proof (measure_parts parts HF). pose proof (length_list_sum parts HF).
  destruct parts; cbn in *; lia.
Qed.

Lemma position_ind (R : position -> Prop) :
  (forall p, (forall q, move p q -> R q) -> R p) -> forall p, R p.
Proof.
  intros H p. remember (measure p) as s eqn:E. revert p E.
  induction s as [s IH] using lt_wf_ind. intros p ->. apply H.
  intros q M. apply (IH (measure q)); auto. now apply move_measure.
Qed.

(** ** The nim-sum of a position *)

Definition nim : position -> N := nim_sum (G c).

Lemma nim_cons n p : nim (n :: p) = N.lxor (G c n) (nim p).
Proof. reflexivity. Qed.

Lemma nim_app l l' : nim (l ++ l') = N.lxor (nim l) (nim l').
Proof.
  induction l as [|n l IH]; [reflexivity|]. cbn [app]. now rewrite !nim_cons, IH, N.lxor_assoc.
Qed.

Lemma nim_move l n parts l' :
  nim (l ++ parts ++ l') = N.lxor (nim (l ++ n :: l')) (N.lxor (G c n) (nim parts)).
Proof.
  rewrite !nim_app, nim_cons. apply N.bits_inj. intros i. rewrite !N.lxor_spec.
  destruct (N.testbit (nim l) i), (N.testbit (nim parts) i), (N.testbit (nim l') i),
    (N.testbit (G c n) i); reflexivity.
Qed.

(** A number gets smaller when its bit at the place of the leading bit of d is cleared. *)
Lemma lxor_lt g d : d <> 0 -> N.testbit g (N.log2 d) = true -> N.lxor g d < g.
Proof.
  intros Hd T. set (h := N.log2 d) in *.
  assert (D1 : N.shiftr d h = 1).
  { rewrite N.shiftr_div_pow2. symmetry.
    destruct (N.log2_spec d) as [A B]; [lia|]. fold h in A, B. rewrite N.pow_succ_r' in B.
    apply (N.div_unique _ _ _ (d - 2 ^ h)); lia. }
  assert (X : N.shiftr (N.lxor g d) h < N.shiftr g h).
  { rewrite N.shiftr_lxor, D1. rewrite <- (N.add_0_l h), <- N.shiftr_spec' in T.
    destruct (N.shiftr g h) as [|[x|x|]]; cbn in T |- *; try discriminate; lia. }
  rewrite !N.shiftr_div_pow2 in X. apply N.lt_nge. intros K.
  apply (N.div_le_mono _ _ (2 ^ h)) in K; [lia|]. apply N.pow_nonzero. lia.
Qed.

Lemma nim_bit p h : N.testbit (nim p) h = true ->
  exists l n l', p = l ++ n :: l' /\ N.testbit (G c n) h = true.
Proof.
  induction p as [|n p IH]; [discriminate|]. rewrite nim_cons, N.lxor_spec. intros H.
  destruct (N.testbit (G c n) h) eqn:E; [now exists [], n, p|].
  rewrite xorb_false_l in H. destruct (IH H) as (l & m & l' & -> & K). now exists (n :: l), m, l'.
Qed.

(** The nim-sum is the mex of the nim-sums of the options: it is the Grundy value of the sum.
    Source: R. P. Sprague, 1935; P. M. Grundy, 1939. *)
Theorem sprague_grundy p : is_mex (fun v => exists q, move p q /\ nim q = v) (nim p).
Proof.
  split.
  - intros (q & [l n parts l' M] & E). apply (proj1 (G_mex c n)). exists parts. split; [exact M|].
    change (nim parts = G c n). rewrite nim_move with (n := n) in E.
    symmetry. apply N.lxor_eq. apply (f_equal (N.lxor (nim (l ++ n :: l')))) in E.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in E.
  - intros j Hj. set (d := N.lxor (nim p) j).
    assert (Hd : d <> 0) by (intros Z; apply N.lxor_eq in Z; lia).
    assert (J : N.lxor j d = nim p).
    { unfold d. now rewrite (N.lxor_comm (nim p)), <- N.lxor_assoc, N.lxor_nilpotent. }
    assert (T : N.testbit (nim p) (N.log2 d) = true).
    { destruct (N.testbit (nim p) (N.log2 d)) eqn:E; auto. exfalso.
      pose proof (N.bit_log2 d Hd) as B. unfold d in B at 1. rewrite N.lxor_spec, E, xorb_false_l in B.
      apply (lxor_lt j d Hd) in B. lia. }
    destruct (nim_bit p _ T) as (l & n & l' & -> & Tn).
    destruct (proj2 (G_mex c n) _ (lxor_lt _ d Hd Tn)) as (parts & M & E).
    exists (l ++ parts ++ l'). split; [now constructor|].
    rewrite nim_move with (n := n). change (nim parts = N.lxor (G c n) d) in E.
    rewrite E, <- (N.lxor_assoc (G c n)), N.lxor_nilpotent, N.lxor_0_l. unfold d.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent.
Qed.

(** No other function of positions has this property. *)
Theorem grundy_unique (f : position -> N) :
  (forall p, is_mex (fun v => exists q, move p q /\ f q = v) (f p)) -> forall p, f p = nim p.
Proof.
  intros H p. induction p as [p IH] using position_ind.
  eapply is_mex_unique; [|apply H|apply sprague_grundy].
  intros j. split; intros (q & M & <-); exists q; (split; [exact M|]); [symmetry|]; auto.
Qed.

(** Who wins: the previous player where the nim-sum is 0, else the next one. *)
Theorem outcome p : (P p <-> nim p = 0) /\ (Nx p <-> nim p <> 0).
Proof.
  induction p as [p IH] using position_ind. destruct (sprague_grundy p) as [A B].
  assert (PQ : (nim p = 0 -> P p) /\ (nim p <> 0 -> Nx p)).
  { split; intros H.
    - constructor. intros q M. apply IH; auto. intros Z. apply A. exists q. split; congruence.
    - destruct (B 0) as (q & M & Z); [lia|]. apply N_intro with q; auto. now apply IH. }
  assert (QP : (P p -> nim p = 0) /\ (Nx p -> nim p <> 0)).
  { split; intros H.
    - destruct (N.eq_dec (nim p) 0) as [E|E]; auto. exfalso.
      destruct (B 0) as (q & M & Z); [lia|]. inversion H as [p' H' E']; subst p'.
      apply (proj2 (IH q M)); auto.
    - inversion H as [p' q M Hq E']; subst p'. intros Z. apply A. exists q. split; auto.
      rewrite Z. now apply IH. }
  tauto.
Qed.
End Game.
