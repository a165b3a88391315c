(** * Mex, take-and-break codes, and Grundy values of heaps *)
From Coq Require Import List Arith NArith Lia Bool FinFun.
Import ListNotations.
Local Open Scope N_scope.

(** ** Mex *)

(** [m] is the least number that [P] lacks. *)
Definition is_mex (P : N -> Prop) (m : N) : Prop :=
  ~ P m /\ forall j, j < m -> P j.

Lemma is_mex_unique P Q m m' :
  (forall j, P j <-> Q j) -> is_mex P m -> is_mex Q m' -> m = m'.
Proof.
  intros E [A B] [C D]. destruct (N.lt_trichotomy m m') as [H|[H|H]]; auto; exfalso.
  - apply A, E, D, H.
  - apply C, E, B, H.
Qed.

Definition mem (v : N) (l : list N) : bool := existsb (N.eqb v) l.

Lemma mem_In v l : mem v l = true <-> In v l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (x & H & E). apply N.eqb_eq in E. now subst.
  - intros H. exists v. split; auto. apply N.eqb_refl.
Qed.

Fixpoint mex_from (fuel : nat) (m : N) (l : list N) : N :=
  match fuel with
  | O => m
  | S fuel => if mem m l then mex_from fuel (N.succ m) l else m
  end.

(** The minimal excludant of a list. *)
Definition mex (l : list N) : N := mex_from (length l) 0 l.

Lemma mex_from_spec fuel : forall m l,
  let r := mex_from fuel m l in
  (forall j, m <= j -> j < r -> In j l) /\ m <= r /\ (~ In r l \/ r = m + N.of_nat fuel).
Proof.
  induction fuel as [|fuel IH]; intros m l; cbn [mex_from]; cbn zeta.
  - split; [intros; lia|]. split; [lia|]. right. lia.
  - destruct (mem m l) eqn:E.
    + destruct (IH (N.succ m) l) as (A & B & C). split; [|split; [lia|]].
      * intros j H1 H2. destruct (N.eq_dec j m) as [->|D]; [now apply mem_In|].
        apply A; lia.
      * destruct C as [C|C]; [now left|right; lia].
    + split; [intros; lia|]. split; [lia|]. left. intros H. apply mem_In in H. congruence.
Qed.

Lemma mex_spec l : is_mex (fun v => In v l) (mex l).
Proof.
  unfold mex. destruct (mex_from_spec (length l) 0 l) as (A & _ & C).
  split; [|intros j Hj; apply A; lia].
  destruct C as [C|C]; [exact C|]. intros HI.
  (* Otherwise the list holds one number more than it has places. *)
  set (all := map N.of_nat (seq 0 (S (length l)))).
  assert (ND : NoDup all).
  { apply Injective_map_NoDup; [|apply seq_NoDup]. intros x y E. lia. }
  assert (IN : incl all l).
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as (k & <- & Hk). apply in_seq in Hk.
    destruct (Nat.eq_dec k (length l)) as [->|D]; [now rewrite C in HI|apply A; lia]. }
  pose proof (NoDup_incl_length ND IN) as HL. unfold all in HL.
  rewrite map_length, seq_length in HL. lia.
Qed.

Lemma mex_ext l l' : (forall v, In v l <-> In v l') -> mex l = mex l'.
Proof. intros E. eapply is_mex_unique; [exact E| |]; apply mex_spec. Qed.

(** ** Rules of heap games *)

(** A code gives for each r the digit d_r: who takes r counters from a heap may leave the rest
    as k heaps if bit k of the digit is set. Source: R. K. Guy and C. A. B. Smith, 1956. *)
Definition code := nat -> N.

(** The code with these digits, d_0 first, and 0 from there on: [0; 7; 7] is Kayles, 0.77. *)
Definition digits (ds : list N) : code := fun r => nth r ds 0.

(** A move may take as many counters as [s] lists … *)
Definition subtraction (s : list nat) : code :=
  fun r => if existsb (Nat.eqb r) s then 3 else 0.

(** … or any number that [s] does not list. *)
Definition all_but (s : list nat) : code :=
  fun r => if existsb (Nat.eqb r) s then 0 else 3.

(** A move from a heap of n takes r counters and leaves the heaps [parts], none of them empty;
    who takes nothing has to split the heap. *)
Definition heap_move (c : code) (n : nat) (parts : list nat) : Prop :=
  exists r, (r + list_sum parts = n)%nat /\ Forall (le 1) parts /\
    N.testbit (c r) (N.of_nat (length parts)) = true /\ (1 <= r \/ 2 <= length parts)%nat.

