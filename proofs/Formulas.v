(** * Games whose values a formula gives: Lasker's Nim, and sets that hold all divisors *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period.
Import ListNotations.
Local Open Scope N_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** A formula is right if no option has its value, and options have all values below. *)
Lemma formula_right c (f : N -> N) :
  (forall n parts, heap_move c n parts ->
     nim_sum (fun m => f (N.of_nat m)) parts <> f (N.of_nat n)) ->
  (forall n j, j < f (N.of_nat n) -> nim_option c (fun m => f (N.of_nat m)) n j) ->
  forall n, grundy c n = f n.
Proof.
  intros none all n. unfold grundy.
  rewrite <- (G_unique c (fun m => f (N.of_nat m))), N2Nat.id; [reflexivity|]. intros m.
  split; [intros (parts & M & E); exact (none m parts M E)|exact (all m)].
Qed.

(** ** Lasker's Nim: take any number of counters, or split a heap into two *)
Definition laskers_nim : code := fun r => match r with O => 4 | S _ => 3 end.

(** Of each four heaps the last two change places. *)
Definition laskers_value (n : N) : N :=
  if n mod 4 =? 3 then n + 1 else if n mod 4 =? 0 then n - 1 else n.

Lemma lxor_mod_4 x y : N.lxor x y mod 4 = N.lxor (x mod 4) (y mod 4).
Proof.
  change 4 with (2 ^ 2). rewrite <- !N.land_ones. apply N.bits_inj. intros i.
  rewrite ?N.land_spec, ?N.lxor_spec, ?N.land_spec.
  now destruct (N.testbit x i), (N.testbit y i), (N.testbit (N.ones 2) i).
Qed.

Lemma below_4 r : r < 4 -> r = 0 \/ r = 1 \/ r = 2 \/ r = 3. Proof. lia. Qed.

Lemma laskers_mod_4 n : 1 <= n ->
  laskers_value n mod 4 = nth (N.to_nat (n mod 4)) [3; 1; 2; 0] 0.
Proof.
  intros Hn. unfold laskers_value.
  destruct (below_4 (n mod 4) ltac:(lia)) as [E|[E|[E|E]]]; rewrite E; cbn [N.eqb Pos.eqb];
    [change (nth _ _ _) with 3|change (nth _ _ _) with 1|change (nth _ _ _) with 2
    |change (nth _ _ _) with 0]; lia.
Qed.

(** No split has the value of the heap: what 4 leaves of them differs. *)
Lemma laskers_split a b : 1 <= a -> 1 <= b ->
  N.lxor (laskers_value a) (laskers_value b) <> laskers_value (a + b).
Proof.
  intros Ha Hb E. apply (f_equal (fun x => x mod 4)) in E.
  rewrite lxor_mod_4, !laskers_mod_4, N.add_mod in E by lia.
  destruct (below_4 (a mod 4) ltac:(lia)) as [A|[A|[A|A]]],
    (below_4 (b mod 4) ltac:(lia)) as [B|[B|[B|B]]]; rewrite A, B in E; discriminate E.
Qed.

Ltac laskers := unfold laskers_value in *; repeat match goal with
  | |- context [?x mod 4 =? ?y] => destruct (N.eqb_spec (x mod 4) y)
  | H : context [?x mod 4 =? ?y] |- _ => destruct (N.eqb_spec (x mod 4) y) end; lia.

Theorem laskers_nim_values n : grundy laskers_nim n = laskers_value n.
Proof.
  apply formula_right; clear n.
  - intros n parts (r & <- & F & T & P).
    assert (L : (List.length parts <= 2)%nat).
    { destruct (le_lt_dec (List.length parts) 2) as [L|L]; [exact L|].
      rewrite N.bits_above_log2 in T; [discriminate|]. destruct r; cbn; lia. }
    destruct r as [|r], parts as [|a [|b [|m parts]]]; cbn in T, P, L; try discriminate T; try lia;
      clear T P L.
    + inversion F as [|? ? A F']. inversion F' as [|? ? B]. subst. unfold total, list_sum. cbn [fold_right].
      rewrite N.lxor_0_r. replace (N.of_nat (0 + (a + (b + 0)))) with (N.of_nat a + N.of_nat b) by lia.
      apply laskers_split; lia.
    + unfold total, list_sum. cbn [fold_right]. laskers.
    + unfold total, list_sum. cbn [fold_right]. rewrite N.lxor_0_r. laskers.
  - intros n j Hj. destruct (N.lt_ge_cases (laskers_value j) (N.of_nat n)) as [L|L].
    + set (m := N.to_nat (laskers_value j)).
      assert (V : laskers_value (N.of_nat m) = j) by (unfold m; rewrite N2Nat.id; clear m; laskers).
      exists (if (m =? 0)%nat then [] else [m]). destruct (Nat.eqb_spec m 0) as [M|M].
      * split; [|cbn; rewrite <- V, M; reflexivity]. exists n. destruct n; [cbn in *; lia|].
        repeat split; cbn; auto; lia.
      * split; [|cbn; now rewrite N.lxor_0_r]. exists (n - m)%nat.
        destruct (n - m)%nat eqn:D; [lia|]. repeat split; cbn; auto; try lia.
        constructor; [lia|auto].
    + assert (Q : j = N.of_nat n /\ N.of_nat n mod 4 = 3) by laskers. destruct Q as [-> Q].
      exists [1%nat; (n - 1)%nat]. split.
      * exists 0%nat. repeat split; cbn; auto; try lia. constructor; [lia|]. constructor; [lia|auto].
      * unfold total. cbn [fold_right]. rewrite N.lxor_0_r.
        replace (laskers_value (N.of_nat (n - 1))) with (2 * (N.of_nat n / 2)) by laskers.
        replace (laskers_value (N.of_nat 1)) with 1 by reflexivity.
        replace (N.lxor 1 (2 * (N.of_nat n / 2))) with (2 * (N.of_nat n / 2) + 1)
          by (destruct (N.of_nat n / 2); reflexivity). lia.
Qed.

(** Source: Winning Ways, ch. 4. *)
Corollary laskers_nim_by_fours k :
  grundy laskers_nim (4 * k + 1) = 4 * k + 1 /\ grundy laskers_nim (4 * k + 2) = 4 * k + 2 /\
  grundy laskers_nim (4 * k + 3) = 4 * k + 4 /\ grundy laskers_nim (4 * k + 4) = 4 * k + 3.
Proof. rewrite !laskers_nim_values. repeat split; laskers. Qed.

Theorem laskers_nim_period :
  exact_period laskers_nim 1 4 4 /\ begins_with laskers_nim [0; 1; 2; 4; 3].
Proof.
  apply exact_ok with (size := 5%nat)
    (g := ((make 5 0).[1 <- 1].[2 <- 2].[3 <- 4].[4 <- 3])%array%uint63); try reflexivity; try lia.
  - intros i Hi. assert (I : i = of_N (N.of_nat (index i))).
    { apply index_inj. rewrite index_of_N; unfold limit; lia. }
    destruct (index i) as [|[|[|[|[|]]]]]; try lia; rewrite I; reflexivity.
  - intros n Hn. rewrite !laskers_nim_values. laskers.
Qed.

(** ** Where a move only takes, its options are smaller heaps *)
Definition taking (may : nat -> bool) : code := fun r => if may r then 3 else 0.

Section Taking.
Variables (c : code) (may : nat -> bool).
Hypothesis takes : forall r, c r = if may r then 3 else 0.

Lemma empty_heap : G c 0 = 0.
Proof.
  destruct (N.eq_dec (G c 0) 0) as [E|D]; [exact E|exfalso].
  destruct (proj2 (G_mex c 0) 0) as (parts & (r & Hr & HF & T & P) & _); [lia|].
  destruct parts as [|a parts]; [cbn in *; lia|]. inversion HF; subst. cbn in Hr. lia.
Qed.

Lemma taking_options n v : nim_option c (G c) n v <->
  exists m, (m < n)%nat /\ may (n - m) = true /\ v = G c m.
Proof.
  split.
  - intros (parts & (r & Hr & HF & T & P) & <-). rewrite takes in T.
    destruct (may r) eqn:E; [|rewrite N.bits_0 in T; discriminate].
    destruct parts as [|a [|b parts]]; cbn in Hr, P.
    + exists 0%nat. rewrite empty_heap. replace (n - 0)%nat with r by lia. repeat split; [lia|exact E].
    + inversion HF; subst. exists a. replace (a + 0)%nat with a by lia.
      replace (r + a - a)%nat with r by lia. repeat split; [lia|exact E|apply N.lxor_0_r].
    + rewrite N.bits_above_log2 in T; [discriminate|]. cbn [length]. cbn. lia.
  - intros (m & Hm & E & ->). exists (if (m =? 0)%nat then [] else [m]).
    destruct (Nat.eqb_spec m 0) as [->|D].
    + split; [|now rewrite empty_heap]. exists n. rewrite takes. rewrite Nat.sub_0_r in E. cbn.
      rewrite E. repeat split; auto; lia.
    + split; [|apply N.lxor_0_r]. exists (n - m)%nat. rewrite takes. cbn. rewrite E.
      repeat split; auto; try lia. constructor; [lia|constructor].
Qed.
End Taking.

(** ** Taking numbers of a set that holds all divisors of what it holds *)
Ltac Zify.zify_post_hook ::= idtac.

Section Divisors.
Variables (may : nat -> bool) (p : N).
Hypothesis p1 : 1 <= p.
(** p is the least number that may not be taken; its multiples may not, as p divides them. *)
Hypothesis below : forall r, 1 <= r -> r < p -> may (N.to_nat r) = true.
Hypothesis multiples : forall k, may (N.to_nat (k * p)) = false.

Lemma differ r m : may r = true -> N.of_nat m mod p <> N.of_nat (r + m) mod p.
Proof.
  intros M E. pose proof (N.div_mod (N.of_nat m) p ltac:(lia)) as A.
  pose proof (N.div_mod (N.of_nat (r + m)) p ltac:(lia)) as B. rewrite E in A.
  specialize (multiples (N.of_nat (r + m) / p - N.of_nat m / p)).
  replace (N.to_nat _) with r in multiples; [congruence|]. nia.
Qed.

(** Source: C. Negrușeri, for primes and powers of two. *)
Theorem values_by_divisors n : grundy (taking may) n = n mod p.
Proof.
  apply (formula_right _ (fun n => n mod p)); clear n.
  - intros n parts (r & <- & _ & T & _). unfold taking in T.
    destruct (may r) eqn:M; [|rewrite N.bits_0 in T; discriminate].
    destruct parts as [|a [|b parts]].
    + apply (differ r 0 M).
    + unfold total, list_sum. cbn [fold_right]. rewrite N.lxor_0_r, Nat.add_0_r. now apply differ.
    + rewrite N.bits_above_log2 in T; [discriminate|]. cbn. lia.
  - intros n j Hj. pose proof (N.mod_lt (N.of_nat n) p ltac:(lia)).
    pose proof (N.mod_le (N.of_nat n) p ltac:(lia)).
    set (r := N.of_nat n mod p - j). assert (M : may (N.to_nat r) = true) by (apply below; lia).
    set (m := (n - N.to_nat r)%nat). assert (V : N.of_nat m mod p = j).
    { symmetry. apply (N.mod_unique _ p (N.of_nat n / p)); [lia|].
      pose proof (N.div_mod (N.of_nat n) p ltac:(lia)). lia. }
    exists (if (m =? 0)%nat then [] else [m]). destruct (Nat.eqb_spec m 0) as [Z|Z].
    + split; [|rewrite <- V, Z; symmetry; apply N.mod_0_l; lia].
      exists (N.to_nat r). unfold taking. rewrite M. cbn. repeat split; auto; lia.
    + split; [|cbn; now rewrite N.lxor_0_r]. exists (N.to_nat r). unfold taking. rewrite M. cbn.
      repeat split; auto; try lia. constructor; [lia|auto].
Qed.

Theorem period_by_divisors known : known = map N.of_nat (seq 0 (N.to_nat p)) ->
  exact_period (taking may) 0 p 0 /\ begins_with (taking may) known.
Proof.
  intros ->. split; [split; [exact p1|split]|].
  - intros n _. rewrite !values_by_divisors, <- (N.mul_1_l p) at 1. rewrite N.mod_add; lia.
  - intros n1 q t Hq R. split; [|lia]. apply N.mod_divide; [lia|].
    pose proof (R (n1 * p) ltac:(nia)) as A.
    pose proof (repeats_times _ _ _ _ R p (n1 * p) ltac:(nia)) as B.
    rewrite (N.mul_comm p q), <- N.mul_add_distr_r, !values_by_divisors, !N.mod_mul in B by lia.
    rewrite N.add_comm, !values_by_divisors, N.mod_mul, N.mod_add in A by lia. nia.
  - intros n Hn. rewrite map_length, seq_length in Hn. rewrite values_by_divisors, N.mod_small by lia.
    change 0 with (N.of_nat 0). rewrite map_nth, seq_nth; lia.
Qed.
End Divisors.

Definition power_of_two (r : nat) : bool := existsb (fun i => (r =? 2 ^ i)%nat) (seq 0 r).

Definition one_or_prime (r : nat) : bool :=
  (1 <=? r)%nat && forallb (fun d => negb (r mod d =? 0)%nat) (seq 2 (r - 2)).

(** No power of two is divisible by 3. *)
Theorem powers_of_two_period :
  exact_period (taking power_of_two) 0 3 0 /\ begins_with (taking power_of_two) [0; 1; 2].
Proof.
  apply period_by_divisors; try reflexivity; try lia.
  - intros r A B. destruct (below_4 r ltac:(lia)) as [-> | [-> | [-> | ->]]]; try lia; reflexivity.
  - intros k. apply not_true_iff_false. intros E. apply existsb_exists in E.
    destruct E as (i & _ & E). apply Nat.eqb_eq, (f_equal (fun x => x mod 3)%nat) in E.
    replace (N.to_nat (k * 3)) with (N.to_nat k * 3)%nat in E by lia.
    rewrite Nat.mod_mul in E by lia. revert E. clear k. induction i as [|i IH]; [discriminate|].
    intros E. apply IH. cbn [Nat.pow] in E. pose proof (Nat.mod_upper_bound (2 ^ i) 3 ltac:(lia)).
    rewrite Nat.mul_mod in E by lia. destruct ((2 ^ i) mod 3)%nat as [|[|[]]]; cbn in *; lia.
Qed.

(** No prime is divisible by 4. *)
Theorem one_or_primes_period :
  exact_period (taking one_or_prime) 0 4 0 /\ begins_with (taking one_or_prime) [0; 1; 2; 3].
Proof.
  apply period_by_divisors; try reflexivity; try lia.
  - intros r A B. destruct (below_4 r ltac:(lia)) as [-> | [-> | [-> | ->]]]; try lia; reflexivity.
  - intros k. apply not_true_iff_false. intros E. apply andb_prop in E. destruct E as [A B].
    apply Nat.leb_le in A. rewrite forallb_forall in B.
    replace (N.to_nat (k * 4)) with (2 * N.to_nat k * 2)%nat in * by lia.
    specialize (B 2%nat ltac:(apply in_seq; lia)). rewrite Nat.mod_mul in B by lia. discriminate.
Qed.

(** ** What a certificate of a formula may say *)
Inductive formula_game := LaskersNim | TakeAPrime | TakeAPowerOfTwo.

Definition formula_rule (game : formula_game) : code :=
  match game with
  | LaskersNim => laskers_nim
  | TakeAPrime => taking one_or_prime
  | TakeAPowerOfTwo => taking power_of_two
  end.

(** Preperiod, period, saltus, and the values of the heaps before the period is over. *)
Definition formula_claim (game : formula_game) : N * N * N * list N :=
  match game with
  | LaskersNim => (1, 4, 4, [0; 1; 2; 4; 3])
  | TakeAPrime => (0, 4, 0, [0; 1; 2; 3])
  | TakeAPowerOfTwo => (0, 3, 0, [0; 1; 2])
  end.

Theorem formula_claim_sound game :
  let '(n0, p, s, known) := formula_claim game in
  exact_period (formula_rule game) n0 p s /\ begins_with (formula_rule game) known.
Proof.
  destruct game; [exact laskers_nim_period|exact one_or_primes_period|exact powers_of_two_period].
Qed.
