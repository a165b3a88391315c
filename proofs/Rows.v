(** * Values of any code with finitely many digits, by the definition

    For each heap there is a row of marks for the values of its splits into two parts, one for
    three, and so on; a row for j + 1 parts comes from the rows for j. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** The program *)

Definition row := array int.

Section Program.
Variables (width : int) (fuel : nat).

(** Marks v xor y for each y that [rest] has marked, from x on. *)
Fixpoint spread (f : nat) (v x : int) (rest r : row) : row :=
  match f with
  | O => r
  | S f => spread f v (x + 1) rest (if rest.[x] =? 1 then r.[v lxor x <- 1] else r)
  end.

(** Marks the values of the splits a + b, a + 1 + b - 1, … *)
Fixpoint pairs (f : nat) (a b : int) (g : array int) (r : row) : row :=
  match f with
  | O => r
  | S f => if b <? a then r else pairs f (a + 1) (b - 1) g r.[g.[a] lxor g.[b] <- 1]
  end.

(** The same, where the second part is split on, as [below] has marked. *)
Fixpoint more (f : nat) (a b : int) (g : array int) (below : array row) (r : row) : row :=
  match f with
  | O => r
  | S f => more f (a + 1) (b - 1) g below (spread fuel g.[a] 0 below.[b] r)
  end.

(** Adds heap n to the rows for two parts, three, … *)
Fixpoint extend (f : nat) (n : int) (g : array int) (below : option (array row))
  (layers : list (array row)) : list (array row) :=
  match layers with
  | [] => []
  | t :: layers =>
    let t := t.[n <- match below with
                     | None => pairs f 1 (n - 1) g (make width 0)
                     | Some below => more (Nat.pred f) 1 (n - 1) g below (make width 0)
                     end] in
    t :: extend f n g (Some t) layers
  end.

Definition mark_end (n : int) (r : row) (p : int) : row := if p =? n then r.[0 <- 1] else r.
Definition mark_rest (g : array int) (n : int) (r : row) (p : int) : row :=
  if p <? n then r.[g.[n - p] <- 1] else r.
Definition mark_parts (t : array row) (n : int) (r : row) (p : int) : row :=
  if p <? n then spread fuel 0 0 t.[n - p] r else r.

Fixpoint mark_layers (j : N) (ds : list N) (n : int) (layers : list (array row)) (r : row) : row :=
  match layers with
  | [] => r
  | t :: layers => mark_layers (N.succ j) ds n layers (fold_left (mark_parts t n) (places j ds) r)
  end.

Definition first_unmarked (f : nat) (x : int) (r : row) : int :=
  first_not (fun x => r.[x] =? 1) f x.

Fixpoint run (f : nat) (ds : list N) (ends rests : list int) (n : int) (nn : nat)
  (g : array int) (layers : list (array row)) : option (array int) :=
  match f with
  | O => Some g
  | S f =>
    let layers := extend nn n g None layers in
    let r := mark_layers 2 ds n layers
      (fold_left (mark_rest g n) rests (fold_left (mark_end n) ends (make width 0))) in
    let v := first_unmarked fuel 0 r in
    if v <? width then if n <? length g then
      run f ds ends rests (n + 1) (S nn) g.[n <- v] layers
    else None else None
  end.
End Program.

(** The values of heaps 0 .. size - 1, all of them below 2 ^ log_width. *)
Definition values_by_rows (ds : list N) (log_width size : N) : option (array int) :=
  let width := of_N (2 ^ log_width) in
  if (log_width <? 22)%N then if (size <? 4194303)%N then
    run width (N.to_nat (2 ^ log_width)) (N.to_nat size) ds (places 0 ds) (places 1 ds) 0 O
      (make (of_N size) 0)
      (map (fun _ => make (of_N size) (make 0 0)) (seq 1 (N.to_nat (most_parts ds - 1))))
  else None else None.

(** ** Why it is right *)

