(** * What a certificate of a period calls that begins late *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Window WindowSound WindowPeriod WindowOpen.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** The checker *)
(** All divisors of p but p itself are in the list: those up to r + f - 1, and p over these. *)
Definition divides_in (p : N) (l : list N) (d : N) : bool := (d =? p)%N || mem d l.

Fixpoint covers (f : nat) (r p : N) (l : list N) : bool :=
  match f with
  | O => true
  | S f => if if (p mod r =? 0)%N then divides_in p l r && divides_in p l (p / r) else true
           then covers f (N.succ r) p l else false
  end.

(** The window before heap n0 + reach comes back after p heaps, and after none of the [stops]. *)
Definition returns (bits : list int) (position : option bool) (mask : int)
  (rare more : pairs) (blocks : list block) (size reach n0 p : N) (stops : list N)
  (ring : array int) : bool :=
  let go := go bits position mask rare more blocks in
  let far := of_N reach in
  match go (n0 + reach - size)%N (of_N size, ring) with
  | None => false
  | Some (n, ring) =>
    let before := ring.[(n - far - 1) land mask] in
    let seen := window mask (N.to_nat reach) (n - far) ring [] in
    match travel bits position mask rare more blocks seen stops 0 (n, ring) with
    | None => false
    | Some (here, st) =>
      if (p <? here)%N then false else
      match go (p - here)%N st with
      | None => false
      | Some (n, ring) =>
        if agrees mask seen (n - 1) ring
        then negb (before =? ring.[(n - far - 1) land mask]) else false
      end
    end
  end.

(** The [stops] are the divisors of p. *)
Definition check_window (ds : list N) (bits : list int) (position : option bool)
  (log_width size reach : N) (tries : list N) (near n0 p : N) (stops : list N) : bool :=
  if (Z.of_N (n0 + reach + p) <? limit)%Z && (1 <=? p)%N && (size <=? n0 + reach)%N &&
     forallb (fun d => d <? p)%N stops && match position with None => true | Some _ => N.even p end &&
     covers (N.to_nat (N.sqrt p)) 1 p stops
  then
  match open_window ds bits position log_width size reach tries near with
  | None => false
  | Some m => returns bits position (ring_mask m) (rare_pairs m) (more_pairs m) (all_blocks m)
      size reach n0 p stops (first_ring m)
  end
  else false.

(** ** Why it is right *)
Lemma covers_ok p l : forall f r, covers f r p l = true -> forall d,
  (r <= d)%N -> (d < r + N.of_nat f)%N -> (p mod d = 0)%N ->
  divides_in p l d = true /\ divides_in p l (p / d) = true.
Proof.
  induction f as [|f IH]; intros r H d H1 H2 Hd; [lia|]. cbn [covers] in H.
  destruct (N.eq_dec d r) as [->|D].
  - rewrite Hd in H. cbn [N.eqb] in H. destruct (divides_in p l r && divides_in p l (p / r)) eqn:E;
      [now apply andb_prop|discriminate].
  - destruct (if (p mod r =? 0)%N then _ else _); [|discriminate]. apply (IH (N.succ r)); auto; lia.
Qed.

Lemma all_divisors p l : (1 <= p)%N -> covers (N.to_nat (N.sqrt p)) 1 p l = true ->
  forall r, (2 <= r <= p)%N -> (p mod r = 0)%N -> In (p / r)%N l.
Proof.
  intros Hp H r Hr M. pose proof (N.sqrt_spec p ltac:(lia)) as S. cbv zeta in S.
  pose proof (N.div_exact p r ltac:(lia)) as [_ E]. specialize (E M).
  set (e := (p / r)%N) in *.
  assert (L : divides_in p l e = true).
  { destruct (N.le_gt_cases r (N.sqrt p)) as [Q|Q].
    - apply (covers_ok p l _ _ H r); auto; lia.
    - apply (covers_ok p l _ _ H e); try nia. rewrite E, N.mod_mul; nia. }
  unfold divides_in in L. apply orb_prop in L. destruct L as [L|L]; [|now apply mem_In].
  apply N.eqb_eq in L. nia.
Qed.

