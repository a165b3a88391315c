(** * Periods: what holds in a finite table holds for all larger heaps *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers.
Import ListNotations.
Local Open Scope N_scope.

(** ** What is claimed *)

(** From heap n0 on, p counters more add s to the value. *)
Definition repeats_from (c : code) (n0 p s : N) : Prop :=
  forall n, n0 <= n -> grundy c (n + p) = grundy c n + s.

(** The least period p and the least preperiod n0: all other periods are multiples of p, and
    none begins earlier. *)
Definition exact_period (c : code) (n0 p s : N) : Prop :=
  1 <= p /\ repeats_from c n0 p s /\
  forall n1 q t, 1 <= q -> repeats_from c n1 q t -> (p | q) /\ n0 <= n1.

(** The values of the first heaps. *)
Definition begins_with (c : code) (known : list N) : Prop :=
  forall n, n < N.of_nat (List.length known) -> grundy c n = nth (N.to_nat n) known 0.

(** ** Guy and Smith's theorem *)

(** A period that holds for pairs of heaps up to b (n0 + p) + k - b holds for all larger ones, if
    k is the last place with a digit and b the most heaps that a digit allows.
    Source: R. K. Guy and C. A. B. Smith, 1956, for b = 2. *)
Theorem guy_smith c b k n0 p :
  (1 <= p)%nat -> (1 <= n0)%nat -> (1 <= b)%nat ->
  (forall r, (k < r)%nat -> c r = 0) ->
  (forall r i, (b < i)%nat -> N.testbit (c r) (N.of_nat i) = false) ->
  (forall n, (n0 <= n)%nat -> (n + p + b <= b * (n0 + p) + k)%nat -> G c (n + p)%nat = G c n) ->
  forall n, (n0 <= n)%nat -> G c (n + p)%nat = G c n.
Proof.
  intros Hp H0 Hb last most window n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec (n + p + b) (b * (n0 + p) + k)) as [L|L]; [now apply window|].
  eapply is_mex_unique; [|apply G_mex|apply G_mex].
  intros v. apply shift_options with (b := b) (k := k) (n0 := n0); auto.
Qed.

(** The most heaps that a digit allows, 1 at least. *)
Fixpoint most_parts (ds : list N) : N :=
  match ds with [] => 1 | d :: ds => N.max (N.log2 d) (most_parts ds) end.

(** The heaps 0 .. needed - 1 prove a period of a code with these digits. *)
Definition needed (ds : list N) (n0 p : N) : N :=
  most_parts ds * (N.max n0 1 + p) + N.max (N.of_nat (List.length ds)) 1 - most_parts ds.

Lemma most_parts_pos ds : 1 <= most_parts ds.
Proof. induction ds as [|d ds IH]; cbn [most_parts]; lia. Qed.

Lemma most_parts_spec ds r i : most_parts ds < i -> N.testbit (digits ds r) i = false.
Proof.
  revert r. induction ds as [|d ds IH]; intros r H; unfold digits.
  - destruct r; reflexivity.
  - cbn [most_parts] in H. destruct r; cbn [nth]; [apply N.bits_above_log2; lia|apply IH; lia].
Qed.

Theorem guy_smith_digits ds n0 p :
  1 <= p ->
  (forall n, n0 <= n -> n + p < needed ds n0 p -> grundy (digits ds) (n + p) = grundy (digits ds) n) ->
  repeats_from (digits ds) n0 p 0.
Proof.
  intros Hp window n Hn. rewrite N.add_0_r. pose proof (most_parts_pos ds) as Hb.
  destruct (N.eq_dec n 0) as [->|D].
  { apply window; auto. unfold needed. nia. }
  unfold grundy. rewrite N2Nat.inj_add.
  apply guy_smith with (b := N.to_nat (most_parts ds)) (k := (List.length ds - 1)%nat)
    (n0 := N.to_nat (N.max n0 1)); try lia.
  - intros r Hr. unfold digits. apply nth_overflow. lia.
  - intros r i Hi. apply most_parts_spec. lia.
  - clear n Hn D. intros n Hn Hw. specialize (window (N.of_nat n) ltac:(lia)).
    unfold grundy in window. rewrite N2Nat.inj_add, Nat2N.id in window. apply window.
    unfold needed. nia.
Qed.

(** ** Other periods of the same values *)
Lemma repeats_times c n0 p s : repeats_from c n0 p s ->
  forall k n, n0 <= n -> grundy c (n + k * p) = grundy c n + k * s.
Proof.
  intros R k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - now rewrite !N.mul_0_l, !N.add_0_r.
  - replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite R, IH by lia. lia.
Qed.

(** All values from those of the heaps below n0 + p. *)
Theorem closed_form c n0 p s : exact_period c n0 p s -> forall n, n0 <= n ->
  grundy c n = grundy c (n0 + (n - n0) mod p) + (n - n0) / p * s.
Proof.
  intros (Hp & R & _) n Hn. rewrite <- (repeats_times c n0 p s R ((n - n0) / p)) by apply N.le_add_r.
  f_equal. pose proof (N.div_mod (n - n0) p ltac:(lia)). nia.
Qed.

(** Two periods have their greatest common divisor for a period, too. *)
Lemma repeats_gcd c n0 p s n1 q t : 1 <= p -> 1 <= q ->
  repeats_from c n0 p s -> repeats_from c n1 q t ->
  exists u, repeats_from c n0 (N.gcd p q) u.
Proof.
  intros Hp Hq Rp Rq. destruct (N.gcd_bezout_pos p q ltac:(lia)) as (a & b & E).
  set (d := N.gcd p q) in *. set (far := N.max n0 n1).
  assert (FAR : forall n, far <= n -> grundy c n + a * s = grundy c (n + d) + b * t).
  { intros n Hn. rewrite <- (repeats_times c n0 p s Rp) by lia.
    rewrite <- (repeats_times c n1 q t Rq) by lia. f_equal. lia. }
  exists (a * s - b * t). intros n Hn.
  set (m := n + far * p).
  assert (L : far <= m) by (unfold m; nia).
  pose proof (FAR m L) as F.
  replace (m + d) with (n + d + far * p) in F by (unfold m; lia). unfold m in F.
  rewrite !(repeats_times c n0 p s Rp) in F by lia.
  destruct (N.le_gt_cases (b * t) (a * s)) as [Q|Q]; [lia|]. exfalso.
  (* The values would fall without end. *)
  assert (DOWN : forall k, grundy c (m + k * d) + k * (b * t - a * s) = grundy c m).
  { intros k. induction k as [|k IH] using N.peano_ind; [now rewrite !N.mul_0_l, !N.add_0_r|].
    specialize (FAR (m + k * d) ltac:(lia)).
    replace (m + N.succ k * d) with (m + k * d + d) by lia. nia. }
  specialize (DOWN (N.succ (grundy c m))). nia.
Qed.

(** A period is the least one, from the first heap on, if no proper part of it is a period and
    the heap before does not repeat. *)
Theorem exact_by_divisors c n0 p s : 1 <= p -> repeats_from c n0 p s ->
  (n0 = 0 \/ grundy c (n0 - 1 + p) <> grundy c (n0 - 1) + s) ->
  (forall r u, 2 <= r <= p -> p mod r = 0 -> s = r * u -> ~ repeats_from c n0 (p / r) u) ->
  exact_period c n0 p s.
Proof.
  intros Hp R before parts. split; [exact Hp|]. split; [exact R|]. intros n1 q t Hq Rq.
  assert (D : (p | q)).
  { destruct (repeats_gcd c n0 p s n1 q t Hp Hq R Rq) as [u Ru].
    destruct (N.gcd_divide_l p q) as [r Hr]. set (d := N.gcd p q) in *.
    assert (D0 : 1 <= d) by nia.
    destruct (N.eq_dec r 1) as [->|Dr].
    { replace p with d by lia. apply N.gcd_divide_r. }
    exfalso. apply (parts r u).
    - nia.
    - rewrite Hr, N.mul_comm, N.mod_mul; nia.
    - pose proof (R n0 (N.le_refl n0)) as A.
      pose proof (repeats_times c n0 d u Ru r n0 (N.le_refl n0)) as B.
      rewrite <- Hr in B. lia.
    - replace (p / r) with d by (rewrite Hr, N.mul_comm, N.div_mul; nia). exact Ru. }
  split; [exact D|]. destruct (N.le_gt_cases n0 n1) as [Q|Q]; [exact Q|]. exfalso.
  destruct D as [k Hk]. destruct k as [|k] using N.peano_ind; [lia|]. clear IHk.
  destruct before as [Z|before]; [lia|]. apply before.
  (* q is k + 1 periods: the first adds s, as all others do *)
  assert (T : t = N.succ k * s).
  { pose proof (Rq n0 ltac:(lia)) as A. rewrite Hk in A.
    rewrite (repeats_times c n0 p s R) in A by lia. lia. }
  pose proof (Rq (n0 - 1) ltac:(lia)) as A.
  replace (n0 - 1 + q) with (n0 - 1 + p + k * p) in A by lia.
  rewrite (repeats_times c n0 p s R) in A by lia. lia.
Qed.

(** ** Looking at a table *)
Section Table.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** Whether b = a + s, as numbers. *)
Definition rises (a b s : int) : bool := if a <=? b then b - a =? s else false.