(** *** What is added to a row *)
Definition adds (r r' : row) (Q : int -> Prop) : Prop :=
  length r' = length r /\ forall v, r'.[v] = 1 <-> r.[v] = 1 \/ Q v.

Lemma adds_none r Q : (forall v, ~ Q v) -> adds r r Q.
Proof. intros H. split; [reflexivity|]. intros v. specialize (H v). tauto. Qed.

Lemma adds_trans r r1 r2 Q1 Q2 Q : adds r r1 Q1 -> adds r1 r2 Q2 ->
  (forall v, Q v <-> Q1 v \/ Q2 v) -> adds r r2 Q.
Proof.
  intros [L1 A1] [L2 A2] H. split; [congruence|]. intros v. rewrite A2, A1, H. tauto.
Qed.

Lemma adds_then r r1 r2 Q1 Q2 : adds r r1 Q1 -> adds r1 r2 Q2 ->
  adds r r2 (fun v => Q1 v \/ Q2 v).
Proof. intros A1 A2. now apply (adds_trans r r1 r2 Q1 Q2). Qed.

Lemma adds_set r i : (to_Z i < to_Z (length r))%Z -> adds r r.[i <- 1] (fun v => v = i).
Proof.
  intros Hi. split; [apply length_set|]. intros v. destruct (eqs i v) as [->|D].
  - rewrite get_set_same by now apply ltb_true. tauto.
  - rewrite get_set_other by exact D. intuition congruence.
Qed.

Lemma adds_fold (f : row -> int -> row) (Q : int -> int -> Prop) w l :
  (forall r p, In p l -> length r = w -> adds r (f r p) (Q p)) ->
  forall r, length r = w -> adds r (fold_left f l r) (fun v => exists p, In p l /\ Q p v).
Proof.
  induction l as [|p l IH]; intros H r L; cbn [fold_left].
  - apply adds_none. intros v (p & [] & _).
  - assert (A := H r p (or_introl eq_refl) L).
    apply adds_trans with (r1 := f r p) (Q1 := Q p) (Q2 := fun v => exists p, In p l /\ Q p v); auto.
    + apply IH; [|destruct A; congruence]. intros r' p' Hp. apply H. now right.
    + intros v. split.
      * intros (q & [->|Hq] & K); [now left|right; now exists q].
      * intros [K|(q & Hq & K)]; [exists p|exists q]; cbn; auto.
Qed.

(** *** The least value without a mark *)
Lemma first_unmarked_ok r : forall f x, (to_Z x + Z.of_nat f < 2 * limit)%Z ->
  let v := first_unmarked f x r in
  (to_Z x <= to_Z v <= to_Z x + Z.of_nat f)%Z /\
  (forall y, (to_Z x <= to_Z y < to_Z v)%Z -> r.[y] = 1) /\
  ((to_Z v < to_Z x + Z.of_nat f)%Z -> r.[v] <> 1).
Proof.
  intros f x Hx. destruct (first_not_ok (fun x => r.[x] =? 1) f x Hx) as (A & B & C).
  split; [exact A|]. split; [intros y Hy; now apply eqb_true, B|intros H; now apply eqb_false, C].
Qed.

(** *** Values of splits *)
Section Splits.
Variable ds : list N.
Notation c := (digits ds).

Definition split_value (j m : nat) (v : N) : Prop :=
  exists parts, List.length parts = j /\ Forall (le 1) parts /\ list_sum parts = m /\
    nim_sum (G c) parts = v.

Lemma options_are n v : nim_option c (G c) n v <->
  exists r j, (r <= n)%nat /\ allows ds j r /\ split_value j (n - r) v.
Proof.
  split.
  - intros (parts & (r & Hr & HF & T & P) & V). exists r, (List.length parts).
    split; [lia|]. split; [now split|]. exists parts. repeat split; auto. lia.
  - intros (r & j & Hr & [T P] & (parts & <- & HF & HS & V)). exists parts. split; [|exact V].
    exists r. repeat split; auto. lia.
Qed.

Lemma split_none m v : split_value 0 m v <-> m = 0%nat /\ v = 0%N.
Proof.
  split.
  - intros (parts & L & _ & S & V). destruct parts; [|discriminate]. cbn in *. auto.
  - intros [-> ->]. now exists [].
Qed.

Lemma split_one m v : split_value 1 m v <-> (1 <= m)%nat /\ v = G c m.
Proof.
  split.
  - intros ([|a [|b parts]] & L & HF & S & V); try discriminate. inversion HF; subst.
    cbn. rewrite N.lxor_0_r, Nat.add_0_r. auto.
  - intros [H ->]. exists [m]. cbn. rewrite N.lxor_0_r. repeat split; auto; lia.
Qed.

Lemma split_more j m v : split_value (S j) m v <->
  exists a w, (1 <= a <= m)%nat /\ split_value j (m - a) w /\ v = N.lxor (G c a) w.
Proof.
  split.
  - intros ([|a parts] & L & HF & S & V); [discriminate|]. inversion HF; subst. cbn in L.
    cbn [list_sum fold_right]. change (fold_right Nat.add 0%nat parts) with (list_sum parts).
    exists a, (nim_sum (G c) parts). split; [lia|]. split; [|reflexivity].
    exists parts. repeat split; auto; lia.
  - intros (a & w & Ha & (parts & L & HF & S & V) & ->). exists (a :: parts). cbn.
    change (fold_right Nat.add 0%nat parts) with (list_sum parts). rewrite S, L.
    repeat split; auto; [constructor; auto; lia|lia|]. now rewrite <- V.
Qed.

Lemma split_two m v : split_value 2 m v <->
  exists a b, (1 <= a <= b)%nat /\ (a + b = m)%nat /\ v = N.lxor (G c a) (G c b).
Proof.
  rewrite split_more. split.
  - intros (a & w & Ha & H & ->). apply split_one in H. destruct H as [H ->].
    destruct (le_lt_dec a (m - a)) as [L|L]; [exists a, (m - a)%nat|exists (m - a)%nat, a];
      repeat split; try lia. apply N.lxor_comm.
  - intros (a & b & Ha & <- & ->). exists a, (G c b). split; [lia|]. split; [|reflexivity].
    apply split_one. replace (a + b - a)%nat with b by lia. split; [lia|reflexivity].
Qed.
End Splits.