Lemma In_list_sum m l : In m l -> (m <= list_sum l)%nat.
Proof.
  induction l as [|x l IH]; cbn; [tauto|]. change (fold_right Nat.add 0%nat l) with (list_sum l).
  intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

Lemma length_list_sum l : Forall (le 1) l -> (length l <= list_sum l)%nat.
Proof.
  induction 1 as [|x l H _ IH]; cbn; [lia|].
  change (fold_right Nat.add 0%nat l) with (list_sum l). lia.
Qed.

Lemma heap_move_smaller c n parts m : heap_move c n parts -> In m parts -> (m < n)%nat.
Proof.
  intros (r & Hn & HF & _ & HP) Hm. apply in_split in Hm. destruct Hm as (l & l' & ->).
  rewrite list_sum_app in Hn. rewrite app_length in HP. cbn in Hn, HP.
  change (fold_right Nat.add 0%nat l') with (list_sum l') in Hn.
  apply Forall_app in HF. destruct HF as [F1 F2]. apply Forall_inv_tail in F2.
  apply length_list_sum in F1. apply length_list_sum in F2. lia.
Qed.

Lemma heap_move_positive c n parts m : heap_move c n parts -> In m parts -> (1 <= m)%nat.
Proof. intros (r & _ & HF & _) Hm. rewrite Forall_forall in HF. now apply HF. Qed.

(** *** All moves from a heap, as a list *)
Fixpoint compositions (k total : nat) : list (list nat) :=
  match k with
  | O => if (total =? 0)%nat then [[]] else []
  | S k => flat_map (fun a => map (cons a) (compositions k (total - a))) (seq 1 total)
  end.

Lemma compositions_spec k : forall total x,
  In x (compositions k total) <-> length x = k /\ Forall (le 1) x /\ list_sum x = total.
Proof.
  induction k as [|k IH]; intros total x; cbn [compositions].
  - destruct (Nat.eqb_spec total 0) as [->|D]; cbn.
    + split; [intros [<-|[]]; now cbn|]. intros (A & _). destruct x; [auto|discriminate].
    + split; [tauto|]. intros (A & _ & C). destruct x; [cbn in C; lia|discriminate].
  - rewrite in_flat_map. split.
    + intros (a & Ha & H). apply in_seq in Ha. apply in_map_iff in H.
      destruct H as (y & <- & H). apply IH in H. destruct H as (A & B & C).
      cbn. change (fold_right Nat.add 0%nat y) with (list_sum y).
      repeat split; [lia|constructor; [lia|exact B]|lia].
    + intros (A & B & C). destruct x as [|a x]; [discriminate|].
      cbn in C. change (fold_right Nat.add 0%nat x) with (list_sum x) in C.
      inversion B as [|? ? B1 B2]; subst. exists a. split; [apply in_seq; lia|].
      apply in_map, IH. cbn in A. repeat split; auto; lia.
Qed.

Definition heap_moves (c : code) (n : nat) : list (list nat) :=
  flat_map (fun r => flat_map (fun k =>
      if N.testbit (c r) (N.of_nat k) && ((1 <=? r)%nat || (2 <=? k)%nat)
      then compositions k (n - r) else [])
    (seq 0 (S (N.to_nat (N.log2 (c r)))))) (seq 0 (S n)).

Lemma heap_moves_spec c n x : In x (heap_moves c n) <-> heap_move c n x.
Proof.
  unfold heap_moves, heap_move. rewrite in_flat_map. split.
  - intros (r & Hr & H). apply in_seq in Hr. apply in_flat_map in H.
    destruct H as (k & _ & H). destruct (N.testbit _ _ && _) eqn:T; [|destruct H].
    apply andb_prop in T. destruct T as [T P].
    apply orb_prop in P. rewrite !Nat.leb_le in P.
    apply compositions_spec in H. destruct H as (<- & B & C). exists r. repeat split; auto; lia.
  - intros (r & Hn & HF & T & P). exists r. split; [apply in_seq; lia|].
    apply in_flat_map. exists (length x). split.
    + apply in_seq. destruct (N.le_gt_cases (N.of_nat (length x)) (N.log2 (c r))); [lia|].
      rewrite N.bits_above_log2 in T by auto. discriminate.
    + rewrite T. cbn [andb]. replace ((1 <=? r)%nat || (2 <=? length x)%nat) with true.
      * apply compositions_spec. repeat split; auto; lia.
      * symmetry. apply orb_true_iff. now rewrite !Nat.leb_le.
Qed.

(** ** Values of options *)

(** The value of some heaps, where [g] values one heap, [op] puts values together and [e] is
    the value of none: nim-sums here, products in a misère quotient elsewhere. *)
Section Values.
Variables (op : N -> N -> N) (e : N).

Definition total (g : nat -> N) (parts : list nat) : N :=
  fold_right (fun m x => op (g m) x) e parts.

Definition option_value (c : code) (g : nat -> N) (n : nat) (v : N) : Prop :=
  exists parts, heap_move c n parts /\ total g parts = v.

Lemma total_ext g g' parts : (forall m, In m parts -> g m = g' m) -> total g parts = total g' parts.
Proof.
  induction parts as [|m parts IH]; intros E; [reflexivity|].
  change (op (g m) (total g parts) = op (g' m) (total g' parts)).
  rewrite (E m) by now left. f_equal. apply IH. intros i Hi. apply E. now right.
