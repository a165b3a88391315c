(** * The window of values before the first step *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Window WindowSound WindowPeriod.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Check.
Variables (bits : list int) (position : option bool) (g : array int).

(** The heaps of colour [false] among so many from a on. *)
Fixpoint rare_heaps (f : nat) (a : int) (l : list int) : list int :=
  match f with
  | O => l
  | S f => rare_heaps f (a + 1) (if colour bits position (bit a 0) g.[a] then l else a :: l)
  end.

Definition splits_with (splits : list int) (a : int) : list (int * int) :=
  map (fun r => (r + a, g.[a])) splits.

(** The list as [pairs]. *)
Fixpoint paired (l : list (int * int)) : pairs :=
  match l with [] => NoPair | (d, x) :: l => Pair d x (paired l) end.

Fixpoint commons (f : nat) (base i w : int) : int :=
  match f with
  | O => w
  | S f => commons f base (i + 1) (if parity bits (base + i) then w lor (1 << i) else w)
  end.

Fixpoint blocks_from (f : nat) (base : int) : list block :=
  match f with O => [] | S f => (base, commons 63 base 0 0) :: blocks_from f (base + 63) end.

(** Puts the values of heaps from m on into the ring. *)
Fixpoint load (mask : int) (f : nat) (m : int) (ring : array int) : array int :=
  match f with O => ring | S f => load mask f (m + 1) ring.[m land mask <- g.[m]] end.
End Check.

(** What steps need: the rare heaps and some others as pairs, the values in blocks, and the ring. *)
Record machine := Machine {
  rare_pairs : pairs; more_pairs : pairs; all_blocks : list block; ring_mask : int; first_ring : array int
}.

(** The prefix has [size] heaps; a window is of [reach] heaps, and smaller values are looked for
    among splits with these parts [tries], then with those below [near]. *)
Definition open_window (ds : list N) (bits : list int) (position : option bool)
  (log_width size reach : N) (tries : list N) (near : N) : option machine :=
  let splits := places 2 ds in
  let k := N.succ (N.log2 reach) in
  let mask := of_N (2 ^ k - 1) in
  if forallb (fun d => d <? 8)%N ds && (Z.of_N size <? limit)%Z &&
     (N.of_nat (List.length ds) <=? size)%N && (reach <? size)%N &&
     (near <=? size)%N && forallb (fun a => (1 <=? a) && (a <? size))%N tries &&
     (log_width <? 20)%N && (k <? 62)%N &&
     match position with None => true | Some o => forallb (fun r => Bool.eqb (bit r 0) o) splits end
  then
  match values_by_rares ds bits log_width size with
  | None => None
  | Some g =>
    let rare := map (fun r => (r, 0)) (places 1 ds) ++
      flat_map (splits_with g splits) (rare_heaps bits position g (N.to_nat size - 1) 1 []) in
    let more := flat_map (splits_with g splits)
      (map of_N tries ++ filter (fun a => colour bits position (bit a 0) g.[a]) (range 1 (of_N near))) in
    let ring := load g mask (N.to_nat size) 0 (make (of_N (2 ^ k)) 0) in
    if (mask <? length ring) && forallb (fun q => fst q <=? of_N reach) (rare ++ more)
    then Some (Machine (paired rare) (paired more) (blocks_from bits (N.to_nat (2 ^ log_width / 63 + 1)) 0)
                 mask ring)
    else None
  end
  else None.

(** So many heaps on from a state. *)
Definition advance (bits : list int) (position : option bool) (m : machine) : N -> state -> option state :=
  go bits position (ring_mask m) (rare_pairs m) (more_pairs m) (all_blocks m).

(** ** Why it is right *)
Lemma listed_paired l : listed (paired l) = l.
Proof. induction l as [|[d x] l IH]; cbn; congruence. Qed.

Lemma blocks_chained bits : forall f base, (to_Z base + 63 * Z.of_nat f < limit)%Z ->
  chained base (blocks_from bits f base).
Proof.
  induction f as [|f IH]; intros base H; cbn [blocks_from chained]; [exact I|].
  split; [reflexivity|]. split; [lia|]. apply IH.
  rewrite add_small; change (to_Z 63) with 63%Z; unfold limit in *; lia.
Qed.

Lemma rare_heaps_all bits position g x : forall f a l,
  (In x l \/ ((to_Z a <= to_Z x < to_Z a + Z.of_nat f)%Z /\
              colour bits position (bit x 0) g.[x] = false)) ->
  (to_Z a + Z.of_nat f < limit)%Z -> In x (rare_heaps bits position g f a l).
Proof.
  induction f as [|f IH]; intros a l H Hl; cbn [rare_heaps]; [destruct H as [H|H]; [exact H|lia]|].
  apply IH; rewrite succ_small; try lia.
  destruct H as [H|[H C]].
  - left. destruct (colour bits position (bit a 0) g.[a]); [exact H|now right].
  - destruct (Z.eq_dec (to_Z x) (to_Z a)) as [Q|Q]; [|right; split; [lia|exact C]].
    apply to_Z_inj in Q. subst a. left. rewrite C. now left.
Qed.

Lemma rare_heaps_only bits position g x : forall f a l, (to_Z a + Z.of_nat f < limit)%Z ->
  In x (rare_heaps bits position g f a l) ->
  In x l \/ (to_Z a <= to_Z x < to_Z a + Z.of_nat f)%Z.
Proof.
  induction f as [|f IH]; intros a l Hl H; cbn [rare_heaps] in H; [now left|].
  apply IH in H; rewrite succ_small in *; try lia. destruct H as [H|H]; [|right; lia].
  destruct (colour bits position (bit a 0) g.[a]); [now left|]. destruct H as [->|H]; [right; lia|now left].
Qed.

(** *** The pairs *)
Section Pairs.
Variables (ds : list N) (bits : list int) (position : option bool) (g : array int) (size reach : nat).
Notation c := (digits ds).
Notation splits := (places 2 ds).
Notation is_common := (fun a => colour bits position (bit a 0) g.[a]).
Hypothesis few_digits : (Z.of_nat (List.length ds) < limit)%Z.
Hypothesis size_small : (Z.of_nat size < limit)%Z.
Hypothesis digits_end : (List.length ds <= size)%nat.
Hypothesis values_right : holds c g size.

Lemma allows_small i r : allows ds i r -> (r < List.length ds)%nat.
Proof.
  intros [T _]. destruct (le_lt_dec (List.length ds) r) as [L|L]; [|exact L].
  unfold digits in T. rewrite nth_overflow in T by exact L. discriminate.
Qed.

Lemma pair_index r a : allows ds 2 (index r) -> (to_Z a < Z.of_nat size)%Z ->
  index (r + a) = (index r + index a)%nat.
Proof.
  intros A Ha. apply allows_small in A. bound r. bound a. unfold index in *.
  rewrite add_small; unfold limit in *; lia.
Qed.

Definition small (a : int) : Prop := (1 <= to_Z a < Z.of_nat size)%Z.

Lemma pairs_are l q : (forall a, In a l -> small a) -> In q (flat_map (splits_with g splits) l) ->
  exists r a, allows ds 2 r /\ (1 <= a)%nat /\ index (fst q) = (r + a)%nat /\ value (snd q) = G c a.
Proof.
  intros S H. apply in_flat_map in H. destruct H as (a & Ha & H). apply in_map_iff in H.
  destruct H as (r & <- & Hr). apply (places_spec 2) in Hr; auto. specialize (S a Ha).
  unfold small in S. exists (index r), (index a). cbn [fst snd].
  split; [exact Hr|]. split; [unfold index; lia|]. split; [apply pair_index; auto; lia|].
  apply values_right. unfold index. lia.
Qed.

Lemma split_pair rests r a : allows ds 2 r -> (1 <= a < size)%nat ->
  (exists q, In q (rests ++ flat_map (splits_with g splits) (rare_heaps bits position g (size - 1) 1 [])) /\
     index (fst q) = (r + a)%nat /\ value (snd q) = G c a) \/ common ds bits position a.
Proof.
  intros A Ha.
  destruct (at_heap c g size a values_right size_small) as (ai & Hai & Za & V); [lia|].
  destruct (is_common ai) eqn:C.
  - right. exists g.[ai]. split; [exact V|]. unfold coloured. now rewrite <- (odd_bit a ai Za).
  - left. assert (R : (r < List.length ds)%nat) by (now apply allows_small in A).
    assert (I : index (of_N (N.of_nat r)) = r) by (rewrite index_of_N; unfold limit in *; lia).
    exists (of_N (N.of_nat r) + ai, g.[ai]). cbn [fst snd]. split; [|split; [|exact V]].
    + apply in_or_app. right. apply in_flat_map. exists ai. split.
      * apply rare_heaps_all; [right; split; [|exact C]|]; change (to_Z 1) with 1%Z; lia.
      * apply in_map_iff. exists (of_N (N.of_nat r)). split; [reflexivity|].
        apply (places_spec 2); auto. now rewrite I.
    + rewrite pair_index; rewrite ?I; auto; lia.
Qed.

(** All values are in the ring. *)
Lemma load_ok k mask : (0 <= k)%Z -> to_Z mask = (2 ^ k - 1)%Z -> (reach < size)%nat ->
  forall f m mi ring, to_Z mi = Z.of_nat m -> (m + f <= size)%nat -> rings ds k mask m ring ->
  rings ds k mask (m + f) (load g mask f mi ring).
Proof.
  intros Hk Hmask Hr. induction f as [|f IH]; intros m mi ring Hm Hf HR; cbn [load].
  - now rewrite Nat.add_0_r.
  - rewrite Nat.add_succ_r. apply (IH (S m)); [rewrite succ_small; lia|lia|].
    eapply rings_set; eauto. rewrite values_right; unfold index; [f_equal|]; lia.
Qed.
End Pairs.

(** *** What is opened is as steps need it *)
Definition ready (ds : list N) (bits : list int) (position : option bool) (size reach : N)
  (m : machine) : Prop :=
  let all := listed (rare_pairs m) ++ listed (more_pairs m) in
  let k := Z.of_N (N.succ (N.log2 reach)) in
  (forall d, In d ds -> (d < 8)%N) /\ (List.length ds <= N.to_nat size)%nat /\
  (N.to_nat reach < N.to_nat size)%nat /\
  (forall o, position = Some o -> forall r, allows ds 2 r -> Nat.odd r = o) /\
  (forall q, In q all -> is_move ds (N.to_nat reach) q) /\
  (forall r, allows ds 1 r ->
    exists q, In q (listed (rare_pairs m)) /\ index (fst q) = r /\ value (snd q) = 0%N) /\
  (forall r a, allows ds 2 r -> (1 <= a < N.to_nat size)%nat ->
    (exists q, In q (listed (rare_pairs m)) /\ index (fst q) = (r + a)%nat /\ value (snd q) = G (digits ds) a) \/
    common ds bits position a) /\
  to_Z (ring_mask m) = (2 ^ k - 1)%Z /\ (Z.of_N reach < 2 ^ k)%Z /\ chained 0 (all_blocks m) /\
  rings ds k (ring_mask m) (N.to_nat size) (first_ring m).

Lemma open_ready ds bits position log_width size reach tries near m :
  open_window ds bits position log_width size reach tries near = Some m ->
  ready ds bits position size reach m.
Proof.
  unfold open_window. set (k := N.succ (N.log2 reach)). set (mask := of_N (2 ^ k - 1)).
  cbv zeta. destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[[[[[[C1 C2] C4] C5] C7] C8] C9] C10] C11].
  rewrite forallb_forall in C1, C8. apply Z.ltb_lt in C2. apply N.leb_le in C4, C7.
  apply N.ltb_lt in C5, C9, C10.
  assert (octal : forall d, In d ds -> (d < 8)%N) by (intros d Hd; apply N.ltb_lt, C1, Hd).
  destruct (values_by_rares _ _ _ _) as [g|] eqn:EG; [|discriminate].
  destruct (_ && _) eqn:D; [|discriminate]. apply andb_prop in D. destruct D as [D1 D2].
  rewrite forallb_forall in D2.
  set (rare := map _ _ ++ flat_map _ _) in *. set (more := flat_map _ (map _ _ ++ _)) in *.
  intros H. injection H as <-. unfold ready. fold k.
  cbn [rare_pairs more_pairs all_blocks ring_mask first_ring]. rewrite !listed_paired.
  assert (few : (Z.of_nat (List.length ds) < limit)%Z) by lia.
  assert (sized : (Z.of_nat (N.to_nat size) < limit)%Z) by lia.
  apply values_by_rares_ok in EG; auto.
  assert (far : to_Z (of_N reach) = Z.of_N reach) by (apply to_Z_of_N; unfold limit in *; lia).
  assert (P : (Z.of_N reach < 2 ^ Z.of_N k)%Z).
  { destruct (N.eq_dec reach 0) as [->|Z]; [apply Z.pow_pos_nonneg; lia|].
    pose proof (N.log2_spec reach ltac:(lia)) as [_ Q]. apply N2Z.inj_lt in Q.
    rewrite N2Z.inj_pow in Q. exact Q. }
  assert (mask_is : to_Z mask = (2 ^ Z.of_N k - 1)%Z).
  { unfold mask. assert (B : (2 ^ k <= 2 ^ 62)%N) by (apply N.pow_le_mono_r; lia).
    assert (0 < 2 ^ k)%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    rewrite to_Z_of_N; unfold limit; rewrite N2Z.inj_sub, N2Z.inj_pow; cbn; try lia. }
  split; [exact octal|]. split; [lia|]. split; [lia|].
  split; [|split; [|split; [|split; [|split; [exact mask_is|split; [exact P|split]]]]]].
  - intros o -> r A. pose proof C11 as E. rewrite forallb_forall in E.
    assert (I : index (of_N (N.of_nat r)) = r).
    { apply (allows_small ds) in A. rewrite index_of_N; unfold limit in *; lia. }
    assert (Hr : In (of_N (N.of_nat r)) (places 2 ds)) by (apply (places_spec 2); auto; now rewrite I).
    apply E, eqb_prop in Hr. rewrite <- Hr. symmetry. apply odd_bit.
    unfold index in I. bound (of_N (N.of_nat r)). lia.
  - intros q Hq. pose proof (D2 q Hq) as L. rewrite leb_spec, far in L.
    split; [unfold index; lia|]. apply in_app_or in Hq. destruct Hq as [Hq|Hq].
    + apply in_app_or in Hq. destruct Hq as [Hq|Hq].
      * left. apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). cbn [fst snd].
        split; [now apply (places_spec 1)|reflexivity].
      * right. apply pairs_are with (size := N.to_nat size) in Hq; auto; try lia.
        intros a Ha. apply rare_heaps_only in Ha.
        -- unfold small. destruct Ha as [[]|Ha]. change (to_Z 1) with 1%Z in Ha. lia.
        -- change (to_Z 1) with 1%Z. lia.
    + right. apply pairs_are with (size := N.to_nat size) in Hq; auto; try lia.
      intros a Ha. unfold small. apply in_app_or in Ha.
      destruct Ha as [Ha|Ha].
      * apply in_map_iff in Ha. destruct Ha as (a' & <- & Ha). specialize (C8 a' Ha).
        apply andb_prop in C8. rewrite N.leb_le, N.ltb_lt in C8.
        rewrite to_Z_of_N; unfold limit in *; lia.
      * apply filter_In in Ha. destruct Ha as [Ha _]. apply range_In in Ha.
        rewrite to_Z_of_N in Ha by (unfold limit in *; lia). change (to_Z 1) with 1%Z in Ha. lia.
  - intros r A. assert (R : (r < List.length ds)%nat) by (now apply (allows_small ds) in A).
    assert (I : index (of_N (N.of_nat r)) = r) by (rewrite index_of_N; unfold limit in *; lia).
    exists (of_N (N.of_nat r), 0). cbn [fst snd]. split; [|split; [exact I|reflexivity]].
    apply in_or_app. left. apply in_map_iff. exists (of_N (N.of_nat r)). split; [reflexivity|].
    apply (places_spec 1); auto. now rewrite I.
  - intros r a A Ha. apply split_pair; auto. lia.
  - apply blocks_chained. assert (B : (2 ^ log_width <= 2 ^ 20)%N) by (apply N.pow_le_mono_r; lia).
    pose proof (N.div_le_upper_bound (2 ^ log_width) 63 (2 ^ 20) ltac:(lia)) as Q.
    unfold limit. change (to_Z 0) with 0%Z. lia.
  - replace (N.to_nat size) with (0 + N.to_nat size)%nat at 1 by lia.
    apply load_ok with (size := N.to_nat size) (reach := N.to_nat reach); auto; try lia.
    split; [|intros i Hi; bound i; lia]. revert D1. generalize (make (of_N (2 ^ k)) 0).
    generalize (N.to_nat size) 0. intros f. induction f as [|f IH]; intros m r; cbn [load]; auto.
    intros Q. apply IH in Q. now rewrite length_set in Q.
