(** * The values that prove a period, for certificates that state a part of them *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Rares RaresSound Rows RowsSound.
Import ListNotations.
Local Open Scope N_scope.

(** The values of heaps 0 .. size - 1, and whether they prove the period. *)
Definition period_values (ds : list N) (bits : list int) (log_width n0 p size : N)
  : option (array int * bool) :=
  if (Z.of_N size <? limit)%Z && (Z.of_nat (List.length ds) <? limit)%Z && (1 <=? p) &&
     (needed ds n0 p <=? size)
  then
    match (if forallb (fun d => d <? 8) ds then values_by_rares ds bits log_width size
           else values_by_rows ds log_width size) with
    | None => None
    | Some g => Some (g, table_has_period ds n0 p [] g)
    end
  else None.

(** The values are right, and the period is exact where the checker says so. *)
Theorem period_values_sound ds bits log_width n0 p size g holds_period :
  period_values ds bits log_width n0 p size = Some (g, holds_period) ->
  holds (digits ds) g (N.to_nat size) /\
  (holds_period = true -> exact_period (digits ds) n0 p 0).
Proof.
  unfold period_values. destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[C2 C3] C4] C5]. apply Z.ltb_lt in C2. apply Z.ltb_lt in C3.
  apply N.leb_le in C4. apply N.leb_le in C5.
  destruct (if forallb _ ds then _ else _) as [t|] eqn:E; [|discriminate]. intros Q.
  injection Q as -> <-. assert (V : holds (digits ds) g (N.to_nat size)).
  { destruct (forallb _ ds) eqn:C1 in E; [|now apply values_by_rows_ok in E].
    rewrite forallb_forall in C1. apply values_by_rares_ok in E; auto.
    intros d Hd. apply N.ltb_lt, C1, Hd. }
  split; [exact V|]. intros H. apply table_has_period_sound in H; [exact (proj1 H)| | |];
    try lia. intros i Hi. apply V. lia.
Qed.
