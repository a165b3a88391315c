(** * A checker of the labels of a digraph, and its soundness *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Numbers Outcomes Digraph DigraphLabels.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** The program *)

(** Vertices are the numbers below n. Labels are written as words: 0 is infinity, k + 1 is k. *)
Definition has (x : int) (l : list int) : bool := existsb (Uint63.eqb x) l.

Fixpoint has_all (fuel : nat) (j k : int) (l : list int) : bool :=
  match fuel with
  | O => false
  | S fuel => if k <=? j then true else if has j l then has_all fuel (j + 1) k l else false
  end.

Fixpoint first_missing (fuel : nat) (j : int) (l : list int) : int :=
  match fuel with
  | O => j
  | S fuel => if has j l then first_missing fuel (j + 1) l else j
  end.

Section Check.
Variables (n : int) (follow : int -> list int) (labels counters : array int).

Definition check_vertex (u : int) : bool :=
  let vs := follow u in
  let seen := List.map (fun w => labels.[w]) vs in
  let fuel := S (S (List.length vs)) in
  let k := labels.[u] in
  if forallb (fun w => w <? n) vs then
    if k =? 0 then
      let m := first_missing fuel 1 seen in
      if m =? 0 then false else if has m seen then false else
      if has_all fuel 1 m seen then
        existsb (fun v => if labels.[v] =? 0
                          then forallb (fun w => negb (labels.[w] =? m)) (follow v)
                          else false) vs
      else false
    else if has k seen then false else
      if has_all fuel 1 k seen then
        forallb (fun v =>
          if if labels.[v] =? 0 then true else k <? labels.[v]
          then existsb (fun w => if labels.[w] =? k then counters.[w] <? counters.[u] else false)
                 (follow v)
          else true) vs
      else false
  else false.

Fixpoint for_all_from (fuel : nat) (u : int) (f : int -> bool) : bool :=
  match fuel with
  | O => true
  | S fuel => if f u then for_all_from fuel (u + 1) f else false
  end.

Definition for_all (f : int -> bool) : bool := for_all_from (Z.to_nat (to_Z n)) 0 f.

Definition check_labels : bool := for_all check_vertex.

(** ** What it proves *)
Definition arc (u w : int) : Prop := In w (follow u).
Definition vertex (u : int) : Prop := (to_Z u < to_Z n)%Z.
Definition counter (u : int) : N := value counters.[u].
Definition label (u : int) : option N :=
  if labels.[u] =? 0 then None else Some (value labels.[u] - 1)%N.

Lemma has_In x l : has x l = true <-> In x l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (y & H & E). apply eqb_true in E. now subst.
  - intros H. exists x. split; auto. now apply eqb_true.
Qed.

Lemma has_all_In k l : forall fuel j, has_all fuel j k l = true ->
  forall x, (to_Z j <= to_Z x < to_Z k)%Z -> In x l.
Proof.
  induction fuel as [|fuel IH]; intros j H x Hx; cbn [has_all] in H; [discriminate|].
  compare (k <=? j); [lia|].
  destruct (has j l) eqn:M; [|discriminate].
  destruct (Z.eq_dec (to_Z x) (to_Z j)) as [Q|Q].
  - apply to_Z_inj in Q. subst x. now apply has_In.
  - apply (IH _ H). bound k. rewrite add_small; rewrite to_Z_1; unfold limit; lia.
Qed.

Lemma for_all_from_spec f : forall fuel u, for_all_from fuel u f = true ->
  (to_Z u + Z.of_nat fuel < 2 * limit)%Z ->
  forall x, (to_Z u <= to_Z x < to_Z u + Z.of_nat fuel)%Z -> f x = true.
Proof.
  induction fuel as [|fuel IH]; intros u H Hf x Hx; [lia|]. cbn [for_all_from] in H.
  destruct (f u) eqn:E; [|discriminate].
  destruct (Z.eq_dec (to_Z x) (to_Z u)) as [Q|Q].
  - apply to_Z_inj in Q. now subst x.
  - assert (A : to_Z (u + 1) = (to_Z u + 1)%Z) by (rewrite add_small; rewrite to_Z_1; lia).
    apply (IH _ H); lia.
