(** * Values from rows of marks are right *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rows.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Sound.
Variable ds : list N.
Notation c := (digits ds).
Notation split_value := (Rows.split_value ds).
Hypothesis few_digits : (Z.of_nat (List.length ds) < limit)%Z.

(** *** The loops *)
Variables (width : int) (fuel : nat).
Hypothesis fuel_is : Z.of_nat fuel = to_Z width.
Hypothesis width_small : (0 < to_Z width < limit)%Z.
Hypothesis make_row : length (make width 0) = width.
Hypothesis closed : forall x y, (to_Z x < to_Z width)%Z -> (to_Z y < to_Z width)%Z ->
  (to_Z (x lxor y) < to_Z width)%Z.

Lemma spread_ok v rest : (to_Z v < to_Z width)%Z -> forall f x r, length r = width ->
  (to_Z x + Z.of_nat f <= to_Z width)%Z ->
  adds r (spread f v x rest r)
    (fun z => exists y, (to_Z x <= to_Z y < to_Z x + Z.of_nat f)%Z /\ rest.[y] = 1 /\ z = v lxor y).
Proof.
  intros Hv. induction f as [|f IH]; intros x r L Hx; cbn [spread].
  - apply adds_none. intros z (y & Hy & _). lia.
  - assert (X : to_Z (x + 1) = (to_Z x + 1)%Z) by (apply succ_small; lia).
    assert (A : adds r (if rest.[x] =? 1 then r.[v lxor x <- 1] else r)
                  (fun z => rest.[x] = 1 /\ z = v lxor x)).
    { compare (rest.[x] =? 1).
      - destruct (adds_set r (v lxor x)) as [A B]; [rewrite L; apply closed; lia|].
        split; [exact A|]. intros z. rewrite B. tauto.
      - apply adds_none. intros z [K _]. auto. }
    eapply adds_trans; [exact A|apply IH; [destruct A; congruence|lia]|].
    intros z. rewrite X. cbn beta. split.
    + intros (y & Hy & K & E). destruct (Z.eq_dec (to_Z y) (to_Z x)) as [Q|Q].
      * apply to_Z_inj in Q. subst y. now left.
      * right. exists y. repeat split; auto; lia.
    + intros [[K E]|(y & Hy & K & E)]; [exists x|exists y]; repeat split; auto; lia.
Qed.

Section Heap.
Variables (g : array int) (n : nat) (ni : int).
Hypothesis Hg : holds c g n.
Hypothesis bounded : forall a, (index a < n)%nat -> (to_Z g.[a] < to_Z width)%Z.
Hypothesis Hn : to_Z ni = Z.of_nat n.
Hypothesis small : (Z.of_nat n < limit)%Z.

Lemma pairs_ok : forall f a b r, length r = width -> (0 < to_Z a)%Z ->
  (to_Z a + to_Z b = Z.of_nat n)%Z -> (to_Z b - to_Z a < Z.of_nat f)%Z ->
  adds r (pairs f a b g r) (fun v => exists x y, (to_Z a <= to_Z x <= to_Z y)%Z /\
    (to_Z x + to_Z y = Z.of_nat n)%Z /\ v = g.[x] lxor g.[y]).
Proof.
  induction f as [|f IH]; intros a b r L Ha Hab Hf; cbn [pairs].
  - apply adds_none. intros v (x & y & H1 & H2 & _). lia.
  - compare (b <? a).
    { apply adds_none. intros v (x & y & H1 & H2 & _). lia. }
    assert (A : to_Z (a + 1) = (to_Z a + 1)%Z) by (apply succ_small; lia).
    assert (S : adds r r.[g.[a] lxor g.[b] <- 1] (fun v => v = g.[a] lxor g.[b])).
    { apply adds_set. rewrite L. apply closed; apply bounded; unfold index; lia. }
    destruct (Z.eq_dec (to_Z b) 0) as [Z|Z]; [lia|].
    assert (B : to_Z (b - 1) = (to_Z b - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; bound b; lia).
    eapply adds_trans; [exact S|apply IH; [destruct S; congruence|lia..]|].
    intros v. rewrite A. cbn beta. split.
    + intros (x & y & H1 & H2 & E1). destruct (Z.eq_dec (to_Z x) (to_Z a)) as [Q|Q].
      * left. assert (Q' : to_Z y = to_Z b) by lia. apply to_Z_inj in Q, Q'. now subst.
      * right. exists x, y. repeat split; auto; lia.
    + intros [->|(x & y & H1 & H2 & E1)]; [exists a, b|exists x, y]; repeat split; auto; lia.
Qed.

(** The rows of heaps below k hold the values of their splits into j parts. *)
Definition layer_ok (j : nat) (t : array row) (k : nat) : Prop :=
  forall m, (index m < k)%nat -> length t.[m] = width /\
    forall v, t.[m].[v] = 1 <-> (to_Z v < to_Z width)%Z /\ split_value j (index m) (value v).

Lemma bounded_splits j m v : (m <= n)%nat -> (2 <= j \/ 1 <= n - m)%nat -> split_value j m v ->
  (Z.of_N v < to_Z width)%Z.
Proof.
  revert m v. induction j as [|j IH]; intros m v Hm Hj H.
  - apply split_none in H. destruct H as [_ ->]. bound width.
    destruct (Z.eq_dec (to_Z width) 0) as [Z|Z]; [|lia]. exfalso.
    destruct Hj as [Hj|Hj]; [lia|]. destruct n as [|n']; [lia|].
    specialize (bounded 0 ltac:(change (index 0) with 0%nat; lia)). bound g.[0]. lia.
  - apply split_more in H. destruct H as (a & w & Ha & H & ->).
    destruct (Nat.eq_dec a n) as [->|D].
    { (* then nothing is left for the other parts *)
      destruct Hj as [Hj|Hj]; [|lia]. destruct j as [|j]; [lia|].
      apply split_more in H. destruct H as (b & _ & Hb & _). lia. }
    destruct (at_heap c g n a Hg) as (x & Ix & _ & Vx); [lia|lia|].
    specialize (IH (m - a)%nat w ltac:(lia) ltac:(lia) H).
    assert (Q : to_Z (of_N w) = Z.of_N w) by (apply to_Z_of_N; unfold limit in *; lia).
    pose proof (closed g.[x] (of_N w) (bounded x ltac:(lia)) ltac:(lia)) as K.
    assert (V : value (g.[x] lxor of_N w) = N.lxor (G c a) w)
      by (rewrite value_lxor, Vx, value_of_N; auto; unfold limit in *; lia).
    rewrite <- V. unfold value. bound (g.[x] lxor of_N w). lia.
Qed.

Lemma more_ok j below : (1 <= j)%nat -> layer_ok j below n ->
  forall f a b r, length r = width -> (0 < to_Z a)%Z -> (to_Z a + to_Z b = Z.of_nat n)%Z ->
  Z.of_nat f = to_Z b ->
  adds r (more fuel f a b g below r) (fun v => (to_Z v < to_Z width)%Z /\ exists x w,
    (index a <= x <= n)%nat /\ split_value j (n - x) w /\ value v = N.lxor (G c x) w).
Proof.
  intros Hj HB. induction f as [|f IH]; intros a b r L Ha Hab Hf; cbn [more].
  - apply adds_none. intros v (_ & x & w & Hx & H & _).
    assert (x = n) by (unfold index in *; lia). subst x. rewrite Nat.sub_diag in H.
    destruct j as [|j']; [lia|]. apply split_more in H. destruct H as (y & _ & Hy & _). lia.
  - assert (A : to_Z (a + 1) = (to_Z a + 1)%Z) by (apply succ_small; lia).
    assert (B : to_Z (b - 1) = (to_Z b - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; lia).
    assert (Ia : (index a < n)%nat) by (unfold index; lia).
    destruct (HB b ltac:(unfold index; lia)) as [LB Mb].
    pose proof (spread_ok g.[a] below.[b] (bounded a Ia) fuel 0 r L ltac:(rewrite to_Z_0; lia)) as SP.
    eapply adds_trans; [exact SP|apply IH; [destruct SP; congruence|lia..]|].
    assert (Ia1 : index (a + 1) = S (index a)) by (unfold index; lia).
    assert (Ib : index b = (n - index a)%nat) by (unfold index; lia).
    intros v. rewrite Ia1. cbn beta. split.
    + intros (Hv & x & w & Hx & H & V). destruct (Nat.eq_dec x (index a)) as [->|D].
      * left. exists (of_N w).
        assert (W : (Z.of_N w < to_Z width)%Z)
          by (apply (bounded_splits j (n - index a)); auto; unfold index in *; lia).
        assert (Q : to_Z (of_N w) = Z.of_N w) by (apply to_Z_of_N; unfold limit in *; lia).
        assert (Vw : value (of_N w) = w) by (apply value_of_N; unfold limit in *; lia).
        rewrite to_Z_0. split; [lia|]. split.
        -- apply Mb. rewrite Vw, Ib. split; [lia|exact H].
        -- apply value_inj. rewrite value_lxor, Vw, (Hg a Ia). exact V.
      * right. split; [exact Hv|]. exists x, w. repeat split; auto; lia.
    + intros [(y & Hy & M & ->)|(Hv & x & w & Hx & H & V)].
      * apply Mb in M. destruct M as [Wy My]. rewrite Ib in My.
        split; [apply closed; auto|]. exists (index a), (value y).
        repeat split; auto; try lia. now rewrite value_lxor, (Hg a Ia).
      * split; [exact Hv|]. exists x, w. repeat split; auto; lia.
Qed.

(** *** The rows of heap n *)
Definition row_is (r : row) (P : N -> Prop) : Prop :=
  length r = width /\ forall v, r.[v] = 1 <-> (to_Z v < to_Z width)%Z /\ P (value v).

Lemma adds_make r Q P : adds (make width 0) r Q ->
  (forall v, Q v <-> (to_Z v < to_Z width)%Z /\ P (value v)) -> row_is r P.
Proof.
  intros [L A] H. split; [congruence|]. intros v. rewrite A, get_make, H.
  split; [intros [E|E]; [apply eqb_true in E; discriminate E|exact E]|now right].
Qed.

Lemma row_two : row_is (pairs n 1 (ni - 1) g (make width 0)) (split_value 2 n).
Proof.
  destruct (Nat.eq_dec n 0) as [Z|Z].
  { rewrite Z at 1. apply adds_make with (Q := fun _ => False); [now apply adds_none|].
    intros v. rewrite split_two. split; [tauto|]. intros (_ & a & b & H & E & _). lia. }
  assert (B : to_Z (ni - 1) = (to_Z ni - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; lia).
  eapply adds_make; [apply pairs_ok; auto; rewrite ?to_Z_1; lia|].
  intros v. rewrite split_two. cbn beta. rewrite to_Z_1. split.
  - intros (x & y & H & E & ->).
    assert (X : (index x < n)%nat) by (unfold index; lia).
    assert (Y : (index y < n)%nat) by (unfold index; lia).
    split; [apply closed; apply bounded; auto|]. exists (index x), (index y).
    rewrite value_lxor, !Hg by auto. repeat split; unfold index; lia.
  - intros (_ & a & b & H & E & V).
    destruct (at_heap c g n a Hg) as (x & _ & X & Vx); [lia|lia|]. destruct (at_heap c g n b Hg) as (y & _ & Y & Vy); [lia|lia|].
    exists x, y. repeat split; try lia. apply value_inj. now rewrite value_lxor, Vx, Vy.
Qed.

Lemma row_more j below : (1 <= j)%nat -> layer_ok j below n ->
  row_is (more fuel (Nat.pred n) 1 (ni - 1) g below (make width 0)) (split_value (S j) n).
Proof.
  intros Hj HB. destruct (Nat.eq_dec n 0) as [Z|Z].
  { rewrite Z at 1. cbn [Nat.pred more].
    apply adds_make with (Q := fun _ => False); [now apply adds_none|].
    intros v. rewrite split_more. split; [tauto|]. intros (_ & a & w & H & _). lia. }
  assert (B : to_Z (ni - 1) = (to_Z ni - 1)%Z) by (rewrite sub_small; rewrite to_Z_1; lia).
  eapply adds_make; [eapply more_ok; eauto; rewrite ?to_Z_1; lia|].
  intros v. rewrite split_more. reflexivity.
Qed.

Variable size : int.

Fixpoint layers_ok (j : nat) (layers : list (array row)) (k : nat) : Prop :=
  match layers with
  | [] => True
  | t :: layers => (to_Z size <= to_Z (length t))%Z /\ layer_ok j t k /\ layers_ok (S j) layers k
  end.

Hypothesis inside : (to_Z ni < to_Z size)%Z.

Lemma layer_set j t r : (to_Z size <= to_Z (length t))%Z -> layer_ok j t n ->
  row_is r (split_value j n) -> layer_ok j t.[ni <- r] (S n).
Proof.
  intros L H R m Hm. destruct (eqs ni m) as [<-|D].
  - rewrite get_set_same by (apply ltb_true; lia).
    replace (index ni) with n by (unfold index; lia). exact R.
  - rewrite get_set_other by exact D. apply H. assert (index m <> n); [|lia].
    intros Q. apply D, index_inj. unfold index in *. lia.
Qed.

Lemma extend_ok : forall layers j below, (1 <= j)%nat -> layers_ok (S j) layers n ->
  match below with None => j = 1%nat | Some t => layer_ok j t n end ->
  layers_ok (S j) (extend width fuel n ni g below layers) (S n).
Proof.
  induction layers as [|t layers IH]; intros j below Hj HL HB; cbn [extend layers_ok]; auto.
  destruct HL as (L & H & R).
  match goal with |- _ /\ layer_ok _ t.[_ <- ?r] _ /\ _ =>
    assert (K : layer_ok (S j) t.[ni <- r] (S n)) end.
  { apply layer_set; auto. destruct below as [u|]; [now apply row_more|]. subst j. apply row_two. }
  split; [now rewrite length_set|]. split; [exact K|].
  apply IH; [lia|exact R|]. intros m Hm. apply K. lia.
Qed.

(** *** The options of heap n *)
Lemma mark_parts_ok j t r p : (2 <= j)%nat -> layer_ok j t (S n) -> length r = width ->
  adds r (mark_parts fuel t ni r p) (fun v => (to_Z v < to_Z width)%Z /\ (index p <= n)%nat /\
    split_value j (n - index p) (value v)).
Proof.
  intros Hj HT L. unfold mark_parts. compare (p <? ni).
  - bound p. assert (I : index (ni - p) = (n - index p)%nat)
      by (unfold index; rewrite sub_small; lia).
    destruct (HT (ni - p) ltac:(lia)) as [_ M].
    assert (W0 : (to_Z 0 < to_Z width)%Z) by (rewrite to_Z_0; lia).
    destruct (spread_ok 0 t.[ni - p] W0 fuel 0 r L ltac:(rewrite to_Z_0; lia)) as [A B].
    assert (X : forall y, 0 lxor y = y)
      by (intros y; apply value_inj; rewrite value_lxor; apply N.lxor_0_l).
    split; [exact A|]. intros v. rewrite B. split; (intros [K|K]; [now left|right]).
    + destruct K as (y & _ & K & ->). rewrite X. apply M in K. rewrite <- I.
      unfold index in *. repeat split; try tauto. lia.
    + exists v. rewrite X, to_Z_0. bound v. repeat split; try lia. apply M. rewrite I. tauto.
  - apply adds_none. intros v (_ & Hp & K).
    replace (n - index p)%nat with 0%nat in K by (unfold index in *; lia).
    destruct j as [|[|j]]; try lia. apply split_more in K. destruct K as (a & _ & Ha & _). lia.
Qed.

Lemma mark_layers_ok : forall layers j r, (2 <= j)%nat -> layers_ok j layers (S n) ->
  length r = width -> adds r (mark_layers fuel (N.of_nat j) ds ni layers r)
    (fun v => exists i p, (j <= i < j + List.length layers)%nat /\ (p <= n)%nat /\ allows ds i p /\
      (to_Z v < to_Z width)%Z /\ split_value i (n - p) (value v)).
Proof.
  induction layers as [|t layers IH]; intros j r Hj HL L; cbn [mark_layers List.length].
  - apply adds_none. intros v (i & p & H & _). lia.
  - destruct HL as (_ & HT & HR).
    pose proof (adds_fold (mark_parts fuel t ni) _ width (places (N.of_nat j) ds)
      (fun r p _ L => mark_parts_ok j t r p Hj HT L) r L) as A.
    replace (N.succ (N.of_nat j)) with (N.of_nat (S j)) by lia.
    eapply adds_trans; [exact A|apply IH; auto; destruct A; congruence|].
    intros v. cbn beta. split.
    + intros (i & p & Hi & Hp & HA & Hv & K). destruct (Nat.eq_dec i j) as [->|D].
      * left. exists (of_N (N.of_nat p)).
        assert (I : index (of_N (N.of_nat p)) = p)
          by (rewrite index_of_N; unfold limit in *; lia).
        rewrite I. split; [apply places_spec; auto; now rewrite I|]. auto.
      * right. exists i, p. repeat split; auto; try apply HA; lia.
    + intros [(p & Hp & Hv & Hn' & K)|(i & p & Hi & Hp & HA & Hv & K)].
      * exists j, (index p). apply places_spec in Hp; auto. repeat split; auto; try apply Hp; lia.
      * exists i, p. repeat split; auto; try apply HA; lia.
Qed.

Lemma marks_ok layers : layers_ok 2 layers (S n) -> N.of_nat (S (List.length layers)) = most_parts ds ->
  row_is (mark_layers fuel 2 ds ni layers (fold_left (mark_rest g ni) (places 1 ds)
           (fold_left (mark_end ni) (places 0 ds) (make width 0))))
    (nim_option c (G c) n).
Proof.
  intros HL Hmost.
  assert (A0 : adds (make width 0) (fold_left (mark_end ni) (places 0 ds) (make width 0))
    (fun v => exists p, In p (places 0 ds) /\ (p = ni /\ v = 0))).
  { apply (adds_fold (mark_end ni) (fun p v => p = ni /\ v = 0) width); [|exact make_row].
    intros r p _ L. unfold mark_end. compare (p =? ni).
    - destruct (adds_set r 0) as [A B]; [rewrite to_Z_0, L; lia|].
      split; [exact A|]. intros v. rewrite B. tauto.
    - apply adds_none. tauto. }
  set (r0 := fold_left (mark_end ni) _ _) in *.
  assert (A1 : adds r0 (fold_left (mark_rest g ni) (places 1 ds) r0)
    (fun v => exists p, In p (places 1 ds) /\ ((to_Z p < to_Z ni)%Z /\ v = g.[ni - p]))).
  { apply (adds_fold (mark_rest g ni) (fun p v => (to_Z p < to_Z ni)%Z /\ v = g.[ni - p]) width);
      [|destruct A0; congruence].
    intros r p Hp L. unfold mark_rest. apply (places_spec 1) in Hp; auto. destruct Hp as [_ Hp].
    compare (p <? ni).
    - destruct (adds_set r g.[ni - p]) as [A B].
      { rewrite L. apply bounded. unfold index in *. rewrite sub_small; lia. }
      split; [exact A|]. intros v. rewrite B. tauto.
    - apply adds_none. lia. }
  set (r1 := fold_left (mark_rest g ni) _ _) in *.
  assert (L1 : length r1 = width) by (rewrite (proj1 A1), (proj1 A0); exact make_row).
  pose proof (mark_layers_ok layers 2 r1 (le_n 2) HL L1) as A2.
  change (N.of_nat 2) with 2%N in A2.
  eapply adds_make; [exact (adds_then _ _ _ _ _ A0 (adds_then _ _ _ _ _ A1 A2))|].
  intros v. cbn beta. rewrite options_are.
  assert (INT : forall p, (p <= n)%nat -> exists pi, index pi = p /\ to_Z pi = Z.of_nat p).
  { intros p Hp. exists (of_N (N.of_nat p)). unfold index.
    rewrite to_Z_of_N by (unfold limit in *; lia). lia. }
  split.
  - intros [(p & Hp & -> & ->)|[(p & Hp & Hlt & ->)|(i & p & Hi & Hp & HA & Hv & K)]].
    + rewrite to_Z_0. split; [lia|]. apply (places_spec 0) in Hp; auto.
      exists (index ni), 0%nat. repeat split; try apply Hp; [unfold index; lia|].
      apply split_none. split; [unfold index; lia|reflexivity].
    + apply (places_spec 1) in Hp; auto. pose proof (proj2 Hp) as P.
      assert (I : index (ni - p) = (n - index p)%nat)
        by (unfold index; bound p; rewrite sub_small; lia).
      assert (In : (index (ni - p) < n)%nat) by (unfold index in *; lia).
      split; [now apply bounded|]. exists (index p), 1%nat.
      repeat split; try apply Hp; [unfold index in *; lia|]. apply split_one.
      rewrite Hg, I by auto. split; [unfold index in *; lia|reflexivity].
    + split; [exact Hv|]. exists p, i. auto.
  - intros (Hv & p & i & Hp & HA & K). destruct (INT p Hp) as (pi & <- & Q).
    destruct i as [|[|i]].
    + left. exists pi. split; [now apply (places_spec 0)|]. apply split_none in K.
      destruct K as [K V]. split; [apply to_Z_inj; lia|]. apply value_inj. now rewrite V.
    + right; left. exists pi. split; [now apply (places_spec 1)|]. apply split_one in K.
      destruct K as [K V]. split; [lia|]. apply value_inj. rewrite V.
      pose proof (proj2 HA) as P. rewrite Hg; unfold index in *; rewrite sub_small by lia; [f_equal|]; lia.
    + right; right. exists (S (S i)), (index pi). repeat split; auto; try apply HA; try lia.
      destruct (le_lt_dec (S (S i)) (S (List.length layers))) as [B|B]; [lia|exfalso].
      destruct HA as [T _]. rewrite most_parts_spec in T by lia. discriminate T.
Qed.

Lemma mex_ok r v : row_is r (nim_option c (G c) n) -> v = first_unmarked fuel 0 r ->
  (to_Z v < to_Z width)%Z -> value v = G c n.
Proof.
  intros [_ R] -> Hv.
  pose proof (first_unmarked_ok r fuel 0 ltac:(rewrite to_Z_0; unfold limit in *; lia)) as F.
  cbn zeta in F. set (v := first_unmarked fuel 0 r) in *. destruct F as (_ & F1 & F2).
  rewrite to_Z_0 in *.
  eapply is_mex_unique; [intros j; reflexivity| |apply G_mex]. split.
  - intros O. apply (F2 ltac:(lia)). apply R. auto.
  - intros j Hj. bound v. unfold value in Hj.
    assert (Q : to_Z (of_N j) = Z.of_N j) by (apply to_Z_of_N; unfold limit in *; lia).
    assert (M : r.[of_N j] = 1) by (apply F1; lia).
    apply R in M. destruct M as [_ M]. now rewrite value_of_N in M by (unfold limit in *; lia).
Qed.
End Heap.

Theorem run_ok size : forall f n ni g layers g',
  (Z.of_nat n + Z.of_nat f <= to_Z size)%Z -> (to_Z size < limit)%Z -> to_Z ni = Z.of_nat n ->
  holds c g n -> (forall a, (index a < n)%nat -> (to_Z g.[a] < to_Z width)%Z) ->
  layers_ok size 2 layers n -> N.of_nat (S (List.length layers)) = most_parts ds ->
  run width fuel f ds (places 0 ds) (places 1 ds) ni n g layers = Some g' -> holds c g' (n + f).
Proof.
  induction f as [|f IH]; intros n ni g layers g' Hf Hs Hni HG HB HL Hm H; cbn [run] in H.
  - injection H as <-. now rewrite Nat.add_0_r.
  - assert (E := extend_ok g n ni HG HB Hni ltac:(lia) size ltac:(lia) layers 1 None (le_n 1) HL eq_refl).
    set (layers' := extend width fuel n ni g None layers) in *. cbn zeta in H.
    assert (Hm' : N.of_nat (S (List.length layers')) = most_parts ds).
    { rewrite <- Hm. f_equal. f_equal. unfold layers'. clear. generalize (@None (array row)).
      induction layers as [|t layers IH]; intros u; cbn; auto. }
    assert (M := marks_ok g n ni HG HB Hni ltac:(lia) size layers' E Hm').
    set (r := mark_layers _ _ _ _ _ _) in *. set (v := first_unmarked fuel 0 r) in *.
    compare (v <? width); [|discriminate]. destruct (ni <? length g) eqn:EL; [|discriminate].
    replace (n + S f)%nat with (S n + f)%nat by lia.
    assert (VG : value v = G c n) by (apply (mex_ok n r v M eq_refl); exact E0).
    eapply IH; [| | | | | |exact Hm'|exact H]; auto; try lia.
    + rewrite succ_small; lia.
    + apply holds_set; auto. unfold index. lia.
    + intros a Ha. destruct (eqs ni a) as [<-|D]; [now rewrite get_set_same|].
      rewrite get_set_other by exact D. apply HB. assert (index a <> n); [|lia].
      intros Q. apply D, index_inj. unfold index in *. lia.
Qed.
End Sound.

Theorem values_by_rows_ok ds log_width size g : (Z.of_nat (List.length ds) < limit)%Z ->
  values_by_rows ds log_width size = Some g -> holds (digits ds) g (N.to_nat size).
Proof.
  unfold values_by_rows. intros Hds H. destruct (N.ltb_spec log_width 22) as [HL|]; [|discriminate].
  destruct (N.ltb_spec size 4194303) as [HS|]; [|discriminate].
  assert (P : (2 ^ log_width <= 2 ^ 21)%N) by (apply N.pow_le_mono_r; lia).
  assert (P0 : (2 ^ log_width <> 0)%N) by (apply N.pow_nonzero; lia).
  change (2 ^ 21)%N with 2097152%N in P.
  assert (W : to_Z (of_N (2 ^ log_width)) = (2 ^ Z.of_N log_width)%Z).
  { rewrite to_Z_of_N by (unfold limit; lia). now rewrite N2Z.inj_pow. }
  assert (W' : to_Z (of_N (2 ^ log_width)) = Z.of_N (2 ^ log_width))
    by (apply to_Z_of_N; unfold limit; lia).
  assert (S' : to_Z (of_N size) = Z.of_N size) by (apply to_Z_of_N; unfold limit; lia).
  assert (short : forall x, (to_Z x <= 4194303)%Z -> (if x <=? max_length then x else max_length) = x).
  { intros x Hx. compare (x <=? max_length); [reflexivity|].
    change (to_Z max_length) with 4194303%Z in E. lia. }
  change (N.to_nat size) with (0 + N.to_nat size)%nat.
  eapply run_ok with (size := of_N size) (width := of_N (2 ^ log_width)); [..|exact H]; auto.
  - rewrite W'. lia.
  - unfold limit. lia.
  - rewrite length_make. apply short. lia.
  - rewrite W. intros x y. apply lxor_below.
  - rewrite S'. lia.
  - unfold limit. lia.
  - intros a Ha. lia.
  - intros a Ha. lia.
  - clear H. generalize 2%nat.
    induction (seq 1 (N.to_nat (most_parts ds - 1))) as [|k l IH]; intros j; cbn [map layers_ok]; auto.
    split; [rewrite length_make, short; rewrite S'; lia|]. split; [intros m Hm; lia|apply IH].
  - rewrite map_length, seq_length. pose proof (most_parts_pos ds). lia.
Qed.
