Definition arc (u w : int) := In w followers.[u]%array.

(* The previous, or the next, player wins from u where who cannot move wins. *)
Theorem labelling : forall u, vertex {count} u ->
  (MiserePrevious arc u <-> label labels u = Some 0%N) /\
  (MisereNext arc u <->
     followers.[u]%array = nil \/ exists w, arc u w /\ label labels w = Some 0%N).