Qed.

(** The values that are still in the ring are right, however far it went on. *)
Theorem advance_right ds bits position log_width size reach tries near m k st :
  open_window ds bits position log_width size reach tries near = Some m ->
  (Z.of_N (size + k) < limit)%Z -> advance bits position m k (of_N size, first_ring m) = Some st ->
  forall n, (n < size + k)%N -> (size + k <= n + reach)%N ->
  value (snd st).[of_N n land ring_mask m] = grundy (digits ds) n.
Proof.
  intros O Hl A n H1 H2. apply open_ready in O.
  destruct O as (octal & ends & far & par & moves & rests & splits & mask_is & rk & chain & HR).
  apply (go_ok ds octal bits position (N.to_nat size) (N.to_nat reach)) with
    (k := Z.of_N (N.succ (N.log2 reach))) (n := N.to_nat size) in A; auto; try lia.
  - destruct A as (_ & _ & [_ R] & _).
    assert (T : to_Z (of_N n) = Z.of_N n) by (apply to_Z_of_N; unfold limit in *; lia).
    rewrite R by lia. unfold grundy. f_equal. unfold index. lia.
  - split; [cbn [fst]; rewrite to_Z_of_N; unfold limit in *; lia|]. split; [lia|].
    split; [exact HR|]. intros h Hh. lia.
Qed.
