(** * Values of all-but sets are right *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rows AllBut.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Lemma top_is : to_Z top = limit. Proof. reflexivity. Qed.

Lemma first_below_ok m mk : forall f x, (to_Z x + Z.of_nat f < 2 * limit)%Z ->
  let v := first_below f x m mk in
  (to_Z x <= to_Z v <= to_Z x + Z.of_nat f)%Z /\
  (forall y, (to_Z x <= to_Z y < to_Z v)%Z -> (to_Z m <= to_Z mk.[y])%Z) /\
  ((to_Z v < to_Z x + Z.of_nat f)%Z -> (to_Z mk.[v] < to_Z m)%Z).
Proof.
  intros f x Hx. destruct (first_not_ok (fun x => m <=? mk.[x]) f x Hx) as (A & B & C).
  split; [exact A|]. split; [intros y Hy; now apply leb_true, B|intros H; now apply leb_false, C].
Qed.

Section Sound.
Variables (s : list nat) (width far : int) (fuel : nat).
Notation c := (all_but s).
Notation M := (reach s).
Hypothesis fuel_is : Z.of_nat fuel = to_Z width.
Hypothesis width_small : (to_Z width < limit)%Z.
Hypothesis far_is : to_Z far = Z.of_nat M.
Hypothesis far_small : (to_Z far < limit)%Z.

Lemma allowed_spec d : In d (allowed s) <->
  (1 <= index d <= M)%nat /\ excluded s (index d) = false.
Proof.
  unfold allowed. cbn zeta. rewrite filter_In, range_In, to_Z_1, negb_true_iff.
  rewrite to_Z_of_N by (unfold limit in *; lia).
  assert (Same : existsb (eqb d) (map (fun r => of_N (N.of_nat r)) s) = excluded s (index d)).
  { assert (B : forall r, In r s -> index (of_N (N.of_nat r)) = r).
    { intros r Hr. pose proof (proj1 (list_max_le s (list_max s)) (le_n _)) as F.
      rewrite Forall_forall in F. specialize (F r Hr). unfold reach in *.
      rewrite index_of_N; unfold limit in *; lia. }
    unfold excluded. revert B. clear. induction s as [|r l IH]; intros B; [reflexivity|].
    cbn [map existsb]. rewrite IH by (intros x Hx; apply B; now right). f_equal.
    specialize (B r (or_introl eq_refl)). destruct (Nat.eqb_spec (index d) r) as [E|E].
    - apply eqb_true, index_inj. now rewrite B.
    - apply eqb_false. intros ->. now apply E. }
  rewrite Same. bound d. unfold index in *. split; intros [H E]; (split; [lia|exact E]).
Qed.

(** ** Marks *)

(** Marks are at most [last] or [top], and [top] is that of the values of heaps m, m + M < k. *)
Definition marks_ok (k last : nat) (mk : array int) : Prop := forall x,
  ((to_Z mk.[x] <= Z.of_nat last)%Z \/ mk.[x] = top) /\
  (mk.[x] = top <-> exists m, (m + M < k)%nat /\ G c m = value x).

Definition low_ok (k : nat) (low : int) : Prop := forall x, (to_Z x < to_Z low)%Z ->
  exists m, (m + M < k)%nat /\ G c m = value x.

Section Heap.
Variables (g : array int) (n : nat) (ni : int).
Hypothesis Hg : holds c g n.
Hypothesis bounded : forall a, (index a < n)%nat -> (to_Z g.[a] < to_Z width)%Z.
Hypothesis Hn : to_Z ni = Z.of_nat n.
Hypothesis small : (Z.of_nat n + 1 < limit)%Z.

Lemma low_bounded k low : (k <= n)%nat -> low_ok k low -> (to_Z low <= to_Z width)%Z.
Proof.
  intros Hk H. destruct (Z.le_gt_cases (to_Z low) (to_Z width)) as [L|L]; [exact L|exfalso].
  destruct (H width) as (m & Hm & E); [lia|].
  destruct (at_heap c g n m Hg) as (a & Ia & _ & Va); [lia|lia|].
  assert (Q : g.[a] = width) by (apply value_inj; now rewrite Va).
  specialize (bounded a ltac:(lia)). rewrite Q in bounded. lia.
Qed.

Lemma mark_far_ok mk : length mk = width -> marks_ok (Nat.pred n) n mk ->
  length (mark_far far g ni mk) = width /\ marks_ok n n (mark_far far g ni mk).
Proof.
  intros L H. unfold mark_far. compare (far <? ni).
  - assert (A : to_Z (ni - far - 1) = (Z.of_nat n - Z.of_nat M - 1)%Z).
    { rewrite sub_small; rewrite to_Z_1, sub_small; lia. }
    set (a := ni - far - 1) in *. assert (Ia : index a = (n - M - 1)%nat) by (unfold index; lia).
    assert (B : (g.[a] <? length mk) = true) by (apply ltb_true; rewrite L; apply bounded; lia).
    split; [now rewrite length_set|]. intros x. destruct (eqs g.[a] x) as [<-|D].
    + rewrite get_set_same by exact B. split; [now right|]. split; [|reflexivity]. intros _.
      exists (index a). split; [lia|]. symmetry. apply Hg. lia.
    + rewrite get_set_other by exact D. destruct (H x) as [H1 H2]. split; [exact H1|].
      rewrite H2. split; intros (m & Hm & V); exists m; (split; [|exact V]); [lia|].
      destruct (Nat.eq_dec (m + M) (Nat.pred n)) as [Q|Q]; [|lia]. destruct D.
      apply value_inj. rewrite <- V, Hg by lia. f_equal. lia.
  - split; [exact L|]. intros x. destruct (H x) as [H1 H2]. split; [exact H1|].
    rewrite H2. split; intros (m & Hm & _); lia.
Qed.

(** What is marked now, and before: a part of the options more. *)
Definition more_marks (l : list int) (mk mk' : array int) : Prop :=
  length mk' = length mk /\ forall x,
    (mk'.[x] = top <-> mk.[x] = top) /\
    ((Z.of_nat n < to_Z mk'.[x])%Z -> mk'.[x] = top \/ (to_Z mk'.[x] = Z.of_nat n + 1)%Z \/
       mk'.[x] = mk.[x]) /\
    ((to_Z mk'.[x] <= Z.of_nat n)%Z -> mk'.[x] = mk.[x]) /\
    ((Z.of_nat n < to_Z mk'.[x])%Z <-> (Z.of_nat n < to_Z mk.[x])%Z \/
       exists d, In d l /\ (to_Z d <= Z.of_nat n)%Z /\ g.[ni - d] = x).

