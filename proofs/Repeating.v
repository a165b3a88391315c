(** * Sets whose amounts repeat: periods with a saltus

    From some amount on, r counters may be taken just if r + q may. A heap that is that far below is
    an option of the larger heaps of some classes modulo q, whatever their size. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rows RowsSound Formulas.
Import ListNotations.
Local Open Scope N_scope.

Section Repeating.
(** Whether each of the first amounts may be taken, from 0 on, and each of the others again and again. *)
Variables (first tail : list bool).
Notation L := (List.length first).
Notation q := (List.length tail).

Definition may (r : nat) : bool := if (r <? L)%nat then nth r first false else nth ((r - L) mod q) tail false.
Notation c := (taking may).

(** ** The options of a heap *)
Lemma options_are n v : nim_option c (G c) n v <->
  exists m, (m < n)%nat /\ may (n - m) = true /\ v = G c m.
Proof. apply taking_options. reflexivity. Qed.

(** Whether heap m stays an option of all larger heaps of class k modulo q. *)
Definition stays (k m : nat) : bool := nth ((k + (q - 1) * (m + L)) mod q) tail false.

Hypothesis some_tail : (0 < q)%nat.
Hypothesis some_first : (0 < L)%nat.

Lemma stays_spec n m : (m + L <= n)%nat -> may (n - m) = stays (n mod q) m.
Proof.
  intros H. unfold may, stays. destruct (Nat.ltb_spec (n - m) L); [lia|]. f_equal.
  rewrite Nat.add_mod_idemp_l by lia.
  replace (n + (q - 1) * (m + L))%nat with (n - m - L + (m + L) * q)%nat by nia.
  rewrite Nat.mod_add; lia.
Qed.

(** ** A repetition that has come goes on *)

(** Values of heaps that stay options of class k, p heaps earlier and now. *)
Definition earlier (p size k : nat) (x : N) : Prop :=
  exists m, (m + L + p <= size)%nat /\ stays k m = true /\ G c m = x.
Notation later := (earlier 0).

Theorem repeats_taking n0 p t size (base : nat -> N) :
  (1 <= p)%nat -> (p mod q = 0)%nat -> (n0 + p + L <= S size)%nat ->
  (forall n, (n0 <= n)%nat -> (n + p < size)%nat -> G c (n + p) = G c n + t) ->
  (forall k x, (k < q)%nat -> x < base k -> earlier p size k x) ->
  (forall k x, (k < q)%nat -> x < base k + t -> later size k x) ->
  (forall k x, (k < q)%nat -> base k <= x -> earlier p size k x <-> later size k (x + t)) ->
  forall n, (n0 <= n)%nat -> G c (n + p) = G c n + t.
Proof.
  intros Hp Hq Hsize window low low' moved n. induction n as [n IH] using lt_wf_ind.
  intros Hn. destruct (le_lt_dec size (n + p)) as [Le|Le]; [|now apply window].
  set (k := (n mod q)%nat). assert (Hk : (k < q)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (Kp : ((n + p) mod q = k)%nat).
  { unfold k. rewrite Nat.add_mod, Hq, Nat.add_0_r, Nat.mod_mod; lia. }
  assert (old : forall x, earlier p size k x -> nim_option c (G c) n x).
  { intros x (m & Hm & S & <-). apply options_are. exists m. rewrite stays_spec by lia.
    repeat split; [lia|exact S]. }
  assert (new : forall x, later size k x -> nim_option c (G c) (n + p) x).
  { intros x (m & Hm & S & <-). apply options_are. exists m. rewrite stays_spec, Kp by lia.
    repeat split; [lia|exact S]. }
  destruct (G_mex c n) as [none all].
  assert (B : base k <= G c n).
  { destruct (N.le_gt_cases (base k) (G c n)) as [K|K]; [exact K|]. destruct none. auto. }
  eapply is_mex_unique; [intros j; reflexivity|apply G_mex|]. split.
  - intros O. apply options_are in O. destruct O as (m & Hm & E & V).
    destruct (le_lt_dec (m + L) size) as [F|F].
    + apply none, old, (moved k); auto. exists m. rewrite <- Kp, <- stays_spec by lia.
      repeat split; auto; lia.
    + apply none, options_are. exists (m - p)%nat. split; [lia|].
      replace (n - (m - p))%nat with (n + p - m)%nat by lia. split; [exact E|].
      specialize (IH (m - p)%nat ltac:(lia) ltac:(lia)).
      replace (m - p + p)%nat with m in IH by lia. lia.
  - intros j Hj. destruct (N.le_gt_cases (base k + t) j) as [K|K]; [|auto].
    specialize (all (j - t) ltac:(lia)). apply options_are in all. destruct all as (m & Hm & E & V).
    destruct (le_lt_dec (m + L + p) size) as [F|F].
    + apply new. replace j with (j - t + t) by lia. apply moved; [exact Hk|lia|]. exists m.
      unfold k. rewrite <- stays_spec by lia. repeat split; auto; lia.
    + apply options_are. exists (m + p)%nat. split; [lia|].
      replace (n + p - (m + p))%nat with (n - m)%nat by lia. split; [exact E|].
      rewrite IH by lia. lia.
Qed.

(** A period of which a multiple goes on goes on itself. *)
Lemma by_multiple n0 p t u k size : (1 <= p)%nat -> (n0 + k * p + p <= size)%nat ->
  (forall n, (n0 <= n)%nat -> (n + p < size)%nat -> G c (n + p) = G c n + t) ->
  (forall n, (n0 <= n)%nat -> G c (n + k * p) = G c n + u) -> (1 <= k)%nat ->
  forall n, (n0 <= n)%nat -> G c (n + p) = G c n + t.
Proof.
  intros Hp Hs window turn Hk n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec size (n + p)) as [Le|Le]; [|now apply window].
  assert (E : (n = (n - k * p) + k * p)%nat) by lia. set (m := (n - k * p)%nat) in *.
  assert (Hm : (n0 <= m)%nat) by lia. rewrite E.
  replace (m + k * p + p)%nat with (m + p + k * p)%nat by lia.
  rewrite !turn by lia. rewrite (IH m) by nia. lia.
Qed.

(** ** The program *)

(** The digits of the code that matter to so many heaps. *)
Definition known_digits (size : nat) : list N := map c (seq 0 size).

Lemma same_values size n : (n < size)%nat -> G (digits (known_digits size)) n = G c n.
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hn.
  assert (D : forall r, (r <= n)%nat -> digits (known_digits size) r = c r).
  { intros r Hr. unfold digits, known_digits. rewrite (nth_indep _ 0 (c 0%nat)).
    - rewrite map_nth. now rewrite seq_nth by lia.
    - rewrite map_length, seq_length. lia. }
  assert (M : forall parts, heap_move (digits (known_digits size)) n parts <-> heap_move c n parts).
  { intros parts. split; intros (r & Hr & HF & T & P); exists r; repeat split; auto;
      rewrite D in * by lia; exact T. }
  eapply is_mex_unique; [|apply G_mex|apply G_mex]. intros v.
  split; intros (parts & Mv & <-); exists parts; (split; [now apply M|]); apply total_ext; intros m Hm;
    apply heap_move_smaller with (m := m) in Mv; auto; [symmetry|]; apply IH; lia.
Qed.

Section Check.
Variables (value_of : nat -> N) (p size : nat).

Definition members (k stop : nat) : list N := map value_of (filter (stays k) (seq 0 stop)).

Fixpoint first_missing (fuel : nat) (x : N) (l : list N) : N :=
  match fuel with O => x | S fuel => if mem x l then first_missing fuel (N.succ x) l else x end.

Definition all_below (stop : N) (l : list N) : bool :=
  forallb (fun x => mem (N.of_nat x) l) (seq 0 (N.to_nat stop)).

Definition class_moved (t : N) (k : nat) : bool :=
  let before := members k (S size - L - p) in
  let now := members k (S size - L) in
  let base := first_missing (List.length before) 0 before in
  all_below base before && all_below (base + t) now &&
  forallb (fun x => (x <? base) || mem (x + t) now) before &&
  forallb (fun x => (x <? base + t) || mem (x - t) before) now.

Hypothesis values_right : forall n, (n < size)%nat -> value_of n = G c n.

Lemma members_ok k back x :
  In x (members k (S size - L - back)) <-> earlier back size k x.
Proof.
  unfold members, earlier. rewrite in_map_iff. split.
  - intros (m & <- & Hm). apply filter_In in Hm. destruct Hm as [Hm Y]. apply in_seq in Hm.
    exists m. repeat split; [lia|exact Y|]. symmetry. apply values_right. lia.
  - intros (m & Hm & Y & <-). exists m. split; [apply values_right; lia|].
    apply filter_In. split; [apply in_seq; lia|exact Y].
Qed.

Lemma all_below_ok stop l : all_below stop l = true -> forall x, x < stop -> In x l.
Proof.
  unfold all_below. rewrite forallb_forall. intros H x Hx. specialize (H (N.to_nat x)).
  rewrite in_seq, N2Nat.id in H. apply mem_In, H. lia.
Qed.

Lemma class_moved_ok t k : class_moved t k = true ->
  let before := members k (S size - L - p) in
  let base := first_missing (List.length before) 0 before in
  (forall x, x < base -> earlier p size k x) /\
  (forall x, x < base + t -> later size k x) /\
  (forall x, base <= x -> earlier p size k x <-> later size k (x + t)).
Proof.
  intros C. unfold class_moved in C. cbv zeta in C. rewrite !andb_true_iff in C.
  set (before := members k (S size - L - p)) in *. set (now := members k (S size - L)) in *.
  set (base := first_missing _ _ _) in *. destruct C as (((C1 & C2) & C3) & C4).
  assert (B : forall x, In x before <-> earlier p size k x) by (intros x; now apply members_ok).
  assert (W : forall x, In x now <-> later size k x).
  { intros x. unfold now. rewrite <- (Nat.sub_0_r (S size - L)). apply members_ok. }
  rewrite forallb_forall in C3, C4. cbv zeta.
  split; [intros x Hx; now apply B, (all_below_ok base)|].
  split; [intros x Hx; now apply W, (all_below_ok (base + t))|]. intros x Hx. split.
  - intros E. apply B in E. apply C3, orb_prop in E. destruct E as [E|E]; [apply N.ltb_lt in E; lia|].
    now apply W, mem_In.
  - intros E. apply W in E. apply C4, orb_prop in E. destruct E as [E|E]; [apply N.ltb_lt in E; lia|].
    apply mem_In in E. replace (x + t - t) with x in E by lia. now apply B.
Qed.
End Check.

Definition all_moved (value_of : nat -> N) (p size : nat) (t : N) : bool :=
  forallb (class_moved value_of p size t) (seq 0 q).

Lemma all_moved_ok value_of p size t n0 : (1 <= p)%nat -> (p mod q = 0)%nat -> (n0 + p + L <= S size)%nat ->
  (forall n, (n < size)%nat -> value_of n = G c n) -> all_moved value_of p size t = true ->
  (forall n, (n0 <= n)%nat -> (n + p < size)%nat -> G c (n + p) = G c n + t) ->
  forall n, (n0 <= n)%nat -> G c (n + p) = G c n + t.
Proof.
  intros Hp Hq Hs V M window. unfold all_moved in M. rewrite forallb_forall in M.
  pose (base k := first_missing (List.length (members value_of k (S size - L - p))) 0
                    (members value_of k (S size - L - p))).
  assert (K : forall k, (k < q)%nat -> (forall x, x < base k -> earlier p size k x) /\
    (forall x, x < base k + t -> later size k x) /\
    (forall x, base k <= x -> earlier p size k x <-> later size k (x + t))).
  { intros k Hk. apply (class_moved_ok value_of p size V), M, in_seq. lia. }
  apply (repeats_taking n0 p t size base); auto; intros k x Hk; now apply K.
Qed.
End Repeating.

(** The values of heaps 0 .. size - 1, and whether they prove the period p with saltus t; k periods
    are a multiple of the length of the tail. *)
Definition repeating_values (first tail : list bool) (log_width n0 p t k size : N) (known : list N)
  : option (array int * bool) :=
  let reach := N.of_nat (List.length first) in
  if (0 <? reach) && (0 <? N.of_nat (List.length tail)) && (size <? 4194303) && (1 <=? p) && (1 <=? k) &&
     ((k * p) mod N.of_nat (List.length tail) =? 0) && (n0 + k * p + p + reach <=? size + 1) && (t <? 4194303)
  then
    match values_by_rows (known_digits first tail (N.to_nat size)) log_width size with
    | None => None
    | Some g => Some (g,
      repeats g (N.to_nat (size - p - n0)) (of_N n0) (of_N p) (of_N t) &&
      all_moved first tail (fun n => value g.[of_N (N.of_nat n)]%array) (N.to_nat (k * p)) (N.to_nat size) (k * t) &&
      exact g n0 p t known)
    end
  else None.

(** The values are right, and what is said of the period is true. *)
Theorem repeating_values_sound first tail log_width n0 p t k size known g proved :
  repeating_values first tail log_width n0 p t k size known = Some (g, proved) ->
  holds (taking (may first tail)) g (N.to_nat size) /\
  (proved = true -> exact_period (taking (may first tail)) n0 p t /\
                    begins_with (taking (may first tail)) known).
Proof.
  unfold repeating_values. cbv zeta. destruct (_ && _) eqn:C; [|discriminate].
  rewrite !andb_true_iff in C. destruct C as (((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8).
  apply N.ltb_lt in C1, C2, C3, C8. apply N.leb_le in C4, C5, C7. apply N.eqb_eq in C6.
  destruct (values_by_rows _ _ _) as [r|] eqn:E; [|discriminate]. intros Q. injection Q as <- <-.
  assert (H : holds (taking (may first tail)) r (N.to_nat size)).
  { apply values_by_rows_ok in E.
    - intros i Hi. rewrite E by exact Hi. apply same_values; assumption || lia.
    - unfold known_digits. rewrite map_length, seq_length. unfold limit. lia. }
  split; [exact H|]. rewrite !andb_true_iff. intros ((R & M) & X).
  assert (T : (Z.of_N t < limit)%Z) by (unfold limit; lia).
  assert (Small : (Z.of_nat (N.to_nat size) < limit)%Z) by (unfold limit; lia).
  assert (window : forall n, (n0 <= n) -> (n + p < size) ->
    grundy (taking (may first tail)) (n + p) = grundy (taking (may first tail)) n + t).
  { intros n H1 H2. apply (repeats_ok r _ (N.to_nat size) Small H p t T (N.to_nat (size - p - n0)) n0); auto; lia. }
  assert (near : forall n, (N.to_nat n0 <= n)%nat -> (n + N.to_nat p < N.to_nat size)%nat ->
    G (taking (may first tail)) (n + N.to_nat p) = G (taking (may first tail)) n + t).
  { intros n H1 H2. specialize (window (N.of_nat n) ltac:(lia) ltac:(lia)). unfold grundy in window.
    now rewrite N2Nat.inj_add, Nat2N.id in window. }
  apply exact_ok with (g := r) (size := N.to_nat size); auto; try lia.
  intros n Hn. unfold grundy. rewrite N2Nat.inj_add.
  apply by_multiple with (n0 := N.to_nat n0) (u := k * t) (k := N.to_nat k) (size := N.to_nat size);
    auto; try lia; try nia.
  clear n Hn X. rewrite <- N2Nat.inj_mul.
  assert (Tail : (N.to_nat (k * p) mod List.length tail)%nat = 0%nat).
  { rewrite <- (Nat2N.id (List.length tail)), <- N2Nat.inj_mod, C6. reflexivity. }
  apply all_moved_ok with (value_of := fun n => value r.[of_N (N.of_nat n)]%array) (size := N.to_nat size);
    auto; try lia; try nia.
  - intros n Hn. rewrite H by (rewrite index_of_N; unfold limit; lia).
    rewrite index_of_N by (unfold limit; lia). now rewrite Nat2N.id.
  - intros n H1 H2. rewrite N2Nat.inj_mul in *.
    assert (Times : forall j, (n + j * N.to_nat p < N.to_nat size)%nat ->
      G (taking (may first tail)) (n + j * N.to_nat p) = G (taking (may first tail)) n + N.of_nat j * t).
    { induction j as [|j IH]; intros Hj; [rewrite Nat.mul_0_l, !Nat.add_0_r; lia|].
      replace (n + S j * N.to_nat p)%nat with (n + j * N.to_nat p + N.to_nat p)%nat by lia.
      rewrite near, IH by nia. lia. }
    rewrite Times by exact H2. lia.
Qed.

Definition check_repeating (first tail : list bool) (log_width n0 p t k size : N) (known : list N) : bool :=
  match repeating_values first tail log_width n0 p t k size known with Some (_, true) => true | _ => false end.

(** What the checker accepts is true: period, preperiod and saltus of a set whose amounts repeat. *)
Theorem repeating_period first tail log_width n0 p t k size known :
  check_repeating first tail log_width n0 p t k size known = true ->
  exact_period (taking (may first tail)) n0 p t /\ begins_with (taking (may first tail)) known.
Proof.
  unfold check_repeating. destruct (repeating_values _ _ _ _ _ _ _ _ _) as [[g []]|] eqn:E; try discriminate.
  intros _. apply repeating_values_sound in E. now apply E.
Qed.
