(** * What a certificate of a misère quotient calls *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes DigraphCheck.
From Grundy Require Import Misere MisereCheck MisereSound.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Certificate.
(** For each element its products with the generators, which are the elements of these heaps. *)
Variables (order : int) (action : array (array int)) (generating : list int).

Notation width := (of_N (N.of_nat (List.length generating))).

(** A word for each element, by a walk from the identity; nothing is proved of it. *)
Fixpoint spell (fuel : nat) (front back : list int) (met : array bool) (words : array (list int))
  : array (list int) :=
  match fuel with
  | O => words
  | S fuel =>
    match front with
    | x :: front =>
      let '(back, met, words) :=
        fold_left (fun (state : list int * array bool * array (list int)) g =>
            let '(back, met, words) := state in
            let y := action.[x].[g] in
            if met.[y] then (back, met, words)
            else (y :: back, met.[y <- true], words.[y <- g :: words.[x]]))
          (range 0 width) (back, met, words)
      in spell fuel front back met words
    | [] => match back with [] => words | _ => spell fuel (rev' back) [] met words end
    end
  end.

Definition words : array (list int) :=
  spell (S (S (2 * Z.to_nat (to_Z order)))) [0] [] (make order false).[0 <- true] (make order []).

(** The table of all products. *)
Definition products : array (array int) := multiply order action words.

Definition heap_words : array (list int) :=
  fold_left (fun t x =>
      t.[x <- List.map (fun g => nth (Z.to_nat (to_Z g)) generating 0) words.[x]])
    (range 0 order) (make order []).

Variables (ds : list N) (lost_elements : list int) (heaps : int) (n0 p : N)
  (elements : array int) (sets : array (list (list int))).

Fixpoint same_action (gs : list int) (g x : int) : bool :=
  match gs with
  | [] => true
  | h :: gs => if mul products x elements.[h] =? action.[x].[g] then same_action gs (g + 1) x
               else false
  end.

Definition check_certificate : bool :=
  if check_quotient ds order products (mark_list order lost_elements) heaps n0 p elements sets
       heap_words (List.map (fun h => elements.[h]) generating)
  then for_all order (same_action generating 0) else false.

Definition element_of : position -> int := element (mul products) 0 (phi n0 p elements).
Definition is_p_element : int -> bool := lost (mark_list order lost_elements).

(** The certificate says who wins each sum of its heaps, and which sums are alike. *)
Theorem misere_certificate : check_certificate = true ->
  forall sum, Forall (meant heaps p) sum ->
  (MiserePrevious (move (digits ds)) sum <-> is_p_element (element_of sum) = true) /\
  (MisereNext (move (digits ds)) sum <-> is_p_element (element_of sum) = false) /\
  forall sum', Forall (meant heaps p) sum' ->
    (element_of sum = element_of sum' <-> forall other, Forall (meant heaps p) other ->
       MiserePrevious (move (digits ds)) (sum ++ other) <->
       MiserePrevious (move (digits ds)) (sum' ++ other)).
Proof.
  unfold check_certificate, element_of, is_p_element.
  generalize products as table, (mark_list order lost_elements) as is_lost,
    heap_words as spelled, (List.map (fun h => elements.[h]) generating) as generators.
  intros table is_lost spelled generators.
  destruct (check_quotient ds order table is_lost heaps n0 p elements sets spelled generators)
    eqn:C; [|discriminate].
  intros _ sum HM. destruct (checked_outcome _ _ _ _ _ _ _ _ _ _ _ C sum HM) as [A B].
  split; [exact A|]. split; [exact B|]. intros sum' HM'.
  exact (checked_quotient _ _ _ _ _ _ _ _ _ _ _ C sum sum' HM HM').
Qed.
End Certificate.
