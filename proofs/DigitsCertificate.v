(** * What a certificate of values by digits calls: it looks for the sets, and checks them *)
From Coq Require Import List Arith NArith ZArith Lia Bool FMapPositive.
From Grundy Require Import Base Digits DigitsSets DigitsSound.
Import ListNotations.
Local Open Scope N_scope.

Notation found_at map i := (PositiveMap.find (N.succ_pos i) map).
Notation put_at map i x := (PositiveMap.add (N.succ_pos i) x map).

(** Sets by number, what follows each, and the sets with one state, for the search. *)
Record sets := Sets {
  number : N; entries : PositiveMap.t (N * list entry); following : PositiveMap.t (list N);
  by_state : PositiveMap.t (list (N * list entry))
}.

Section Search.
Variables (b : N) (steps : N -> N -> N) (outputs : N -> N) (terms : list term).

(** The number of a set, which is added where it is new. *)
Definition number_of (s : sets) (q : N) (es : list entry) : sets * N :=
  let alike := match found_at (by_state s) q with Some l => l | None => [] end in
  match find (fun known => same (snd known) es) alike with
  | Some (i, _) => (s, i)
  | None =>
    let i := number s in
    (Sets (N.succ i) (put_at (entries s) i (q, es)) (following s)
       (put_at (by_state s) q ((i, es) :: alike)), i)
  end.

(** All sets that digits reach; or that one of them shows a wrong value; or that those before have
    more than [work] entries together. Nothing is proved of this search: [check_digits] looks at
    what it has found. *)
Inductive search_result := AllSets (s : sets) | WrongValue | TooMuchWork.

Fixpoint search (fuel : nat) (i work : N) (s : sets) : search_result :=
  match fuel with
  | O => TooMuchWork
  | S fuel =>
    match found_at (entries s) i with
    | None => AllSets s
    | Some (q, es) =>
      let size := N.of_nat (S (length es)) in
      if negb (least outputs terms (outputs q) es) then WrongValue else
      if work <? size then TooMuchWork else
      let (s, nexts) := fold_left (fun known d =>
          let (s, nexts) := known : sets * list N in
          let (s, j) := number_of s (steps q d) (in_order (flat_map (follow b steps terms d) es)) in
          (s, j :: nexts))
        (upto b) (s, []) in
      search fuel (N.succ i) (work - size)
        (Sets (number s) (entries s) (put_at (following s) i (rev nexts)) (by_state s))
    end
  end.

(** Whether the automaton gives all values; [None] where that takes too much work. *)
Definition check_automaton (work : N) : option bool :=
  let none := Sets 0 (PositiveMap.empty _) (PositiveMap.empty _) (PositiveMap.empty _) in
  match search (S (N.to_nat work)) 0 work (fst (number_of none 0 (in_order (start b terms)))) with
  | TooMuchWork => None
  | WrongValue => Some false
  | AllSets s => Some (check_digits b steps outputs terms (number s)
      (fun i => match found_at (entries s) i with Some e => e | None => (0, []) end)
      (fun i d => match found_at (following s) i with
                  | Some l => nth (N.to_nat d) l 0 | None => 0 end))
  end.

(** What the checker accepts are the values of all heaps. *)
Theorem automaton_right work : check_automaton work = Some true ->
  values_of terms (read b steps outputs).
Proof.
  unfold check_automaton. destruct (search _ _ _ _) as [s| |]; try discriminate. intros [= C].
  exact (digits_right _ _ _ _ _ _ _ C).
Qed.

(** The same, and that nothing else are these values. *)
Theorem automaton_values work :
  (match check_automaton work with Some true => true | _ => false end) = true ->
  let G := read b steps outputs in
  (forall n, is_mex (fun v => exists m, leads terms n m /\ G m = v) (G n)) /\
  forall g, values_of terms g -> forall n, g n = G n.
Proof.
  destruct (check_automaton work) as [[|]|] eqn:E; try discriminate. intros _. apply automaton_right in E.
  split; [exact E|]. intros g H n. exact (values_unique terms g _ H E n).
Qed.
End Search.

(** An automaton as lists: what follows each state, by digit, and what each says. *)
Definition steps_of (rows : list (list N)) (q d : N) : N :=
  nth (N.to_nat d) (nth (N.to_nat q) rows []) 0.
Definition output_of (outputs : list N) (q : N) : N := nth (N.to_nat q) outputs 0.

Example values_by_parity : values_of [Term (Progression 1 2 None) 1 0]
  (read 2 (steps_of [[0; 1]; [0; 1]]) (output_of [0; 1])).
Proof. apply (automaton_right _ _ _ _ 1000). vm_compute. reflexivity. Qed.
