(* The vertices are the numbers below {count}; entry u of an array is that of vertex u. *)
Definition followers : array (list int) := {followers}.

(* 0 is infinity, and k + 1 the nimber k. *)
Definition labels : array int := {labels}.

(* The order in which the finite labels were found, for the checker. *)
Definition counters : array int := {counters}.
