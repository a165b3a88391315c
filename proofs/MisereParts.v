(** * Misère outcomes of some sums of heaps only, by the exact winning sets of a monoid *)
From Coq Require Import List Arith ZArith Lia Bool Permutation Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes DigraphCheck Misere MisereCheck MisereAlike.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Parts.
Variables (order : int) (table : array (array int)) (is_lost : array bool).
Notation mul := (mul table).
Notation lost := (lost is_lost).
Notation inside := (inside order).

(** ** The monoid *)
Definition check_laws : bool :=
  if 0 <? order then
    if negb (lost 0) then
    for_all order (fun x => if mul 0 x =? x then
      for_all order (fun y => if mul x y <? order then
        if mul x y =? mul y x then
        for_all order (fun z => mul (mul x y) z =? mul x (mul y z)) else false else false)
      else false) else false else false.

Hypothesis laws : check_laws = true.

Lemma order_positive : inside 0 /\ lost 0 = false.
Proof.
  pose proof laws as L. unfold check_laws in L. destruct (0 <? order) eqn:E; [|discriminate].
  apply ltb_true in E. split; [exact E|]. now destruct (lost 0).
Qed.

Lemma law x y z : inside x -> inside y -> inside z -> mul 0 x = x /\ inside (mul x y) /\
  mul x y = mul y x /\ mul (mul x y) z = mul x (mul y z).
Proof.
  intros Hx Hy Hz. pose proof laws as L. unfold check_laws in L.
  destruct (0 <? order); [|discriminate]. destruct (negb (lost 0)); [|discriminate].
  apply (for_all_spec _ _ L) in Hx. compare (mul 0 x =? x); [|discriminate].
  apply (for_all_spec _ _ Hx) in Hy. destruct (mul x y <? order) eqn:I; [|discriminate].
  destruct (mul x y =? mul y x) eqn:C; [|discriminate].
  apply (for_all_spec _ _ Hy) in Hz. apply ltb_true in I. apply eqb_true in C.
  apply eqb_true in Hz. auto.
Qed.

(** ** The elements of sums *)
Context {H : Type}.
Variables (leaves : H -> list H -> Prop) (options : H -> list (list H)) (phi : H -> int).
Hypothesis options_spec : forall n parts, In parts (options n) <-> leaves n parts.
Hypothesis play_ends : forall R : list H -> Prop,
  (forall p, (forall q, replaces leaves p q -> R q) -> R p) -> forall p, R p.
Hypothesis phi_inside : forall n, inside (phi n).
Notation moves := (replaces leaves).
Notation Lost := (MiserePrevious moves).
Notation Won := (MisereNext moves).
Notation element := (element mul 0 phi).

Lemma element_in p : inside (element p).
Proof.
  induction p as [|n p IH]; [apply order_positive|].
  now apply (law (phi n) (element p) 0); [apply phi_inside| |apply order_positive].
Qed.

Lemma mul_in x y : inside x -> inside y -> inside (mul x y).
Proof. intros Hx Hy. now apply (law x y 0); [| |apply order_positive]. Qed.

Lemma mul_comm' x y : inside x -> inside y -> mul x y = mul y x.
Proof. intros Hx Hy. now apply (law x y 0); [| |apply order_positive]. Qed.

Lemma mul_assoc' x y z : inside x -> inside y -> inside z -> mul (mul x y) z = mul x (mul y z).
Proof. intros Hx Hy Hz. now apply (law x y z). Qed.

Lemma mul_0 x : inside x -> mul 0 x = x.
Proof. intros Hx. now apply (law x 0 0); [|apply order_positive..]. Qed.

Lemma element_sum p q : element (p ++ q) = mul (element p) (element q).
Proof.
  induction p as [|n p IH].
  - symmetry. apply mul_0, element_in.
  - change (element ((n :: p) ++ q)) with (mul (phi n) (element (p ++ q))).
    change (element (n :: p)) with (mul (phi n) (element p)).
    rewrite IH. symmetry. apply mul_assoc'; auto using element_in.
Qed.

