(** * What a window of values decides: one heap after the other, and all later ones *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Window WindowSound.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Lemma odd_bit n ni : to_Z ni = Z.of_nat n -> bit ni 0 = Nat.odd n.
Proof.
  intros H. rewrite bitE, H, to_Z_0, Z.bit0_odd.
  destruct (Nat.odd n) eqn:E.
  - apply Nat.odd_spec in E. destruct E as [m ->]. apply Z.odd_spec. exists (Z.of_nat m). lia.
  - apply not_true_iff_false. rewrite Z.odd_spec. intros [m Hm].
    apply not_true_iff_false in E. apply E, Nat.odd_spec. exists (Z.to_nat m). lia.
Qed.

Section Game.
Variable ds : list N.
Notation c := (digits ds).
Hypothesis octal : forall d, In d ds -> (d < 8)%N.

Variables (bits : list int) (position : option bool).
(** All heaps from here on are to be of colour [true]. *)
Variables (size reach : nat).
Hypothesis digits_end : (List.length ds <= size)%nat.
Hypothesis reach_size : (reach < size)%nat.
Hypothesis same_parity : forall o, position = Some o ->
  forall r, allows ds 2 r -> Nat.odd r = o.

Definition coloured (n : nat) (v : int) : bool := colour bits position (Nat.odd n) v.
Definition common (n : nat) : Prop := exists v, value v = G c n /\ coloured n v = true.

Lemma colour_split n a b r v w : allows ds 2 r -> n = (a + b + r)%nat ->
  coloured n (v lxor w) = xorb (coloured a v) (coloured b w).
Proof.
  intros A ->. unfold coloured, colour. rewrite parity_lxor.
  destruct position as [o|] eqn:E.
  - rewrite <- (same_parity o eq_refl r A), !Nat.odd_add.
    destruct (parity bits v), (parity bits w), (Nat.odd a), (Nat.odd b), (Nat.odd r); reflexivity.
  - now destruct (parity bits v), (parity bits w).
Qed.

(** What a pair stands for. *)
Definition gives (n : nat) (q : int * int) : N :=
  N.lxor (value (snd q)) (G c (n - index (fst q))).

Definition is_move (q : int * int) : Prop := (index (fst q) <= reach)%nat /\
  ((allows ds 1 (index (fst q)) /\ value (snd q) = 0%N) \/
   exists r a, allows ds 2 r /\ (1 <= a)%nat /\ index (fst q) = (r + a)%nat /\ value (snd q) = G c a).

Variables rare more : pairs.
Notation all := (listed rare ++ listed more).
Hypothesis moves : forall q, In q all -> is_move q.
Hypothesis rests_in : forall r, allows ds 1 r -> exists q, In q (listed rare) /\ index (fst q) = r /\ value (snd q) = 0%N.
Hypothesis splits_in : forall r a, allows ds 2 r -> (1 <= a < size)%nat ->
  (exists q, In q (listed rare) /\ index (fst q) = (r + a)%nat /\ value (snd q) = G c a) \/ common a.

(** The window of heap n decides that it is of this value, whatever heaps come before. *)
Definition decides (n : nat) (v : int) : Prop :=
  coloured n v = true /\ (forall q, In q (listed rare) -> gives n q <> value v) /\
  forall j, (j < value v)%N -> exists q, In q all /\ gives n q = j.

Theorem decides_right n v : (size <= n)%nat -> (forall h, (size <= h < n)%nat -> common h) ->
  decides n v -> value v = G c n.
Proof.
  intros Hn all_common (C & NR & B).
  eapply is_mex_unique; [intros j; reflexivity| |apply G_mex]. split.
  - intros O. apply options_are in O; auto.
    assert (half : forall r a b, allows ds 2 r -> n = (a + b + r)%nat -> (1 <= a)%nat ->
      (1 <= b)%nat -> value v = N.lxor (G c a) (G c b) -> common a).
    { intros r a b A E Ha Hb V. destruct (le_lt_dec size a) as [L|L]; [apply all_common; lia|].
      destruct (splits_in r a A) as [(q & Hq & Hr & Hv)|K]; [lia| |exact K]. exfalso.
      apply (NR q Hq). unfold gives. rewrite Hr, Hv, V. do 2 f_equal. lia. }
    destruct O as [(r & (T & _) & E & _)|[(r & m & A & E & _ & V)|(r & a & b & A & E & Ha & Hb & V)]].
    + unfold digits in T. rewrite nth_overflow in T by lia. discriminate.
    + destruct (rests_in r A) as (q & Hq & Hr & Hv). apply (NR q Hq).
      unfold gives. rewrite Hr, Hv, V, N.lxor_0_l. f_equal. lia.
    + destruct (half r a b) as (va & Va & Ca); auto.
      destruct (half r b a) as (vb & Vb & Cb); auto; [lia|now rewrite N.lxor_comm|].
      rewrite <- Va, <- Vb, <- value_lxor in V. apply value_inj in V. subst v.
      rewrite (colour_split n a b r) in C by auto. rewrite Ca, Cb in C. discriminate.
  - intros j Hj. destruct (B j Hj) as (q & Hq & <-). destruct (moves q Hq) as (Hd & M).
    unfold gives. destruct M as [(A & ->)|(r & a & A & Ha & E & ->)].
    + rewrite N.lxor_0_l. apply option_rest with (r := index (fst q)); auto; lia.
    + apply option_split with (r := r); auto; lia.
Qed.

(** *** A window that comes back *)
Theorem comes_back n0 p : (1 <= p)%nat -> (size <= n0 + reach)%nat ->
  (position <> None -> Nat.even p = true) ->
  (forall n, (size <= n < n0 + reach + p)%nat -> exists v, value v = G c n /\ decides n v) ->
  (forall n, (n0 <= n < n0 + reach)%nat -> G c (n + p) = G c n) ->
  forall n, (n0 <= n)%nat -> G c (n + p)%nat = G c n.
Proof.
  intros Hp Hs even known window.
  assert (K : forall n, (size <= n)%nat -> (exists v, value v = G c n /\ decides n v) /\
    ((n0 + p <= n)%nat -> G c n = G c (n - p))).
  { intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (le_lt_dec (n0 + reach + p) n) as [L|L].
    - destruct (IH (n - p)%nat) as ((v & V & C & NR & B) & _); try lia.
      assert (Q : forall q, In q all -> gives n q = gives (n - p) q).
      { intros q Hq. destruct (moves q Hq) as (Hd & _). unfold gives. f_equal.
        replace (n - p - index (fst q))%nat with (n - index (fst q) - p)%nat by lia.
        set (m := (n - index (fst q))%nat).
        assert (Hm : (n0 + p <= m)%nat) by (unfold m; lia).
        destruct (le_lt_dec (n0 + reach + p) m) as [S|S].
        - assert (Z : index (fst q) <> 0%nat).
          { destruct (moves q Hq) as (_ & [([_ P] & _)|(r & a & _ & Ha & E & _)]); lia. }
          apply IH; unfold m in *; lia.
        - rewrite <- (window (m - p)%nat) by lia. f_equal. lia. }
      assert (D : decides n v).
      { split; [|split].
        - rewrite <- C. unfold coloured. destruct position eqn:E; [|reflexivity]. f_equal.
          replace n with (n - p + p)%nat at 1 by lia. rewrite Nat.odd_add.
          unfold Nat.odd at 2. rewrite even by discriminate. apply xorb_false_r.
        - intros q Hq. rewrite Q by (apply in_or_app; now left). auto.
        - intros j Hj. destruct (B j Hj) as (q & Hq & <-). exists q. auto. }
      apply decides_right in D as V'; [|exact Hn|].
      + split; [exists v; split; [exact V'|exact D]|]. intros _. congruence.
      + intros h Hh. destruct (IH h) as ((w & W & C' & _) & _); try lia. now exists w.
    - split; [apply known; lia|]. intros L'. replace n with (n - p + p)%nat at 1 by lia.
      apply window. lia. }
  intros n Hn. destruct (le_lt_dec (n0 + reach) n) as [L|L]; [|apply window; lia].
  destruct (K (n + p)%nat ltac:(lia)) as (_ & E). rewrite E by lia. f_equal. lia.
Qed.

(** *** The ring *)
Variables (k : Z) (mask : int).
Hypothesis k_small : (0 <= k)%Z.
Hypothesis mask_is : to_Z mask = (2 ^ k - 1)%Z.
Hypothesis reach_k : (Z.of_nat reach <= 2 ^ k)%Z.

Definition rings (n : nat) (ring : array int) : Prop := (mask <? length ring) = true /\
  forall i, (to_Z i < Z.of_nat n <= to_Z i + 2 ^ k)%Z -> value ring.[i land mask] = G c (index i).

Lemma land_mask i : to_Z (i land mask) = (to_Z i mod 2 ^ k)%Z.
Proof.
  rewrite land_spec', mask_is. replace (2 ^ k - 1)%Z with (Z.ones k) by (rewrite Z.ones_equiv; lia).
  now apply Z.land_ones.
Qed.

Lemma rings_set n ni ring v : to_Z ni = Z.of_nat n -> rings n ring -> value v = G c n ->
  rings (S n) ring.[ni land mask <- v].
Proof.
  intros Hn [HL HR] V. split; [now rewrite length_set|]. intros i Hi.
  pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) k_small) as P.
  destruct (Z.eq_dec (to_Z i) (to_Z ni)) as [E|E].
  - apply to_Z_inj in E. subst i. rewrite get_set_same, V.
    + f_equal. unfold index. lia.
    + rewrite ltb_spec in *. rewrite land_mask.
      pose proof (Z.mod_pos_bound (to_Z ni) (2 ^ k) P). lia.
  - rewrite get_set_other; [apply HR; lia|]. intros Q. apply (f_equal to_Z) in Q.
    rewrite !land_mask in Q. bound i.
    rewrite Hn in Q. set (m := (2 ^ k)%Z) in *.
    assert (D : ((Z.of_nat n - to_Z i) mod m = 0)%Z)
      by (rewrite Zminus_mod, Q, Z.sub_diag; apply Z.mod_0_l; lia).
    rewrite Z.mod_small in D; lia.
Qed.

Lemma nim_gives n ni ring q : to_Z ni = Z.of_nat n -> (size <= n)%nat -> rings n ring ->
  is_move q -> value (nim mask ring ni q) = gives n q.
Proof.
  intros Hn Hs [_ HR] [Hd M]. destruct q as [d x]. unfold nim, gives. cbn [fst snd] in *.
  assert (D : (1 <= index d)%nat).
  { destruct M as [([_ P] & _)|(r & a & _ & Ha & E & _)]; lia. }
  bound d. rewrite value_lxor. cbn [fst snd]. f_equal. unfold index in *.
  assert (S : to_Z (ni - d) = (Z.of_nat n - to_Z d)%Z) by (rewrite sub_small; lia).
  rewrite HR by lia. unfold index. f_equal. lia.
Qed.

Variable blocks : list block.
Hypothesis blocks_chained : chained 0 blocks.

Definition good (n : nat) (st : state) : Prop := to_Z (fst st) = Z.of_nat n /\ (size <= n)%nat /\
  rings n (snd st) /\ forall h, (size <= h < n)%nat -> exists v, value v = G c h /\ decides h v.

Notation step := (step bits position mask rare more blocks).
Notation go := (go bits position mask rare more blocks).

Lemma step_ok n st st' : (Z.of_nat n < limit)%Z -> good n st -> step st = Some st' -> good (S n) st'.
Proof.
  intros Hl (Hn & Hs & HR & HD) H. destruct st as [ni ring]. cbn [fst snd] in *.
  unfold Window.step in H.
  destruct (next mask rare more ring ni _ blocks) as [v|] eqn:E; [|discriminate].
  rewrite (odd_bit n ni Hn) in H.
  destruct (colour bits position (Nat.odd n) v) eqn:C; [|discriminate]. injection H as <-.
  apply (next_ok mask ring ni rare more _ v blocks 0 blocks_chained) in E;
    [|intros j Hj; rewrite to_Z_0 in Hj; bound j; lia].
  destruct E as [B NR].
  assert (D : decides n v).
  { split; [exact C|]. split.
    - intros q Hq. rewrite <- (nim_gives n ni ring) by (auto; apply moves, in_or_app; now left).
      intros Q. apply (NR q Hq). now apply value_inj.
    - intros j Hj. unfold value in Hj. bound v.
      assert (Q : to_Z (of_N j) = Z.of_N j) by (apply to_Z_of_N; unfold limit; lia).
      destruct (B (of_N j)) as (q & Hq & K); [lia|]. exists q. split; [exact Hq|].
      rewrite <- (nim_gives n ni ring), K by (auto; now apply moves).
      apply value_of_N. unfold limit; lia. }
  assert (V : value v = G c n).
  { apply decides_right; auto. intros h Hh. destruct (HD h Hh) as (w & W & C' & _). now exists w. }
  unfold good. cbn [fst snd]. split; [rewrite succ_small; lia|]. split; [lia|].
  split; [apply rings_set; auto|]. intros h Hh.
  destruct (Nat.eq_dec h n) as [->|N]; [now exists v|apply HD; lia].
Qed.

Lemma steps_ok : forall f n st st', (Z.of_nat n + Z.pos f < limit)%Z -> good n st ->
  steps bits position mask rare more blocks f st = Some st' -> good (n + Pos.to_nat f) st'.
Proof.
  induction f as [f IH|f IH|]; intros n st st' Hl HG H; cbn [steps] in H.
  - destruct (step st) as [st1|] eqn:E1; [|discriminate]. apply (step_ok n) in E1; auto; [|lia].
    destruct (steps _ _ _ _ _ _ f st1) as [st2|] eqn:E2; [|discriminate].
    apply (IH (S n)) in E2; auto; [|lia]. apply IH with (n := (S n + Pos.to_nat f)%nat) in H; auto; [|lia].
    replace (n + Pos.to_nat f~1)%nat with (S n + Pos.to_nat f + Pos.to_nat f)%nat by lia. exact H.
  - destruct (steps _ _ _ _ _ _ f st) as [st2|] eqn:E2; [|discriminate].
    apply (IH n) in E2; auto; [|lia]. apply IH with (n := (n + Pos.to_nat f)%nat) in H; auto; [|lia].
    replace (n + Pos.to_nat f~0)%nat with (n + Pos.to_nat f + Pos.to_nat f)%nat by lia. exact H.
  - replace (n + Pos.to_nat 1)%nat with (S n) by lia. apply (step_ok n st); auto. lia.
Qed.

Lemma fresh_ok n st : good n st -> good n (fresh st).
Proof.
  destruct st as [ni ring]. intros (Hn & Hs & [HL HR] & HD). split; [exact Hn|].
  split; [exact Hs|]. split; [|exact HD]. cbn [fresh snd] in *. split; [now rewrite length_copy|].
  intros i Hi. rewrite get_copy. now apply HR.
Qed.

Lemma chunks_ok : forall f n st st', (Z.of_nat n + 65536 * Z.of_nat f < limit)%Z -> good n st ->
  chunks bits position mask rare more blocks f st = Some st' -> good (n + N.to_nat 65536 * f) st'.
Proof.
  induction f as [|f IH]; intros n st st' Hl HG H; cbn [chunks] in H.
  - injection H as <-. now rewrite Nat.mul_0_r, Nat.add_0_r.
  - destruct (steps _ _ _ _ _ _ 65536 (fresh st)) as [st1|] eqn:E; [|discriminate].
    apply (steps_ok _ n) in E; [|change (Z.pos 65536) with 65536%Z; lia|now apply fresh_ok].
    apply IH with (n := (n + Pos.to_nat 65536)%nat) in H; [|lia|exact E].
    replace (n + N.to_nat 65536 * S f)%nat with (n + Pos.to_nat 65536 + N.to_nat 65536 * f)%nat by lia.
    exact H.
Qed.

Lemma go_ok f n st st' : (Z.of_nat n + Z.of_N f < limit)%Z -> good n st -> go f st = Some st' ->
  good (n + N.to_nat f) st'.
Proof.
  unfold Window.go. intros Hl HG H. pose proof (N.div_mod f 65536 ltac:(discriminate)) as D.
  set (q := (f / 65536)%N) in *. set (r := (f mod 65536)%N) in *. clearbody q r.
  destruct (chunks _ _ _ _ _ _ _ st) as [st1|] eqn:E; [|discriminate].
  apply (chunks_ok _ n) in E; [|lia|exact HG].
  replace (n + N.to_nat f)%nat
    with (n + N.to_nat 65536 * N.to_nat q + N.to_nat r)%nat by lia.
  destruct r as [|r].
  - injection H as <-. now rewrite Nat.add_0_r.
  - apply (steps_ok r (n + N.to_nat 65536 * N.to_nat q)) in H; [exact H|lia|now apply fresh_ok].
Qed.

(** *** Windows, compared *)
Lemma window_ok ring n : rings n ring -> forall f m mi l, to_Z mi = Z.of_nat m ->
  (m + f <= n)%nat -> (Z.of_nat n < limit)%Z -> (Z.of_nat n <= Z.of_nat m + 2 ^ k)%Z ->
  let r := window mask f mi ring l in
  List.length r = (f + List.length l)%nat /\
  (forall i, (i < f)%nat -> value (nth i r 0) = G c (m + f - 1 - i)) /\
  forall i, nth (f + i) r 0 = nth i l 0.
Proof.
  intros [_ HR]. induction f as [|f IH]; intros m mi l Hm Hf Hl Hk; cbn zeta; cbn [window].
  - split; [reflexivity|]. split; [lia|reflexivity].
  - destruct (IH (S m) (mi + 1) (ring.[mi land mask] :: l)) as (A & B & C);
      [rewrite succ_small; lia|lia|lia|lia|]. cbn [List.length] in A. split; [lia|]. split.
    + intros i Hi. destruct (Nat.eq_dec i f) as [->|D].
      * specialize (C 0%nat). rewrite Nat.add_0_r in C. rewrite C. cbn [nth].
        rewrite HR by lia. f_equal. unfold index. lia.
      * rewrite B by lia. f_equal. lia.
    + intros i. specialize (C (S i)). now rewrite Nat.add_succ_r in C.
Qed.

Lemma agrees_ok ring n : rings n ring -> forall l m mi,
  to_Z mi = Z.of_nat m -> (m < n)%nat ->
  (List.length l <= m)%nat -> (Z.of_nat n + Z.of_nat (List.length l) <= Z.of_nat m + 1 + 2 ^ k)%Z ->
  if agrees mask l mi ring
  then forall i, (i < List.length l)%nat -> G c (m - i) = value (nth i l 0)
  else exists i, (i < List.length l)%nat /\ G c (m - i) <> value (nth i l 0).
Proof.
  intros [HL HR]. induction l as [|v l IH]; intros m mi Hm Hn Hl Hk; cbn [agrees List.length] in *.
  - intros i Hi. lia.
  - assert (V : value ring.[mi land mask] = G c m) by (rewrite HR by lia; f_equal; unfold index; lia).
    compare (ring.[mi land mask] =? v).
    + subst v. specialize (IH (m - 1)%nat (mi - 1)).
      assert (T : to_Z (mi - 1) = Z.of_nat (m - 1)) by (rewrite sub_small; rewrite to_Z_1; lia).
      specialize (IH T ltac:(lia) ltac:(lia) ltac:(lia)). destruct (agrees mask l (mi - 1) ring).
      * intros [|i] Hi; cbn [nth]; [now rewrite Nat.sub_0_r|].
        rewrite <- IH by lia. f_equal. lia.
      * destruct IH as (i & Hi & Q). exists (S i). cbn [nth]. split; [lia|].
        replace (m - S i)%nat with (m - 1 - i)%nat by lia. exact Q.
    + exists 0%nat. cbn [nth]. split; [lia|]. rewrite Nat.sub_0_r, <- V.
      intros Q. apply E, value_inj, Q.
Qed.

Variables (n0 : nat) (seen : list int).
Hypothesis n0_pos : (1 <= n0)%nat.
Hypothesis seen_long : List.length seen = reach.
Hypothesis seen_is : forall i, (i < reach)%nat -> value (nth i seen 0) = G c (n0 + reach - 1 - i).

Lemma agrees_seen d st : good (n0 + reach + d) st ->
  if agrees mask seen (fst st - 1) (snd st)
  then forall n, (n0 <= n < n0 + reach)%nat -> G c (n + d) = G c n
  else exists n, (n0 <= n)%nat /\ G c (n + d) <> G c n.
Proof.
  intros (Hn & _ & HR & _).
  assert (T : to_Z (fst st - 1) = Z.of_nat (n0 + reach + d - 1))
    by (rewrite sub_small; rewrite to_Z_1; lia).
  pose proof (agrees_ok _ _ HR seen _ _ T) as A. rewrite seen_long in A.
  specialize (A ltac:(lia) ltac:(lia) ltac:(lia)).
  destruct (agrees mask seen (fst st - 1) (snd st)).
  - intros n H. specialize (A (n0 + reach - 1 - n)%nat ltac:(lia)). rewrite seen_is in A by lia.
    replace (n0 + reach + d - 1 - (n0 + reach - 1 - n))%nat with (n + d)%nat in A by lia.
    replace (n0 + reach - 1 - (n0 + reach - 1 - n))%nat with n in A by lia. exact A.
  - destruct A as (i & Hi & Q). exists (n0 + reach - 1 - i)%nat. split; [lia|].
    rewrite seen_is in Q by exact Hi.
    replace (n0 + reach - 1 - i + d)%nat with (n0 + reach + d - 1 - i)%nat by lia. exact Q.
Qed.

Lemma travel_ok : forall stops here st here' st',
  (forall d, In d stops -> (Z.of_nat (n0 + reach) + Z.of_N d < limit)%Z) ->
  (Z.of_nat (n0 + reach) + Z.of_N here < limit)%Z ->
  good (n0 + reach + N.to_nat here) st ->
  travel bits position mask rare more blocks seen stops here st = Some (here', st') ->
  good (n0 + reach + N.to_nat here') st' /\
  forall d, In d stops -> exists n, (n0 <= n)%nat /\ G c (n + N.to_nat d) <> G c n.
Proof.
  induction stops as [|d stops IH]; intros here st here' st' Hd Hh HG H; cbn [travel] in H.
  - injection H as <- <-. split; [exact HG|intros d []].
  - destruct (N.ltb_spec d here) as [L|L]; [discriminate|].
    destruct (go (d - here) st) as [st1|] eqn:E; [|discriminate].
    apply (go_ok _ (n0 + reach + N.to_nat here)) in E; auto; [|specialize (Hd d (or_introl eq_refl)); lia].
    replace (n0 + reach + N.to_nat here + N.to_nat (d - here))%nat
      with (n0 + reach + N.to_nat d)%nat in E by lia.
    pose proof (agrees_seen _ _ E) as A.
    destruct (agrees mask seen (fst st1 - 1) (snd st1)); [discriminate|].
    destruct (IH d st1 here' st') as [G' R]; auto.
    + intros d' H'. apply Hd. now right.
    + apply Hd. now left.
    + split; [exact G'|]. intros d' [<-|H']; auto.
Qed.
End Game.
