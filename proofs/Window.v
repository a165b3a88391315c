(** * Periods from a window of values: octal codes whose rare heaps end

    Where no heap is rare from some heap on, a value of these comes from a rare heap and one that
    is a bounded number of counters smaller, and smaller values are options by small heaps. So
    the last values decide the next, and once they all come back, they repeat from there on. Only
    the window is kept, in a ring, however many heaps that takes. Source of rare heaps: Winning
    Ways, chapter 4; the window is the state of a finite automaton. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** [position]: [None], or [Some o] where all splits take numbers of counters that are odd, or
    even, as [o] says; then the number of counters of a heap counts for its parity as well. *)
Definition colour (bits : list int) (position : option bool) (odd : bool) (v : int) : bool :=
  xorb (parity bits v) (match position with None => false | Some o => xorb o odd end).

(** Values are looked at in blocks of 63, which are the bits of a word: what a block begins with,
    and the values of colour [true] where heaps of this size and parity have [false] for flip. *)
Definition block := (int * int)%type.
Definition full : int := 9223372036854775807.

(** What moves of one kind lead to: (d, x) stands for moves from heap n to one of n - d and to
    heaps of nim-sum x. *)
Inductive pairs := NoPair | Pair (d x : int) (rest : pairs).

Fixpoint listed (l : pairs) : list (int * int) :=
  match l with NoPair => [] | Pair d x l => (d, x) :: listed l end.

Section Program.
(** The ring has the value of heap n in place n land [mask]. The pairs [rare] have a rare heap, or
    no second one; [more] are some others. *)
Variables (bits : list int) (position : option bool) (mask : int).
Variables (rare more : pairs) (blocks : list block).

Section Heap.
Variables (ring : array int) (n : int).

Definition nim (q : int * int) : int := snd q lxor ring.[(n - fst q) land mask].

(** Adds to a word the values from [base] on that pairs reach. *)
Fixpoint reached (l : pairs) (base w : int) : int :=
  match l with
  | NoPair => w
  | Pair d x l => reached l base (w lor (1 << (x lxor ring.[(n - d) land mask] - base)))
  end.

(** The same until all of [target] are reached. *)
Fixpoint reached_until (l : pairs) (base target w : int) : int :=
  match l with
  | NoPair => w
  | Pair d x l =>
    if w land target =? target then w else
    reached_until l base target (w lor (1 << (x lxor ring.[(n - d) land mask] - base)))
  end.

(** The least value of colour [true] that no pair of [rare] reaches, where all below are. *)
Fixpoint next (flip : bool) (l : list block) : option int :=
  match l with
  | [] => None
  | (base, commons) :: l =>
    let w := reached rare base 0 in
    let free := (if flip then commons lxor full else commons) land (w lxor full) in
    if free =? 0 then
      if reached_until more base full w =? full then next flip l else None
    else
      let i := tail0 free in
      let one := 1 << i in
      if free land one =? 0 then None else
      if reached_until more base (one - 1) w land (one - 1) =? one - 1 then Some (base + i)
      else None
  end.
End Heap.

(** The heap that is next, and the ring. *)
Definition state := (int * array int)%type.

Definition step (st : state) : option state :=
  let (n, ring) := st in
  let odd := bit n 0 in
  match next ring n (match position with None => false | Some o => xorb o odd end) blocks with
  | None => None
  | Some v =>
    if colour bits position odd v then Some (n + 1, ring.[n land mask <- v]) else None
  end.

Fixpoint steps (k : positive) (st : state) : option state :=
  match k with
  | xH => step st
  | xO k => match steps k st with None => None | Some st => steps k st end
  | xI k => match step st with
            | None => None
            | Some st => match steps k st with None => None | Some st => steps k st end
            end
  end.

(** A version of an array keeps all later ones; so that those before can go, it is copied at times. *)
Definition fresh (st : state) : state := let (n, ring) := st in (n, copy ring).

Fixpoint chunks (f : nat) (st : state) : option state :=
  match f with
  | O => Some st
  | S f => match steps 65536 (fresh st) with None => None | Some st => chunks f st end
  end.

Definition go (k : N) (st : state) : option state :=
  match chunks (N.to_nat (k / 65536)) st with
  | None => None
  | Some st => match (k mod 65536)%N with N0 => Some st | Npos k => steps k (fresh st) end
  end.

(** The values of so many heaps from m on, the last one first. *)
Fixpoint window (f : nat) (m : int) (ring : array int) (l : list int) : list int :=
  match f with O => l | S f => window f (m + 1) ring (ring.[m land mask] :: l) end.

(** The values of heaps m, m - 1, … are these. *)
Fixpoint agrees (l : list int) (m : int) (ring : array int) : bool :=
  match l with
  | [] => true
  | v :: l => if ring.[m land mask] =? v then agrees l (m - 1) ring else false
  end.

(** On to each of these distances from a window, which comes back at none of them. *)
Fixpoint travel (seen : list int) (stops : list N) (here : N) (st : state) : option (N * state) :=
  match stops with
  | [] => Some (here, st)
  | d :: stops =>
    if (d <? here)%N then None else
    match go (d - here) st with
    | None => None
    | Some st =>
      if agrees seen (fst st - 1) (snd st) then None else travel seen stops d st
    end
  end.
End Program.
