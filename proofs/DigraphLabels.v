(** * What the label of a vertex says: sums with heaps of Nim, outcomes, remoteness, misère play *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import Outcomes Digraph.
Import ListNotations.
Local Open Scope N_scope.

Section Labels.
Context {X : Type}.
Variable arc : X -> X -> Prop.

(** ** Labels by outcomes alone *)

(** The digraph beside all heaps of Nim: from a heap of m a move goes to any smaller one. *)
Inductive beside : X + N -> X + N -> Prop :=
| along u w : arc u w -> beside (inl u) (inl w)
| fewer m m' : m' < m -> beside (inr m) (inr m').

Definition sum_with_heap (u : X) (m : N) : list (X + N) := [inl u; inr m].
Notation Lost := (Previous (sum_move beside)).
Notation Won := (Next (sum_move beside)).

(** The label of u is k if u + *k is lost, and infinite if no u + *m is. *)
Definition is_label (u : X) (l : option N) : Prop :=
  match l with
  | Some k => Lost (sum_with_heap u k)
  | None => forall m, ~ Lost (sum_with_heap u m)
  end.

Lemma one_lost_heap u k k' : k < k' -> Lost (sum_with_heap u k) -> ~ Lost (sum_with_heap u k').
Proof.
  intros Hk A B. apply (not_both (sum_move beside) (sum_with_heap u k')); [exact B|].
  apply next with (sum_with_heap u k); [|exact A].
  apply (in_component beside [inl u] (inr k') (inr k) []). now constructor.
Qed.

(** A vertex has one label at most. *)
Theorem label_unique u l l' : is_label u l -> is_label u l' -> l = l'.
Proof.
  destruct l as [k|], l' as [k'|]; cbn; intros A B; auto.
  - destruct (N.lt_trichotomy k k') as [Q|[->|Q]]; auto; exfalso;
      now apply (one_lost_heap u _ _ Q).
  - now apply B in A.
  - now apply A in B.
Qed.

(** ** What the conditions on labels prove *)
Variables (label : X -> option N) (counter : X -> N) (vertex : X -> Prop).
Hypothesis H : labelled arc label counter vertex.

Definition label' (p : X + N) := match p with inl u => label u | inr m => Some m end.
Definition counter' (p : X + N) := match p with inl u => counter u | inr _ => 0 end.
Definition vertex' (p : X + N) := match p with inl u => vertex u | inr _ => True end.

Lemma labelled_beside : labelled beside label' counter' vertex'.
Proof.
  split.
  - intros p q HV M. inversion M as [u w A|m m' Q]; subst; cbn in *; auto.
    now apply (closed _ _ _ _ H u).
  - intros p k q HV L M. inversion M as [u w A|m m' Q]; subst; cbn in *.
    + now apply (lacks_label _ _ _ _ H u).
    + injection L as ->. intros E. injection E as ->. lia.
  - intros [u|m] k j HV L Q; cbn in *.
    + destruct (has_smaller _ _ _ _ H u k j HV L Q) as (w & A & Lw). exists (inl w).
      split; [now constructor|exact Lw].
    + injection L as ->. exists (inr j). split; [now constructor|reflexivity].
  - intros p k q HV L M C. inversion M as [u w A|m m' Q]; subst; cbn in *.
    + destruct (answered _ _ _ _ H u k w HV L A C) as (x & Ax & Lx & Cx). exists (inl x).
      split; [now constructor|]. now split.
    + injection L as ->. lia.
  - intros [u|m] HV L; cbn in *; [|discriminate].
    destruct (stays_infinite _ _ _ _ H u HV L) as (m & K1 & K2 & v & A & Lv & Kv). exists m.
    split; [|split].
    + intros q M. inversion M; subst. cbn. auto.
    + intros j Q. destruct (K2 j Q) as (w & Aw & Lw). exists (inl w).
      split; [now constructor|exact Lw].
    + exists (inl v). split; [now constructor|]. split; [exact Lv|].
      intros q M. inversion M; subst. cbn. auto.
Qed.

Lemma with_heap_vertices u m : vertex u -> Forall vertex' (sum_with_heap u m).
Proof. intros HV. constructor; [exact HV|]. constructor; [exact I|constructor]. Qed.

Lemma lost_with_heap u m : vertex u -> Lost (sum_with_heap u m) <-> label u = Some m.
Proof.
  intros HV. rewrite (sum_previous _ _ _ _ labelled_beside) by now apply with_heap_vertices.
  unfold infinite, nim_value, finite_part, count. cbn. destruct (label u) as [k|].
  - rewrite N.lxor_0_r, N.lxor_eq_0_iff. split; [intros [_ ->]; auto|].
    intros E. injection E as ->. now split.
  - split; [lia|discriminate].
Qed.

(** Labels that satisfy the conditions are the labels.
    Source: C. A. B. Smith, 1966; A. S. Fraenkel and U. Tassa, 1975. *)
Theorem labels_right u : vertex u -> is_label u (label u).
Proof.
  intros HV. unfold is_label. destruct (label u) as [k|] eqn:L; [now apply lost_with_heap|].
  intros m HP. apply lost_with_heap in HP; auto. congruence.
Qed.

(** The outcome of u + *m, where u has an infinite label with the set K of its followers' finite
    labels: the next player wins if m is in K, and otherwise it is a draw. Source: the same. *)
Theorem infinite_label u m : vertex u -> label u = None ->
  let K := exists w, arc u w /\ label w = Some m in
  (K -> Won (sum_with_heap u m)) /\ (~ K -> Draw (sum_move beside) (sum_with_heap u m)).
Proof.
  intros HV L K. assert (HVm := with_heap_vertices u m HV). split.
  - intros (w & A & Lw). apply next with (sum_with_heap w m).
    + apply (in_component beside [] (inl u) (inl w) [inr m]). now constructor.
    + apply lost_with_heap; auto. now apply (closed _ _ _ _ H u).
  - intros NK. apply (sum_draw _ _ _ _ labelled_beside); auto. right.
    unfold infinite, nim_value, finite_part, count. cbn. rewrite L, N.lxor_0_l, N.lxor_0_r.
    split; [reflexivity|]. intros p [<-|[<-|[]]] Lp q M; [|discriminate Lp].
    inversion M as [u' w A|]; subst. cbn. intros Lw. apply NK. now exists w.
Qed.

(** The outcomes of vertices by their labels: the previous player wins where the label is 0, … *)
Theorem vertex_previous u : vertex u -> Previous arc u <-> label u = Some 0.
Proof.
  intros HV. rewrite <- (proj1 (sum_of_one arc u)), (sum_previous _ _ _ _ H) by now constructor.
  unfold infinite, nim_value, finite_part, count. cbn. destruct (label u) as [k|].
  - rewrite N.lxor_0_r. split; [intros [_ ->]; auto|]. intros E. injection E as ->. now split.
  - split; [lia|discriminate].
Qed.

(** … the next player where a follower has the label 0, … *)
Theorem vertex_next u : vertex u -> Next arc u <-> exists w, arc u w /\ label w = Some 0.
Proof.
  intros HV. split.
  - intros HN. inversion HN as [u' w A HP]; subst. exists w. split; auto.
    apply vertex_previous in HP; auto. now apply (closed _ _ _ _ H u).
  - intros (w & A & L). apply next with w; auto. apply vertex_previous; auto.
    now apply (closed _ _ _ _ H u).
Qed.

(** … and no player elsewhere. Source of all three: the same. *)
Theorem vertex_draw u : vertex u ->
  Draw arc u <-> label u = None /\ forall w, arc u w -> label w <> Some 0.
Proof.
  intros HV. unfold Draw. rewrite vertex_previous, vertex_next by auto. split.
  - intros [NP NN]. split; [|intros w A L; eauto].
    destruct (label u) as [k|] eqn:L; auto. exfalso.
    destruct (N.eq_dec k 0) as [->|D]; [now apply NP|].
    destruct (has_smaller _ _ _ _ H u k 0 HV L) as (w & A & Lw); [lia|eauto].
  - intros [L NK]. split; [congruence|]. intros (w & A & Lw). now apply (NK w).
Qed.
End Labels.

(** ** Remoteness: how long the winner needs *)
Section Remoteness.
Context {X : Type}.
Variable arc : X -> X -> Prop.

(** Who has to move loses, or wins, within n moves, however the other side plays. *)
Fixpoint lost_within (n : nat) (u : X) : Prop :=
  match n with O => forall w, ~ arc u w | S n => forall w, arc u w -> won_within n w end
with won_within (n : nat) (u : X) : Prop :=
  match n with O => False | S n => exists w, arc u w /\ lost_within n w end.

Lemma within_outcome n : forall u,
  (lost_within n u -> Previous arc u) /\ (won_within n u -> Next arc u).
Proof.
  induction n as [|n IH]; intros u; cbn.
  - split; [|tauto]. intros HL. constructor. intros w A. now apply HL in A.
  - split.
    + intros HL. constructor. intros w A. now apply IH, HL.
    + intros (w & A & HL). apply next with w; auto. now apply IH.
Qed.

Variables (remoteness : X -> nat) (vertex : X -> Prop).

(** The loser delays the end, the winner hastens it. Source: H. Steinhaus, 1925; J. H. Conway,
    "On Numbers and Games", 1976, chapter 14. *)
Record timed : Prop := {
  stays_vertex : forall u w, vertex u -> arc u w -> vertex w;
  loser_longest : forall u w, vertex u -> Previous arc u -> arc u w ->
    (remoteness w < remoteness u)%nat;
  loser_reaches : forall u, vertex u -> Previous arc u ->
    remoteness u = 0%nat \/ exists w, arc u w /\ remoteness u = S (remoteness w);
  winner_shortest : forall u w, vertex u -> Next arc u -> arc u w -> Previous arc w ->
    (remoteness u <= S (remoteness w))%nat;
  winner_reaches : forall u, vertex u -> Next arc u ->
    exists w, arc u w /\ Previous arc w /\ remoteness u = S (remoteness w)
}.
Hypothesis H : timed.

(** Numbers that satisfy these conditions are the numbers of moves in which play can be brought
    to its end, and not in fewer. Source: the same. *)
Theorem remoteness_right n : forall u, vertex u ->
  (Previous arc u -> lost_within n u <-> (remoteness u <= n)%nat) /\
  (Next arc u -> won_within n u <-> (remoteness u <= n)%nat).
Proof.
  induction n as [|n IH]; intros u HV; cbn [lost_within won_within]; split; intros HO.
  - split.
    + intros HL. destruct (loser_reaches H u HV HO) as [->|(w & A & _)]; auto. now apply HL in A.
    + intros R w A. apply (loser_longest H u w HV HO) in A. lia.
  - split; [tauto|]. destruct (winner_reaches H u HV HO) as (w & _ & _ & ->). lia.
  - assert (HN : forall w, arc u w -> Next arc w) by now inversion HO.
    split.
    + intros HL. destruct (loser_reaches H u HV HO) as [->|(w & A & ->)]; [lia|].
      apply le_n_S, (proj2 (IH w (stays_vertex H u w HV A)) (HN w A)). auto.
    + intros R w A. apply (proj2 (IH w (stays_vertex H u w HV A)) (HN w A)).
      pose proof (loser_longest H u w HV HO A). lia.
  - split.
    + intros (w & A & HL). apply within_outcome in HL as HP.
      pose proof (winner_shortest H u w HV HO A HP).
      apply (proj1 (IH w (stays_vertex H u w HV A)) HP) in HL. lia.
    + intros R. destruct (winner_reaches H u HV HO) as (w & A & HP & E). exists w.
      split; auto. apply (proj1 (IH w (stays_vertex H u w HV A)) HP). lia.
Qed.
End Remoteness.

(** ** Misère play of a digraph *)
Section Misere.
Context {X : Type}.
Variable arc : X -> X -> Prop.

(** The same digraph with one move more at each end, to a vertex of its own. *)
Inductive arc_or_end : option X -> option X -> Prop :=
| arc_stays u w : arc u w -> arc_or_end (Some u) (Some w)
| arc_to_end u : (forall w, ~ arc u w) -> arc_or_end (Some u) None.

Hypothesis finite : forall u, (exists w, arc u w) \/ (forall w, ~ arc u w).

Lemma end_lost : Previous arc_or_end None.
Proof. constructor. intros p M. inversion M. Qed.

(** Misère play is normal play with that move more. Source: E. R. Berlekamp, J. H. Conway and
    R. K. Guy, "Winning Ways", chapter 12. *)
Theorem misere_by_normal u :
  (MiserePrevious arc u <-> Previous arc_or_end (Some u)) /\
  (MisereNext arc u <-> Next arc_or_end (Some u)).
Proof.
  assert (A : (forall u, MiserePrevious arc u -> Previous arc_or_end (Some u)) /\
              (forall u, MisereNext arc u -> Next arc_or_end (Some u))).
  { apply misere_min.
    - intros x (w & E) _ IH. constructor. intros p M. inversion M as [? y B|? B]; subst; auto.
      now apply B in E.
    - intros x E. apply next with None; [now constructor|apply end_lost].
    - intros x w E _ IH. apply next with (Some w); [now constructor|exact IH]. }
  assert (B : (forall p, Previous arc_or_end p -> forall x, p = Some x -> MiserePrevious arc x) /\
              (forall p, Next arc_or_end p -> forall x, p = Some x -> MisereNext arc x)).
  { apply outcome_min.
    - intros p HN IH x ->. destruct (finite x) as [E|E].
      + constructor; auto. intros w M. apply (IH (Some w)); auto. now constructor.
      + exfalso. apply (not_both arc_or_end None); [apply end_lost|]. apply HN. now constructor.
    - intros p q M _ IH x ->. inversion M as [? w E|? E]; subst.
      + apply misere_next with w; auto.
      + now apply misere_end. }
  split; split; intros HO; try now apply A.
  - now apply (proj1 B (Some u)).
  - now apply (proj2 B (Some u)).
Qed.
End Misere.
