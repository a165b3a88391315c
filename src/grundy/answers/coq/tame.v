Definition rule : list N := {rule}.

(* The fickle heaps; all others are firm, and all from heap {n0} on. *)
Definition fickle : list nat := {fickle}%nat.

(* The nim-sum of the Grundy values of a sum's heaps, and whether one of them is firm. *)
Definition kind : position -> N * bool := kind rule fickle.

(* The previous player wins the sums of the kinds (0, true) and (1, false); and two sums have one
   kind just if they can replace each other in every sum. *)
Theorem quotient :
  (forall n, (N.to_nat {n0} <= n)%nat ->
    G (digits rule) (n + N.to_nat {period}) = G (digits rule) n /\ firm fickle n = true) /\
  forall sum,
  (MiserePrevious (move (digits rule)) sum <-> lost_tame (kind sum)) /\
  (MisereNext (move (digits rule)) sum <-> ~ lost_tame (kind sum)) /\
  forall sum', kind sum = kind sum' <-> forall other,
    MiserePrevious (move (digits rule)) (sum ++ other) <->
    MiserePrevious (move (digits rule)) (sum' ++ other).
