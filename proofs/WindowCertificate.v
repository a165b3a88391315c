(** * What a certificate of a period calls that begins late *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Window WindowSound WindowPeriod.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** The checker *)
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

(** The prefix has [size] heaps; a window is of [reach] heaps, and smaller values are looked for
    among splits with these parts [tries], then with those below [near]. The [stops] are the
    divisors of p. *)
Definition check_window (ds : list N) (bits : list int) (position : option bool)
  (log_width size reach : N) (tries : list N) (near n0 p : N) (stops : list N) : bool :=
  let splits := places 2 ds in
  let k := N.succ (N.log2 reach) in
  let mask := of_N (2 ^ k - 1) in
  if forallb (fun d => d <? 8)%N ds && (Z.of_N (n0 + reach + p) <? limit)%Z && (1 <=? p)%N &&
     (N.of_nat (List.length ds) <=? size)%N && (reach <? size)%N && (size <=? n0 + reach)%N &&
     (near <=? size)%N && forallb (fun a => (1 <=? a) && (a <? size))%N tries &&
     forallb (fun d => d <? p)%N stops && (log_width <? 20)%N && (k <? 62)%N &&
     match position with
     | None => true
     | Some o => forallb (fun r => Bool.eqb (bit r 0) o) splits && N.even p
     end && covers (N.to_nat (N.sqrt p)) 1 p stops
  then
  match values_by_rares ds bits log_width size with
  | None => false
  | Some g =>
    let rare := map (fun r => (r, 0)) (places 1 ds) ++
      flat_map (splits_with g splits) (rare_heaps bits position g (N.to_nat size - 1) 1 []) in
    let more := flat_map (splits_with g splits)
      (map of_N tries ++ filter (fun a => colour bits position (bit a 0) g.[a]) (range 1 (of_N near))) in
    let ring := load g mask (N.to_nat size) 0 (make (of_N (2 ^ k)) 0) in
    if (mask <? length ring) && forallb (fun q => fst q <=? of_N reach) (rare ++ more)
    then returns bits position mask (paired rare) (paired more) (blocks_from bits (N.to_nat (2 ^ log_width / 63 + 1)) 0)
           size reach n0 p stops ring
    else false
  end
  else false.

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
  unfold check_window. set (k := N.succ (N.log2 reach)). set (mask := of_N (2 ^ k - 1)).
  cbv zeta. destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[[[[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C13] C9] C10] C11] C12].
  rewrite forallb_forall in C1, C8, C13. apply Z.ltb_lt in C2. apply N.leb_le in C3, C4, C6, C7.
  apply N.ltb_lt in C5, C9, C10.
  assert (octal : forall d, In d ds -> (d < 8)%N) by (intros d Hd; apply N.ltb_lt, C1, Hd).
  destruct (values_by_rares _ _ _ _) as [g|] eqn:EG; [|discriminate].
  destruct (_ && _) eqn:D; [|discriminate]. apply andb_prop in D. destruct D as [D1 D2].
  rewrite forallb_forall in D2.
  set (rare := map _ _ ++ flat_map _ _) in *. set (more := flat_map _ (map _ _ ++ _)) in *.
  intros H.
  assert (few : (Z.of_nat (List.length ds) < limit)%Z) by lia.
  assert (sized : (Z.of_nat (N.to_nat size) < limit)%Z) by lia.
  apply values_by_rares_ok in EG; auto; [|lia].
  assert (far : to_Z (of_N reach) = Z.of_N reach) by (apply to_Z_of_N; unfold limit in *; lia).
  assert (P : (Z.of_N reach < 2 ^ Z.of_N k)%Z).
  { destruct (N.eq_dec reach 0) as [->|Z]; [apply Z.pow_pos_nonneg; lia|].
    pose proof (N.log2_spec reach ltac:(lia)) as [_ Q]. apply N2Z.inj_lt in Q.
    rewrite N2Z.inj_pow in Q. exact Q. }
  assert (mask_is : to_Z mask = (2 ^ Z.of_N k - 1)%Z).
  { unfold mask. assert (B : (2 ^ k <= 2 ^ 62)%N) by (apply N.pow_le_mono_r; lia).
    assert (0 < 2 ^ k)%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    rewrite to_Z_of_N; unfold limit; rewrite N2Z.inj_sub, N2Z.inj_pow; cbn; try lia. }
  apply (returns_ok ds bits position size reach octal) with (k := Z.of_N k) in H; auto; try lia.
  all: rewrite ?listed_paired.
  all: cycle 1.
  - intros o -> r A. apply andb_prop in C11. destruct C11 as [E _]. rewrite forallb_forall in E.
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
  - intros Q. destruct position; [now apply andb_prop in C11|now destruct Q].
  - intros d Hd. apply N.ltb_lt, C13, Hd.
  - replace (N.to_nat size) with (0 + N.to_nat size)%nat at 1 by lia.
    apply load_ok with (size := N.to_nat size) (reach := N.to_nat reach); auto; try lia.
    split; [|intros i Hi; bound i; lia]. revert D1. generalize (make (of_N (2 ^ k)) 0).
    generalize (N.to_nat size) 0. intros f. induction f as [|f IH]; intros m r; cbn [load]; auto.
    intros Q. apply IH in Q. now rewrite length_set in Q.
  - destruct H as (R & before & none). split; [|intros n Hn; destruct n; discriminate Hn].
    apply exact_by_divisors; auto.
    + right. now rewrite N.add_0_r.
    + intros r u Hr M U. replace u with 0%N by nia. apply none.
      now apply (all_divisors p stops C3 C12).
Qed.
