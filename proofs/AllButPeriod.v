(** * The checker of periods of all-but sets accepts only what is right *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rows AllBut AllButSound.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** What repeats *)
Lemma members_ok g size width : (Z.of_nat size < limit)%Z ->
  (forall a, (index a < size)%nat -> (to_Z g.[a] < to_Z width)%Z) ->
  forall f i r, length r = width -> (index i + f <= size)%nat ->
  adds r (members f i g r) (fun v => exists a, (index i <= index a < index i + f)%nat /\ v = g.[a]).
Proof.
  intros Hs HB. induction f as [|f IH]; intros i r L Hi; cbn [members].
  - apply adds_none. intros v (a & Ha & _). lia.
  - assert (I : index (i + 1) = S (index i)).
    { bound i. unfold index in *. rewrite succ_small; lia. }
    assert (A : adds r r.[g.[i] <- 1] (fun v => v = g.[i])) by (apply adds_set; rewrite L; apply HB; lia).
    eapply adds_trans; [exact A|apply IH; [destruct A; congruence|lia]|].
    intros v. rewrite I. cbn beta. split.
    + intros (a & Ha & ->). destruct (Nat.eq_dec (index a) (index i)) as [Q|Q].
      * left. now rewrite (index_inj _ _ Q).
      * right. exists a. split; [lia|reflexivity].
    + intros [->|(a & Ha & ->)]; [exists i|exists a]; (split; [lia|reflexivity]).
Qed.

Lemma all_marked_ok r : forall f x, (to_Z x + Z.of_nat f < limit)%Z ->
  all_marked f x r = true -> forall y, (to_Z x <= to_Z y < to_Z x + Z.of_nat f)%Z -> r.[y] = 1.
Proof.
  induction f as [|f IH]; intros x Hx H y Hy; [lia|]. cbn [all_marked] in H.
  compare (r.[x] =? 1); [|discriminate].
  destruct (Z.eq_dec (to_Z y) (to_Z x)) as [Q|Q]; [apply to_Z_inj in Q; now subst|].
  assert (X : to_Z (x + 1) = (to_Z x + 1)%Z) by (apply succ_small; lia).
  apply (IH (x + 1)); auto; lia.
Qed.

Lemma moved_ok t before now : forall f x, (to_Z x + Z.of_nat f < limit)%Z ->
  moved f x t before now = true ->
  forall y, (to_Z x <= to_Z y < to_Z x + Z.of_nat f)%Z -> before.[y] = 1 <-> now.[y + t] = 1.
Proof.
  induction f as [|f IH]; intros x Hx H y Hy; [lia|]. cbn [moved] in H.
  destruct (Bool.eqb _ _) eqn:E; [|discriminate].
  destruct (Z.eq_dec (to_Z y) (to_Z x)) as [Q|Q].
  - apply to_Z_inj in Q. subst y. rewrite <- !eqb_true. apply eqb_prop in E. rewrite E. reflexivity.
  - assert (X : to_Z (x + 1) = (to_Z x + 1)%Z) by (apply succ_small; lia).
    apply (IH (x + 1)); auto; lia.
Qed.

Section Check.
Variables (s : list nat) (g : array int) (width : int) (fuel : nat) (size : N).
Notation c := (all_but s).
Hypothesis fuel_is : Z.of_nat fuel = to_Z width.
Hypothesis width_small : (to_Z width < 4194303)%Z.
Hypothesis size_small : (Z.of_N size < 4194303)%Z.
Hypothesis make_marks : length (make width 0) = width.
Hypothesis Hg : holds c g (N.to_nat size).
Hypothesis bounded : forall a, (index a < N.to_nat size)%nat -> (to_Z g.[a] < to_Z width)%Z.