Lemma mark_near_ok l mk : (forall d, In d l -> (0 < to_Z d)%Z) -> length mk = width ->
  more_marks l mk (fold_left (mark_near g ni) l mk).
Proof.
  revert mk. induction l as [|d l IH]; intros mk Hl L; cbn [fold_left].
  - split; [reflexivity|]. intros x. split; [reflexivity|]. split; [intros _; right; right; reflexivity|].
    split; [intros _; reflexivity|]. split; [intros K; left; exact K|].
    intros [K|(d & [] & _)]. exact K.
  - assert (D : more_marks [d] mk (mark_near g ni mk d)).
    { assert (D0 : (0 < to_Z d)%Z) by (apply Hl; now left). unfold mark_near.
      assert (ONE : forall P : int -> Prop, (exists e, In e [d] /\ P e) <-> P d).
      { intros P. split; [intros (e & [->|[]] & K); exact K|intros K; exists d; cbn; auto]. }
      compare (d <=? ni).
      - assert (A : (to_Z g.[ni - d] < to_Z width)%Z)
          by (apply bounded; unfold index; rewrite sub_small; lia).
        assert (S : to_Z (ni + 1) = (Z.of_nat n + 1)%Z) by (rewrite succ_small; lia).
        compare (mk.[g.[ni - d]] <=? ni).
        + split; [apply length_set|]. intros x. rewrite ONE.
          destruct (eqs g.[ni - d] x) as [<-|Q].
          * rewrite get_set_same by (apply ltb_true; rewrite L; exact A).
            pose proof top_is as T.
            assert (N1 : ni + 1 <> top) by (intros Q; rewrite Q in S; lia).
            assert (N2 : mk.[g.[ni - d]] <> top) by (intros Q; rewrite Q in E0; lia).
            rewrite S. split; [tauto|]. split; [intros _; right; left; lia|].
            split; [lia|]. split; [intros _; right; split; [lia|reflexivity]|lia].
          * rewrite get_set_other by exact Q. split; [reflexivity|]. split; [intros _; right; right; reflexivity|].
            split; [intros _; reflexivity|]. split; [intros K; left; exact K|].
            intros [K|[_ K]]; [exact K|congruence].
        + split; [reflexivity|]. intros x. rewrite ONE. split; [reflexivity|]. split; [intros _; right; right; reflexivity|].
          split; [intros _; reflexivity|]. split; [intros K; left; exact K|].
          intros [K|[_ <-]]; [exact K|lia].
      - split; [reflexivity|]. intros x. rewrite ONE. split; [reflexivity|]. split; [intros _; right; right; reflexivity|].
        split; [intros _; reflexivity|]. split; [intros K; left; exact K|].
        intros [K|[K _]]; [exact K|lia]. }
    destruct D as [DL D]. destruct (IH (mark_near g ni mk d)) as [KL K];
      [intros e He; apply Hl; now right|congruence|].
    split; [congruence|]. intros x.
    destruct (D x) as (D1 & D2 & D3 & D4), (K x) as (K1 & K2 & K3 & K4).
    split; [tauto|]. split; [|split].
    + intros H. destruct (K2 H) as [Q|[Q|Q]]; [now left|right; now left|].
      rewrite Q. rewrite Q in H. exact (D2 H).
    + intros H. pose proof (K3 H) as Q. rewrite Q. rewrite Q in H. exact (D3 H).
    + rewrite K4, D4. split.
      * intros [[Q|(e & [->|[]] & Q)]|(e & He & Q)]; [now left|right; exists e..];
          (split; [|exact Q]); [now left|now right].
      * intros [Q|(e & [->|He] & Q)]; [left; now left|left; right|right]; exists e;
          (split; [|exact Q]); [now left|exact He].
