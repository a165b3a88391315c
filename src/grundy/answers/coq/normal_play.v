Definition arc := arc (fun u => followers.[u])%array.

(* [is_label arc u (Some k)]: the player to move loses u + *k; [None]: there is no such k. *)
Theorem labelling u : vertex {count} u ->
  is_label arc u (label labels u) /\
  (forall l, is_label arc u l -> l = label labels u) /\
  (Previous arc u <-> label labels u = Some 0%N) /\
  (Next arc u <-> exists w, arc u w /\ label labels w = Some 0%N) /\
  (Draw arc u <-> label labels u = None /\ forall w, arc u w -> label labels w <> Some 0%N).