Qed.

Lemma for_all_spec f : for_all f = true -> forall u, vertex u -> f u = true.
Proof.
  unfold for_all, vertex. intros H u Hu. bound n. bound u.
  eapply for_all_from_spec; eauto; rewrite to_Z_0; unfold limit; lia.
Qed.

Lemma for_all_true f : (forall u, vertex u -> f u = true) -> for_all f = true.
Proof.
  intros H. unfold for_all.
  enough (K : forall fuel u, (to_Z u + Z.of_nat fuel <= to_Z n)%Z ->
    for_all_from fuel u f = true) by (apply K; bound n; rewrite to_Z_0; lia).
  induction fuel as [|fuel IH]; intros u Hu; cbn [for_all_from]; auto. bound n.
  rewrite H by (unfold vertex; lia). apply IH.
  rewrite add_small; rewrite to_Z_1; unfold limit; lia.
Qed.

Lemma label_Some u k : label u = Some k <-> value labels.[u] = (k + 1)%N.
Proof.
  unfold label. compare (labels.[u] =? 0).
  - rewrite E. cbn. split; [discriminate|lia].
  - assert (value labels.[u] <> 0%N) by (intros Q; now apply E, value_inj).
    split; [intros H0; injection H0 as <-; lia|]. intros Q. f_equal. lia.
Qed.

Lemma label_None u : label u = None <-> labels.[u] = 0.
Proof.
  unfold label. compare (labels.[u] =? 0); split; auto; try discriminate. congruence.
Qed.

Lemma label_word u w k : label u = Some k -> (label w = Some k <-> labels.[w] = labels.[u]).
Proof.
  rewrite !label_Some. intros H. split; [|congruence]. intros E. apply value_inj. congruence.
Qed.

Lemma seen_label fuel k u j :
  has_all fuel 1 k (List.map (fun w => labels.[w]) (follow u)) = true ->
  (j + 1 < value k)%N -> exists w, arc u w /\ label w = Some j.
Proof.
  intros H Hj. unfold value in Hj. bound k.
  assert (Q : to_Z (of_N (j + 1)) = (Z.of_N j + 1)%Z) by (rewrite to_Z_of_N; unfold limit; lia).
  assert (M : In (of_N (j + 1)) (List.map (fun w => labels.[w]) (follow u))).
  { eapply has_all_In; eauto. rewrite to_Z_1. lia. }
  apply in_map_iff in M. destruct M as (w & E & Hw). exists w. split; [exact Hw|].
  apply label_Some. unfold value. rewrite E, Q. lia.
Qed.

Hypothesis checked : check_labels = true.

Lemma follow_vertex u w : vertex u -> arc u w -> vertex w.
Proof.
  intros HV A. apply (for_all_spec _ checked) in HV. unfold check_vertex in HV.
  cbn zeta in HV. destruct (forallb _ _) eqn:F in HV; [|discriminate].
  rewrite forallb_forall in F. now apply F, ltb_true in A.
Qed.

(** What the check of a vertex with a finite label says. *)
Lemma finite_vertex u k : vertex u -> label u = Some k ->
  (forall w, arc u w -> label w <> Some k) /\
  (forall j, (j < k)%N -> exists w, arc u w /\ label w = Some j) /\
  (forall v, arc u v -> (match label v with Some j => (k < j)%N | None => True end) ->
     exists w, arc v w /\ label w = Some k /\ (counter w < counter u)%N).
