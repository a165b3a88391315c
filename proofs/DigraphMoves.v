(** * A checker of misère labels, remoteness and moves, and its soundness *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Numbers Outcomes Digraph DigraphLabels DigraphCheck.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** The followers of a vertex; under misère play each end has a move to a vertex n of its own. *)
Definition followers (misere : bool) (n : int) (arcs : array (list int)) (u : int) : list int :=
  match arcs.[u] with
  | [] => if misere then if u =? n then [] else [n] else []
  | row => row
  end.

(** ** Misère play *)
Section Misere.
Variables (n : int) (arcs : array (list int)) (labels counters : array int).

Definition check_misere : bool :=
  if n <? 4194303 then
  if match arcs.[n] with [] => true | _ => false end then
  if for_all n (fun u => forallb (fun w => w <? n) arcs.[u]) then
  check_labels (n + 1) (followers true n arcs) labels counters
  else false else false else false.

Notation arc := (fun u w => In w arcs.[u]).
Notation label := (label labels).

(** Who wins from each vertex under misère play. *)
Theorem check_misere_sound : check_misere = true -> forall u, vertex n u ->
  (MiserePrevious arc u <-> label u = Some 0%N) /\
  (MisereNext arc u <-> arcs.[u] = [] \/ exists w, In w arcs.[u] /\ label w = Some 0%N).
Proof.
  unfold check_misere. compare (n <? 4194303); [|discriminate].
  destruct arcs.[n] eqn:Rn; [|discriminate]. destruct (for_all n _) eqn:F; [|discriminate].
  intros C u Hu. change (to_Z 4194303) with 4194303%Z in E.
  assert (N1 : to_Z (n + 1) = (to_Z n + 1)%Z) by (apply succ_small; unfold limit; lia).
  assert (Inner : forall u w, vertex n u -> In w arcs.[u] -> vertex n w).
  { intros v w Hv A. apply (for_all_spec _ _ F) in Hv. rewrite forallb_forall in Hv.
    now apply Hv, ltb_true in A. }
  assert (End : forall u, vertex n u -> arcs.[u] = [] -> followers true n arcs u = [n]).
  { intros v Hv R. unfold followers. rewrite R. replace (v =? n) with false; auto.
    symmetry. apply eqb_false. intros ->. unfold vertex in Hv. lia. }
  assert (At_n : followers true n arcs n = []).
  { unfold followers. rewrite Rn. replace (n =? n) with true; auto. symmetry. now apply eqb_true. }
  set (number := fun p : option int => match p with Some u => u | None => n end).
  set (inside := fun p : option int => match p with Some u => vertex n u | None => True end).
  destruct (outcome_of_copy (arc_or_end arc) (DigraphCheck.arc (followers true n arcs)) number
    inside) with (u := Some u) as [CP CN]; [| |exact Hu|].
  { intros p q Hp M. inversion M as [v w A|v A]; subst; cbn in *; eauto. }
  { intros [v|] y Hp; cbn in *; unfold DigraphCheck.arc.
    - destruct arcs.[v] as [|a row] eqn:R.
      + rewrite End by auto. split.
        * intros [<-|[]]. exists None. split; auto. constructor. intros w A. now rewrite R in A.
        * intros (q & M & ->). inversion M as [? w A|? A]; subst; [now rewrite R in A|now left].
      + replace (followers true n arcs v) with arcs.[v] by (unfold followers; now rewrite R).
        split; [intros A; exists (Some y); split; auto; now constructor|].
        intros (q & M & ->). inversion M as [? w A|? A]; subst; auto.
        destruct (A a). rewrite R. now left.
    - rewrite At_n. split; [intros []|]. intros (q & M & _). inversion M. }
  assert (Decided : forall v, (exists w, In w arcs.[v]) \/ (forall w, ~ In w arcs.[v])).
  { intros v. destruct arcs.[v] as [|a row]; [right; intros w []|left; exists a; now left]. }
  destruct (misere_by_normal arc Decided u) as [MP MN]. rewrite MP, MN, <- CP, <- CN. cbn.
  destruct (checked_labels _ _ _ _ C u) as (_ & _ & OP & ON & _); [unfold vertex in *; lia|].
  rewrite OP, ON. split; [reflexivity|]. unfold DigraphCheck.arc.
  destruct arcs.[u] as [|a row] eqn:R.
  - rewrite End by auto. split; [now left|]. intros _. exists n. split; [now left|].
    apply (vertex_previous _ _ _ _ (check_labels_sound _ _ _ _ C)); [unfold vertex; lia|].
    constructor. intros w A. unfold DigraphCheck.arc in A. now rewrite At_n in A.
  - replace (followers true n arcs u) with (a :: row) by (unfold followers; now rewrite R).
    split; [intros (w & A); right; now exists w|]. intros [Z|W]; [discriminate|exact W].
