(* {sentence}

   Check it with `{check}`,
   {where}. *)
From Coq Require Import List NArith Uint63.
From Grundy Require Import {modules}.
{opening}

{statement}
Proof.
  {proof}
  {last}
Qed.

Print Assumptions {name}.