Qed.

(** What is marked when heap n is next are its options. *)
Lemma marks_are_options mk mk' : marks_ok n n mk -> more_marks (allowed s) mk mk' -> forall x,
  (Z.of_nat n < to_Z mk'.[x])%Z <-> nim_option c (G c) n (value x).
Proof.
  intros H [_ K] x. destruct (K x) as (_ & _ & _ & K4). destruct (H x) as [H1 H2].
  pose proof top_is as T. rewrite K4. split.
  - intros [Q|(d & Hd & Hle & <-)].
    + assert (E : mk.[x] = top) by (destruct H1; [lia|assumption]).
      apply H2 in E. destruct E as (m & Hm & <-). now apply far_option.
    + apply allowed_spec in Hd. destruct Hd as [Hd E]. apply options_are.
      assert (Q : (index d <= n)%nat) by (unfold index; lia).
      assert (A : index (ni - d) = (n - index d)%nat).
      { bound d. unfold index. rewrite sub_small; lia. }
      exists (n - index d)%nat. split; [lia|].
      replace (n - (n - index d))%nat with (index d) by lia.
      split; [exact E|]. rewrite Hg by lia. now rewrite A.
  - intros O. apply options_are in O. destruct O as (m & Hm & E & V).
    destruct (le_lt_dec n (m + M)) as [F|F].
    + right. assert (I : index (of_N (N.of_nat (n - m))) = (n - m)%nat)
        by (rewrite index_of_N; unfold limit in *; lia).
      set (d := of_N (N.of_nat (n - m))) in *.
      assert (Zd : to_Z d = Z.of_nat (n - m)) by (unfold index in I; bound d; lia).
      exists d. split; [apply allowed_spec; rewrite I; split; [lia|exact E]|].
      split; [lia|]. apply value_inj. rewrite V.
      assert (A : index (ni - d) = m) by (unfold index; rewrite sub_small; lia).
      rewrite Hg by lia. now rewrite A.
    + left. assert (Q : mk.[x] = top) by (apply H2; exists m; split; auto). rewrite Q. lia.
Qed.

Lemma mex_ok mk low v : (forall x, (Z.of_nat n < to_Z mk.[x])%Z <-> nim_option c (G c) n (value x)) ->
  low_ok n low -> v = first_below fuel low (ni + 1) mk -> (to_Z v < to_Z width)%Z ->
  value v = G c n.
Proof.
  intros H HL -> Hv. pose proof (low_bounded n low (le_n n) HL) as LB.
  assert (S : to_Z (ni + 1) = (Z.of_nat n + 1)%Z) by (rewrite succ_small; lia).
  destruct (first_below_ok (ni + 1) mk fuel low) as (A & B & C); [lia|].
  set (v := first_below fuel low (ni + 1) mk) in *. bound low.
  eapply is_mex_unique; [intros j; reflexivity| |apply G_mex]. split.
  - intros O. apply H in O. specialize (C ltac:(lia)). lia.
  - intros j Hj. bound v. unfold value in Hj.
    assert (Q : to_Z (of_N j) = Z.of_N j) by (apply to_Z_of_N; unfold limit in *; lia).
    assert (Vj : value (of_N j) = j) by (apply value_of_N; unfold limit in *; lia).
    destruct (Z.lt_ge_cases (Z.of_N j) (to_Z low)) as [K|K].
    + destruct (HL (of_N j)) as (m & Hm & E); [lia|]. rewrite Vj in E. rewrite <- E.
      now apply far_option.
    + rewrite <- Vj. apply H. specialize (B (of_N j) ltac:(lia)). lia.
Qed.
End Heap.

Lemma low_next n low mk : marks_ok n n mk -> low_ok (Nat.pred n) low -> (Z.of_nat n < limit)%Z ->
  (to_Z low <= to_Z width)%Z -> low_ok n (first_below fuel low top mk).
Proof.
  intros H HL Hn LB x Hx. destruct (Z.lt_ge_cases (to_Z x) (to_Z low)) as [K|K].
  - destruct (HL x K) as (m & Hm & E). exists m. split; [lia|exact E].
  - destruct (first_below_ok top mk fuel low) as (_ & B & _); [lia|].
    specialize (B x ltac:(lia)). destruct (H x) as [H1 H2]. apply H2.
    rewrite top_is in B. destruct H1; [lia|assumption].
Qed.

Theorem run_ok : forall f n ni low g mk g',
  (Z.of_nat n + Z.of_nat f < limit - 1)%Z -> to_Z ni = Z.of_nat n -> holds c g n ->
  (forall a, (index a < n)%nat -> (to_Z g.[a] < to_Z width)%Z) ->
  length mk = width -> marks_ok (Nat.pred n) n mk -> low_ok (Nat.pred n) low ->
  run (allowed s) far width fuel f ni low g mk = Some g' ->
  holds c g' (n + f) /\ forall a, (index a < n + f)%nat -> (to_Z g'.[a] < to_Z width)%Z.