Qed.
End Misere.

(** ** Remoteness and moves *)
Section Moves.
(** The row of a vertex is what it has in the digraph, [follow] adds the end of misère play; the
    word of remoteness is 0 for none and r + 1 for r, that of a best move 0 or v + 1. *)
Variables (n : int) (follow row : int -> list int) (labels remoteness best : array int)
  (winning finite : array (list int)).

Definition lost (u : int) : bool := labels.[u] =? 1.
Definition won (u : int) : bool := existsb lost (follow u).

Definition check_remoteness (u : int) : bool :=
  let r := remoteness.[u] in
  if r <=? n + 1 then
  if lost u then
    if forallb (fun w => remoteness.[w] <? r) (follow u) then
      match follow u with
      | [] => r =? 1
      | vs => existsb (fun w => r =? remoteness.[w] + 1) vs
      end
    else false
  else if won u then
    if forallb (fun w => if lost w then r <=? remoteness.[w] + 1 else true) (follow u) then
      existsb (fun w => if lost w then r =? remoteness.[w] + 1 else false) (follow u)
    else false
  else r =? 0
  else false.

Definition check_winning (u : int) : bool :=
  if list_eq_dec eqs winning.[u] (filter lost (row u)) then true else false.

(** The best move delays a loss, hastens a win, and keeps a draw. *)
Definition check_best (u : int) : bool :=
  match row u with
  | [] => best.[u] =? 0
  | vs =>
    let b := best.[u] - 1 in
    if if best.[u] =? 0 then false else has b vs then
      if lost u then forallb (fun w => remoteness.[w] <=? remoteness.[b]) vs
      else if won u then if lost b then remoteness.[u] =? remoteness.[b] + 1 else false
      else if lost b then false else negb (won b)
    else false
  end.

(** K of an infinite label: the finite labels of followers. *)
Definition check_finite (u : int) : bool :=
  if labels.[u] =? 0 then
    if forallb (fun w => if labels.[w] =? 0 then true else has labels.[w] finite.[u]) (follow u)
    then forallb (fun k => if k =? 0 then false else existsb (fun w => labels.[w] =? k) (follow u))
           finite.[u]
    else false
  else match finite.[u] with [] => true | _ => false end.

Definition check_moves : bool :=
  if n <? 4194304 then
  for_all n (fun u => if check_remoteness u then if check_winning u then
    if check_best u then check_finite u else false else false else false)
  else false.

Variable counters : array int.
Hypothesis labels_checked : check_labels n follow labels counters = true.
Hypothesis moves_checked : check_moves = true.

Notation arc := (DigraphCheck.arc follow).
Notation vertex := (DigraphCheck.vertex n).
Notation label := (DigraphCheck.label labels).

Lemma lost_label u : lost u = true <-> label u = Some 0%N.
Proof.
  unfold lost. rewrite eqb_true, label_Some. split; [now intros ->|]. intros H.
  now apply value_inj.
Qed.

Lemma lost_previous u : vertex u -> lost u = true <-> Previous arc u.
Proof.
  intros Hu. rewrite lost_label. symmetry.
  now apply (vertex_previous _ _ _ _ (check_labels_sound _ _ _ _ labels_checked)).
Qed.

Lemma won_next u : vertex u -> won u = true <-> Next arc u.
Proof.
  intros Hu. unfold won. rewrite existsb_exists.
  rewrite (vertex_next _ _ _ _ (check_labels_sound _ _ _ _ labels_checked)) by auto.
  split; intros (w & A & L); exists w; split; auto; now apply lost_label.
Qed.

Lemma checks u : vertex u -> check_remoteness u = true /\ check_winning u = true /\
  check_best u = true /\ check_finite u = true /\ (to_Z n < limit)%Z.
Proof.
  intros Hu. pose proof moves_checked as C. unfold check_moves in C.
  compare (n <? 4194304); [|discriminate]. change (to_Z 4194304) with 4194304%Z in E.
  apply (for_all_spec _ _ C) in Hu. destruct (check_remoteness u); [|discriminate].
  destruct (check_winning u); [|discriminate]. destruct (check_best u); [|discriminate].
  repeat split; auto. unfold limit. lia.
Qed.

Lemma small u : vertex u -> (to_Z remoteness.[u] < limit)%Z /\
  to_Z (remoteness.[u] + 1) = (to_Z remoteness.[u] + 1)%Z.