Lemma element_around p q : Permutation p q -> element p = element q.
Proof.
  induction 1 as [|n p q _ IH|m n p|p q r _ IH1 _ IH2]; auto.
  - cbn [Misere.element fold_right]. fold (element p) (element q). now rewrite IH.
  - cbn [Misere.element fold_right]. fold (element p).
    rewrite <- !mul_assoc' by auto using element_in.
    now rewrite (mul_comm' (phi n)) by auto.
  - congruence.
Qed.

(** ** States: an element, and with which elements added a move leads to a lost one *)
Definition state := (int * array bool)%type.

Definition state_of (p : list H) (s : state) : Prop := fst s = element p /\
  forall y, inside y ->
    (snd s).[y] = true <-> exists q, moves p q /\ lost (mul (element q) y) = true.

(** A heap, by its element and those of its options. *)
Definition kind_of (n : H) : int * list int := (phi n, List.map element (options n)).

Definition grows (s : state) (k : int * array bool) (y : int) : bool :=
  if (snd s).[mul (fst k) y] then true else (snd k).[mul (fst s) y].

Definition is_after (s : state) (k : int * array bool) (s' : state) : Prop :=
  fst s' = mul (fst k) (fst s) /\
  forall y, inside y -> (snd s').[y] = grows s k y.

Definition marked (n : H) : int * array bool := with_wins order table is_lost (kind_of n).

Hypothesis order_small : (order <=? 4194303) = true.

(** All elements. *)
Variable below : list int.
Hypothesis below_all : forall x, inside x -> In x below.

Lemma mark_spec f x : inside x -> (mark order f).[x] = f x.
Proof.
  intros Hx. destruct (f x) eqn:F.
  - unfold mark. assert (L : (x <? length (make order false)) = true).
    { rewrite length_make. change max_length with 4194303. rewrite order_small.
      now apply ltb_true. }
    assert (I : In x (range 0 order)).
    { apply range_In. rewrite to_Z_0. bound x. unfold MisereCheck.inside in Hx. lia. }
    revert L I. generalize (make order false). induction (range 0 order) as [|i l IH]; [intros t _ []|].
    intros t L [->|I]; cbn [fold_left].
    + rewrite F. apply (fold_left_invariant (fun t => t.[x] = true)); [now apply get_set_same|].
      intros i' t' _ E. destruct (f i'); [|exact E].
      destruct (get_set t' i' true x) as [Q|[_ Q]]; rewrite Q; auto.
    + apply IH; auto. destruct (f i); auto. now rewrite length_set.
  - destruct (mark order f).[x] eqn:M; auto. apply mark_true in M. congruence.
Qed.

Lemma wins_spec n x : inside x -> (snd (marked n)).[x] = true <->
  exists parts, leaves n parts /\ lost (mul (element parts) x) = true.
Proof.
  intros Hx. unfold marked, with_wins, kind_of. cbn [fst snd]. rewrite mark_spec by exact Hx.
  rewrite existsb_exists. split.
  - intros (v & I & L). apply in_map_iff in I. destruct I as (parts & <- & I).
    exists parts. split; [now apply options_spec|exact L].
  - intros (parts & M & L). exists (element parts). split; [|exact L].
    apply in_map. now apply options_spec.
Qed.

Lemma state_cons n p s s' : state_of p s -> is_after s (marked n) s' -> state_of (n :: p) s'.
Proof.
  intros [E W] [E' W']. pose proof (element_in p) as Ip. split; [rewrite E', E; reflexivity|].
  intros y Hy. rewrite W' by exact Hy. unfold grows. rewrite E.
  change (fst (marked n)) with (phi n).
  assert (In' : inside (mul (phi n) y)) by now apply mul_in.
  assert (A : (exists q, moves (n :: p) q /\ lost (mul (element q) y) = true) <->
    (exists q, moves p q /\ lost (mul (element q) (mul (phi n) y)) = true) \/
    (exists parts, leaves n parts /\ lost (mul (element parts) (mul (element p) y)) = true)).
  { split.
    - intros (q & M & L). apply move_cons in M.
      destruct M as [(parts & M & ->)|(q' & M & ->)]; [right|left].
      + exists parts. split; auto. now rewrite <- mul_assoc', <- element_sum by auto using element_in.
      + exists q'. split; auto. cbn [Misere.element fold_right] in L. fold (element q') in L.
        rewrite <- mul_assoc' by auto using element_in.
        now rewrite (mul_comm' (element q')) by auto using element_in.
    - intros [(q & M & L)|(parts & M & L)].
      + exists (n :: q). split; [apply move_cons; eauto|].
        cbn [Misere.element fold_right]. fold (element q).
        rewrite (mul_comm' (phi n)), mul_assoc' by auto using element_in. exact L.
      + exists (parts ++ p). split; [apply move_cons; eauto|].
        rewrite element_sum, mul_assoc' by auto using element_in. exact L. }
  pose proof (W (mul (phi n) y) In') as W1.
  pose proof (wins_spec n (mul (element p) y) (mul_in _ _ Ip Hy)) as W2.
  destruct ((snd s).[mul (phi n) y]).
  - split; auto. intros _. apply A. left. now apply W1.
  - rewrite W2. split; [intros Q; apply A; now right|]. intros Q. apply A in Q.
    destruct Q as [Q|Q]; [apply W1 in Q; discriminate|exact Q].
Qed.

(** ** The states of a part: the sums of some heaps, any number of each, and of fixed ones *)
Fixpoint every (f : int -> bool) (l : list int) : bool :=
  match l with [] => true | y :: l => if f y then every f l else false end.

Definition same_state (s : state) (t : array bool) : bool :=
  every (fun y => Bool.eqb (snd s).[y] t.[y]) below.

Lemma every_ok f l y : every f l = true -> In y l -> f y = true.
Proof.
  induction l as [|z l IH]; [intros _ []|]. cbn [every]. destruct (f z) eqn:E; [|discriminate].
  intros S [->|I]; auto.
Qed.

Lemma same_state_ok s t y : same_state s t = true -> inside y -> (snd s).[y] = t.[y].
Proof. intros S Hy. apply eqb_prop. exact (every_ok _ _ y S (below_all y Hy)). Qed.

Definition after_state (s : state) (k : int * array bool) : state :=
  (mul (fst k) (fst s), mark order (grows s k)).

Lemma after_state_ok s k : is_after s k (after_state s k).
Proof. split; [reflexivity|]. intros y Hy. now apply mark_spec. Qed.

(** The states of sums, by their element. *)
Variable sets : array (list (array bool)).
Definition has_state (s : state) : bool := existsb (same_state s) sets.[fst s].

Definition check_states (ks : list (int * array bool)) : bool :=
  for_all order (fun x => forallb (fun w =>
      if Bool.eqb (lost x) (negb w.[0])
      then forallb (fun k => has_state (after_state (x, w) k)) ks else false)
    sets.[x]).

Definition known (p : list H) : Prop := exists s, state_of p s /\ inside (fst s) /\
  In (snd s) sets.[fst s].

Lemma known_if p s : state_of p s -> has_state s = true -> known p.
Proof.
  intros [E W] K. unfold has_state in K. apply existsb_exists in K. destruct K as (w & I & S).
  exists (fst s, w). cbn [fst snd]. split; [|split; [rewrite E; apply element_in|exact I]].
  split; [exact E|]. intros y Hy. cbn [snd]. rewrite <- (W y Hy).
  rewrite (same_state_ok s w y S Hy). tauto.
Qed.

Definition same_marks (k k' : int * array bool) : bool :=
  if fst k =? fst k' then same_state k (snd k') else false.

Lemma known_cons ks n p : check_states ks = true -> existsb (same_marks (marked n)) ks = true ->
  known p -> known (n :: p).
Proof.
  intros C I ((x & w) & S & Hx & K). cbn [fst snd] in *.
  apply existsb_exists in I. destruct I as (k & I & Q). unfold same_marks in Q.
  compare (fst (marked n) =? fst k); [|discriminate].
  pose proof (for_all_spec _ _ C x Hx) as D. cbn beta in D. rewrite forallb_forall in D.
  specialize (D w K). destruct (Bool.eqb _ _) in D; [|discriminate].
  rewrite forallb_forall in D. specialize (D k I).
  apply (known_if _ (after_state (x, w) k)); [|exact D].
  apply state_cons with (x, w); [exact S|]. split; [cbn [fst after_state]; congruence|].
  intros y Hy. cbn [snd after_state]. rewrite mark_spec by exact Hy. unfold grows. rewrite E.
  cbn [fst]. now rewrite (same_state_ok _ _ _ Q (mul_in x y Hx Hy)).
Qed.

Lemma known_out ks p : check_states ks = true -> known p ->
  lost (element p) = true <-> forall q, moves p q -> lost (element q) = false.
Proof.
  intros C ((x & w) & [E W] & Hx & K). cbn [fst snd] in *. subst x.
  pose proof (for_all_spec _ _ C _ Hx) as Q. cbn beta in Q. rewrite forallb_forall in Q.
  specialize (Q w K). destruct (Bool.eqb _ _) eqn:B in Q; [|discriminate]. apply eqb_prop in B.
  rewrite B. specialize (W 0 (proj1 order_positive)).
  assert (Z : forall q, mul (element q) 0 = element q).
  { intros q. rewrite mul_comm'; auto using element_in; [|apply order_positive].
    apply mul_0, element_in. }
  destruct w.[0] eqn:W0; cbn [negb].
  - split; [discriminate|]. intros A. destruct (proj1 W eq_refl) as (q & M & L).
    rewrite Z, (A q M) in L. discriminate.
  - split; auto. intros _ q M. destruct (lost (element q)) eqn:L; auto.
    assert (false = true); [|discriminate]. apply W. exists q. now rewrite Z.
Qed.
End Parts.
