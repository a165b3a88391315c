(** * A checker of misère quotients: the monoid, and what it says of the kinds of heaps *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period Outcomes DigraphCheck Misere.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** The numbers below n of which f holds, as an array. *)
Definition mark (n : int) (f : int -> bool) : array bool :=
  fold_left (fun t i => if f i then t.[i <- true] else t) (range 0 n) (make n false).

Definition mark_list (n : int) (l : list int) : array bool :=
  fold_left (fun t i => t.[i <- true]) l (make n false).

Fixpoint same (k l : list int) : bool :=
  match k, l with
  | [], [] => true
  | x :: k, y :: l => if x =? y then same k l else false
  | _, _ => false
  end.

Definition same_kind (a b : int * list int) : bool :=
  if fst a =? fst b then same (snd a) (snd b) else false.

(** Each kind once. That of the library looks at all others for each, which takes much memory. *)
Definition add_kind (ks : list (int * list int)) (k : int * list int) : list (int * list int) :=
  if existsb (same_kind k) ks then ks else k :: ks.

Lemma same_ok k : forall l, same k l = true -> k = l.
Proof.
  induction k as [|x k IH]; intros [|y l] H; cbn in H; try easy.
  compare (x =? y); [|discriminate]. now rewrite E, (IH l H).
Qed.

Lemma same_kind_ok a b : same_kind a b = true -> a = b.
Proof.
  unfold same_kind. destruct a as [x k], b as [y l]. cbn [fst snd]. intros H.
  compare (x =? y); [|discriminate]. now rewrite E, (same_ok k l H).
Qed.

Lemma add_kind_In ks k : In k (add_kind ks k) /\ forall k', In k' ks -> In k' (add_kind ks k).
Proof.
  unfold add_kind. destruct (existsb _ ks) eqn:E; [|cbn; auto]. split; [|auto].
  apply existsb_exists in E. destruct E as (k' & Hk & E). now rewrite (same_kind_ok _ _ E).
Qed.

(** The table of products from those with the generators, where the word of an element names the
    generators whose product it is. *)
Definition multiply (order : int) (action : array (array int)) (words : array (list int)) :=
  fold_left (fun t x =>
      t.[x <- fold_left (fun row y =>
           row.[y <- fold_left (fun z g => action.[z].[g]) words.[y] x])
         (range 0 order) (make order 0)])
    (range 0 order) (make order (make 0 0)).

Section Check.
(** The order of the monoid, whose elements are the numbers below it; its table, and which elements
    are lost; the winning sets of each element; generators of which each element is the product;
    and for each kind of heap its element with those of its options. *)
Variables (order : int) (table : array (array int)) (is_lost : array bool)
  (sets : array (list (list int))) (words : array (list int)) (generators : list int)
  (kinds : list (int * list int)).

Definition mul (x y : int) : int := table.[x].[y].
Definition lost (x : int) : bool := is_lost.[x].

(** ** The conditions *)
Definition check_table : bool :=
  for_all order (fun x => if mul 0 x =? x then
    for_all order (fun y =>
      if mul x y <? order then mul x y =? mul y x else false) else false).

Definition check_associative : bool :=
  forallb (fun g => if g <? order then
    for_all order (fun x => for_all order (fun y => mul (mul x g) y =? mul x (mul g y)))
    else false) generators.

Definition word_element (word : list int) : int := fold_right mul 0 word.

Definition check_words : bool :=
  for_all order (fun x =>
    if forallb (fun g => has g generators) words.[x] then word_element words.[x] =? x else false).

Definition check_separated : bool :=
  for_all order (fun x => for_all order (fun y =>
    if x =? y then true
    else negb (for_all order (fun z => Bool.eqb (lost (mul x z)) (lost (mul y z)))))).

Definition never_lost (k : int * list int) : bool :=
  for_all order (fun y =>
    if lost (mul (fst k) y) then forallb (fun v => negb (lost (mul v y))) (snd k) else true).

(** A kind with the elements that some option of it makes lost. *)
Definition with_wins (k : int * list int) : int * array bool :=
  (fst k, mark order (fun z => existsb (fun v => lost (mul v z)) (snd k))).

Definition keeps (x : int) (marks : array bool) (k : int * array bool) : bool :=
  let grown y := if marks.[mul (fst k) y] then true else (snd k).[mul x y] in
  let after := mul (fst k) x in
  if if lost after then true else grown 0
  then existsb (fun w => forallb grown w) sets.[after] else false.

Definition check_sets (alive : list (int * array bool)) : bool :=
  for_all order (fun x =>
    forallb (fun w => let marks := mark_list order w in forallb (keeps x marks) alive) sets.[x]).

Definition is_alive (k : int * list int) : bool := match snd k with [] => false | _ => true end.

Definition check_quotient : bool :=
  if (0 <? order) && (order <=? 4194303) then
  if check_table then
  if check_associative then
  if check_words then
  if check_separated then
  if lost 0 then false else
  if existsb (fun w => match w with [] => true | _ => false end) sets.[0] then
  if forallb (fun k => if is_alive k then never_lost k else fst k =? 0) kinds then
  check_sets (List.map with_wins (filter is_alive kinds))
  else false else false else false else false else false else false else false.

(** ** Soundness *)
Definition inside (x : int) : Prop := (to_Z x < to_Z order)%Z.

Definition is_set (x : int) (w : int -> Prop) : Prop :=
  exists l, In l sets.[x] /\ w = (fun y => In y l).

Lemma mark_true n f x : (mark n f).[x] = true -> f x = true.
Proof.
  unfold mark. apply (fold_left_invariant (fun t => t.[x] = true -> f x = true)).
  - now rewrite get_make.
  - intros i t _ IH. destruct (f i) eqn:F; auto.
    destruct (get_set t i true x) as [->|[-> _]]; auto.
Qed.

Lemma mark_list_true n l x : (mark_list n l).[x] = true -> In x l.
Proof.
  unfold mark_list. apply (fold_left_invariant (fun t => t.[x] = true -> In x l)).
  - now rewrite get_make.
  - intros i t Hi IH. destruct (get_set t i true x) as [->|[-> _]]; auto.
Qed.

Lemma mark_list_In n l x : (to_Z x < to_Z n)%Z -> (n <=? 4194303) = true -> In x l ->
  (mark_list n l).[x] = true.
Proof.
  intros Hx Hn HIn. unfold mark_list.
  assert (L : (x <? length (make n false)) = true).
  { rewrite length_make. change max_length with 4194303. rewrite Hn. now apply ltb_true. }
  revert L HIn. generalize (make n false).
  induction l as [|y l IH]; intros t L; [intros []|]. intros [->|Hy]; cbn [fold_left].
  - apply (fold_left_invariant (fun t => t.[x] = true)); [now apply get_set_same|].
    intros i t' _ IHt. destruct (get_set t' i true x) as [->|[-> ->]]; auto.
  - apply IH; auto. now rewrite length_set.
