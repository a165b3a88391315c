Definition G := grundy ({rule}).
{lists}
Theorem period :
  (forall n, {preperiod} <= n -> G (n + {period}) = G n{saltus}) /\
  (* and no other period is shorter, or begins earlier *)
  {opened}forall n0 p{of}, 1 <= p -> (forall n, n0 <= n -> G (n + p) = G n{plus}) ->
  ({period} | p) /\ {preperiod} <= n0{values}.