Proof.
  intros Hu. destruct (checks u Hu) as (R & _ & _ & _ & L). unfold check_remoteness in R.
  compare (remoteness.[u] <=? n + 1); [|discriminate]. pose proof moves_checked as C.
  unfold check_moves in C. compare (n <? 4194304); [|discriminate].
  change (to_Z 4194304) with 4194304%Z in E0. rewrite succ_small in E by lia.
  assert (H : (to_Z remoteness.[u] < limit)%Z) by (unfold limit; lia). split; auto.
  now apply succ_small.
Qed.

Notation moves_left := (fun u => (index remoteness.[u] - 1)%nat).

Lemma follow_inside u w : vertex u -> In w (follow u) -> vertex w.
Proof. exact (follow_vertex _ _ _ _ labels_checked u w). Qed.

(** What the check says of the two outcomes. *)
Lemma lost_remoteness u : vertex u -> lost u = true ->
  (forall w, arc u w -> (to_Z remoteness.[w] < to_Z remoteness.[u])%Z) /\
  (to_Z remoteness.[u] = 1%Z \/ exists w, arc u w /\ remoteness.[u] = remoteness.[w] + 1).
Proof.
  intros Hu L. destruct (checks u Hu) as (R & _). unfold check_remoteness in R.
  destruct (remoteness.[u] <=? n + 1); [|discriminate]. rewrite L in R.
  destruct (forallb _ _) eqn:F in R; [|discriminate]. rewrite forallb_forall in F. split.
  - intros w A. now apply F, ltb_true in A.
  - destruct (follow u) as [|a vs] eqn:Fu.
    + left. apply eqb_true in R. rewrite R. apply to_Z_1.
    + right. apply existsb_exists in R. destruct R as (w & A & Q). apply eqb_true in Q.
      exists w. split; auto. unfold DigraphCheck.arc. now rewrite Fu.
Qed.

Lemma won_remoteness u : vertex u -> lost u = false -> won u = true ->
  (forall w, arc u w -> lost w = true -> (to_Z remoteness.[u] <= to_Z (remoteness.[w] + 1))%Z) /\
  exists w, arc u w /\ lost w = true /\ remoteness.[u] = remoteness.[w] + 1.
Proof.
  intros Hu L W. destruct (checks u Hu) as (R & _). unfold check_remoteness in R.
  destruct (remoteness.[u] <=? n + 1); [|discriminate]. rewrite L, W in R.
  destruct (forallb _ _) eqn:F in R; [|discriminate]. rewrite forallb_forall in F. split.
  - intros w A Lw. apply F in A. rewrite Lw in A. now apply leb_true in A.
  - apply existsb_exists in R. destruct R as (w & A & Q). exists w.
    destruct (lost w); [|discriminate]. apply eqb_true in Q. auto.
Qed.

Lemma next_won u : vertex u -> Next arc u -> lost u = false /\ won u = true.
Proof.
  intros Hu HN. split; [|now apply won_next]. destruct (lost u) eqn:L; auto.
  apply lost_previous in L; auto. now destruct (not_both _ _ L HN).
Qed.

Lemma positive u : vertex u -> Next arc u \/ Previous arc u -> (1 <= to_Z remoteness.[u])%Z.
Proof.
  assert (Succ : forall w, vertex w -> (1 <= to_Z (remoteness.[w] + 1))%Z).
  { intros w Hw. destruct (small w Hw) as [_ ->]. bound remoteness.[w]. lia. }
  intros Hu [HN|HP].
  - destruct (next_won u Hu HN) as [L W].
    destruct (won_remoteness u Hu L W) as (_ & w & A & _ & ->). apply Succ.
    now apply (follow_inside u).
  - apply lost_previous in HP; auto.
    destruct (lost_remoteness u Hu HP) as [_ [->|(w & A & ->)]]; [lia|]. apply Succ.
    now apply (follow_inside u).
Qed.