(** *** From the window to the period *)
Section Returns.
Variables (ds : list N) (bits : list int) (position : option bool) (size reach : N).
Notation c := (digits ds).
Notation sized := (N.to_nat size).
Notation reached := (N.to_nat reach).
Hypothesis octal : forall d, In d ds -> (d < 8)%N.
Hypothesis digits_end : (List.length ds <= sized)%nat.
Hypothesis reach_size : (reached < sized)%nat.
Hypothesis same_parity : forall o, position = Some o ->
  forall r, allows ds 2 r -> Nat.odd r = o.
Variables rare more : pairs.
Notation all := (listed rare ++ listed more).
Hypothesis moves : forall q, In q all -> is_move ds reached q.
Hypothesis rests_in : forall r, allows ds 1 r ->
  exists q, In q (listed rare) /\ index (fst q) = r /\ value (snd q) = 0%N.
Hypothesis splits_in : forall r a, allows ds 2 r -> (1 <= a < sized)%nat ->
  (exists q, In q (listed rare) /\ index (fst q) = (r + a)%nat /\ value (snd q) = G c a) \/
  common ds bits position a.
Variables (k : Z) (mask : int) (blocks : list block) (n0 p : N) (stops : list N).
Hypothesis k_small : (0 <= k)%Z.
Hypothesis mask_is : to_Z mask = (2 ^ k - 1)%Z.
Hypothesis reach_k : (Z.of_N reach < 2 ^ k)%Z.
Hypothesis blocks_are : chained 0 blocks.
Hypothesis p_pos : (1 <= p)%N.
Hypothesis size_n0 : (size <= n0 + reach)%N.
Hypothesis numbers_small : (Z.of_N (n0 + reach + p) < limit)%Z.
Hypothesis even : position <> None -> N.even p = true.
Hypothesis stops_small : forall d, In d stops -> (d < p)%N.

Notation good := (good ds bits position sized rare more k mask).

Lemma go_good f n st st' : (Z.of_nat n + Z.of_N f < limit)%Z -> good n st ->
  go bits position mask rare more blocks f st = Some st' -> good (n + N.to_nat f) st'.
Proof. apply (go_ok ds octal bits position sized reached); auto. lia. Qed.

Theorem returns_ok ring : rings ds k mask sized ring ->
  returns bits position mask rare more blocks size reach n0 p stops ring = true ->
  repeats_from c n0 p 0 /\ grundy c (n0 - 1 + p) <> grundy c (n0 - 1) /\
  forall d, In d stops -> ~ repeats_from c n0 d 0.
