(** * Primitive integers and arrays: what the checkers compute with *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** A word of 63 bits as a heap, and as a value. *)
Definition index (x : int) : nat := Z.to_nat (to_Z x).
Definition value (x : int) : N := Z.to_N (to_Z x).
Definition of_N (n : N) : int := of_Z (Z.of_N n).

(** Sums of two numbers below this limit are far from the end of the words. *)
Definition limit : Z := 4611686018427387904.

Lemma wB_is : wB = 9223372036854775808%Z. Proof. reflexivity. Qed.
Lemma to_Z_0 : to_Z 0 = 0%Z. Proof. reflexivity. Qed.
Lemma to_Z_1 : to_Z 1 = 1%Z. Proof. reflexivity. Qed.

Ltac bound x := let H := fresh "Bd" in pose proof (to_Z_bounded x) as H; rewrite wB_is in H.

Lemma value_lxor x y : value (x lxor y) = N.lxor (value x) (value y).
Proof.
  unfold value. rewrite lxor_spec'. bound x. bound y.
  rewrite <- (Z2N.id (to_Z x)) at 1 by lia. rewrite <- (Z2N.id (to_Z y)) at 1 by lia.
  generalize (Z.to_N (to_Z x)) (Z.to_N (to_Z y)). intros [|a] [|b]; cbn; try reflexivity.
  now rewrite N2Z.id.
Qed.

Lemma value_inj x y : value x = value y -> x = y.
Proof. unfold value. intros H. bound x. bound y. apply to_Z_inj. lia. Qed.

Lemma index_inj x y : index x = index y -> x = y.
Proof. unfold index. intros H. bound x. bound y. apply to_Z_inj. lia. Qed.

Lemma to_Z_of_N n : (Z.of_N n < 2 * limit)%Z -> to_Z (of_N n) = Z.of_N n.
Proof. unfold limit, of_N. intros H. rewrite of_Z_spec, wB_is, Z.mod_small; lia. Qed.

Lemma value_of_N n : (Z.of_N n < 2 * limit)%Z -> value (of_N n) = n.
Proof. intros H. unfold value. rewrite to_Z_of_N; lia. Qed.

Lemma index_of_N n : (Z.of_N n < 2 * limit)%Z -> index (of_N n) = N.to_nat n.
Proof. intros H. unfold index. rewrite to_Z_of_N; lia. Qed.

Lemma add_small x y : (to_Z x + to_Z y < 2 * limit)%Z -> to_Z (x + y) = (to_Z x + to_Z y)%Z.
Proof.
  unfold limit. intros H. rewrite add_spec, wB_is. bound x. bound y. apply Z.mod_small. lia.
Qed.

Lemma succ_small x : (to_Z x < limit)%Z -> to_Z (x + 1) = (to_Z x + 1)%Z.
Proof. unfold limit. intros H. rewrite add_small; rewrite to_Z_1; unfold limit; lia. Qed.

Lemma sub_small x y : (to_Z y <= to_Z x)%Z -> to_Z (x - y) = (to_Z x - to_Z y)%Z.
Proof. intros H. rewrite sub_spec, wB_is. bound x. bound y. apply Z.mod_small. lia. Qed.

(** ** Comparisons *)
Lemma eqb_true x y : (x =? y) = true <-> x = y. Proof. apply eqb_spec. Qed.
Lemma eqb_false x y : (x =? y) = false <-> x <> y.
Proof. rewrite <- not_true_iff_false, eqb_true. reflexivity. Qed.
Lemma ltb_true x y : (x <? y) = true <-> (to_Z x < to_Z y)%Z. Proof. apply ltb_spec. Qed.
Lemma ltb_false x y : (x <? y) = false <-> (to_Z y <= to_Z x)%Z.
Proof. rewrite <- not_true_iff_false, ltb_true. lia. Qed.
Lemma leb_true x y : (x <=? y) = true <-> (to_Z x <= to_Z y)%Z. Proof. apply leb_spec. Qed.
Lemma leb_false x y : (x <=? y) = false <-> (to_Z y < to_Z x)%Z.
Proof. rewrite <- not_true_iff_false, leb_true. lia. Qed.

(** Splits a proof by a comparison, which becomes an equation or inequality of numbers. *)
Ltac compare e := let E := fresh "E" in destruct e eqn:E;
  first [rewrite eqb_true in E|rewrite eqb_false in E|rewrite ltb_true in E
        |rewrite ltb_false in E|rewrite leb_true in E|rewrite leb_false in E|idtac].

(** Nim-sums of values below a power of two stay below it. *)
Lemma lxor_below k x y : (to_Z x < 2 ^ Z.of_N k)%Z -> (to_Z y < 2 ^ Z.of_N k)%Z ->
  (to_Z (x lxor y) < 2 ^ Z.of_N k)%Z.
