(** * Grundy's game with two heaps of 29 and one of 27: the claim about eleven families of sums,
    and the finitely many conditions that prove it *)
From Coq Require Import List Arith NArith ZArith Lia Bool Permutation Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes Misere MisereCheck.
From Grundy Require Import MisereAlike MisereParts GrundysGame GrundysMonoid GrundysParts.
Import ListNotations.
Local Open Scope nat_scope.

(** ** The claim: with these heaps, sums of a base and any number of each step are lost *)
Definition fixed : list nat := [29; 29; 27].

Definition families : list (list nat * list (list nat)) := [
  ([25; 25; 18], [[25; 25]; [25; 13]]);
  ([25; 18; 13; 13; 3], [[13; 13]; [25; 13]]);
  ([25; 25; 25; 20; 18; 3], [[25; 25]; [5; 5]]);
  ([25; 25; 20; 18; 13; 3], [[25; 25]; [25; 13]; [5; 5]]);
  ([25; 25; 20; 18; 5], [[5; 5]]);
  ([13], [[13; 13]]);
  ([25; 20; 20; 18; 5; 3], []);
  ([24; 18; 13], [[13; 13]]);
  ([18; 18; 13; 13; 5; 3], [[13; 13]]);
  ([22; 13; 13], [[13; 13]]);
  ([13; 13; 13; 13; 5; 3], [[13; 13]])].

Definition member (x : list nat) : Prop := exists b ds l,
  In (b, ds) families /\ incl l ds /\ Permutation x (b ++ concat l).

(** ** The conditions *)

(** As [existsb], but the first that holds ends the search. *)
Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => if f x then true else some f l end.

(** Whether a sum consists of steps. *)
Fixpoint made (fuel : nat) (v : list nat) (ds : list (list nat)) : bool :=
  match v with
  | [] => true
  | _ =>
    match fuel, ds with
    | S fuel, d :: rest =>
      if match minus v d with Some v => made fuel v ds | None => false end then true
      else made fuel v rest
    | _, _ => false
    end
  end.

Notation made_of v ds := (made 40 v ds).

(** Whether a sum is in a family, with any number of some more steps too. *)
Definition held (v : list nat) (more : list (list nat)) : bool :=
  some (fun f => match minus v (fst f) with
    | Some u => if made_of u (snd f) then forallb (fun d => made_of d (snd f)) more else false
    | None => false
    end) families.

Definition fixed_elements : list int := List.map (fun p => element p) (after fixed).

(** No move in the fixed heaps leads to a lost sum. *)
Definition is_open (x : int) : bool := forallb (fun v => negb (lost (mul v x))) fixed_elements.

(** The sum has the same element with any number of these steps more. *)
Definition absorbs (x : list nat) (more : list (list nat)) : bool :=
  let e := element x in
  if forallb (fun n => n <? 26) x
  then forallb (fun d => if forallb (fun n => n <? 26) d then (mul (element d) e =? e)%uint63 else false) more
  else false.

Definition has_reply (x : list nat) (more : list (list nat)) : bool :=
  some (fun n => match take n x with
    | Some rest => some (fun parts => held (reduce (parts ++ rest)) more) (options n)
    | None => false
    end) (nodup Nat.eq_dec x).

Definition answered (more : list (list nat)) (x : list nat) : bool :=
  if absorbs x more then if is_open (element x) then has_reply x more else true else false.

Definition check_sum (x : list nat) (more : list (list nat)) : bool :=
  if absorbs x more then
  if is_open (element x) then
  forallb (fun n => match take n x with
    | Some rest => forallb (fun parts => answered more (reduce (parts ++ rest))) (options n)
    | None => true
    end) (nodup Nat.eq_dec x)
  else false else false.

(** Each step as often as a number says; those that are there three times may be more. *)
Fixpoint times (ds : list (list nat)) (ms : list nat) : list nat :=
  match ds, ms with d :: ds, m :: ms => concat (repeat d m) ++ times ds ms | _, _ => [] end.

Fixpoint longer (ds : list (list nat)) (ms : list nat) : list (list nat) :=
  match ds, ms with
  | d :: ds, m :: ms => if m =? 3 then d :: longer ds ms else longer ds ms
  | _, _ => []
  end.

Fixpoint counts (k : nat) : list (list nat) :=
  match k with
  | O => [[]]
  | S k => flat_map (fun m => List.map (cons m) (counts k)) [0; 1; 2; 3]
  end.

(** All that is claimed of a family. *)
Definition check_family (f : list nat * list (list nat)) : bool :=
  forallb (fun ms => check_sum (fst f ++ times (snd f) ms) (longer (snd f) ms))
    (counts (List.length (snd f))).

Lemma families_checked : forallb check_family families = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma fixed_checked : forallb (fun p =>
    let q := filter (fun n => negb (n =? 29)) p in
    match count_occ Nat.eq_dec p 29 with
    | 1 => forallb (fun n => n <? 29) q
    | 2 => forallb (fun n => n <? 27) q
    | _ => false
    end) (after fixed) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** A move makes the measure of a sum less, and a replacement does not make it more *)
Lemma measure_same p q : Permutation p q -> measure p = measure q.
Proof. induction 1; cbn [measure]; lia. Qed.

Lemma measure_move p q : moves p q -> measure q < measure p.
Proof.
  intros [l n parts l' M]. apply (move_measure (digits [4%N])). destruct M as [M _].
  now constructor.
Qed.

Lemma measure_reduce p : measure (reduce p) <= measure p.
Proof.
  assert (R : forall n, measure (replacement n) <= measure [n]).
  { intros n. destruct (le_lt_dec 26 n) as [L|L].
    - unfold replacement. now rewrite nth_overflow.
    - do 26 (destruct n as [|n]; [cbn; lia|]). lia. }
  assert (F : measure (flat_map replacement p) <= measure p).
  { induction p as [|n p IH]; [cbn; lia|]. cbn [flat_map]. rewrite measure_app.
    specialize (R n). cbn [measure] in *. lia. }
  unfold reduce. set (l := flat_map replacement p) in *.
  rewrite (measure_same _ _ (apart 3 l)) in F. rewrite measure_app in *.
  destruct (Nat.odd _) eqn:O; [|cbn [measure]; lia].
  destruct (count_occ Nat.eq_dec l 3) as [|c]; [discriminate|].
  cbn [repeat measure] in *. lia.
Qed.

Lemma three_of_25 : reduce [10; 15] = [3].
Proof. reflexivity. Qed.
