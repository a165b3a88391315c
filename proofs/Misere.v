(** * Misère play of heap games: quotients, and the outcome of every sum *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import Base SpragueGrundy Outcomes.
Import ListNotations.

Lemma has_heap_move c n :
  (exists parts, heap_move c n parts) \/ (forall parts, ~ heap_move c n parts).
Proof.
  destruct (heap_moves c n) as [|parts l] eqn:E; [right|left].
  - intros parts M. apply heap_moves_spec in M. now rewrite E in M.
  - exists parts. apply heap_moves_spec. rewrite E. now left.
Qed.

Section Quotient.
(** Heaps of one game or of several, and what a move leaves of each. *)
Context {H : Type}.
Variable leaves : H -> list H -> Prop.
Notation moves := (replaces leaves).
Notation Lost := (MiserePrevious moves).
Notation Won := (MisereNext moves).

Lemma move_cons n p q : moves (n :: p) q <->
  (exists parts, leaves n parts /\ q = parts ++ p) \/ (exists p', moves p p' /\ q = n :: p').
Proof.
  split.
  - intros K. inversion K as [l m parts l' M E1 E2]. destruct l as [|m' l].
    + injection E1 as -> ->. left. now exists parts.
    + injection E1 as -> <-. right. exists (l ++ parts ++ l'). split; auto. now constructor.
  - intros [(parts & M & ->)|(p' & M & ->)].
    + now apply (move_heap leaves [] n parts p).
    + destruct M as [l m parts l' M]. now apply (move_heap leaves (n :: l) m parts l').
Qed.

(** A commutative monoid of the elements that are [inside], the element [phi n] of each heap,
    which elements are [lost], and which heaps are meant. *)
Context {E : Type}.
Variables (inside : E -> Prop) (mul : E -> E -> E) (one : E) (lost : E -> bool)
  (phi : H -> E) (meant : H -> Prop).

(** The element of a sum is the product of those of its heaps. *)
Definition element (p : list H) : E := fold_right (fun n x => mul (phi n) x) one p.

Definition option_element (n : H) (v : E) : Prop :=
  exists parts, leaves n parts /\ element parts = v.

(** [sets x w]: each sum of element x reaches a lost sum by a move when elements in w, or more
    than those, are added. *)
Variable sets : E -> (E -> Prop) -> Prop.

Definition grown (n : H) (x : E) (w : E -> Prop) (y : E) : Prop :=
  w (mul (phi n) y) \/ exists v, option_element n v /\ lost (mul v (mul x y)) = true.

(** The conditions that a certificate satisfies. Source: T. E. Plambeck and A. N. Siegel,
    "Misère quotients for impartial games", 2008; the sets are those of grundy's own proofs. *)
Record certified : Prop := {
  one_inside : inside one;
  mul_inside : forall x y, inside x -> inside y -> inside (mul x y);
  mul_one : forall x, inside x -> mul one x = x;
  mul_comm : forall x y, inside x -> inside y -> mul x y = mul y x;
  mul_assoc : forall x y z, inside x -> inside y -> inside z -> mul (mul x y) z = mul x (mul y z);
  phi_inside : forall n, meant n -> inside (phi n);
  smaller_meant : forall n parts, meant n -> leaves n parts -> Forall meant parts;
  dead_one : forall n, meant n -> (forall parts, ~ leaves n parts) -> phi n = one;
  one_won : lost one = false;
  never_lost_to_lost : forall n v y, meant n -> option_element n v -> inside y ->
    lost (mul (phi n) y) = true -> lost (mul v y) = false;
  empty_set : sets one (fun _ => False);
  heap_kept : forall n x w, meant n -> (exists parts, leaves n parts) -> inside x ->
    sets x w ->
    (exists w', sets (mul (phi n) x) w' /\ forall y, inside y -> w' y -> grown n x w y) /\
    (lost (mul (phi n) x) = false -> grown n x w one)
}.
Hypothesis Ok : certified.

(** Play comes to an end, and whether a heap has a move can be decided. *)
Hypothesis play_ends : forall R : list H -> Prop,
  (forall p, (forall q, moves p q -> R q) -> R p) -> forall p, R p.
Hypothesis decided : forall n, (exists parts, leaves n parts) \/ (forall parts, ~ leaves n parts).

Notation Meant := (Forall meant).

Lemma element_inside p : Meant p -> inside (element p).
Proof.
  induction 1 as [|n p Hn _ IH]; [apply (one_inside Ok)|]. apply (mul_inside Ok); auto.
  now apply (phi_inside Ok).
Qed.

Lemma element_app l l' : Meant l -> Meant l' ->
  element (l ++ l') = mul (element l) (element l').
Proof.
  intros Hl Hl'. apply element_inside in Hl' as I'.
  induction Hl as [|n l Hn Hl IH]; cbn [app element fold_right].
  - now rewrite (mul_one Ok).
  - fold (element (l ++ l')) (element l). rewrite IH, (mul_assoc Ok); auto.
    + now apply (phi_inside Ok).
    + now apply element_inside.
Qed.

Lemma meant_move p q : Meant p -> moves p q -> Meant q.
Proof.
  intros HM M. inversion M as [l n parts l' Hn]; subst. rewrite !Forall_app, Forall_cons_iff in *.
  destruct HM as (A & B & C). repeat split; auto. now apply (smaller_meant Ok n).
Qed.

(** What the sets say of a sum: a set that it wins, and whether it can be won itself. *)
Lemma set_of p : Meant p ->
  (exists w, sets (element p) w /\ forall y, inside y -> w y ->
     exists q, moves p q /\ lost (mul (element q) y) = true) /\
  ((forall q, ~ moves p q) /\ element p = one \/
   (exists q, moves p q) /\
   (lost (element p) = true \/ exists q, moves p q /\ lost (element q) = true)).
Proof.
  induction 1 as [|n p Hn Hp [(w & S & W) IH]].
  - split; [|left; split; auto; intros q M; inversion M as [l m x l' _ E1]; now destruct l].
    exists (fun _ => False). split; [apply (empty_set Ok)|tauto].
  - apply element_inside in Hp as Ip. pose proof (phi_inside Ok n Hn) as In.
    destruct (decided n) as [Alive|Dead].
    + destruct (heap_kept Ok n (element p) w Hn Alive Ip S) as [(w' & S' & W') Out].
      assert (Wins : forall y, inside y -> grown n (element p) w y ->
        exists q, moves (n :: p) q /\ lost (mul (element q) y) = true).
      { intros y Iy [Hw|(v & (parts & M & <-) & L)].
        - destruct (W (mul (phi n) y)) as (q & M & L); auto using (mul_inside Ok).
          exists (n :: q). split; [apply move_cons; eauto|].
          assert (Iq : inside (element q)) by now apply element_inside, (meant_move p).
          cbn [element fold_right]. fold (element q).
          rewrite (mul_comm Ok (phi n)), (mul_assoc Ok) by auto. exact L.
        - exists (parts ++ p). split; [apply move_cons; eauto|].
          pose proof (smaller_meant Ok n parts Hn M) as Hparts.
          rewrite element_app, (mul_assoc Ok); auto using element_inside. }
      split; [exists w'; eauto|]. right. destruct Alive as (parts & M).
      split; [exists (parts ++ p); apply move_cons; eauto|].
      destruct (lost (element (n :: p))) eqn:L; [now left|right].
      destruct (Wins one (one_inside Ok) (Out L)) as (q & M' & L'). exists q. split; auto.
      assert (Iq : inside (element q)).
      { apply element_inside, (meant_move (n :: p)); auto. }
      now rewrite (mul_comm Ok), (mul_one Ok) in L' by auto using (one_inside Ok).
    + assert (E1 : forall q, Meant q -> element (n :: q) = element q).
      { intros q Hq. cbn [element fold_right]. fold (element q).
        rewrite (dead_one Ok n Hn Dead). apply (mul_one Ok). now apply element_inside. }
      assert (Step : forall q, moves p q -> moves (n :: p) (n :: q) /\
        element (n :: q) = element q).
      { intros q M. split; [apply move_cons; eauto|]. now apply E1, (meant_move p). }
      rewrite E1 by auto. split.
      * exists w. split; auto. intros y Iy Hy. destruct (W y Iy Hy) as (q & M & L).
        exists (n :: q). apply Step in M. destruct M as [M ->]. auto.
      * destruct IH as [[NM One]|[(q & M) O]]; [left|right].
        -- split; auto. intros q M. apply move_cons in M.
           destruct M as [(parts & M & _)|(q' & M & _)]; [now apply Dead in M|now apply NM in M].
        -- apply Step in M. split; [exists (n :: q); apply M|].
           destruct O as [O|(r & M' & L)]; [now left|right]. apply Step in M'.
           exists (n :: r). destruct M' as [M' ->]. auto.
Qed.

Lemma lost_moves p q : Meant p -> moves p q -> lost (element p) = true ->
  lost (element q) = false.
Proof.
  intros HM M L. inversion M as [l n parts l' Hn]; subst.
  rewrite !Forall_app, Forall_cons_iff in HM. destruct HM as (Hl & Hnn & Hl').
  pose proof (smaller_meant Ok n parts Hnn Hn) as Hparts.
  pose proof (phi_inside Ok n Hnn). pose proof (element_inside l Hl).
  pose proof (element_inside l' Hl'). pose proof (element_inside parts Hparts).
  assert (Hr : inside (mul (element l) (element l'))) by now apply (mul_inside Ok).
  rewrite element_app in L by (auto; now constructor).
  rewrite !element_app by (auto; now apply Forall_app).
  cbn [element fold_right] in L. fold (element l') in L.
  assert (Swap : forall x, inside x ->
    mul (element l) (mul x (element l')) = mul x (mul (element l) (element l'))).
  { intros x Ix. now rewrite <- !(mul_assoc Ok), (mul_comm Ok x) by auto. }
  rewrite Swap in * by auto. apply (never_lost_to_lost Ok n); auto. now exists parts.
Qed.

(** The element of a sum says who wins it under misère play.
    Source: T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005. *)
Theorem misere_outcome p : Meant p ->
  (Lost p <-> lost (element p) = true) /\ (Won p <-> lost (element p) = false).
Proof.
  assert (A : forall p, Meant p ->
    (lost (element p) = true -> Lost p) /\ (lost (element p) = false -> Won p)).
  { clear p. refine (play_ends _ _). intros p IH HM.
    destruct (set_of p HM) as [_ O]. split; intros L.
    - constructor.
      + destruct O as [[_ One]|[M _]]; [|exact M]. rewrite One, (one_won Ok) in L. discriminate.
      + intros q M. pose proof (meant_move p q HM M) as HQ.
        apply (IH q M HQ). now apply (lost_moves p).
    - destruct O as [[NM _]|[_ [O|(q & M & Lq)]]]; [now apply misere_end|congruence|].
      apply misere_next with q; auto. apply (IH q M); auto. now apply (meant_move p). }
  intros HM. destruct (A p HM) as [A1 A2]. destruct (lost (element p)).
  - specialize (A1 eq_refl). split; split; auto; try discriminate. intros HW.
    now destruct (misere_not_both _ p A1).
  - specialize (A2 eq_refl). split; split; auto; try discriminate. intros HL.
    now destruct (misere_not_both _ p HL).
Qed.

Lemma lost_element p : Meant p -> Lost p <-> lost (element p) = true.
Proof. intros Hp. now apply misere_outcome. Qed.

(** No element is superfluous: each is that of a sum, and some third one tells two of them apart. *)
Record reduced : Prop := {
  reached : forall x, inside x -> exists p, Meant p /\ element p = x;
  separated : forall x y, inside x -> inside y ->
    (forall z, inside z -> lost (mul x z) = lost (mul y z)) -> x = y
}.

(** Two sums have one element just if they can replace each other in every sum: the monoid is
    the misère quotient of the heaps. Source: Plambeck and Siegel, 2008. *)
Theorem misere_quotient : reduced -> forall p q, Meant p -> Meant q ->
  (element p = element q <-> forall r, Meant r -> Lost (p ++ r) <-> Lost (q ++ r)).
Proof.
  intros R p q Hp Hq. split.
  - intros Eq r Hr. rewrite !(fun p Hp => proj1 (misere_outcome p Hp)) by now apply Forall_app.
    now rewrite !element_app, Eq.
  - intros Same. apply (separated R); auto using element_inside. intros z Iz.
    destruct (reached R z Iz) as (r & Hr & <-). rewrite <- !element_app by auto.
    specialize (Same r Hr).
    rewrite !lost_element in Same by now apply Forall_app.
    destruct (lost (element (p ++ r))), (lost (element (q ++ r))); intuition congruence.
Qed.
End Quotient.
