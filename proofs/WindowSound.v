(** * The next value from a window of values is right *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Window.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** Words as sets *)
Lemma full_bit i : (to_Z i < 63)%Z -> bit full i = true.
Proof.
  intros H. bound i. rewrite bitE. change (to_Z full) with (Z.ones 63).
  apply Z.ones_spec_low. lia.
Qed.

Lemma one_bit y base i : bit (1 << (y - base)) i = true -> y = base + i.
Proof.
  rewrite bit_lsl. destruct (_ || _); [discriminate|]. rewrite bit_1. intros H.
  apply eqb_true in H. apply (f_equal to_Z) in H. rewrite !sub_spec, to_Z_0, wB_is in H.
  apply to_Z_inj. rewrite add_spec, wB_is. bound y. bound base. bound i.
  pose proof (Z.div_mod (to_Z y - to_Z base) 9223372036854775808 ltac:(lia)) as A.
  pose proof (Z.mod_pos_bound (to_Z y - to_Z base) 9223372036854775808 ltac:(lia)) as A'.
  set (r := ((to_Z y - to_Z base) mod 9223372036854775808)%Z) in *.
  set (q := ((to_Z y - to_Z base) / 9223372036854775808)%Z) in *.
  assert (R : r = to_Z i).
  { pose proof (Z.div_mod (to_Z i - r) 9223372036854775808 ltac:(lia)). lia. }
  rewrite <- R. apply (Z.mod_unique _ _ (- q)); lia.
Qed.

Lemma one_bit_at base i : (to_Z i < 63)%Z -> bit (1 << (base + i - base)) i = true.
Proof.
  intros H. replace (base + i - base) with i.
  - rewrite bit_lsl. bound i. replace (i <? i) with false by (symmetry; rewrite ltb_false; lia).
    replace (Uint63.digits <=? i) with false
      by (symmetry; apply leb_false; change (to_Z Uint63.digits) with 63%Z; lia).
    rewrite bit_1. replace (i - i) with 0; [reflexivity|].
    apply to_Z_inj. rewrite sub_small, to_Z_0; lia.
  - apply to_Z_inj. rewrite sub_spec, add_spec, Zminus_mod_idemp_l.
    replace (to_Z base + to_Z i - to_Z base)%Z with (to_Z i) by lia. bound i.
    rewrite wB_is, Z.mod_small; lia.
Qed.

Lemma below_bit i j : (to_Z j < to_Z i < 63)%Z -> bit (1 << i - 1) j = true.
Proof.
  intros H. bound j. rewrite bitE.
  assert (P : (1 <= 2 ^ to_Z i < wB)%Z).
  { rewrite wB_is. change 9223372036854775808%Z with (2 ^ 63)%Z.
    split; [apply (Z.pow_le_mono_r 2 0); lia|apply Z.pow_lt_mono_r; lia]. }
  assert (O : to_Z (1 << i) = (2 ^ to_Z i)%Z).
  { rewrite lsl_spec, to_Z_1, Z.mul_1_l, Z.mod_small; lia. }
  rewrite sub_small, O, to_Z_1 by (rewrite O, to_Z_1; lia).
  replace (2 ^ to_Z i - 1)%Z with (Z.ones (to_Z i)) by (rewrite Z.ones_equiv; lia).
  apply Z.ones_spec_low. lia.
Qed.

Lemma shared_bit w i : w land (1 << i) <> 0 -> (to_Z i < 63)%Z /\ bit w i = true.
Proof.
  intros H. bound i. assert (L : (to_Z i < 63)%Z).
  { destruct (Z.lt_ge_cases (to_Z i) 63) as [L|L]; [exact L|]. exfalso. apply H.
    apply bit_ext. intros j. rewrite land_spec, bit_0, bit_lsl.
    destruct (j <? i) eqn:E1; [apply andb_false_r|]. destruct (Uint63.digits <=? j) eqn:E2;
      [apply andb_false_r|]. exfalso. rewrite ltb_false in E1. rewrite leb_false in E2.
    change (to_Z Uint63.digits) with 63%Z in E2. lia. }
  split; [exact L|]. destruct (bit w i) eqn:E; [reflexivity|]. exfalso. apply H.
  apply bit_ext. intros j. rewrite land_spec, bit_0.
  destruct (bit (1 << i) j) eqn:B; [|apply andb_false_r]. apply andb_false_iff. left.
  replace j with i; [exact E|]. symmetry. replace (1 << i) with (1 << (i - 0)) in B.
  - apply one_bit in B. apply to_Z_inj. rewrite B, add_small; rewrite to_Z_0; unfold limit; [lia|].
    bound j. destruct (Z.lt_ge_cases (to_Z j) 63); lia.
  - f_equal. apply to_Z_inj. rewrite sub_small; rewrite to_Z_0; lia.
Qed.

(** ** The next value from the ring *)
Section Next.
Variables (mask : int) (ring : array int) (n : int).
Notation nim := (nim mask ring n).
Notation reached := (reached mask ring n).
Notation reached_until := (reached_until mask ring n).

Lemma reached_only base i : forall l w, bit (reached l base w) i = true ->
  bit w i = true \/ exists q, In q (listed l) /\ nim q = base + i.
