(** * Values from few rare heaps are right *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Rares.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Sound.
Variable ds : list N.
Notation c := (digits ds).
Hypothesis few_digits : (Z.of_nat (List.length ds) < limit)%Z.
Hypothesis octal : forall d, In d ds -> (d < 8)%N.

(** *** The options of an octal code *)
Lemma option_end n r : allows ds 0 r -> n = r -> nim_option c (G c) n 0.
Proof. intros [T P] ->. exists []. split; [|reflexivity]. exists r. cbn. repeat split; auto; lia. Qed.

Lemma option_rest n m r : allows ds 1 r -> n = (m + r)%nat -> (1 <= m)%nat ->
  nim_option c (G c) n (G c m).
Proof.
  intros [T P] -> Hm. exists [m]. split; [|apply N.lxor_0_r].
  exists r. cbn. repeat split; auto; lia.
Qed.

Lemma option_split n a b r : allows ds 2 r -> n = (a + b + r)%nat -> (1 <= a)%nat ->
  (1 <= b)%nat -> nim_option c (G c) n (N.lxor (G c a) (G c b)).
Proof.
  intros [T P] -> Ha Hb. exists [a; b].
  split; [|cbn; now rewrite N.lxor_0_r]. exists r. cbn. repeat split; auto; lia.
Qed.

Lemma options_are n v : nim_option c (G c) n v ->
  (exists r, allows ds 0 r /\ n = r /\ v = 0%N) \/
  (exists r m, allows ds 1 r /\ n = (m + r)%nat /\ (1 <= m)%nat /\ v = G c m) \/
  (exists r a b, allows ds 2 r /\ n = (a + b + r)%nat /\ (1 <= a)%nat /\ (1 <= b)%nat /\
     v = N.lxor (G c a) (G c b)).
Proof.
  intros (parts & (r & Hn & HF & T & HP) & <-).
  destruct parts as [|a [|b [|x parts]]]; cbn in Hn, T, HP |- *;
    repeat match goal with K : Forall _ (_ :: _) |- _ => inversion K; clear K; subst end.
  - left. exists r. repeat split; auto; lia.
  - right; left. exists r, a. rewrite N.lxor_0_r. repeat split; auto; lia.
  - right; right. exists r, a, b. rewrite N.lxor_0_r. repeat split; auto; lia.
  - exfalso. unfold digits in T. destruct (nth_in_or_default r ds 0%N) as [K|K].
    + specialize (octal _ K). rewrite N.bits_above_log2 in T; [discriminate|].
      assert (N.log2 (nth r ds 0%N) <= 2)%N by (apply (N.log2_le_mono _ 7); lia). lia.
    + rewrite K in T. discriminate T.
Qed.

(** *** Marks stand for options *)

Definition marks_ok (mk : array int) : Prop :=
  forall x, mk.[x] <> 0 -> nim_option c (G c) (index mk.[x] - 1) (value x).

Lemma marks_set mk x s :
  marks_ok mk -> nim_option c (G c) (index s - 1) (value x) -> marks_ok mk.[x <- s].
Proof.
  intros H K y Hy. destruct (get_set mk x s y) as [E|[-> E]]; rewrite E in Hy |- *; auto.
Qed.

Section Step.
Variables (g : array int) (rl : list int) (n : nat) (ni s : int).
Hypothesis Hg : holds c g n.
Hypothesis Hn : to_Z ni = Z.of_nat n.
Hypothesis small : (Z.of_nat n < limit)%Z.
Hypothesis Hs : s = ni + 1.

Lemma stamp : (index s - 1 = n)%nat.
Proof. rewrite Hs. unfold index. rewrite succ_small; lia. Qed.

Lemma split_ok m a b r : allows ds 2 r -> (to_Z a + to_Z b = m)%Z ->
  (m + Z.of_nat r = Z.of_nat n)%Z -> (0 < to_Z a)%Z -> (0 < to_Z b)%Z ->
  nim_option c (G c) (index s - 1) (value (g.[a] lxor g.[b])).
Proof.
  intros A Hm Hr Ha Hb. rewrite value_lxor, stamp. destruct A as [T P].
  rewrite (Hg a), (Hg b) by (unfold index; lia).
  apply option_split with (r := r); [now split| | |]; unfold index; lia.
Qed.

Lemma index_Z r : to_Z r = Z.of_nat (index r).
Proof. unfold index. bound r. lia. Qed.

Lemma mark_rares_ok m r : allows ds 2 r -> (to_Z m + Z.of_nat r = Z.of_nat n)%Z ->
  forall l mk, marks_ok mk -> marks_ok (mark_rares g s l m mk).
Proof.
  intros A Hm. induction l as [|a l IH]; intros mk H; cbn [mark_rares]; auto. apply IH.
  compare (0 <? a); auto. compare (a <? m); auto. apply marks_set; auto. rewrite to_Z_0 in E.
  apply (split_ok (to_Z m) _ _ r); auto; rewrite ?sub_small; lia.
Qed.

Lemma mark_few_ok mk : marks_ok mk ->
  marks_ok (mark_few (places 0 ds) (places 1 ds) (places 2 ds) g rl ni s mk).
Proof.
  intros H. unfold mark_few. apply fold_left_invariant; [apply fold_left_invariant;
    [apply fold_left_invariant|]|]; auto; intros r mk' Hr H'.
  - apply (places_spec 0) in Hr; auto. unfold mark_end. compare (r =? ni); auto.
    apply marks_set; auto. rewrite stamp. apply option_end with (r := index r); auto.
    rewrite E. unfold index. lia.
  - apply (places_spec 1) in Hr; auto. unfold mark_rest. compare (r <? ni); auto.
    apply marks_set; auto. pose proof (index_Z r). rewrite stamp, Hg by
      (destruct Hr as [_ [P|P]]; unfold index in *; rewrite sub_small; lia).
    apply option_rest with (r := index r); auto; unfold index in *; rewrite sub_small; lia.
  - apply (places_spec 2) in Hr; auto. unfold mark_split. compare (r <? ni); auto.
    apply mark_rares_ok with (r := index r); auto. rewrite sub_small by lia.
    pose proof (index_Z r). lia.
Qed.

Lemma mark_pairs_ok m r v : allows ds 2 r -> (m + Z.of_nat r = Z.of_nat n)%Z ->
  forall f a b need mk, (to_Z a + to_Z b = m)%Z -> (0 < to_Z a)%Z ->
  marks_ok mk -> marks_ok (snd (mark_pairs g s f a b v need mk)).
Proof.
  intros A Hm. induction f as [|f IH]; intros a b need mk Hab Ha H; cbn [mark_pairs]; auto.
  compare (need =? 0); auto. compare (b <? a); auto.
  assert (A1 : to_Z (a + 1) = (to_Z a + 1)%Z) by (unfold limit in *; rewrite succ_small; unfold limit; lia).
  assert (B1 : to_Z (b - 1) = (to_Z b - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; lia).
  cbn zeta. compare (g.[a] lxor g.[b] <? v); [|apply IH; auto; lia].
  compare (mk.[g.[a] lxor g.[b]] =? s); apply IH; auto; try lia.
  apply marks_set; auto. apply (split_ok m _ _ r); auto; lia.
Qed.

Lemma mark_splits_ok f v need mk :
  marks_ok mk -> marks_ok (snd (mark_splits (places 2 ds) g ni s f v need mk)).
Proof.
  intros H. unfold mark_splits. apply fold_left_invariant; auto.
  intros r [need' mk'] Hr H'. apply (places_spec 2) in Hr; auto. compare (r <? ni); auto.
  pose proof (index_Z r).
  apply mark_pairs_ok with (m := (Z.of_nat n - to_Z r)%Z) (r := index r); auto; try lia.
  - rewrite !sub_small; rewrite ?to_Z_1; try lia. rewrite sub_small; lia.
  - rewrite to_Z_1. lia.
Qed.

Lemma all_marked_ok v mk : forall f j, all_marked s f j v mk = true ->
  forall x, (to_Z j <= to_Z x < to_Z v)%Z -> mk.[x] = s.
Proof.
  induction f as [|f IH]; intros j H x Hx; cbn [all_marked] in H; [discriminate|].
  compare (v <=? j); [lia|]. compare (mk.[j] =? s); [|discriminate].
  destruct (Z.eq_dec (to_Z x) (to_Z j)) as [Q|Q]; [apply to_Z_inj in Q; now subst x|].
  apply (IH _ H). bound v. rewrite add_small; rewrite to_Z_1; unfold limit; lia.
Qed.

Lemma smaller_are_options v mk f : marks_ok mk -> all_marked s f 0 v mk = true ->
  forall j, (j < value v)%N -> nim_option c (G c) n j.
Proof.
  intros HM H j Hj. unfold value in Hj. bound v.
  assert (Q : to_Z (of_N j) = Z.of_N j) by (apply to_Z_of_N; unfold limit; lia).
  assert (M : mk.[of_N j] = s) by (eapply all_marked_ok; eauto; rewrite to_Z_0; lia).
  specialize (HM (of_N j)). rewrite M, stamp in HM.
  rewrite value_of_N in HM by (unfold limit; lia). apply HM. intros Z.
  rewrite Hs in Z. apply (f_equal to_Z) in Z. rewrite succ_small, to_Z_0 in Z; lia.
Qed.

(** *** A value that no option has *)

Definition rares_ok (bits : list int) : Prop := bits <> [] ->
  forall a, (0 < to_Z a < Z.of_nat n)%Z -> parity bits g.[a] = false -> In a rl.

Lemma no_split_ok v : forall f a b, no_split g f a b v = true ->
  forall x y, (to_Z x + to_Z y = to_Z a + to_Z b)%Z -> (to_Z a <= to_Z x <= to_Z y)%Z ->
  g.[x] lxor g.[y] <> v.
Proof.
  induction f as [|f IH]; intros a b H x y Hxy Hx; [discriminate|]. cbn [no_split] in H.
  compare (b <? a); [lia|]. compare (g.[a] lxor g.[b] =? v); [discriminate|].
  destruct (Z.eq_dec (to_Z x) (to_Z a)) as [Q|Q].
  - assert (Q' : to_Z y = to_Z b) by lia. apply to_Z_inj in Q. apply to_Z_inj in Q'. now subst.
  - bound a. bound b. bound y.
    assert (A : to_Z (a + 1) = (to_Z a + 1)%Z)
      by (rewrite add_small; rewrite to_Z_1; unfold limit; lia).
    assert (B : to_Z (b - 1) = (to_Z b - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; lia).
    apply (IH _ _ H); lia.
Qed.

Lemma no_rare_split_ok m v a : no_rare_split g rl m v = true -> In a rl ->
  (to_Z a < to_Z m)%Z -> g.[a] lxor g.[m - a] <> v.
Proof.
  intros H Ha Hm. unfold no_rare_split in H. rewrite forallb_forall in H. specialize (H a Ha).
  compare (a <? m); [|lia]. apply negb_true_iff in H. now apply eqb_false in H.
Qed.

Lemma to_int x : (x < n)%nat -> exists xi, to_Z xi = Z.of_nat x.
Proof.
  intros Hx. exists (of_N (N.of_nat x)). rewrite to_Z_of_N; unfold limit in *; lia.
Qed.

Lemma no_split_at bits f v r a b : rares_ok bits ->
  (to_Z r < Z.of_nat n)%Z -> (Z.of_nat n = Z.of_nat a + Z.of_nat b + to_Z r)%Z ->
  (1 <= a)%nat -> (1 <= b)%nat ->
  (if parity bits v then no_rare_split g rl (ni - r) v else no_split g f 1 (ni - r - 1) v) = true ->
  value v <> N.lxor (G c a) (G c b).
Proof.
  intros HR Hr Hab Ha Hb H. bound r.
  destruct (to_int a) as [ai Hai]; [lia|]. destruct (to_int b) as [bi Hbi]; [lia|].
  assert (GA : value g.[ai] = G c a) by (rewrite Hg; unfold index; [f_equal|]; lia).
  assert (GB : value g.[bi] = G c b) by (rewrite Hg; unfold index; [f_equal|]; lia).
  rewrite <- GA, <- GB, <- value_lxor. intros Q. apply value_inj in Q. symmetry in Q.
  assert (Hm : to_Z (ni - r) = (Z.of_nat n - to_Z r)%Z) by (rewrite sub_small; lia).
  set (m := ni - r) in *.
  assert (Mb : m - ai = bi) by (apply to_Z_inj; rewrite sub_small; lia).
  assert (Ma : m - bi = ai) by (apply to_Z_inj; rewrite sub_small; lia).
  destruct (parity bits v) eqn:P.
  - assert (NE : bits <> []) by (intros ->; discriminate P).
    rewrite <- Q, parity_lxor in P. destruct (parity bits g.[ai]) eqn:PA.
    + destruct (parity bits g.[bi]) eqn:PB; [discriminate|].
      apply (no_rare_split_ok m v bi H); [apply HR; auto; lia|lia|]. now rewrite Ma, lxorC.
    + apply (no_rare_split_ok m v ai H); [apply HR; auto; lia|lia|]. now rewrite Mb.
  - pose proof (no_split_ok v f 1 (m - 1) H) as NS.
    rewrite sub_small, to_Z_1 in NS by (rewrite to_Z_1; lia).
    destruct (le_lt_dec a b); [apply (NS ai bi)|apply (NS bi ai); [..|rewrite lxorC]]; auto; lia.
Qed.

Lemma no_option_ok bits f v : rares_ok bits ->
  no_option (places 0 ds) (places 1 ds) (places 2 ds) g rl ni f v (parity bits v) = true ->
  ~ nim_option c (G c) n (value v).
Proof.
  intros HR H. unfold no_option in H.
  destruct (forallb _ (places 0 ds)) eqn:H0; [|discriminate].
  destruct (forallb _ (places 1 ds)) eqn:H1; [|discriminate].
  rewrite forallb_forall in H0, H1, H.
  assert (INT : forall r, (r <= n)%nat -> exists ri, index ri = r /\ to_Z ri = Z.of_nat r).
  { intros r Hr. exists (of_N (N.of_nat r)). unfold index.
    rewrite to_Z_of_N by (unfold limit in *; lia). lia. }
  intros O. apply options_are in O.
  destruct O as [(r & A & -> & V)|[(r & m & A & Hr & Hm & V)|(r & a & b & A & Hr & Ha & Hb & V)]];
    destruct (INT r) as (ri & <- & Q); try lia; pose proof A as [_ P];
    apply places_spec in A; auto.
  - specialize (H0 ri A). cbn beta in H0. compare (ri =? ni).
    + apply negb_true_iff, eqb_false in H0. apply H0, value_inj. rewrite V. reflexivity.
    + apply E, to_Z_inj. lia.
  - specialize (H1 ri A). cbn beta in H1. compare (ri <? ni); [|lia].
    apply negb_true_iff, eqb_false in H1. apply H1, value_inj. rewrite V.
    rewrite Hg; unfold index in *; rewrite sub_small by lia; [f_equal|]; lia.
  - specialize (H ri A). cbn beta in H. compare (ri <? ni); [|lia].
    eapply no_split_at with (r := ri) (a := a) (b := b); eauto; lia.
Qed.
End Step.

(** *** One heap after the other *)

Definition good (bits : list int) (n : nat) (st : state) : Prop :=
  holds c (values st) n /\ marks_ok (marks st) /\ rares_ok (values st) (rares st) n bits.

Section Run.
Variables (bits common : list int) (width : int) (fuel : nat).
Notation step := (step (places 0 ds) (places 1 ds) (places 2 ds) bits common width fuel).
Notation run := (run (places 0 ds) (places 1 ds) (places 2 ds) bits common width fuel).

Lemma step_ok n ni f st st' : (Z.of_nat n < limit)%Z -> to_Z ni = Z.of_nat n ->
  good bits n st -> step ni f st = Some st' -> good bits (S n) st'.
Proof.
  intros Hl Hni (HG & HM & HR) H. destruct st as [g mk rl]. cbn [values marks rares] in *.
  unfold Rares.step in H. cbn zeta in H. remember (ni + 1) as s eqn:Hs.
  assert (K1 := mark_few_ok g rl n ni s HG Hni Hl Hs mk HM). revert H K1.
  generalize (mark_few (places 0 ds) (places 1 ds) (places 2 ds) g rl ni s mk). intros mk1 H K1.
  revert H. generalize (first_of width s common mk1). intros v0.
  generalize (count_unmarked s fuel 0 v0 0 mk1). intros need H.
  assert (K2 := mark_splits_ok g n ni s HG Hni Hl Hs f v0 need mk1 K1).
  destruct (mark_splits (places 2 ds) g ni s f v0 need mk1) as [need2 mk2].
  cbn [snd] in K2. revert H.
  generalize (if need2 =? 0 then v0 else first_unmarked s fuel 0 mk2). intros v H.
  destruct (all_marked s fuel 0 v mk2) eqn:EA; [|discriminate].
  destruct (no_option _ _ _ g rl ni f v _) eqn:EN; [|discriminate].
  destruct (ni <? length g) eqn:EL; [|discriminate]. injection H as <-.
  assert (VG : value v = G c n).
  { eapply is_mex_unique; [intros j; reflexivity| |apply G_mex]. split.
    - eapply no_option_ok; eauto.
    - eapply smaller_are_options; eauto. }
  split; [|split]; cbn [values marks rares]; auto.
  - apply holds_set; auto. unfold index. lia.
  - intros NE a Ha Pa.
    destruct (Z.eq_dec (to_Z a) (to_Z ni)) as [Q|Q].
    + apply to_Z_inj in Q. subst a. rewrite get_set_same in Pa by exact EL. rewrite Pa.
      compare (ni =? 0); [rewrite E, to_Z_0 in Ha; lia|now left].
    + rewrite get_set_other in Pa by congruence.
      assert (In a rl) by (apply HR; auto; lia).
      destruct (parity bits v); auto. destruct (ni =? 0); auto. now right.
Qed.

Lemma run_ok : forall f n ni st st',
  (Z.of_nat n + Z.of_nat f < limit)%Z -> to_Z ni = Z.of_nat n ->
  good bits n st -> run f ni n st = Some st' -> good bits (n + f) st'.
Proof.
  induction f as [|f IH]; intros n ni st st' Hn Hni HS H; cbn [Rares.run] in H.
  - injection H as <-. now rewrite Nat.add_0_r.
  - destruct (step ni n st) as [st1|] eqn:E; [|discriminate].
    replace (n + S f)%nat with (S n + f)%nat by lia.
    eapply IH; [| |eapply step_ok|exact H]; eauto; try lia. rewrite succ_small; lia.
Qed.
End Run.

Theorem values_by_rares_ok bits log_width size g : (Z.of_N size < limit)%Z ->
  values_by_rares ds bits log_width size = Some g -> holds c g (N.to_nat size).
Proof.
  unfold values_by_rares. intros Hsize H. destruct (run _ _ _ _ _ _ _ _ _ _ _) eqn:E; [|discriminate].
  injection H as <-. apply run_ok in E; [destruct E as (HG & _); exact HG|lia|reflexivity|].
  split; [|split]; cbn [values marks rares].
  - intros i Hi. lia.
  - intros x Hx. rewrite get_make in Hx. now destruct Hx.
  - intros NE a Ha. lia.
Qed.
End Sound.