Proof.
  intros HV L. apply (for_all_spec _ checked) in HV. unfold check_vertex in HV.
  cbn zeta in HV. destruct (forallb _ _) in HV; [|discriminate].
  pose proof L as B. apply label_Some in B.
  compare (labels.[u] =? 0); [rewrite E in B; cbn in B; lia|].
  destruct (has _ _) eqn:M in HV; [discriminate|].
  destruct (has_all _ _ _ _) eqn:C in HV; [|discriminate].
  rewrite forallb_forall in HV. split; [|split].
  - intros w A Lw. apply (label_word _ _ _ L) in Lw. rewrite <- not_true_iff_false, has_In in M.
    apply M, in_map_iff. now exists w.
  - intros j Hj. eapply seen_label; eauto. lia.
  - intros v A Hv. specialize (HV v A).
    replace (if labels.[v] =? 0 then true else labels.[u] <? labels.[v]) with true in HV.
    + apply existsb_exists in HV. destruct HV as (w & Aw & Q).
      compare (labels.[w] =? labels.[u]); [|discriminate]. apply ltb_true in Q.
      exists w. split; [exact Aw|]. split; [now apply (label_word _ _ _ L)|].
      unfold counter, value. bound counters.[w]. lia.
    + symmetry. compare (labels.[v] =? 0); auto. destruct (label v) as [j|] eqn:Lv.
      * apply label_Some in Lv. apply ltb_true. unfold value in *. bound labels.[u].
        bound labels.[v]. lia.
      * apply label_None in Lv. congruence.
Qed.

Lemma infinite_vertex u : vertex u -> label u = None -> exists m,
  (forall w, arc u w -> label w <> Some m) /\
  (forall j, (j < m)%N -> exists w, arc u w /\ label w = Some j) /\
  (exists v, arc u v /\ label v = None /\ forall w, arc v w -> label w <> Some m).
Proof.
  intros HV L. apply (for_all_spec _ checked) in HV. unfold check_vertex in HV.
  cbn zeta in HV. destruct (forallb _ _) in HV; [|discriminate].
  apply label_None in L. rewrite L in HV. change (0 =? 0) with true in HV. cbn match in HV.
  set (m := first_missing _ _ _) in HV. compare (m =? 0); [discriminate|].
  destruct (has _ _) eqn:M in HV; [discriminate|].
  destruct (has_all _ _ _ _) eqn:C in HV; [|discriminate].
  assert (Vm : value m <> 0%N) by (intros Q; now apply E, value_inj).
  assert (LM : forall w, label w = Some (value m - 1)%N -> labels.[w] = m).
  { intros w Lw. apply label_Some in Lw. apply value_inj. lia. }
  exists (value m - 1)%N. split; [|split].
  - intros w A Lw. apply LM in Lw. rewrite <- not_true_iff_false, has_In in M.
    apply M, in_map_iff. now exists w.
  - intros j Hj. eapply seen_label; eauto. lia.
  - apply existsb_exists in HV. destruct HV as (v & A & Q).
    compare (labels.[v] =? 0); [|discriminate]. exists v. split; [exact A|].
    split; [now apply label_None|]. rewrite forallb_forall in Q. intros w Aw Lw.
    apply LM in Lw. apply Q, negb_true_iff, eqb_false in Aw. contradiction.
Qed.

(** The checker accepts only labels that satisfy the conditions. *)
Theorem check_labels_sound : labelled arc label counter vertex.
Proof.
  split.
  - exact follow_vertex.
  - intros u k w HV L. now apply (finite_vertex u k).
  - intros u k j HV L. now apply (finite_vertex u k).
  - intros u k v HV L. now apply (finite_vertex u k).
  - exact infinite_vertex.
Qed.

(** Each vertex has the label that is written, and no other one, and its outcome. *)
Theorem checked_labels u : vertex u ->
  is_label arc u (label u) /\ (forall l, is_label arc u l -> l = label u) /\
  (Previous arc u <-> label u = Some 0%N) /\
  (Next arc u <-> exists w, arc u w /\ label w = Some 0%N) /\
  (Draw arc u <-> label u = None /\ forall w, arc u w -> label w <> Some 0%N).
Proof.
  intros HV. assert (R := labels_right _ _ _ _ check_labels_sound u HV). split; [exact R|].
  split; [|split; [|split]].
  - intros l Hl. now apply (label_unique arc u).
  - now apply (vertex_previous _ _ _ _ check_labels_sound).
  - now apply (vertex_next _ _ _ _ check_labels_sound).
  - now apply (vertex_draw _ _ _ _ check_labels_sound).
Qed.
End Check.
