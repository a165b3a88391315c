{beyond}Definition rule : list N := ({rule})%N.
{signs}
(* Elements are the numbers below {order}, and 0 is the identity. Here are the products of each
   with the generators, which are the elements of these heaps. *)
Definition action : array (array int) := {action}.
Definition generators : list int := {generators}.

(* The elements of P-positions, and those of heaps 0, 1, 2, … *)
Definition p_elements : list int := {p_elements}.
Definition elements : array int := {elements}.

(* For each element the winning sets of its sums, for the checker. *)
Definition sets : array (list (list int)) := {sets}.

Definition element : list nat -> int := element_of {order} action generators {n0} {period} elements.
Definition is_p : int -> bool := is_p_element {order} p_elements.

(* {meant} *)
Definition meant := Forall (MisereCertificate.meant {heaps} {period}).