Lemma rises_spec a b s : rises a b s = true <-> value b = (value a + value s)%N.
Proof.
  unfold rises, value. bound a. bound b. bound s. compare (a <=? b).
  - rewrite eqb_true. split; intros H.
    + apply (f_equal to_Z) in H. rewrite sub_small in H by lia. lia.
    + apply to_Z_inj. rewrite sub_small; lia.
  - split; [discriminate|lia].
Qed.

Variable g : array int.

(** g[j + p] = g[j] + s for i <= j < i + fuel. *)
Fixpoint repeats (fuel : nat) (i p s : int) : bool :=
  match fuel with
  | O => true
  | S fuel => if rises g.[i] g.[i + p] s then repeats fuel (i + 1) p s else false
  end.

(** The same fails for one of these j. *)
Fixpoint differs (fuel : nat) (i p s : int) : bool :=
  match fuel with
  | O => false
  | S fuel => if rises g.[i] g.[i + p] s then differs fuel (i + 1) p s else true
  end.

(** No proper divisor p / r of p, with r from here to r + fuel - 1, is a period from heap n0 on. *)
Fixpoint no_divisor (fuel : nat) (r n0 p s : N) : bool :=
  match fuel with
  | O => true
  | S fuel =>
    if if (p mod r =? 0)%N then if (s mod r =? 0)%N then
         differs (N.to_nat (p - p / r)) (of_N n0) (of_N (p / r)) (of_N (s / r))
       else true else true
    then no_divisor fuel (N.succ r) n0 p s else false
  end.