Qed.

Hypothesis checked : check_quotient = true.

Lemma all_checks :
  (order <=? 4194303) = true /\ (to_Z 0 < to_Z order)%Z /\
  check_table = true /\ check_associative = true /\ check_words = true /\
  check_separated = true /\ lost 0 = false /\ In [] sets.[0] /\
  (forall k, In k kinds -> if is_alive k then never_lost k = true else fst k = 0) /\
  check_sets (List.map with_wins (filter is_alive kinds)) = true.
Proof.
  pose proof checked as C. unfold check_quotient in C.
  destruct ((0 <? order) && (order <=? 4194303)) eqn:B; [|discriminate].
  rewrite !andb_true_iff in B. destruct B as [B1 B2]. apply ltb_true in B1.
  destruct check_table; [|discriminate]. destruct check_associative; [|discriminate].
  destruct check_words; [|discriminate]. destruct check_separated; [|discriminate].
  destruct (lost 0); [discriminate|]. destruct (existsb _ _) eqn:Em in C; [|discriminate].
  destruct (forallb _ kinds) eqn:K in C; [|discriminate].
  repeat (split; auto).
  - apply existsb_exists in Em. destruct Em as ([|] & I & Q); [exact I|discriminate].
  - intros k Hk. rewrite forallb_forall in K. specialize (K k Hk).
    destruct (is_alive k); auto. now apply eqb_true.
Qed.

(** *** The monoid *)
Lemma table_ok x y : inside x -> inside y ->
  mul 0 x = x /\ inside (mul x y) /\ mul x y = mul y x.
Proof.
  intros Hx Hy. destruct all_checks as (_ & _ & T & _).
  apply (for_all_spec _ _ T) in Hx. compare (mul 0 x =? x); [|discriminate].
  apply (for_all_spec _ _ Hx) in Hy. destruct (mul x y <? order) eqn:I; [|discriminate].
  apply ltb_true in I. apply eqb_true in Hy. auto.
Qed.

Lemma zero_inside : inside 0.
Proof. apply all_checks. Qed.

Lemma mul_zero x : inside x -> mul x 0 = x.
Proof.
  intros Hx. destruct (table_ok x 0 Hx zero_inside) as (E & _ & ->). exact E.
Qed.

Lemma word_ok x : inside x ->
  Forall (fun g => In g generators) words.[x] /\ word_element words.[x] = x.
Proof.
  intros Hx. destruct all_checks as (_ & _ & _ & _ & W & _).
  apply (for_all_spec _ _ W) in Hx. destruct (forallb _ _) eqn:F in Hx; [|discriminate].
  split; [|now apply eqb_true]. rewrite forallb_forall in F. apply Forall_forall.
  intros g Hg. now apply has_In, F.
Qed.

Definition central (a : int) : Prop := inside a /\
  forall x y, inside x -> inside y -> mul (mul x a) y = mul x (mul a y).

(** Light's test: it is enough to look at generators. *)
Lemma all_central x : inside x -> central x.
Proof.
  intros Hx. destruct (word_ok x Hx) as [W <-]. clear Hx.
  destruct all_checks as (_ & _ & _ & A & _). unfold check_associative in A.
  rewrite forallb_forall in A. induction W as [|g word Hg _ [IH1 IH2]].
  - split; [exact zero_inside|]. intros x' y Hx' Hy. change (word_element []) with 0.
    rewrite mul_zero by auto.
    now destruct (table_ok y y Hy Hy) as [-> _].
  - change (word_element (g :: word)) with (mul g (word_element word)).
    set (a := word_element word) in *. apply A in Hg.
    destruct (g <? order) eqn:I; [|discriminate]. apply ltb_true in I.
    assert (G : forall x y, inside x -> inside y -> mul (mul x g) y = mul x (mul g y)).
    { intros x' y Hx' Hy. pose proof (for_all_spec _ _ Hg x' Hx') as Q. cbn beta in Q.
      apply (for_all_spec _ _) with (u := y) in Q; auto. now apply eqb_true. }
    assert (P : inside (mul g a)) by now apply table_ok.
    split; [exact P|]. intros x' y Hx' Hy.
    assert (inside (mul x' g)) by now apply table_ok.
    assert (inside (mul a y)) by now apply table_ok.
    rewrite <- G, IH2, G, IH2 by auto. reflexivity.
Qed.

Lemma associative x y z : inside x -> inside y -> inside z ->
  mul (mul x y) z = mul x (mul y z).
Proof. intros Hx Hy Hz. now apply (all_central y Hy). Qed.
End Check.
