(** * Misère quotients of heaps of several games *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes DigraphCheck Repetition.
From Grundy Require Import Misere MisereCheck MisereSound Signs MisereHeaps MisereCertificate.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** Sums of heaps of several games *)

(** A heap is the number of its game, from 0 on, with its size; a game has digits and signs. *)
Definition of_rule (rule : list N * list sign) := signed_move (fst rule) (snd rule).
Definition no_rule : list N * list sign := ([], []).

Definition joint_moves (codes : list (list N * list sign)) (h : nat * nat) (parts : list (nat * nat)) : Prop :=
  exists sizes, of_rule (nth (fst h) codes no_rule) (snd h) sizes /\
    parts = List.map (pair (fst h)) sizes.

Lemma joint_decided codes h :
  (exists parts, joint_moves codes h parts) \/ (forall parts, ~ joint_moves codes h parts).
Proof.
  destruct (has_signed_move (fst (nth (fst h) codes no_rule)) (snd (nth (fst h) codes no_rule)) (snd h)) as [(sizes & M)|Dead].
  - left. now exists (List.map (pair (fst h)) sizes), sizes.
  - right. intros parts (sizes & M & _). now apply Dead in M.
Qed.

Lemma joint_smaller codes p q : replaces (joint_moves codes) p q ->
  (measure (List.map snd q) < measure (List.map snd p))%nat.