(** The values of heaps i, i + 1, ... are these. *)
Fixpoint reads (i : int) (known : list N) : bool :=
  match known with
  | [] => true
  | v :: known => if (value g.[i] =? v)%N then reads (i + 1) known else false
  end.

Definition exact (n0 p s : N) (known : list N) : bool :=
  if if (n0 =? 0)%N then true else
       negb (rises g.[of_N (n0 - 1)] g.[of_N (n0 - 1 + p)] (of_N s))
  then if no_divisor (N.to_nat (p - 1)) 2 n0 p s then
  if (N.of_nat (List.length known) <=? n0 + p)%N then reads 0 known else false else false else false.

Variables (c : code) (size : nat).
Hypothesis small : (Z.of_nat size < limit)%Z.
Hypothesis H : holds c g size.

Lemma rises_N i p s : (N.to_nat (i + p) < size)%nat -> (Z.of_N s < limit)%Z ->
  rises g.[of_N i] g.[of_N (i + p)] (of_N s) = true <-> grundy c (i + p) = (grundy c i + s)%N.
Proof.
  intros Hi Hs. rewrite rises_spec, !(holds_N c g size) by (auto; lia).
  rewrite value_of_N; unfold limit in *; [reflexivity|lia].
Qed.

Lemma of_N_add i p : (Z.of_N (i + p) < limit)%Z -> of_N (i + p) = of_N i + of_N p.
Proof.
  intros Hi. apply to_Z_inj. unfold limit in *.
  rewrite add_small; rewrite !to_Z_of_N; unfold limit; lia.