Proof.
  induction f as [|f IH]; intros n ni low g mk g' Hf Hni HG HB L HM HL H; cbn [run] in H.
  - injection H as <-. rewrite Nat.add_0_r. auto.
  - cbn zeta in H. assert (Hs : (Z.of_nat n + 1 < limit)%Z) by lia.
    destruct (mark_far_ok g n ni HG HB Hni mk L HM) as [L1 M1].
    set (mk1 := mark_far far g ni mk) in *.
    pose proof (low_bounded g n HG HB Hs _ low (Nat.le_pred_l n) HL) as LB.
    pose proof (low_next n low mk1 M1 HL ltac:(lia) LB) as HL1.
    set (low1 := first_below fuel low top mk1) in *.
    assert (POS : forall d, In d (allowed s) -> (0 < to_Z d)%Z)
      by (intros d Hd; apply allowed_spec in Hd; unfold index in Hd; lia).
    pose proof (mark_near_ok g n ni HB Hni Hs (allowed s) mk1 POS L1) as MM.
    set (mk2 := fold_left (mark_near g ni) (allowed s) mk1) in *.
    pose proof (marks_are_options g n ni HG Hni Hs mk1 mk2 M1 MM) as OPT.
    set (v := first_below fuel low1 (ni + 1) mk2) in *.
    compare (v <? width); [|discriminate]. destruct (ni <? length g) eqn:EL; [|discriminate].
    replace (n + S f)%nat with (S n + f)%nat by lia.
    assert (VG : value v = G c n) by (apply (mex_ok g n ni HG HB Hni Hs mk2 low1); auto).
    destruct MM as [L2 MM].
    eapply IH; [| | | | | | |exact H]; auto; try lia.
    + rewrite succ_small; lia.
    + apply holds_set; auto. unfold index. lia.
    + intros a Ha. destruct (eqs ni a) as [<-|D]; [now rewrite get_set_same|].
      rewrite get_set_other by exact D. apply HB. assert (index a <> n); [|lia].
      intros Q. apply D, index_inj. unfold index in *. lia.
    + congruence.
    + cbn [Nat.pred]. intros x. destruct (M1 x) as [A1 A2], (MM x) as (B1 & B2 & B3 & _).
      split; [|now rewrite B1, A2].
      destruct (Z.le_gt_cases (to_Z mk2.[x]) (Z.of_nat n)) as [K|K]; [left; lia|].
      destruct (B2 K) as [Q|[Q|Q]]; [now right|left; lia|]. right. apply B1.
      rewrite Q in K. destruct A1 as [A1|A1]; [lia|exact A1].
Qed.
End Sound.