Proof.
  intros [l [i n] parts l' (sizes & M & ->)]. cbn [fst snd] in M.
  rewrite !map_app, map_map, map_id. cbn [List.map snd].
  now apply (move_measure (digits (fst (nth i codes no_rule)))), move_heap, M.
Qed.

Lemma joint_ends codes (R : list (nat * nat) -> Prop) :
  (forall p, (forall q, replaces (joint_moves codes) p q -> R q) -> R p) -> forall p, R p.
Proof.
  intros Step p. remember (measure (List.map snd p)) as s eqn:E. revert p E.
  induction s as [s IH] using lt_wf_ind. intros p ->. apply Step.
  intros q M. eapply IH; [exact (joint_smaller codes p q M)|reflexivity].
Qed.

(** ** The checker *)

(** The digits of a game and their signs, the elements of its first heaps, and their period, or 0
    where only those heaps are meant whose element is one. *)
Record game := Game {
  game_digits : list N; game_signs : list sign; game_heaps : int; game_start : N; game_period : N;
  game_elements : array int
}.
Definition no_game : game := Game [] [] 0 0 0 (make 0 0).
Definition game_rule (g : game) := (game_digits g, game_signs g).

Section Joint.
(** The generators are the elements of these heaps. *)
Variables (order : int) (action : array (array int)) (generating : list (nat * int))
  (games : list game) (lost_elements : list int) (sets : array (list (list int))).

Definition of_game (i : nat) : game := nth i games no_game.
Definition generator (h : nat * int) : int := (game_elements (of_game (fst h))).[snd h].
Definition joint_table : array (array int) := products order action (List.map generator generating).

Definition check_game (g : game) : bool :=
  check_heaps order (game_digits g) (game_signs g) (game_heaps g) (game_start g) (game_period g) (game_elements g).

Definition is_heap (h : nat * int) : bool :=
  if (fst h <? List.length games)%nat then
  if snd h <? game_heaps (of_game (fst h)) then generator h <? order else false else false.

Definition kinds_of (ks : list (int * list int)) (g : game) : list (int * list int) :=
  add_kinds order joint_table (game_digits g) (game_signs g) (game_heaps g) (game_elements g) ks.

Definition check_joint : bool :=
  if forallb check_game games then
  if forallb is_heap generating then
  check_monoid order action (List.map generator generating) lost_elements sets
    (fold_left kinds_of games [])
  else false else false.

Definition joint_phi (h : nat * nat) : int :=
  let g := of_game (fst h) in phi (game_start g) (game_period g) (game_elements g) (snd h).

Definition joint_meant (h : nat * nat) : Prop :=
  (fst h < List.length games)%nat /\
  let g := of_game (fst h) in
  MisereHeaps.meant order (game_heaps g) (game_start g) (game_period g) (game_elements g) (snd h).

Definition element_of_joint : list (nat * nat) -> int := element (mul joint_table) 0 joint_phi.

(** ** Soundness *)
Notation leaves := (joint_moves (List.map game_rule games)).

Lemma leaves_spec i n parts : leaves (i, n) parts <->
  exists sizes, of_rule (game_rule (of_game i)) n sizes /\ parts = List.map (pair i) sizes.
Proof.
  unfold joint_moves, of_game. cbn [fst snd].
  change no_rule with (game_rule no_game). now rewrite map_nth.
Qed.

Lemma element_map i sizes : element_of_joint (List.map (pair i) sizes) =
  let g := of_game i in
  element (mul joint_table) 0 (phi (game_start g) (game_period g) (game_elements g)) sizes.
Proof.
  induction sizes as [|n sizes IH]; [reflexivity|]. unfold element_of_joint in *.
  cbn [List.map element fold_right]. unfold element in IH. rewrite IH. reflexivity.
Qed.

Lemma kinds_In i : (i < List.length games)%nat -> exists ks, forall k,
  In k (kinds_of ks (of_game i)) -> In k (fold_left kinds_of games []).
Proof.
  intros Hi. unfold of_game. generalize (@nil (int * list int)) as start. revert i Hi.
  induction games as [|g l IH]; intros i Hi start; cbn [List.length] in Hi; [lia|].
  cbn [fold_left]. destruct i as [|i]; cbn [nth].
  - exists start. generalize (kinds_of start g). clear. induction l as [|g l IH]; intros ks k Hk; [exact Hk|].
    cbn [fold_left]. apply IH. now apply (add_kinds_In order).
  - apply IH. lia.
Qed.

(** The certificate says who wins each sum of the heaps that are meant, and which are alike. *)
Theorem joint_certificate : check_joint = true ->
  forall sum, Forall joint_meant sum ->
  (MiserePrevious (replaces leaves) sum <->
     is_p_element order lost_elements (element_of_joint sum) = true) /\
  (MisereNext (replaces leaves) sum <->
     is_p_element order lost_elements (element_of_joint sum) = false) /\
  forall sum', Forall joint_meant sum' ->
    (element_of_joint sum = element_of_joint sum' <-> forall other, Forall joint_meant other ->
       MiserePrevious (replaces leaves) (sum ++ other) <->
       MiserePrevious (replaces leaves) (sum' ++ other)).
Proof.
  unfold check_joint, check_monoid. intros C.
  destruct (forallb check_game games) eqn:Cg; [|discriminate].
  destruct (forallb is_heap generating) eqn:Ch; [|discriminate].
  destruct (check_quotient _ _ _ _ _ _ _) eqn:Cq; [|discriminate]. clear C.
  fold joint_table in Cq. pose proof (all_checks _ _ _ _ _ _ _ Cq) as K.
  rewrite forallb_forall in Cg.
  assert (Ok : forall i, (i < List.length games)%nat -> check_game (of_game i) = true).
  { intros i Hi. apply Cg, nth_In, Hi. }
  apply (checked_quotient order joint_table _ _ _ _ _ Cq leaves joint_phi joint_meant
    (joint_ends _) (joint_decided _)).
  - intros h [_ Hh]. exact (proj2 Hh).
  - intros [i n] parts [Hi Hn] M. apply leaves_spec in M. destruct M as (sizes & M & ->).
    cbn [fst snd] in *. apply Forall_forall. intros h Hh. apply in_map_iff in Hh.
    destruct Hh as (m & <- & Hm). split; [exact Hi|]. cbn [fst snd].
    exact (part_meant order joint_table _ _ _ _ _ _ (proj1 K) (Ok i Hi) n sizes m Hn M Hm).
  - intros [i n] [Hi Hn]. cbn [fst snd] in *. destruct (kinds_In i Hi) as (ks & Sub).
    destruct (kind_of order joint_table _ _ _ _ _ _ (proj1 K) (Ok i Hi) (proj1 (proj2 K))
      (fun x y Hx Hy => proj1 (proj2 (table_ok _ _ _ _ _ _ _ Cq x y Hx Hy))) ks n Hn) as (os & Ho & Os).
    exists os. split; [exact (Sub _ Ho)|]. intros v. rewrite Os. split.
    + intros (sizes & M & V). exists (List.map (pair i) sizes).
      split; [apply leaves_spec; eauto|]. rewrite <- V. apply element_map.
    + intros (parts & M & V). apply leaves_spec in M. destruct M as (sizes & M & ->).
      exists sizes. split; [exact M|]. rewrite <- V. symmetry. apply element_map.
  - intros g Hg. apply in_map_iff in Hg. destruct Hg as ([i h] & <- & Hh).
    rewrite forallb_forall in Ch. apply Ch in Hh. unfold is_heap in Hh. cbn [fst snd] in Hh.
    destruct (Nat.ltb_spec i (List.length games)) as [Hi|]; [|discriminate].
    compare (h <? game_heaps (of_game i)); [|discriminate]. apply ltb_true in Hh.
    assert (P : joint_phi (i, index h) = generator (i, h)).
    { exact (phi_index order _ _ _ _ _ _ (Ok i Hi) h E). }
    exists (i, index h). split; [|exact P]. split; [exact Hi|]. cbn [fst snd]. split.
    + intros _. unfold index. bound h. lia.
    + change (inside order (joint_phi (i, index h))). now rewrite P.
Qed.
End Joint.
