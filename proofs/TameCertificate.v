(** * Misère quotients of tame games by their normal play

    Where f is the greatest fickle heap, k the last place with a digit and b the most heaps left,
    every option of a heap above b f + k has a firm part. So only the heaps up to there are looked
    at; all others are firm with their Grundy values, whose period is proved as in normal play. *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import Base SpragueGrundy Period Outcomes Misere MisereTame.
Import ListNotations.
Local Open Scope N_scope.

Section Tame.
Variables (ds : list N) (fickle : list nat).
Notation c := (digits ds).

Definition firm (n : nat) : bool := negb (existsb (Nat.eqb n) fickle).

(** The nim-sum of a sum's Grundy values, and whether some heap of it is firm. *)
Definition kind (sum : position) : N * bool := tame_sum (fun n => (G c n, firm n)) sum.

(** ** The checker *)
Definition bound : nat := (N.to_nat (most_parts ds) * list_max fickle + (List.length ds - 1))%nat.

(** Every heap above the bound has a move, one that leaves one heap or two. *)
Definition goes_on : bool :=
  existsb (fun r => ((1 <=? r)%nat && N.testbit (c r) 1) || ((S r <=? bound)%nat && N.testbit (c r) 2))
    (seq 0 (List.length ds)).

Definition is_kind (a b : N * bool) : bool := (fst a =? fst b) && Bool.eqb (snd a) (snd b).

(** The conditions on a heap of value x with options of these kinds. *)
Definition heap_tame (x : N) (is_firm : bool) (options : list (N * bool)) : bool :=
  match options with
  | [] => (x =? 0) && negb is_firm
  | _ =>
    (if is_firm then
       forallb (fun a => (x <=? a) || existsb (fun o => is_kind o (a, true) || is_kind o (N.lxor a 1, false)) options)
         [0; 1]
     else (x <=? 1) && existsb (is_kind (N.lxor x 1, false)) options) &&
    forallb (fun o => Bool.eqb (snd o) is_firm || negb (fst o =? N.lxor x 1)) options
  end.

Definition heaps_tame (values : nat -> N) : bool :=
  goes_on && forallb (fun n => heap_tame (values n) (firm n)
    (map (tame_sum (fun m => (values m, firm m))) (heap_moves c n))) (seq 0 (S bound)).

(** ** Soundness *)
Lemma kind_nim sum : fst (kind sum) = nim_sum (G c) sum.
Proof.
  induction sum as [|n sum IH]; [reflexivity|].
  change (fst (kind (n :: sum))) with (N.lxor (G c n) (fst (kind sum))). now rewrite IH.
Qed.

Lemma kind_firm sum : snd (kind sum) = existsb firm sum.
Proof.
  induction sum as [|n sum IH]; [reflexivity|].
  change (snd (kind (n :: sum))) with (firm n || snd (kind sum)). now rewrite IH.
Qed.

Lemma fickle_below n : firm n = false -> (n <= list_max fickle)%nat.
Proof.
  unfold firm. rewrite negb_false_iff, existsb_exists. intros (m & Hm & E).
  apply Nat.eqb_eq in E. subst m. pose proof (proj1 (list_max_le fickle (list_max fickle)) (le_n _)) as F.
  rewrite Forall_forall in F. auto.
Qed.

Lemma sum_below f parts : (forall m, In m parts -> (m <= f)%nat) -> (list_sum parts <= List.length parts * f)%nat.
Proof.
  induction parts as [|m parts IH]; intros H; [cbn; lia|].
  change (list_sum (m :: parts)) with (m + list_sum parts)%nat. cbn [List.length].
  specialize (H m (or_introl eq_refl)) as Hm. specialize (IH (fun x Hx => H x (or_intror Hx))). lia.
Qed.

Lemma far_firm n parts : (bound < n)%nat -> heap_move c n parts -> snd (kind parts) = true.
Proof.
  intros Hn (r & Hr & _ & T & _). rewrite kind_firm. destruct (existsb firm parts) eqn:E; [reflexivity|exfalso].
  assert (Hk : (r < List.length ds)%nat).
  { destruct (le_lt_dec (List.length ds) r) as [L|L]; [|exact L]. unfold digits in T.
    rewrite nth_overflow in T by exact L. discriminate. }
  assert (Hb : (List.length parts <= N.to_nat (most_parts ds))%nat).
  { destruct (le_lt_dec (List.length parts) (N.to_nat (most_parts ds))) as [L|L]; [exact L|].
    rewrite most_parts_spec in T by lia. discriminate. }
  assert (B : (list_sum parts <= List.length parts * list_max fickle)%nat).
  { apply sum_below. intros m Hm. apply fickle_below. destruct (firm m) eqn:F; [|reflexivity].
    assert (X : existsb firm parts = true) by (apply existsb_exists; eauto). congruence. }
  unfold bound in Hn. nia.
Qed.

Lemma far_alive n : goes_on = true -> (bound < n)%nat -> exists parts, heap_move c n parts.
Proof.
  unfold goes_on. rewrite existsb_exists. intros (r & Hr & H) Hn. apply in_seq in Hr.
  assert (Hk : (r <= bound)%nat) by (unfold bound; lia).
  apply orb_prop in H. destruct H as [H|H]; apply andb_prop in H; destruct H as [A T]; apply Nat.leb_le in A.
  - exists [(n - r)%nat]. exists r. cbn. repeat split; [lia| |exact T|lia]. constructor; [lia|constructor].
  - exists [1%nat; (n - r - 1)%nat]. exists r. cbn. repeat split; [lia| |exact T|lia].
    constructor; [lia|]. constructor; [lia|constructor].
Qed.

Lemma is_kind_ok a b : is_kind a b = true -> a = b.
Proof.
  unfold is_kind. destruct a, b. cbn. rewrite andb_true_iff, N.eqb_eq. intros [-> E].
  apply eqb_prop in E. now subst.
Qed.

Variable values : nat -> N.
Hypothesis values_right : forall n, (n <= bound)%nat -> values n = G c n.
Hypothesis checked : heaps_tame values = true.

Lemma looked_at n : (n <= bound)%nat ->
  heap_tame (G c n) (firm n) (map kind (heap_moves c n)) = true.
Proof.
  intros Hn. pose proof checked as C. unfold heaps_tame in C. apply andb_prop in C. destruct C as [_ C].
  rewrite forallb_forall in C. specialize (C n ltac:(apply in_seq; lia)).
  rewrite values_right in C by exact Hn. rewrite <- C. f_equal. apply map_ext_in. intros parts M.
  apply heap_moves_spec in M. unfold kind, tame_sum.
  assert (S : forall m, In m parts -> (m <= bound)%nat).
  { intros m Hm. pose proof (heap_move_smaller _ _ _ _ M Hm). lia. }
  revert S. clear - values_right. induction parts as [|m parts IH]; intros S; [reflexivity|].
  cbn [fold_right]. rewrite IH by (intros x Hx; apply S; now right). rewrite values_right; [reflexivity|].
  apply S. now left.
Qed.

Lemma options_of n parts : heap_move c n parts <-> In parts (heap_moves c n).
Proof. symmetry. apply heap_moves_spec. Qed.

(** What is looked at near, and what follows far away. *)
Lemma split_case n : (n <= bound)%nat \/ (bound < n)%nat /\ firm n = true.
Proof.
  destruct (le_lt_dec n bound) as [L|L]; [now left|right]. split; [exact L|].
  destruct (firm n) eqn:F; [reflexivity|]. apply fickle_below in F. unfold bound in L.
  pose proof (most_parts_pos ds). nia.
Qed.

Lemma near n parts : (n <= bound)%nat -> heap_move c n parts ->
  (if firm n then forall a, a <= 1 -> a < G c n ->
     exists q, heap_move c n q /\ (kind q = (a, true) \/ kind q = (N.lxor a 1, false))
   else G c n <= 1 /\ exists q, heap_move c n q /\ kind q = (N.lxor (G c n) 1, false)) /\
  (snd (kind parts) <> firm n -> fst (kind parts) <> N.lxor (G c n) 1).
Proof.
  intros Hn M. pose proof (looked_at n Hn) as L. apply options_of in M as I.
  unfold heap_tame in L. destruct (map kind (heap_moves c n)) as [|o os] eqn:E.
  { apply (in_map kind) in I. rewrite E in I. destruct I. }
  rewrite <- E in L. apply andb_prop in L. destruct L as [L1 L2].
  assert (Some_ : forall f, existsb f (map kind (heap_moves c n)) = true ->
    exists q, heap_move c n q /\ f (kind q) = true).
  { intros f H. apply existsb_exists in H. destruct H as (x & Hx & H). apply in_map_iff in Hx.
    destruct Hx as (q & <- & Hq). exists q. split; [now apply options_of|exact H]. }
  split.
  - destruct (firm n).
    + intros a A1 A2. rewrite forallb_forall in L1. specialize (L1 a). 
      assert (Ha : In a [0; 1]) by (cbn; lia). specialize (L1 Ha). apply orb_prop in L1.
      destruct L1 as [L1|L1]; [apply N.leb_le in L1; lia|]. apply Some_ in L1.
      destruct L1 as (q & Mq & H). exists q. split; [exact Mq|]. apply orb_prop in H.
      destruct H as [H|H]; apply is_kind_ok in H; auto.
    + apply andb_prop in L1. destruct L1 as [L0 L1]. apply N.leb_le in L0. split; [exact L0|].
      apply Some_ in L1. destruct L1 as (q & Mq & H). exists q. split; [exact Mq|].
      now apply is_kind_ok in H.
  - rewrite forallb_forall in L2. specialize (L2 (kind parts) (in_map kind _ _ I)).
    intros D Q. apply orb_prop in L2. destruct L2 as [L2|L2].
    + apply eqb_prop in L2. congruence.
    + apply negb_true_iff, N.eqb_neq in L2. congruence.
Qed.

Theorem heaps_tame_ok : tame c (fun n => (G c n, firm n)).
Proof.
  assert (Mex : forall n j, j < G c n -> exists parts, heap_move c n parts /\ fst (kind parts) = j).
  { intros n j Hj. destruct (proj2 (G_mex c n) j Hj) as (parts & M & V). exists parts.
    split; [exact M|]. now rewrite kind_nim. }
  split; cbn [fst snd].
  - intros n Dead. destruct (split_case n) as [L|[L _]].
    + pose proof (looked_at n L) as C. unfold heap_tame in C.
      destruct (heap_moves c n) as [|q l] eqn:E.
      * cbn [map] in C. apply andb_prop in C. destruct C as [C1 C2]. apply N.eqb_eq in C1.
        apply negb_true_iff in C2. now rewrite C1, C2.
      * exfalso. apply (Dead q), options_of. rewrite E. now left.
    + exfalso. pose proof checked as C. unfold heaps_tame in C. apply andb_prop in C.
      destruct (far_alive n (proj1 C) L) as (q & M). now apply Dead in M.
  - intros n F. destruct (split_case n) as [L|[_ F']]; [|congruence].
    destruct (has_heap_move c n) as [(q & M)|Dead].
    + pose proof (proj1 (near n q L M)) as C. rewrite F in C. apply C.
    + pose proof (looked_at n L) as C. unfold heap_tame in C.
      destruct (heap_moves c n) as [|q l] eqn:E; [|exfalso; apply (Dead q), options_of; rewrite E; now left].
      cbn [map] in C. apply andb_prop in C. destruct C as [C _]. apply N.eqb_eq in C. lia.
  - intros n parts M. fold (kind parts). split.
    + rewrite kind_nim. intros Q. apply (proj1 (G_mex c n)). exists parts. auto.
    + destruct (split_case n) as [L|[L F]]; [exact (proj2 (near n parts L M))|].
      rewrite F, (far_firm n parts L M). congruence.
  - exact Mex.
  - intros n (parts & M) F. destruct (split_case n) as [L|[_ F']]; [|congruence].
    pose proof (proj1 (near n parts L M)) as C. rewrite F in C. apply C.
  - intros n a F A1 A2. destruct (split_case n) as [L|[L _]].
    + destruct (Mex n a A2) as (parts & M & _). pose proof (proj1 (near n parts L M)) as C.
      rewrite F in C. exact (C a A1 A2).
    + destruct (Mex n a A2) as (parts & M & V). exists parts. split; [exact M|]. left.
      pose proof (far_firm n parts L M) as Q. fold (kind parts).
      destruct (kind parts) as [v h]. cbn [fst snd] in *. congruence.
Qed.
End Tame.

(** ** What a certificate calls *)

(** Whether the game is tame with these fickle heaps, all of them below n0. *)
Definition tame_near (ds : list N) (fickle : list nat) (n0 : N) : bool :=
  let known := table (digits ds) (S (bound ds fickle)) in
  (N.of_nat (list_max fickle) <? n0) && heaps_tame ds fickle (fun n => nth n known 0).

(** Who wins any sum under misère play, and which sums are alike: those of one kind. Which checker
    proves the period of normal play is of no matter. *)
Theorem tame_certificate ds fickle n0 p :
  exact_period (digits ds) n0 p 0 /\ begins_with (digits ds) [] -> tame_near ds fickle n0 = true ->
  let G := G (digits ds) in let firm := firm fickle in let kind := kind ds fickle in
  (forall n, (N.to_nat n0 <= n)%nat -> G (n + N.to_nat p)%nat = G n /\ firm n = true) /\
  forall sum,
  (MiserePrevious (move (digits ds)) sum <-> lost_tame (kind sum)) /\
  (MisereNext (move (digits ds)) sum <-> ~ lost_tame (kind sum)) /\
  forall sum', kind sum = kind sum' <-> forall other,
    MiserePrevious (move (digits ds)) (sum ++ other) <->
    MiserePrevious (move (digits ds)) (sum' ++ other).
Proof.
  unfold tame_near. intros [(_ & R & _) _]. rewrite andb_true_iff. intros [Hf H].
  apply N.ltb_lt in Hf. cbn zeta.
  assert (T : tame (digits ds) (fun n => (G (digits ds) n, firm fickle n))).
  { eapply heaps_tame_ok; [|exact H]. intros n Hn. cbn beta. apply table_nth. lia. }
  split.
  - intros n Hn. split.
    + specialize (R (N.of_nat n) ltac:(lia)). unfold grundy in R.
      now rewrite N2Nat.inj_add, Nat2N.id, N.add_0_r in R.
    + destruct (firm fickle n) eqn:F; [reflexivity|]. apply fickle_below in F. lia.
  - intros sum. destruct (tame_outcome _ _ T sum) as [A B]. split; [exact A|]. split; [exact B|].
    intros sum'. apply tame_alike, T.
Qed.