(** Remoteness is right: [remoteness_right] says what that means. *)
Theorem check_moves_timed : timed arc moves_left vertex.
Proof.
  split.
  - exact follow_inside.
  - intros u w Hu HP A. pose proof (follow_inside u w Hu A) as Hw.
    assert (HN : Next arc w) by (inversion HP; auto).
    pose proof (positive w Hw (or_introl HN)). apply lost_previous in HP; auto.
    destruct (lost_remoteness u Hu HP) as [F _]. apply F in A. unfold index. lia.
  - intros u Hu HP. pose proof HP as L. apply lost_previous in L; auto.
    destruct (lost_remoteness u Hu L) as [_ [E|(w & A & E)]]; [left; unfold index; lia|right].
    exists w. split; auto. pose proof (follow_inside u w Hu A) as Hw.
    assert (HN : Next arc w) by (inversion HP; auto).
    pose proof (positive w Hw (or_introl HN)). unfold index. rewrite E, (proj2 (small w Hw)). lia.
  - intros u w Hu HN A HP. pose proof (follow_inside u w Hu A) as Hw.
    pose proof (positive w Hw (or_intror HP)). destruct (next_won u Hu HN) as [L W].
    destruct (won_remoteness u Hu L W) as [F _].
    specialize (F w A (proj2 (lost_previous w Hw) HP)). rewrite (proj2 (small w Hw)) in F.
    clear - F H. unfold index. lia.
  - intros u Hu HN. destruct (next_won u Hu HN) as [L W].
    destruct (won_remoteness u Hu L W) as (_ & w & A & Lw & E). exists w.
    pose proof (follow_inside u w Hu A) as Hw.
    assert (HP : Previous arc w) by now apply lost_previous.
    pose proof (positive w Hw (or_intror HP)). split; [exact A|]. split; auto.
    unfold index. rewrite E, (proj2 (small w Hw)). lia.
Qed.

(** The winning moves that are written are the moves to lost vertices of the row. *)
Theorem check_moves_winning u w : vertex u -> (forall w, In w (row u) -> vertex w) ->
  In w winning.[u] <-> In w (row u) /\ Previous arc w.
Proof.
  intros Hu Hrow. destruct (checks u Hu) as (_ & W & _). unfold check_winning in W.
  destruct (list_eq_dec _ _ _) as [->|]; [|discriminate]. rewrite filter_In.
  split; intros [A L]; split; auto; apply lost_previous; auto.
Qed.

(** A best move is a move: to a lost vertex, one move nearer to the end, where the player wins;
    to a vertex as far from the end as any, where the player loses; and else to a draw. *)
Theorem check_moves_best u : vertex u -> (forall w, In w (row u) -> vertex w) -> row u <> [] ->
  let b := best.[u] - 1 in
  In b (row u) /\
  (Previous arc u -> forall w, In w (row u) ->
     (to_Z remoteness.[w] <= to_Z remoteness.[b])%Z) /\
  (Next arc u -> Previous arc b /\ remoteness.[u] = remoteness.[b] + 1) /\
  (Draw arc u -> Draw arc b).
Proof.
  intros Hu Hrow NE b. destruct (checks u Hu) as (_ & _ & B & _). unfold check_best in B.
  fold b in B. destruct (row u) as [|a vs] eqn:Ru; [congruence|]. rewrite <- Ru in *.
  destruct (best.[u] =? 0); [discriminate|]. destruct (has b (row u)) eqn:I; [|discriminate].
  apply has_In in I. pose proof (Hrow b I) as Hb. split; [exact I|]. split; [|split].
  - intros HP w A. apply lost_previous in HP; auto. rewrite HP in B.
    rewrite forallb_forall in B. now apply B, leb_true in A.
  - intros HN. destruct (next_won u Hu HN) as [L W]. rewrite L, W in B.
    destruct (lost b) eqn:Lb; [|discriminate]. apply eqb_true in B. split; auto.
    now apply lost_previous.
  - intros [NP NN]. destruct (lost u) eqn:L; [now apply lost_previous in L|].
    destruct (won u) eqn:W; [now apply won_next in W|]. destruct (lost b) eqn:Lb; [discriminate|].
    apply negb_true_iff in B. split; intros H.
    + apply lost_previous in H; auto. congruence.
    + apply won_next in H; auto. congruence.
Qed.

(** The set K of a label that is infinite has the finite labels of the followers, and no more. *)
Theorem check_moves_finite u k : vertex u -> label u = None ->
  (exists x, In x finite.[u] /\ value x = (k + 1)%N) <->
  exists w, arc u w /\ label w = Some k.
Proof.
  intros Hu L. destruct (checks u Hu) as (_ & _ & _ & F & _). unfold check_finite in F.
  apply label_None in L. rewrite L in F. change (0 =? 0) with true in F. cbn match in F.
  destruct (forallb _ (follow u)) eqn:F1; [|discriminate]. rewrite forallb_forall in F, F1. split.
  - intros (x & I & V). apply F in I. compare (x =? 0); [discriminate|].
    apply existsb_exists in I. destruct I as (w & A & Q). apply eqb_true in Q. exists w.
    split; [exact A|]. apply label_Some. congruence.
  - intros (w & A & Lw). apply label_Some in Lw. apply F1 in A. exists labels.[w]. split; auto.
    compare (labels.[w] =? 0); [rewrite E in Lw; cbn in Lw; lia|now apply has_In].
Qed.
End Moves.