Proof.
  unfold returns. intros HR H. cbv zeta in H.
  destruct (go bits position mask rare more blocks (n0 + reach - size) _) as [st1|] eqn:E1; [|discriminate].
  apply (go_good _ sized) in E1; [|lia|].
  2: { split; [|split; [|split]]; cbn [fst snd]; auto; [rewrite to_Z_of_N; unfold limit in *; lia|].
       intros h Hh. lia. }
  replace (sized + N.to_nat (n0 + reach - size))%nat with (N.to_nat n0 + reached)%nat in E1 by lia.
  pose proof E1 as (Hn1 & _ & HR1 & _). destruct st1 as [n1 ring1]. cbn [fst snd] in Hn1, HR1.
  assert (far : to_Z (of_N reach) = Z.of_N reach) by (apply to_Z_of_N; unfold limit in *; lia).
  assert (Z1 : to_Z (n1 - of_N reach) = Z.of_N n0) by (rewrite sub_small; lia).
  set (seen := window mask reached (n1 - of_N reach) ring1 []) in *.
  destruct (window_ok ds sized reached digits_end reach_size k mask k_small ring1 _ HR1
    reached (N.to_nat n0) (n1 - of_N reach) []) as (S1 & S2 & _); try lia.
  fold seen in S1, S2. cbn [List.length] in S1. rewrite Nat.add_0_r in S1.
  destruct (travel _ _ _ _ _ _ _ _ _ _) as [[here st2]|] eqn:E2; [|discriminate].
  apply (travel_ok ds octal bits position sized reached) with (k := k) (n0 := N.to_nat n0) in E2;
    auto; try lia.
  2: { intros d Hd. specialize (stops_small d Hd). lia. }
  2: { cbn [N.to_nat]. now rewrite Nat.add_0_r. }
  destruct E2 as [E2 none]. destruct (N.ltb_spec p here) as [L|L]; [discriminate|].
  destruct (go bits position mask rare more blocks (p - here) st2) as [st3|] eqn:E3; [|discriminate].
  apply (go_good _ (N.to_nat n0 + reached + N.to_nat here)) in E3; auto; [|lia].
  replace (N.to_nat n0 + reached + N.to_nat here + N.to_nat (p - here))%nat
    with (N.to_nat n0 + reached + N.to_nat p)%nat in E3 by lia.
  pose proof (agrees_seen ds bits position sized reached digits_end reach_size rare more k mask
    k_small ltac:(lia) (N.to_nat n0) seen ltac:(lia) S1 S2 _ _ E3) as A.
  destruct E3 as (Hn3 & _ & HR3 & K). destruct st3 as [n3 ring3]. cbn [fst snd] in *.
  destruct (agrees mask seen (n3 - 1) ring3); [|discriminate].
  apply negb_true_iff, eqb_false in H.
  assert (R : repeats_from c n0 p 0).
  { intros n Hn. rewrite N.add_0_r. unfold grundy. rewrite N2Nat.inj_add.
    apply (comes_back ds octal bits position sized reached) with (rare := rare) (more := more)
      (n0 := N.to_nat n0); auto; try lia.
    - intros Q. apply even in Q. rewrite <- (N2Nat.id p) in Q. rewrite <- Q.
      apply eq_true_iff_eq. rewrite Nat.even_spec, N.even_spec. split; intros [m Hm].
      + exists (N.of_nat m). lia.
      + exists (N.to_nat m). lia. }
  split; [exact R|]. split.
  - intros Q. apply H. destruct HR1 as [_ HR1]. destruct HR3 as [_ HR3]. apply value_inj.
    assert (Z2 : to_Z (n1 - of_N reach - 1) = (Z.of_N n0 - 1)%Z)
      by (rewrite sub_small; rewrite ?Z1, to_Z_1; lia).
    assert (Z3 : to_Z (n3 - of_N reach - 1) = (Z.of_N (n0 + p) - 1)%Z).
    { assert (to_Z (n3 - of_N reach) = Z.of_N (n0 + p)) by (rewrite sub_small; lia).
      rewrite sub_small; rewrite to_Z_1; lia. }
    rewrite HR1, HR3 by lia. unfold grundy in Q. unfold index. rewrite Z2, Z3.
    symmetry. etransitivity; [|etransitivity; [exact Q|]]; f_equal; lia.
  - intros d Hd Rd. destruct (none d Hd) as (n & Hn & Q). apply Q.
    specialize (Rd (N.of_nat n) ltac:(lia)). unfold grundy in Rd.
    rewrite N.add_0_r, N2Nat.inj_add, Nat2N.id in Rd. exact Rd.
Qed.
End Returns.

(** What the checker accepts is true. *)
Theorem window_period ds bits position log_width size reach tries near n0 p stops :
  check_window ds bits position log_width size reach tries near n0 p stops = true ->
  exact_period (digits ds) n0 p 0 /\ begins_with (digits ds) [].
Proof.
  unfold check_window. destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[[[C2 C3] C6] C13] C11] C12]. rewrite forallb_forall in C13.
  apply Z.ltb_lt in C2. apply N.leb_le in C3, C6.
  destruct (open_window _ _ _ _ _ _ _ _) as [m|] eqn:O; [|discriminate]. intros H. apply open_ready in O.
  destruct O as (octal & ends & far & par & moves & rests & splits & mask_is & rk & chain & HR).
  apply (returns_ok ds bits position size reach octal) with (k := Z.of_N (N.succ (N.log2 reach))) in H;
    auto; try lia.
  - destruct H as (R & before & none). split; [|intros n Hn; destruct n; discriminate Hn].
    apply exact_by_divisors; auto.
    + right. now rewrite N.add_0_r.
    + intros r u Hr M U. replace u with 0%N by nia. apply none.
      now apply (all_divisors p stops C3 C12).
  - intros Q. destruct position; [exact C11|now destruct Q].
  - intros d Hd. apply N.ltb_lt, C13, Hd.
Qed.
