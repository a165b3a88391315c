(* The previous player wins the sums whose element is one of P-positions; and two sums have one
   element just if they can replace each other in every sum. *)
Theorem quotient : forall sum, meant sum ->
  (MiserePrevious {moves} sum <-> is_p (element sum) = true) /\
  (MisereNext {moves} sum <-> is_p (element sum) = false) /\
  forall sum', meant sum' -> (element sum = element sum' <-> forall other, meant other ->
    MiserePrevious {moves} (sum ++ other) <->
    MiserePrevious {moves} (sum' ++ other)).