(** The marks of the first k heaps' values. *)
Lemma members_are k : (k <= N.to_nat size)%nat -> forall x,
  (members k 0 g (make width 0)).[x] = 1 <-> exists m, (m < k)%nat /\ G c m = value x.
Proof.
  intros Hk x. destruct (members_ok g (N.to_nat size) width) with (f := k) (i := 0)
    (r := make width 0) as [_ A]; auto; [unfold limit; lia|].
  rewrite A, get_make. change (index 0) with 0%nat. split.
  - intros [E|(a & Ha & ->)]; [apply eqb_true in E; discriminate E|].
    exists (index a). split; [lia|]. symmetry. apply Hg. lia.
  - intros (m & Hm & E). right.
    assert (I : index (of_N (N.of_nat m)) = m) by (rewrite index_of_N; unfold limit in *; lia).
    exists (of_N (N.of_nat m)). rewrite I. split; [lia|]. apply value_inj.
    now rewrite Hg, I by lia.
Qed.

Lemma value_bounded m : (m < N.to_nat size)%nat -> (Z.of_N (G c m) < to_Z width)%Z.
Proof.
  intros Hm. assert (I : index (of_N (N.of_nat m)) = m) by (rewrite index_of_N; unfold limit in *; lia).
  pose proof (bounded (of_N (N.of_nat m)) ltac:(lia)) as B.
  pose proof (Hg (of_N (N.of_nat m)) ltac:(lia)) as V. rewrite I in V. unfold value in V.
  bound g.[of_N (N.of_nat m)]. lia.
Qed.

Lemma settled_ok n0 p t : (1 <= p)%N -> (n0 + p + N.of_nat (reach s) <= size)%N ->
  (Z.of_N t < 4194303)%Z ->
  (forall n, (n0 <= n)%N -> (n + p < size)%N -> grundy c (n + p) = (grundy c n + t)%N) ->
  settled g width fuel size p (N.of_nat (reach s)) t = true -> repeats_from c n0 p t.
Proof.
  intros Hp Hn Ht window H. unfold settled in H. cbn zeta in H.
  set (before := members (N.to_nat (size - p - N.of_nat (reach s))) 0 g (make width 0)) in *.
  set (now := members (N.to_nat (size - N.of_nat (reach s))) 0 g (make width 0)) in *.
  pose proof (members_are (N.to_nat (size - p - N.of_nat (reach s))) ltac:(lia)) as B.
  pose proof (members_are (N.to_nat (size - N.of_nat (reach s))) ltac:(lia)) as W.
  fold before in B. fold now in W.
  destruct (first_below_ok 1 before fuel 0) as (F & _); [rewrite to_Z_0; unfold limit; lia|].
  set (base := first_below fuel 0 1 before) in *. rewrite to_Z_0 in F.
  destruct (all_marked (index base) 0 before) eqn:H1; [|discriminate].
  destruct (all_marked (index base + N.to_nat t) 0 now) eqn:H2; [|discriminate].
  assert (Zi : forall x, (Z.of_N x < 2 * 4194303)%Z -> to_Z (of_N x) = Z.of_N x)
    by (intros x Hx; apply to_Z_of_N; unfold limit; lia).
  assert (Vi : forall x, (Z.of_N x < 2 * 4194303)%Z -> value (of_N x) = x)
    by (intros x Hx; apply value_of_N; unfold limit; lia).
  assert (Ib : Z.of_nat (index base) = to_Z base) by (unfold index; lia).
  assert (Vb : Z.of_N (value base) = to_Z base) by (unfold value; lia).
  assert (Mv : forall x, (value base <= x)%N -> (Z.of_N x < to_Z width)%Z ->
    before.[of_N x] = 1 <-> now.[of_N x + of_N t] = 1).
  { intros x Hx Hw. apply (moved_ok (of_N t) before now (fuel - index base) base); auto;
      rewrite ?Zi; unfold limit; lia. }
  assert (Add : forall x, (Z.of_N x < to_Z width)%Z -> value (of_N x + of_N t) = (x + t)%N).
  { intros x Hx. unfold value. rewrite add_small; rewrite !Zi; unfold limit; lia. }
  intros n Hge. unfold grundy. rewrite N2Nat.inj_add.
  apply (repeats_all_but s (N.to_nat n0) (N.to_nat p) t (N.to_nat size) (value base)); try lia.
  - intros k K1 K2. specialize (window (N.of_nat k) ltac:(lia) ltac:(lia)).
    unfold grundy in window. now rewrite N2Nat.inj_add, Nat2N.id in window.
  - intros x Hx. destruct (proj1 (B (of_N x))) as (m & Hm & E).
    + apply (all_marked_ok before (index base) 0); auto; rewrite ?to_Z_0, ?Zi; unfold limit; lia.
    + exists m. rewrite Vi in E by lia. split; [lia|exact E].
  - intros x Hx. destruct (proj1 (W (of_N x))) as (m & Hm & E).
    + apply (all_marked_ok now (index base + N.to_nat t) 0); auto; rewrite ?to_Z_0, ?Zi;
        unfold limit; lia.
    + exists m. rewrite Vi in E by lia. split; [lia|exact E].
  - intros x Hx. split; intros (m & Hm & E).
    + assert (X : (Z.of_N x < to_Z width)%Z) by (rewrite <- E; apply value_bounded; lia).
      assert (K : now.[of_N x + of_N t] = 1).
      { apply Mv; auto. apply B. exists m. rewrite Vi by lia. split; [lia|exact E]. }
      apply W in K. destruct K as (m' & Hm' & E'). exists m'. rewrite Add in E' by exact X.
      split; [lia|exact E'].
    + assert (X : (Z.of_N (x + t) < to_Z width)%Z) by (rewrite <- E; apply value_bounded; lia).
      assert (K : before.[of_N x] = 1).
      { apply Mv; [exact Hx|lia|]. apply W. exists m. rewrite Add by lia. split; [lia|exact E]. }
      apply B in K. destruct K as (m' & Hm' & E'). exists m'. rewrite Vi in E' by lia.
      split; [lia|exact E'].
Qed.
End Check.

(** The values are right, and what is said of the period is true. *)
Theorem all_but_values_sound s log_width n0 p t size known g proved :
  all_but_values s log_width n0 p t size known = Some (g, proved) ->
  holds (all_but s) g (N.to_nat size) /\
  (proved = true -> exact_period (all_but s) n0 p t /\ begins_with (all_but s) known).
Proof.
  unfold all_but_values. cbn zeta. intros H.
  destruct (N.ltb_spec log_width 22) as [HL|]; [|discriminate].
  destruct (N.ltb_spec size 4194303) as [HS|]; [|discriminate].
  destruct (N.leb_spec 1 p) as [Hp|]; [|discriminate].
  destruct (N.leb_spec (n0 + p + N.of_nat (reach s)) size) as [Hn|]; [|discriminate].
  destruct (N.ltb_spec t 4194303) as [Ht|]; [|discriminate].
  assert (P : (2 ^ log_width <= 2 ^ 21)%N) by (apply N.pow_le_mono_r; lia).
  change (2 ^ 21)%N with 2097152%N in P.
  set (width := of_N (2 ^ log_width)) in *. set (fuel := N.to_nat (2 ^ log_width)) in *.
  assert (W : to_Z width = Z.of_N (2 ^ log_width)) by (apply to_Z_of_N; unfold limit; lia).
  assert (Fl : Z.of_nat fuel = to_Z width) by (rewrite W; unfold fuel; lia).
  assert (L : length (make width 0) = width).
  { rewrite length_make. compare (width <=? max_length); [reflexivity|].
    change (to_Z max_length) with 4194303%Z in E. lia. }
  destruct (run _ _ _ _ _ _ _ _ _) as [r|] eqn:E; [|discriminate]. injection H as <- <-.
  assert (Far : to_Z (of_N (N.of_nat (reach s))) = Z.of_nat (reach s))
    by (rewrite to_Z_of_N; unfold limit; lia).
  assert (K : holds (all_but s) r (0 + N.to_nat size) /\
    forall a, (index a < 0 + N.to_nat size)%nat -> (to_Z r.[a] < to_Z width)%Z).
  { apply (run_ok s width (of_N (N.of_nat (reach s))) fuel) with (n := 0%nat) (ni := 0) (low := 0)
      (g := make (of_N size) 0) (mk := make width 0); auto; rewrite ?Far, ?W; unfold limit; try lia.
    - unfold holds. intros i Hi. lia.
    - intros x. rewrite get_make. split; [left; rewrite to_Z_0; lia|]. split.
      + intros Q. apply (f_equal to_Z) in Q. rewrite top_is, to_Z_0 in Q. discriminate Q.
      + intros (m & Hm & _). lia.
    - intros x Hx. rewrite to_Z_0 in Hx. bound x. lia. }
  destruct K as [HG HB]. cbn [Nat.add] in HG, HB. split; [exact HG|]. intros H.
  destruct (repeats _ _ _ _ _) eqn:R; [|discriminate].
  destruct (settled _ _ _ _ _ _ _) eqn:S; [|discriminate].
  assert (T : (Z.of_N t < limit)%Z) by (unfold limit; lia).
  apply exact_ok with (g := r) (size := N.to_nat size); auto; try (unfold limit; lia).
  apply (settled_ok s r width fuel size) with (n0 := n0) in S; auto; try lia.
  intros n H1 H2. apply (repeats_ok r (all_but s) (N.to_nat size)) with
    (fuel := N.to_nat (size - p - n0)) (i := n0); auto; unfold limit; lia.
Qed.

(** What the checker accepts is true: period, preperiod and saltus of an all-but set. *)
Theorem all_but_period s log_width n0 p t size known :
  check_all_but s log_width n0 p t size known = true ->
  exact_period (all_but s) n0 p t /\ begins_with (all_but s) known.
Proof.
  unfold check_all_but. destruct (all_but_values _ _ _ _ _ _ _) as [[g []]|] eqn:E; try discriminate.
  intros _. apply all_but_values_sound in E. now apply E.
Qed.
