(* The games by their numbers: digits with their signs, how many heaps are written, the first heap
   of a period with the period, or 0 and 0 where no other heaps are meant, and the elements of the
   heaps that are written, where {order} stands for a heap that is not meant.
{listed} *)
Definition games : list game := {games}.

(* Elements are the numbers below {order}, and 0 is the identity. Here are the products of each
   with the generators, which are the elements of these heaps: a game and a size each. *)
Definition action : array (array int) := {action}.
Definition generators : list (nat * int) := {generators}.

(* The elements of P-positions. *)
Definition p_elements : list int := {p_elements}.

(* For each element the winning sets of its sums, for the checker. *)
Definition sets : array (list (list int)) := {sets}.

(* A sum is a list of heaps, each the number of its game with its size. *)
Definition element : list (nat * nat) -> int := element_of_joint {order} action generators games.
Definition is_p : int -> bool := is_p_element {order} p_elements.
Definition moves := replaces (joint_moves (List.map game_rule games)).
Definition meant := Forall (joint_meant {order} games).
