(** * The least preperiod and the least period of a sequence *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers.
Import ListNotations.

Section Sequence.
Context {A : Type}.
Variable f : nat -> A.

Definition periodic_from (n0 p : nat) : Prop := forall n, n0 <= n -> f (n + p) = f n.

(** All other periods are multiples of p, and none begins earlier than n0. *)
Definition least_period (n0 p : nat) : Prop :=
  1 <= p /\ periodic_from n0 p /\
  forall n1 q, 1 <= q -> periodic_from n1 q -> Nat.divide p q /\ n0 <= n1.

Lemma periodic_times n0 p : periodic_from n0 p ->
  forall k n, n0 <= n -> f (n + k * p) = f n.
Proof.
  intros R k. induction k as [|k IH]; intros n Hn; [now rewrite Nat.add_0_r|].
  replace (n + S k * p) with (n + p + k * p) by lia. rewrite IH by lia. now apply R.
Qed.

Lemma periodic_gcd n0 p n1 q : 1 <= p -> periodic_from n0 p -> periodic_from n1 q ->
  periodic_from n0 (Nat.gcd p q).
Proof.
  intros Hp Rp Rq n Hn. destruct (Nat.gcd_bezout_pos p q ltac:(lia)) as (a & b & E).
  set (d := Nat.gcd p q) in *.
  assert (Far : n1 <= n + n1 * p) by nia.
  rewrite <- (periodic_times n0 p Rp n1 (n + d)) by lia.
  replace (n + d + n1 * p) with (n + n1 * p + d) by lia.
  rewrite <- (periodic_times n1 q Rq b) by lia.
  replace (n + n1 * p + d + b * q) with (n + n1 * p + a * p) by lia.
  now rewrite !(periodic_times n0 p Rp) by lia.
Qed.

Theorem least_by_divisors n0 p : 1 <= p -> periodic_from n0 p ->
  (n0 = 0 \/ f (n0 - 1 + p) <> f (n0 - 1)) ->
  (forall d, 1 <= d < p -> Nat.divide d p -> exists n, n0 <= n /\ f (n + d) <> f n) ->
  least_period n0 p.
Proof.
  intros Hp R before parts. split; [exact Hp|]. split; [exact R|]. intros n1 q Hq Rq.
  assert (D : Nat.divide p q).
  { pose proof (periodic_gcd n0 p n1 q Hp R Rq) as Rd.
    pose proof (Nat.gcd_divide_l p q) as Dp. pose proof (Nat.gcd_divide_r p q) as Dq.
    set (d := Nat.gcd p q) in *. assert (d <= p) by (apply Nat.divide_pos_le; lia || exact Dp).
    destruct (Nat.eq_dec d p) as [Q|Q]; [now rewrite <- Q|exfalso].
    assert (d <> 0) by (intros Z; rewrite Z in Dp; apply Nat.divide_0_l in Dp; lia).
    destruct (parts d ltac:(lia) Dp) as (n & Hn & N). now apply N, Rd. }
  split; [exact D|]. destruct (le_lt_dec n0 n1) as [L|L]; [exact L|exfalso].
  destruct before as [Z|before]; [lia|]. apply before. destruct D as [k Hk].
  destruct k as [|k]; [lia|].
  rewrite <- (periodic_times n0 p R k) by lia.
  replace (n0 - 1 + p + k * p) with (n0 - 1 + q) by lia. apply Rq. lia.
Qed.
End Sequence.

(** ** Of elements that are written and repeated *)
Section Elements.
Local Open Scope uint63_scope.
Local Open Scope array_scope.
Variables (n0 p : N) (elements : array int).

(** The element of each heap: those that are written, repeated with the period. *)
Definition place (n : N) : N := if (n <? n0)%N then n else (n0 + (n - n0) mod p)%N.
Definition phi (n : nat) : int := elements.[of_N (place (N.of_nat n))].

Lemma place_small n : (n < n0 + p)%N -> place n = n.
Proof.
  intros H. unfold place. destruct (N.ltb_spec n n0); auto.
  rewrite N.mod_small; lia.
Qed.

Lemma place_period n : (n0 <= n)%N -> p <> 0%N -> place (n + p) = place n.
Proof.
  intros H Hp. unfold place. destruct (N.ltb_spec (n + p) n0); [lia|].
  destruct (N.ltb_spec n n0); [lia|].
  replace (n + p - n0)%N with (n - n0 + 1 * p)%N by lia. now rewrite N.mod_add.
Qed.

(** Some heap of the period has another element than the one d heaps further on. *)
Definition changes (d : int) : bool :=
  let stop := of_N (n0 + p) in
  let same i := elements.[i] =? elements.[if i + d <? stop then i + d else i + d - of_N p] in
  first_not same (N.to_nat p) (of_N n0) <? stop.

(** Neither the preperiod nor the period can be less. *)
Definition is_least : bool :=
  if (1 <=? p)%N && (n0 + p <? 4194304)%N then
  if if (n0 =? 0)%N then true else negb (elements.[of_N (n0 - 1 + p)] =? elements.[of_N (n0 - 1)]) then
  forallb (fun d => if (p mod value d =? 0)%N then changes d else true) (range 1 (of_N p))
  else false else false.

Lemma phi_at i : (to_Z i < Z.of_N (n0 + p))%Z -> phi (index i) = elements.[i].
Proof.
  intros H. bound i. unfold phi. rewrite place_small by (unfold index; lia).
  f_equal. apply to_Z_inj. unfold index. rewrite to_Z_of_N; unfold limit; lia.
Qed.

Theorem is_least_ok : is_least = true -> least_period phi (N.to_nat n0) (N.to_nat p).
Proof.
  unfold is_least. destruct (_ && _) eqn:C; [|discriminate]. apply andb_prop in C.
  destruct C as [Hp small]. apply N.leb_le in Hp. apply N.ltb_lt in small.
  destruct (if (n0 =? 0)%N then _ else _) eqn:before; [|discriminate].
  rewrite forallb_forall. intros parts.
  assert (Small : forall n, (n < 4194304)%N -> to_Z (of_N n) = Z.of_N n).
  { intros n Hn. rewrite to_Z_of_N; unfold limit; lia. }
  assert (At : forall n, (n < n0 + p)%N -> phi (N.to_nat n) = elements.[of_N n]).
  { intros n Hn. rewrite <- phi_at by (rewrite Small; lia). f_equal. unfold index.
    rewrite Small; lia. }
  assert (R : periodic_from phi (N.to_nat n0) (N.to_nat p)).
  { intros n Hn. unfold phi. rewrite Nat2N.inj_add, N2Nat.id, place_period; auto; lia. }
  apply least_by_divisors; auto; [lia| |].
  - destruct (N.eqb_spec n0 0) as [Z|Z]; [left; lia|right].
    replace (N.to_nat n0 - 1 + N.to_nat p)%nat with (N.to_nat (n0 - 1 + p)) by lia.
    replace (N.to_nat n0 - 1)%nat with (N.to_nat (n0 - 1)) by lia. rewrite !At by lia.
    now apply negb_true_iff, eqb_false in before.
  - intros d Hd [k Hk].
    assert (Td : to_Z (of_N (N.of_nat d)) = Z.of_nat d) by (rewrite Small; lia).
    specialize (parts (of_N (N.of_nat d))). rewrite range_In, Td, Small in parts by lia.
    specialize (parts ltac:(change (to_Z 1) with 1%Z; lia)).
    assert (E : (p mod value (of_N (N.of_nat d)) = 0)%N).
    { rewrite value_of_N by (unfold limit; lia).
      replace p with (N.of_nat k * N.of_nat d)%N by nia. apply N.mod_mul. lia. }
    rewrite E, N.eqb_refl in parts. unfold changes in parts.
    set (stop := of_N (n0 + p)) in *. assert (Ts : to_Z stop = Z.of_N (n0 + p)) by (apply Small; lia).
    set (same := fun i : int => _) in parts.
    destruct (first_not_ok same (N.to_nat p) (of_N n0)) as (B1 & _ & B2);
      [rewrite Small; unfold limit; lia|].
    set (i := first_not same _ _) in *. apply ltb_true in parts. rewrite Ts in parts.
    rewrite Small in B1, B2 by lia. specialize (B2 ltac:(lia)). unfold same in B2. apply eqb_false in B2.
    exists (index i). split; [unfold index; lia|]. rewrite (phi_at i) by lia. intros Q. apply B2.
    rewrite <- Q. clear Q B2.
    assert (Tid : to_Z (i + of_N (N.of_nat d)) = (to_Z i + Z.of_nat d)%Z)
      by (rewrite add_small; rewrite ?Td; unfold limit; lia).
    compare (i + of_N (N.of_nat d) <? stop); rewrite Ts, Tid in E0.
    + rewrite <- phi_at by lia. f_equal. unfold index. lia.
    + assert (Tw : to_Z (i + of_N (N.of_nat d) - of_N p) = (to_Z i + Z.of_nat d - Z.of_N p)%Z)
        by (rewrite sub_small; rewrite Tid, ?Small; lia).
      rewrite <- phi_at by lia.
      replace (index i + d)%nat with (index (i + of_N (N.of_nat d) - of_N p) + N.to_nat p)%nat
        by (unfold index; lia).
      apply R. unfold index. lia.
Qed.
End Elements.