Proof.
  induction l as [|d x l IH]; intros w H; [now left|]. cbn [Window.reached] in H.
  destruct (IH _ H) as [K|(q' & Hq & E)]; [|right; exists q'; split; [now right|exact E]].
  rewrite lor_spec in K. apply orb_prop in K. destruct K as [K|K]; [now left|right].
  exists (d, x). split; [now left|now apply one_bit].
Qed.

Lemma reached_until_only base target i : forall l w,
  bit (reached_until l base target w) i = true ->
  bit w i = true \/ exists q, In q (listed l) /\ nim q = base + i.
Proof.
  induction l as [|d x l IH]; intros w H; [now left|]. cbn [Window.reached_until] in H.
  destruct (w land target =? target); [now left|].
  destruct (IH _ H) as [K|(q' & Hq & E)]; [|right; exists q'; split; [now right|exact E]].
  rewrite lor_spec in K. apply orb_prop in K. destruct K as [K|K]; [now left|right].
  exists (d, x). split; [now left|now apply one_bit].
Qed.

Lemma reached_keeps base i : forall l w, bit w i = true -> bit (reached l base w) i = true.
Proof.
  induction l as [|d x l IH]; intros w H; [exact H|]. apply IH. now rewrite lor_spec, H.
Qed.

Lemma reached_all base i : (to_Z i < 63)%Z -> forall l w q, In q (listed l) -> nim q = base + i ->
  bit (reached l base w) i = true.
Proof.
  intros Hi. induction l as [|d x l IH]; intros w q Hq E; [destruct Hq|]. cbn [Window.reached].
  destruct Hq as [<-|Hq]; [|now apply (IH _ q)]. apply reached_keeps.
  change (x lxor ring.[(n - d) land mask]) with (nim (d, x)).
  rewrite lor_spec, E, one_bit_at by exact Hi. apply orb_true_r.
Qed.

Fixpoint chained (base : int) (l : list block) : Prop :=
  match l with
  | [] => True
  | (b, _) :: l => b = base /\ (to_Z base < limit)%Z /\ chained (base + 63) l
  end.

Variables rare more : pairs.
Notation all := (listed rare ++ listed more).

Definition below_reached (v : int) : Prop :=
  forall j, (to_Z j < to_Z v)%Z -> exists q, In q all /\ nim q = j.

Lemma either base i target w : bit (reached_until more base target (reached rare base 0)) i = true ->
  w = base + i -> exists q, In q all /\ nim q = w.
Proof.
  intros H ->. apply reached_until_only in H. destruct H as [H|(q & Hq & E)].
  - apply reached_only in H. rewrite bit_0 in H. destruct H as [H|(q & Hq & E)]; [discriminate|].
    exists q. split; [apply in_or_app; now left|exact E].
  - exists q. split; [apply in_or_app; now right|exact E].
Qed.

Lemma more_below base i (P : forall j, (to_Z j < to_Z i)%Z -> exists q,
    In q all /\ nim q = base + j) :
  (to_Z base < limit)%Z -> (to_Z i <= 63)%Z -> below_reached base -> below_reached (base + i).
Proof.
  intros Hb Hi B j Hj. rewrite add_small in Hj by (unfold limit in *; lia).
  destruct (Z.lt_ge_cases (to_Z j) (to_Z base)) as [L|L]; [now apply B|].
  replace j with (base + (j - base)).
  - apply P. rewrite sub_small; lia.
  - apply to_Z_inj. bound j. rewrite add_small; rewrite sub_small; unfold limit in *; lia.
Qed.

Lemma next_ok flip v : forall l base, chained base l -> below_reached base ->
  next mask rare more ring n flip l = Some v ->
  below_reached v /\ forall q, In q (listed rare) -> nim q <> v.
Proof.
  induction l as [|(b & commons) l IH]; intros base C B H; [discriminate|].
  destruct C as (-> & Hb & C). cbn [next] in H.
  set (w := reached rare base 0) in *.
  set (free := (if flip then commons lxor full else commons) land (w lxor full)) in *.
  compare (free =? 0).
  - compare (reached_until more base full w =? full); [|discriminate].
    apply (IH (base + 63) C); [|exact H]. apply more_below; auto; [|cbn; lia].
    intros j Hj. eapply either; [|reflexivity]. fold w. rewrite E0. now apply full_bit.
  - compare (free land (1 << tail0 free) =? 0); [discriminate|].
    apply shared_bit in E0. set (i := tail0 free) in *. destruct E0 as [Hi F].
    compare (reached_until more base (1 << i - 1) w land (1 << i - 1) =? 1 << i - 1);
      [|discriminate]. injection H as <-. split.
    + apply more_below; auto; [|lia]. intros j Hj.
      assert (K : bit (reached_until more base (1 << i - 1) w land (1 << i - 1)) j = true)
        by (rewrite E0; apply below_bit; lia).
      rewrite land_spec in K. apply andb_prop in K. eapply either; [apply K|reflexivity].
    + intros q Hq E'. apply (reached_all base i Hi rare 0) in E'; [|exact Hq]. fold w in E'.
      unfold free in F. rewrite land_spec, lxor_spec, E', full_bit in F by exact Hi.
      rewrite andb_false_r in F. discriminate.
Qed.
End Next.