Qed.

Lemma option_value_ext c g g' n v :
  (forall i, (i < n)%nat -> g i = g' i) -> option_value c g n v <-> option_value c g' n v.
Proof.
  intros E. split; intros (x & M & <-); exists x; (split; [exact M|]); apply total_ext;
    intros m Hm; [symmetry|]; apply E; eapply heap_move_smaller; eauto.
Qed.

Definition option_values (c : code) (g : nat -> N) (n : nat) : list N :=
  map (total g) (heap_moves c n).

Lemma option_values_spec c g n v : In v (option_values c g n) <-> option_value c g n v.
Proof.
  unfold option_values, option_value. rewrite in_map_iff.
  split; intros (x & A & B); exists x; split; auto; now apply heap_moves_spec.
Qed.

Lemma option_value_code c c' g n v :
  (forall r, c r = c' r) -> option_value c g n v -> option_value c' g n v.
Proof. intros E (x & (r & M) & H). rewrite E in M. exists x. split; [now exists r|exact H]. Qed.

(** *** Guy and Smith's step: far enough, n + p and n have options of the same values *)
Section Shift.
Variables (c : code) (g : nat -> N) (b k n0 p n : nat).
Hypothesis p1 : (1 <= p)%nat.
Hypothesis n1 : (1 <= n0)%nat.
Hypothesis b1 : (1 <= b)%nat.
(** k is the last place with a digit, and no digit allows more than b heaps. *)
Hypothesis last : forall r, (k < r)%nat -> c r = 0.
Hypothesis most : forall r i, (b < i)%nat -> N.testbit (c r) (N.of_nat i) = false.
Hypothesis far : (b * (n0 + p) + k < n + p + b)%nat.
Hypothesis repeats : forall i, (n0 <= i)%nat -> (i < n)%nat -> g (i + p)%nat = g i.

Lemma large_part parts size : (b * (size - 1) < list_sum parts)%nat -> (length parts <= b)%nat ->
  exists l m l', parts = l ++ m :: l' /\ (size <= m)%nat.
Proof.
  intros Hs Hl.
  assert (Hsum : (length parts * (size - 1) < list_sum parts)%nat) by nia.
  clear - Hsum. induction parts as [|m parts IH]; cbn in Hsum; [lia|].
  change (fold_right Nat.add 0%nat parts) with (list_sum parts) in Hsum.
  destruct (le_lt_dec size m) as [H|H]; [now exists [], m, parts|].
  destruct IH as (l & x & l' & -> & Hx); [nia|]. now exists (m :: l), x, l'.
Qed.

Lemma move_bounds i parts r :
  (r + list_sum parts = i)%nat -> N.testbit (c r) (N.of_nat (length parts)) = true ->
  (r <= k /\ length parts <= b)%nat.
Proof.
  intros _ T. split.
  - destruct (le_lt_dec r k) as [H|H]; auto. rewrite last in T by auto. discriminate.
  - destruct (le_lt_dec (length parts) b) as [H|H]; auto. rewrite most in T by auto. discriminate.
Qed.

Lemma total_replace l m m' l' : g m = g m' -> total g (l ++ m :: l') = total g (l ++ m' :: l').
Proof.
  intros E. unfold total. rewrite !fold_right_app. cbn [fold_right]. now rewrite E.
Qed.

Lemma heap_move_replace i l m m' l' d : heap_move c i (l ++ m :: l') -> (1 <= m')%nat ->
  (i + m' = d + m)%nat -> heap_move c d (l ++ m' :: l').
Proof.
  intros (r & Hi & HF & T & HP) Hm E. exists r.
  rewrite list_sum_app, app_length in *. cbn [list_sum fold_right length] in *.
  change (fold_right Nat.add 0%nat l') with (list_sum l') in *.
  repeat split; auto; [lia|].
  apply Forall_app in HF. destruct HF as [F1 F2]. apply Forall_app. split; auto.
  constructor; [exact Hm|]. now apply Forall_inv_tail in F2.
Qed.

Theorem shift_options v : option_value c g (n + p) v <-> option_value c g n v.
Proof.
  split; intros (parts & M & <-); pose proof M as (r & Hr & _ & T & _);
    destruct (move_bounds _ _ _ Hr T) as [Hk Hb].
  - destruct (large_part parts (n0 + p)) as (l & m & l' & -> & Hm); auto; [nia|].
    assert (L : (m < n + p)%nat).
    { apply (heap_move_smaller _ _ _ _ M), in_or_app. right. now left. }
    exists (l ++ (m - p)%nat :: l'). split.
    + apply (heap_move_replace _ _ _ (m - p) _ n M); lia.
    + apply total_replace. rewrite <- (repeats (m - p)) by lia. f_equal. lia.
  - destruct (large_part parts n0) as (l & m & l' & -> & Hm); auto; [nia|].
    assert (L : (m < n)%nat).
    { apply (heap_move_smaller _ _ _ _ M), in_or_app. right. now left. }
    exists (l ++ (m + p)%nat :: l'). split.
    + apply (heap_move_replace _ _ _ (m + p) _ (n + p) M); lia.
    + apply total_replace, repeats; lia.
Qed.
End Shift.
End Values.

Notation nim_sum := (total N.lxor 0).
Notation nim_option := (option_value N.lxor 0).

(** ** Grundy values of heaps *)
Fixpoint table (c : code) (n : nat) : list N :=
  match n with
  | O => []
  | S n => let t := table c n in t ++ [mex (option_values N.lxor 0 c (fun i => nth i t 0) n)]
  end.

(** The Grundy value of a heap: the mex of the nim-sums that a move leaves ([G_mex]). *)
Definition G (c : code) (n : nat) : N := nth n (table c (S n)) 0.

(** The same for heaps as binary numbers, in which statements are made. *)
Definition grundy (c : code) (n : N) : N := G c (N.to_nat n).

Lemma table_length c n : length (table c n) = n.
Proof. induction n; cbn; auto. rewrite app_length, IHn. cbn. lia. Qed.

Lemma table_nth c i n : (i < n)%nat -> nth i (table c n) 0 = G c i.
Proof.
  induction n as [|n IH]; intros H; [lia|].
  destruct (Nat.eq_dec i n) as [->|D]; [reflexivity|].
  cbn [table]. rewrite app_nth1; [apply IH; lia|]. rewrite table_length. lia.
Qed.

(** The definition of Grundy values holds of [G] … *)
Theorem G_mex c n : is_mex (nim_option c (G c) n) (G c n).
Proof.
  assert (E : G c n = mex (option_values N.lxor 0 c (G c) n)).
  { unfold G at 1. cbn [table]. rewrite app_nth2; rewrite table_length; [|lia].
    rewrite Nat.sub_diag. cbn [nth]. apply mex_ext. intros v.
    rewrite !option_values_spec. apply option_value_ext. intros i H. now rewrite table_nth. }
  rewrite E. destruct (mex_spec (option_values N.lxor 0 c (G c) n)) as [A B].
  split; [now rewrite <- option_values_spec|]. intros j Hj. apply option_values_spec, B, Hj.
Qed.

(** … and of no other function. *)
Theorem G_unique c g : (forall n, is_mex (nim_option c g n) (g n)) -> forall n, g n = G c n.
Proof.
  intros H n. induction n as [n IH] using lt_wf_ind.
  eapply is_mex_unique; [|apply H|apply G_mex].
  intros j. apply option_value_ext. auto.
Qed.

Lemma G_code c c' : (forall r, c r = c' r) -> forall n, G c n = G c' n.
Proof.
  intros E. apply G_unique. intros n. destruct (G_mex c n) as [A B].
  split; [intros H; apply A; revert H; apply option_value_code; auto|].
  intros j Hj. eapply option_value_code; [exact E|auto].
Qed.

Example kayles_small :
  map (G (digits [0; 7; 7])) (seq 0 12) = [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6].
Proof. vm_compute. reflexivity. Qed.
