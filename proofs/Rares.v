(** * Values of octal codes from few rare heaps

    A sparse space is a linear map from values to bits, here the parity of some bits of the value.
    Heaps of parity 0 are called rare. A value of parity 1 can come from a split only if one of
    the parts is rare, which leaves few splits to look at. Source: E. R. Berlekamp, J. H.
    Conway, R. K. Guy, Winning Ways, chapter 4.

    What the program finds by a guess (the candidate for the next value) needs no proof: a value
    is taken only when all smaller ones are options and it is none. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** The program *)

Fixpoint parity (bits : list int) (v : int) : bool :=
  match bits with [] => false | i :: bits => xorb (bit v i) (parity bits v) end.

(** What is known when heap n is next: values, marks, rare heaps. The mark of a value is the last
    heap, and 1 more, that was seen to have an option of that value. *)
Record state := State { values : array int; marks : array int; rares : list int }.

Section Program.
(** [ends], [rests], [splits]: the places r whose digit lets a player take r and leave no heap,
    one, two. Values are below [width], and [common] lists those of parity 1. *)
Variables (ends rests splits bits common : list int) (width : int) (fuel : nat).

Section Heap.
Variables (g : array int) (rl : list int) (n s : int).

Definition mark_end (mk : array int) (r : int) := if r =? n then mk.[0 <- s] else mk.
Definition mark_rest (mk : array int) (r : int) := if r <? n then mk.[g.[n - r] <- s] else mk.

Fixpoint mark_rares (l : list int) (m : int) (mk : array int) : array int :=
  match l with
  | [] => mk
  | a :: l => mark_rares l m (if 0 <? a then if a <? m then mk.[g.[a] lxor g.[m - a] <- s]
                                          else mk else mk)
  end.

Definition mark_split (mk : array int) (r : int) :=
  if r <? n then mark_rares rl (n - r) mk else mk.

(** Marks the values of all options but the splits without a rare part. *)
Definition mark_few (mk : array int) : array int :=
  fold_left mark_split splits (fold_left mark_rest rests (fold_left mark_end ends mk)).

(** Marks values below v of splits a + b, a + 1 + b - 1, …, until none needs a mark. *)
Fixpoint mark_pairs (f : nat) (a b v need : int) (mk : array int) : int * array int :=
  match f with
  | O => (need, mk)
  | S f =>
    if need =? 0 then (need, mk) else
    if b <? a then (need, mk) else
    let x := g.[a] lxor g.[b] in
    if x <? v then
      if mk.[x] =? s then mark_pairs f (a + 1) (b - 1) v need mk
      else mark_pairs f (a + 1) (b - 1) v (need - 1) mk.[x <- s]
    else mark_pairs f (a + 1) (b - 1) v need mk
  end.

Definition mark_splits (f : nat) (v need : int) (mk : array int) : int * array int :=
  fold_left (fun (acc : int * array int) r => if r <? n then
      let (need, mk) := acc in mark_pairs f 1 (n - r - 1) v need mk else acc)
    splits (need, mk).

Fixpoint all_marked (f : nat) (j v : int) (mk : array int) : bool :=
  match f with
  | O => false
  | S f => if v <=? j then true else if mk.[j] =? s then all_marked f (j + 1) v mk else false
  end.

Fixpoint first_unmarked (f : nat) (j : int) (mk : array int) : int :=
  match f with O => j | S f => if mk.[j] =? s then first_unmarked f (j + 1) mk else j end.

Fixpoint first_of (l : list int) (mk : array int) : int :=
  match l with [] => width | j :: l => if mk.[j] =? s then first_of l mk else j end.

Fixpoint count_unmarked (f : nat) (j v k : int) (mk : array int) : int :=
  match f with
  | O => k
  | S f => if v <=? j then k else
           count_unmarked f (j + 1) v (if mk.[j] =? s then k else k + 1) mk
  end.

(** No split with a rare part has the value v. *)
Definition no_rare_split (m v : int) : bool :=
  forallb (fun a => if a <? m then negb (g.[a] lxor g.[m - a] =? v) else true) rl.

(** No split a + b, a + 1 + b - 1, … has the value v. *)
Fixpoint no_split (f : nat) (a b v : int) : bool :=
  match f with
  | O => false
  | S f => if b <? a then true else
           if g.[a] lxor g.[b] =? v then false else no_split f (a + 1) (b - 1) v
  end.

Definition no_option (f : nat) (v : int) (common : bool) : bool :=
  if forallb (fun r => if r =? n then negb (v =? 0) else true) ends then
  if forallb (fun r => if r <? n then negb (g.[n - r] =? v) else true) rests then
  forallb (fun r => if r <? n then
      if common then no_rare_split (n - r) v else no_split f 1 (n - r - 1) v
    else true) splits
  else false else false.
End Heap.

Definition step (n : int) (f : nat) (st : state) : option state :=
  let (g, mk, rl) := st in
  let s := n + 1 in
  let mk := mark_few g rl n s mk in
  let v0 := first_of s common mk in
  let need := count_unmarked s fuel 0 v0 0 mk in
  let (need, mk) := mark_splits g n s f v0 need mk in
  let v := if need =? 0 then v0 else first_unmarked s fuel 0 mk in
  let is_common := parity bits v in
  if all_marked s fuel 0 v mk then
  if no_option g rl n f v is_common then
  if n <? length g then
    Some (State g.[n <- v] mk (if is_common then rl else if n =? 0 then rl else n :: rl))
  else None else None else None.

Fixpoint run (f : nat) (n : int) (nn : nat) (st : state) : option state :=
  match f with
  | O => Some st
  | S f => match step n nn st with None => None | Some st => run f (n + 1) (S nn) st end
  end.
End Program.

(** The values of heaps 0 .. size - 1, all of them below 2 ^ log_width. *)
Definition values_by_rares (ds : list N) (bits : list int) (log_width size : N)
  : option (array int) :=
  let width := N.to_nat (2 ^ log_width) in
  let st := State (make (of_N size) 0) (make (of_N (2 ^ log_width)) 0) [] in
  match run (places 0 ds) (places 1 ds) (places 2 ds) bits
          (filter (parity bits) (count_from width 0)) (of_N (2 ^ log_width)) (S width)
          (N.to_nat size) 0 O st with
  | None => None
  | Some st => Some (values st)
  end.

(** ** Why it is right *)

Lemma parity_lxor bits x y : parity bits (x lxor y) = xorb (parity bits x) (parity bits y).
Proof.
  induction bits as [|i bits IH]; cbn; auto. rewrite IH, lxor_spec.
  destruct (bit x i), (bit y i), (parity bits x), (parity bits y); reflexivity.
Qed.