Proof.
  intros Hx Hy. assert (L : (N.lxor (value x) (value y) < 2 ^ k)%N).
  { destruct (N.eq_dec (N.lxor (value x) (value y)) 0) as [->|D];
      [apply N.neq_0_lt_0, N.pow_nonzero; lia|].
    apply N.log2_lt_pow2; [lia|]. pose proof (N.log2_lxor (value x) (value y)) as B.
    assert (K : forall z, (to_Z z < 2 ^ Z.of_N k)%Z -> (N.log2 (value z) < k \/ value z = 0)%N).
    { intros z Hz. destruct (N.eq_dec (value z) 0) as [Z|Z]; [now right|left].
      apply N.log2_lt_pow2; [lia|]. unfold value. bound z.
      apply N2Z.inj_lt. rewrite N2Z.inj_pow, Z2N.id; lia. }
    assert (Z0 : N.log2 0 = 0%N) by reflexivity.
    destruct (K x Hx) as [Kx|Kx]; [destruct (K y Hy) as [Ky|Ky]; [lia|]|].
    { now rewrite Ky, N.lxor_0_r. }
    rewrite Kx, N.lxor_0_l in *. destruct (K y Hy) as [Ky|Ky]; [lia|now destruct D]. }
  rewrite <- value_lxor in L. unfold value in L. bound (x lxor y).
  apply N2Z.inj_lt in L. rewrite N2Z.inj_pow, Z2N.id in L; lia.
Qed.

(** ** Arrays *)
Lemma get_set {A : Set} (t : array A) i (x : A) j :
  t.[i <- x].[j] = t.[j] \/ (j = i /\ t.[i <- x].[j] = x).
Proof.
  destruct (eqs i j) as [->|D]; [|left; now apply get_set_other].
  destruct (j <? length t) eqn:E; [right; split; auto; now apply get_set_same|].
  left. rewrite !get_out_of_bounds; auto; [apply default_set|now rewrite length_set].
Qed.

(** ** Loops *)
Lemma fold_left_invariant {A B} (P : A -> Prop) (f : A -> B -> A) l a :
  P a -> (forall x a, In x l -> P a -> P (f a x)) -> P (fold_left f l a).
Proof.
  revert a. induction l as [|x l IH]; intros a Ha Hf; cbn; auto.
  apply IH; [apply Hf; cbn; auto|]. intros y a' Hy. apply Hf. now right.
Qed.

Fixpoint count_from (fuel : nat) (i : int) : list int :=
  match fuel with O => [] | S fuel => i :: count_from fuel (i + 1) end.

(** The numbers from i on, below stop. *)
Definition range (i stop : int) : list int :=
  if i <=? stop then count_from (Z.to_nat (to_Z (stop - i))) i else [].

Lemma count_from_In fuel : forall i x, (to_Z i + Z.of_nat fuel < 2 * limit)%Z ->
  In x (count_from fuel i) <-> (to_Z i <= to_Z x < to_Z i + Z.of_nat fuel)%Z.
Proof.
  induction fuel as [|fuel IH]; intros i x H; cbn [count_from In]; [lia|].
  assert (A : to_Z (i + 1) = (to_Z i + 1)%Z) by (rewrite add_small; rewrite to_Z_1; lia).
  rewrite IH, A by lia. split.
  - intros [->|Hx]; lia.
  - intros Hx. destruct (Z.eq_dec (to_Z i) (to_Z x)) as [Q|Q]; [left; now apply to_Z_inj|lia].
Qed.

Lemma range_In i stop x : In x (range i stop) <-> (to_Z i <= to_Z x < to_Z stop)%Z.
Proof.
  unfold range. compare (i <=? stop); [|split; [intros []|lia]].
  bound i. bound stop. assert (D := sub_small stop i E).
  rewrite count_from_In; rewrite D; unfold limit; lia.
Qed.

(** ** The places at which a code allows so many parts *)
Fixpoint places_from (r : int) (i : N) (ds : list N) : list int :=
  match ds with
  | [] => []
  | d :: ds =>
    if N.testbit d i then
      if (0 <? r) || (2 <=? i)%N then r :: places_from (r + 1) i ds
      else places_from (r + 1) i ds
    else places_from (r + 1) i ds
  end.

Definition places : N -> list N -> list int := places_from 0.

Definition allows (ds : list N) (i r : nat) : Prop :=
  N.testbit (digits ds r) (N.of_nat i) = true /\ (1 <= r \/ 2 <= i)%nat.

Lemma places_from_spec i ds : forall r x, (to_Z r + Z.of_nat (List.length ds) < limit)%Z ->
  In x (places_from r (N.of_nat i) ds) <->
  (index r <= index x)%nat /\ N.testbit (nth (index x - index r) ds 0%N) (N.of_nat i) = true /\
  (1 <= index x \/ 2 <= i)%nat.
