(* A move leads from n to a smaller m where n + added = divisor * m + t, and t is an amount: each
   term has its amounts (first, step, perhaps the last one; or factor, ratio), divisor, added. *)
Definition rule : list term := [
  {terms}].

(* For each state where each digit leads, the first digit first, and what is read in the end. *)
Definition steps : list (list N) := [
  {steps}].
Definition outputs : list N := {outputs}.
Definition G : N -> N := read {base} (steps_of steps) (output_of outputs).

Theorem values :
  (forall n, is_mex (fun v => exists m, leads rule n m /\ G m = v) (G n)) /\
  (* and no other function has these values *)
  forall g, values_of rule g -> forall n, g n = G n.
