(** * What a certificate of a misère quotient calls *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes DigraphCheck Repetition.
From Grundy Require Import Misere MisereCheck MisereSound Signs MisereHeaps.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Table.
(** For each element its products with the generators. *)
Variables (order : int) (action : array (array int)) (generators : list int).

Notation width := (of_N (N.of_nat (List.length generators))).

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

Definition element_words : array (list int) :=
  fold_left (fun t x =>
      t.[x <- List.map (fun g => nth (Z.to_nat (to_Z g)) generators 0) words.[x]])
    (range 0 order) (make order []).

Fixpoint same_action (gs : list int) (g x : int) : bool :=
  match gs with
  | [] => true
  | h :: gs => if mul products x h =? action.[x].[g] then same_action gs (g + 1) x else false
  end.

Variables (lost_elements : list int) (sets : array (list (list int))).

Definition check_monoid (kinds : list (int * list int)) : bool :=
  if check_quotient order products (mark_list order lost_elements) sets element_words generators kinds
  then for_all order (same_action generators 0) else false.

Definition is_p_element : int -> bool := lost (mark_list order lost_elements).
End Table.

(** ** One game *)
Section Certificate.
(** The generators are the elements of these heaps. *)
Variables (order : int) (action : array (array int)) (generating : list int).
Variables (ds : list N) (signs : list sign) (lost_elements : list int) (heaps : int)
  (n0 p : N) (elements : array int) (sets : array (list (list int))).

Definition generators_of : list int := List.map (fun h => elements.[h]) generating.
Definition table : array (array int) := products order action generators_of.

Definition check_certificate : bool :=
  if check_heaps order ds signs heaps n0 p elements then
  if for_all heaps (fun n => elements.[n] <? order) then
  if forallb (fun h => h <? heaps) generating then
  check_monoid order action generators_of lost_elements sets
    (add_kinds order table ds signs heaps elements [])
  else false else false else false.

Definition meant (n : nat) : Prop := p = 0%N -> (n < index heaps)%nat.
Definition element_of : position -> int := element (mul table) 0 (phi n0 p elements).

(** The certificate says who wins each sum of its heaps, and which sums are alike. *)
Theorem signed_certificate : check_certificate = true ->
  forall sum, Forall meant sum ->
  (MiserePrevious (replaces (signed_move ds signs)) sum <-> is_p_element order lost_elements (element_of sum) = true) /\
  (MisereNext (replaces (signed_move ds signs)) sum <-> is_p_element order lost_elements (element_of sum) = false) /\
  forall sum', Forall meant sum' ->
    (element_of sum = element_of sum' <-> forall other, Forall meant other ->
       MiserePrevious (replaces (signed_move ds signs)) (sum ++ other) <->
       MiserePrevious (replaces (signed_move ds signs)) (sum' ++ other)).
Proof.
  unfold check_certificate, check_monoid. intros C.
  destruct (check_heaps order ds signs heaps n0 p elements) eqn:Ch; [|discriminate].
  destruct (for_all heaps _) eqn:Ca; [|discriminate].
  destruct (forallb _ generating) eqn:Cg; [|discriminate].
  destruct (check_quotient _ _ _ _ _ _ _) eqn:Cq; [|discriminate]. clear C.
  fold table in Cq. pose proof (all_checks _ _ _ _ _ _ _ Cq) as K.
  assert (In_heap : forall h, (to_Z h < to_Z heaps)%Z -> inside order elements.[h]).
  { intros h Hh. apply (for_all_spec _ _ Ca) in Hh. now apply ltb_true in Hh. }
  assert (In_phi : forall n, meant n -> inside order (phi n0 p elements n)).
  { intros n Hn. destruct (like_written order table ds signs heaps n0 p elements Ch n Hn)
      as (i & Hi & -> & _). auto. }
  apply (checked_quotient order table _ _ _ _ _ Cq _ _ meant (signed_end ds signs)
    (has_signed_move ds signs) In_phi).
  - intros n parts Hn M. apply Forall_forall. intros m Hm Hp.
    apply (heap_move_smaller _ _ _ _ (proj1 M)) in Hm. specialize (Hn Hp). lia.
  - intros n Hn. apply (kind_of order table ds signs heaps n0 p elements); try apply K; auto.
    + intros x y Hx Hy. now apply (table_ok _ _ _ _ _ _ _ Cq).
    + split; auto.
  - intros g Hg. apply in_map_iff in Hg. destruct Hg as (h & <- & Hh).
    rewrite forallb_forall in Cg. apply Cg, ltb_true in Hh. exists (index h). split.
    + intros _. unfold index. bound h. lia.
    + now apply (phi_index order ds signs heaps n0 p elements).
Qed.
End Certificate.

(** The same where no digit has a sign. *)
Theorem misere_certificate order action generating ds lost_elements heaps n0 p elements sets :
  check_certificate order action generating ds [] lost_elements heaps n0 p elements sets = true ->
  let element := element_of order action generating n0 p elements in
  let meant := Forall (meant heaps p) in
  forall sum, meant sum ->
  (MiserePrevious (move (digits ds)) sum <-> is_p_element order lost_elements (element sum) = true) /\
  (MisereNext (move (digits ds)) sum <-> is_p_element order lost_elements (element sum) = false) /\
  forall sum', meant sum' -> (element sum = element sum' <-> forall other, meant other ->
    MiserePrevious (move (digits ds)) (sum ++ other) <->
    MiserePrevious (move (digits ds)) (sum' ++ other)).
Proof.
  intros C. cbn zeta. intros sum Hsum.
  destruct (signed_certificate _ _ _ _ _ _ _ _ _ _ _ C sum Hsum) as (A & B & D).
  assert (E : forall p, (MiserePrevious (replaces (signed_move ds [])) p <-> MiserePrevious (move (digits ds)) p) /\
    (MisereNext (replaces (signed_move ds [])) p <-> MisereNext (move (digits ds)) p)).
  { apply misere_same. intros x y. apply replaces_same, unsigned_move. }
  rewrite <- (proj1 (E sum)), <- (proj2 (E sum)). split; [exact A|]. split; [exact B|].
  intros sum' Hsum'. rewrite (D sum' Hsum'). split; intros K other Ho; specialize (K other Ho).
  - now rewrite <- !(fun x => proj1 (E x)).
  - now rewrite !(fun x => proj1 (E x)).
Qed.