Proof.
  induction ds as [|d ds IH]; intros r x H; cbn [places_from List.length] in *.
  - split; [intros []|]. intros (_ & A & _). destruct (index x - index r)%nat; discriminate A.
  - assert (R : index (r + 1) = S (index r)) by (bound r; unfold index; rewrite succ_small; lia).
    assert (REST : In x (places_from (r + 1) (N.of_nat i) ds) <->
      (index r < index x)%nat /\ N.testbit (nth (index x - index r) (d :: ds) 0%N) (N.of_nat i) = true
      /\ (1 <= index x \/ 2 <= i)%nat).
    { rewrite IH by (bound r; rewrite succ_small; lia). rewrite R.
      destruct (le_lt_dec (index x) (index r)) as [L|L]; [lia|].
      replace (index x - index r)%nat with (S (index x - S (index r))) by lia.
      cbn [nth]. intuition lia. }
    destruct (N.testbit d (N.of_nat i)) eqn:T.
    + destruct ((0 <? r) || _) eqn:P.
      * assert (Q : (1 <= index r \/ 2 <= i)%nat).
        { apply orb_prop in P. destruct P as [P|P]; [left|right; apply N.leb_le in P; lia].
          apply ltb_true in P. rewrite to_Z_0 in P. unfold index. lia. }
        cbn [In]. rewrite REST. split.
        -- intros [->|K]; [|intuition lia]. rewrite Nat.sub_diag. cbn. auto.
        -- intros (A & B & C). destruct (Nat.eq_dec (index r) (index x)) as [E|E].
           ++ left. now apply index_inj.
           ++ right. repeat split; auto. lia.
      * rewrite REST. apply orb_false_iff in P. destruct P as [P1 P2].
        apply ltb_false in P1. apply N.leb_gt in P2. rewrite to_Z_0 in P1.
        split; [intuition lia|]. intros (A & B & C). repeat split; auto.
        assert (index r = 0)%nat by (unfold index; lia). lia.
    + rewrite REST. split; [intuition lia|]. intros (A & B & C). repeat split; auto.
      destruct (Nat.eq_dec (index r) (index x)) as [E|E]; [|lia].
      rewrite <- E, Nat.sub_diag in B. cbn in B. congruence.
Qed.

Lemma places_spec i ds x : (Z.of_nat (List.length ds) < limit)%Z ->
  In x (places (N.of_nat i) ds) <-> allows ds i (index x).
Proof.
  intros H. unfold places, allows, digits. rewrite places_from_spec by (rewrite to_Z_0; lia).
  replace (index 0) with 0%nat by reflexivity. rewrite Nat.sub_0_r. intuition lia.
Qed.

(** ** The first number from x on, of so many, that is not such *)
Fixpoint first_not (such : int -> bool) (f : nat) (x : int) : int :=
  match f with O => x | S f => if such x then first_not such f (x + 1) else x end.

Lemma first_not_ok such : forall f x, (to_Z x + Z.of_nat f < 2 * limit)%Z ->
  let v := first_not such f x in
  (to_Z x <= to_Z v <= to_Z x + Z.of_nat f)%Z /\
  (forall y, (to_Z x <= to_Z y < to_Z v)%Z -> such y = true) /\
  ((to_Z v < to_Z x + Z.of_nat f)%Z -> such v = false).
Proof.
  induction f as [|f IH]; intros x Hx; cbn [first_not]; cbn zeta.
  - split; [lia|]. split; [intros y Hy; lia|lia].
  - destruct (such x) eqn:E.
    + assert (X : to_Z (x + 1) = (to_Z x + 1)%Z) by (rewrite add_small; rewrite to_Z_1; lia).
      destruct (IH (x + 1)) as (A & B & C); [lia|]. rewrite X in *.
      split; [lia|]. split; [|intros H; apply C; lia].
      intros y Hy. destruct (Z.eq_dec (to_Z y) (to_Z x)) as [Q|Q];
        [apply to_Z_inj in Q; now subst y|apply B; lia].
    + split; [lia|]. split; [intros y Hy; lia|auto].
Qed.

(** ** Tables of values *)

(** The array holds the values of heaps 0 .. n - 1. *)
Definition holds (c : code) (g : array int) (n : nat) : Prop :=
  forall i, (index i < n)%nat -> value g.[i] = G c (index i).

Lemma at_heap c g n m : holds c g n -> (Z.of_nat n < limit)%Z -> (m < n)%nat ->
  exists a, index a = m /\ to_Z a = Z.of_nat m /\ value g.[a] = G c m.
Proof.
  intros Hg small Hm. exists (of_N (N.of_nat m)).
  assert (Q : to_Z (of_N (N.of_nat m)) = Z.of_nat m)
    by (rewrite to_Z_of_N; unfold limit in *; lia).
  assert (I : index (of_N (N.of_nat m)) = m) by (unfold index; lia).
  repeat split; auto. rewrite Hg by lia. now rewrite I.
Qed.

Lemma holds_set c g n i v : holds c g n -> index i = n -> (i <? length g) = true ->
  value v = G c n -> holds c g.[i <- v] (S n).
Proof.
  intros H Hi Hl Hv j Hj. destruct (eqs i j) as [<-|D].
  - now rewrite get_set_same, Hi.
  - rewrite get_set_other by exact D. apply H.
    assert (index j <> n); [|lia]. intros Q. apply D, index_inj. congruence.
Qed.

Lemma holds_N c g n i : (Z.of_nat n < limit)%Z -> holds c g n -> (N.to_nat i < n)%nat ->
  value g.[of_N i] = grundy c i.
Proof.
  unfold limit. intros Hn H Hi.
  rewrite H; rewrite index_of_N; unfold grundy, limit; auto; lia.
Qed.