Qed.

Lemma repeats_ok p s : (Z.of_N s < limit)%Z -> forall fuel i,
  (N.to_nat (i + p) + fuel <= size)%nat -> repeats fuel (of_N i) (of_N p) (of_N s) = true ->
  forall n, (i <= n)%N -> (n < i + N.of_nat fuel)%N -> grundy c (n + p) = (grundy c n + s)%N.
Proof.
  intros Hs. induction fuel as [|fuel IH]; intros i Hi E n H1 H2; [lia|]. cbn [repeats] in E.
  rewrite <- of_N_add in E by (unfold limit in *; lia).
  destruct (rises _ _ _) eqn:Q; [|discriminate]. apply rises_N in Q; auto; [|lia].
  destruct (N.eq_dec n i) as [->|D]; [exact Q|].
  change 1 with (of_N 1) in E. rewrite <- of_N_add in E by (unfold limit in *; lia).
  apply (IH (i + 1)%N); auto; lia.
Qed.

Lemma differs_ok p s : (Z.of_N s < limit)%Z -> forall fuel i,
  (N.to_nat (i + p) + fuel <= size)%nat -> differs fuel (of_N i) (of_N p) (of_N s) = true ->
  exists n, (i <= n)%N /\ grundy c (n + p) <> (grundy c n + s)%N.
Proof.
  intros Hs. induction fuel as [|fuel IH]; intros i Hi E; [discriminate|]. cbn [differs] in E.
  rewrite <- of_N_add in E by (unfold limit in *; lia).
  destruct (rises _ _ _) eqn:Q.
  - change 1 with (of_N 1) in E. rewrite <- of_N_add in E by (unfold limit in *; lia).
    destruct (IH (i + 1)%N) as (n & A & B); auto; [lia|]. exists n. split; [lia|exact B].
  - exists i. split; [lia|]. rewrite <- rises_N by (auto; lia). congruence.
Qed.

Lemma no_divisor_ok n0 p s : (Z.of_N s < limit)%Z -> (N.to_nat (n0 + p) <= size)%nat ->
  (1 <= p)%N -> forall fuel r', no_divisor fuel r' n0 p s = true ->
  forall r u, (2 <= r')%N -> (r' <= r)%N -> (r < r' + N.of_nat fuel)%N ->
  (p mod r = 0)%N -> s = (r * u)%N -> ~ repeats_from c n0 (p / r) u.
Proof.
  intros Hs Hsize Hp. induction fuel as [|fuel IH]; intros r' E r u H2 Hr Hf Hm Hu K; [lia|].
  cbn [no_divisor] in E. destruct (N.eq_dec r r') as [Q|D].
  - rewrite <- Q, Hm in E. cbn [N.eqb] in E.
    replace (s mod r)%N with 0%N in E by (rewrite Hu, N.mul_comm, N.mod_mul; lia).
    replace (s / r)%N with u in E by (rewrite Hu, N.mul_comm, N.div_mul; lia).
    cbn [N.eqb] in E. destruct (differs _ _ _ _) eqn:F; [|discriminate].
    assert (L : (p / r < p)%N) by (apply N.div_lt; lia).
    apply differs_ok in F; [|nia|lia]. destruct F as (n & A & B). apply B, K, A.
  - destruct (if (p mod r' =? 0)%N then _ else _); [|discriminate].
    apply (IH _ E r u); auto; lia.
Qed.

Lemma reads_ok known : forall i, (index i + List.length known <= size)%nat ->
  reads i known = true -> forall j, (j < List.length known)%nat ->
  G c (index i + j) = nth j known 0%N.
Proof.
  induction known as [|v known IH]; intros i Hi E j Hj; cbn [reads List.length] in *; [lia|].
  destruct (N.eqb_spec (value g.[i]) v) as [<-|]; [|discriminate].
  destruct j as [|j]; cbn [nth]; [rewrite Nat.add_0_r; symmetry; apply H; lia|].
  assert (I : index (i + 1) = S (index i)) by (bound i; unfold index in *; rewrite succ_small; lia).
  rewrite <- (IH (i + 1)) by (rewrite ?I; auto; lia). f_equal. lia.
Qed.

Theorem exact_ok n0 p s known : (Z.of_N s < limit)%Z -> (N.to_nat (n0 + p) <= size)%nat ->
  (1 <= p)%N -> repeats_from c n0 p s -> exact n0 p s known = true ->
  exact_period c n0 p s /\ begins_with c known.
Proof.
  unfold exact. intros Hs Hsize Hp R E.
  match type of E with (if ?x then _ else _) = true => destruct x eqn:PRE; [|discriminate] end.
  destruct (no_divisor _ _ _ _ _) eqn:DIV; [|discriminate].
  destruct (N.leb_spec (N.of_nat (List.length known)) (n0 + p)) as [L|]; [|discriminate].
  split; [|intros n Hn; apply (reads_ok known 0) with (j := N.to_nat n) in E; auto; cbn; lia].
  apply exact_by_divisors; auto.
  - destruct (N.eqb_spec n0 0) as [Z|Z]; [now left|right].
    apply negb_true_iff in PRE. apply not_true_iff_false in PRE. rewrite rises_N in PRE by (auto; lia).
    exact PRE.
  - intros r u Hr Hm Hu. apply (no_divisor_ok n0 p s Hs Hsize Hp _ _ DIV r u); auto; lia.
Qed.
End Table.

(** ** From a table to a theorem *)

(** The table proves the period by Guy and Smith's theorem, and that it is the least. *)
Definition table_has_period (ds : list N) (n0 p : N) (known : list N) (g : array int) : bool :=
  if repeats g (N.to_nat (needed ds n0 p - p - n0)) (of_N n0) (of_N p) 0
  then exact g n0 p 0 known else false.

Theorem table_has_period_sound ds n0 p known g :
  1 <= p -> (Z.of_N (needed ds n0 p) < limit)%Z ->
  holds (digits ds) g (N.to_nat (needed ds n0 p)) ->
  table_has_period ds n0 p known g = true ->
  exact_period (digits ds) n0 p 0 /\ begins_with (digits ds) known.
Proof.
  unfold table_has_period. intros Hp Hl H E. destruct (repeats _ _ _ _ _) eqn:Q; [|discriminate].
  pose proof (most_parts_pos ds) as Hb.
  assert (L : n0 + p <= needed ds n0 p) by (unfold needed; nia).
  change 0%uint63 with (of_N 0) in Q.
  apply exact_ok with (g := g) (size := N.to_nat (needed ds n0 p)); auto; try lia.
  apply guy_smith_digits; [exact Hp|]. intros n H1 H2.
  rewrite <- (N.add_0_r (grundy (digits ds) n)).
  apply (repeats_ok g (digits ds) (N.to_nat (needed ds n0 p))) with
    (fuel := N.to_nat (needed ds n0 p - p - n0)) (i := n0); auto; lia.
Qed.

(** ** The same in plain words *)
Theorem without_saltus c n0 p : exact_period c n0 p 0 /\ begins_with c [] ->
  (forall n, n0 <= n -> grundy c (n + p) = grundy c n) /\
  forall n1 q, 1 <= q -> (forall n, n1 <= n -> grundy c (n + q) = grundy c n) ->
    (p | q) /\ n0 <= n1.
Proof.
  intros ((_ & R & least) & _). split.
  - intros n Hn. rewrite R by exact Hn. apply N.add_0_r.
  - intros n1 q Hq H. apply (least n1 q 0 Hq). intros n Hn. rewrite N.add_0_r. auto.
Qed.

Theorem with_saltus c n0 p s : exact_period c n0 p s /\ begins_with c [] ->
  (forall n, n0 <= n -> grundy c (n + p) = grundy c n + s) /\
  forall n1 q t, 1 <= q -> (forall n, n1 <= n -> grundy c (n + q) = grundy c n + t) ->
    (p | q) /\ n0 <= n1.
Proof. intros ((_ & R & least) & _). split; [exact R|exact least]. Qed.

(** Where all values below n0 + p are known, all are. *)
Section Values.
Variables (first again : list N) (c : code) (n0 p : N).
Hypothesis first_is : N.of_nat (List.length first) = n0.
Hypothesis again_is : N.of_nat (List.length again) = p.

Lemma all_values s : exact_period c n0 p s -> begins_with c (first ++ again) -> forall n,
  grundy c n = if n <? n0 then nth (N.to_nat n) first 0
               else nth (N.to_nat ((n - n0) mod p)) again 0 + (n - n0) / p * s.
Proof.
  intros E B n. pose proof (proj1 E) as Hp. unfold begins_with in B. rewrite app_length in B.
  destruct (N.ltb_spec n n0) as [L|L]; [rewrite B by lia; apply app_nth1; lia|].
  rewrite (closed_form c n0 p s E n L). pose proof (N.mod_lt (n - n0) p ltac:(lia)) as M.
  generalize dependent ((n - n0) mod p). intros r M. rewrite B, app_nth2 by lia. do 2 f_equal. lia.
Qed.

Theorem values_without_saltus : exact_period c n0 p 0 /\ begins_with c (first ++ again) ->
  (forall n, n0 <= n -> grundy c (n + p) = grundy c n) /\
  (forall n1 q, 1 <= q -> (forall n, n1 <= n -> grundy c (n + q) = grundy c n) ->
    (p | q) /\ n0 <= n1) /\
  forall n, grundy c n = if n <? n0 then nth (N.to_nat n) first 0
                         else nth (N.to_nat ((n - n0) mod p)) again 0.
Proof.
  intros [E B]. assert (none : begins_with c []) by (intros m Hm; now destruct m).
  destruct (without_saltus c n0 p (conj E none)) as [R least].
  split; [exact R|]. split; [exact least|].
  intros n. rewrite (all_values 0 E B), N.mul_0_r, N.add_0_r. reflexivity.
Qed.

Theorem values_with_saltus s : exact_period c n0 p s /\ begins_with c (first ++ again) ->
  (forall n, n0 <= n -> grundy c (n + p) = grundy c n + s) /\
  (forall n1 q t, 1 <= q -> (forall n, n1 <= n -> grundy c (n + q) = grundy c n + t) ->
    (p | q) /\ n0 <= n1) /\
  forall n, grundy c n = if n <? n0 then nth (N.to_nat n) first 0
                         else nth (N.to_nat ((n - n0) mod p)) again 0 + (n - n0) / p * s.
Proof.
  intros [E B]. split; [apply E|]. split; [exact (proj2 (proj2 E))|exact (all_values s E B)].
Qed.
End Values.

Lemma period_of_code c c' n0 p s known : (forall r, c r = c' r) ->
  exact_period c n0 p s /\ begins_with c known -> exact_period c' n0 p s /\ begins_with c' known.
Proof.
  intros E ((Hp & R & least) & B).
  assert (Q : forall n, grundy c n = grundy c' n) by (intros n; apply G_code, E).
  split; [split; [exact Hp|split]|].
  - intros n Hn. rewrite <- !Q. auto.
  - intros n1 q t Hq H. apply (least n1 q t Hq). intros n Hn. rewrite !Q. auto.
  - intros n Hn. rewrite <- Q. auto.
Qed.
