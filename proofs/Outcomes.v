(** * Outcomes of play that may have no end *)

Section Play.
Context {X : Type}.
Variable move : X -> X -> Prop.

(** The previous or the next player can win in finitely many moves; who cannot move loses. *)
Inductive Previous : X -> Prop :=
| previous u : (forall w, move u w -> Next w) -> Previous u
with Next : X -> Prop :=
| next u w : move u w -> Previous w -> Next u.

Scheme Previous_min := Minimality for Previous Sort Prop
with Next_min := Minimality for Next Sort Prop.
Combined Scheme outcome_min from Previous_min, Next_min.

Definition Draw u := ~ Previous u /\ ~ Next u.

(** At most one of the two players can win. *)
Theorem not_both u : Previous u -> Next u -> False.
Proof.
  intros HP. revert u HP.
  apply (Previous_min (fun u => Next u -> False) (fun u => Previous u -> False)).
  - intros u _ IH HN. inversion HN as [u' w M HP]; subst. now apply (IH w).
  - intros u w M _ IH HP. inversion HP as [u' H]; subst. auto.
Qed.
End Play.

(** ** Misère play: who cannot move wins *)
Section Misere.
Context {X : Type}.
Variable arc : X -> X -> Prop.

Inductive MiserePrevious : X -> Prop :=
| misere_previous u : (exists w, arc u w) -> (forall w, arc u w -> MisereNext w) ->
    MiserePrevious u
with MisereNext : X -> Prop :=
| misere_end u : (forall w, ~ arc u w) -> MisereNext u
| misere_next u w : arc u w -> MiserePrevious w -> MisereNext u.

Scheme MiserePrevious_min := Minimality for MiserePrevious Sort Prop
with MisereNext_min := Minimality for MisereNext Sort Prop.
Combined Scheme misere_min from MiserePrevious_min, MisereNext_min.

Theorem misere_not_both u : MiserePrevious u -> MisereNext u -> False.
Proof.
  intros HP. revert u HP.
  apply (MiserePrevious_min (fun u => MisereNext u -> False) (fun u => MiserePrevious u -> False)).
  - intros u [w M] _ IH HN. inversion HN as [u' E|u' v M' HP]; subst.
    + now apply (E w).
    + now apply (IH v).
  - intros u E HP. inversion HP as [u' [w M] _]; subst. now apply (E w).
  - intros u w M _ IH HP. inversion HP as [u' _ HN]; subst. auto.
Qed.
End Misere.

(** The same moves have the same outcomes. *)
Lemma misere_same {X} (move move' : X -> X -> Prop) : (forall u w, move u w <-> move' u w) ->
  forall u, (MiserePrevious move u <-> MiserePrevious move' u) /\
            (MisereNext move u <-> MisereNext move' u).
Proof.
  assert (A : forall move move' : X -> X -> Prop, (forall u w, move u w <-> move' u w) ->
    (forall u, MiserePrevious move u -> MiserePrevious move' u) /\
    (forall u, MisereNext move u -> MisereNext move' u)).
  { clear. intros move move' E. apply misere_min.
    - intros u [w M] _ IH. constructor; [exists w; now apply E|]. intros v K. apply IH, E, K.
    - intros u K. apply misere_end. intros w M. apply E in M. now apply (K w).
    - intros u w M _ IH. apply misere_next with w; [now apply E|exact IH]. }
  intros E u. destruct (A _ _ E) as [A1 A2].
  destruct (A move' move) as [B1 B2]; [intros x w; split; apply E|]. split; split; auto.
Qed.

(** ** Copies *)

(** A copy of a game inside another one, which no move leaves, has the same outcomes. *)
Lemma outcome_of_copy {X Y} (move : X -> X -> Prop) (move' : Y -> Y -> Prop) (f : X -> Y)
  (inside : X -> Prop) :
  (forall u w, inside u -> move u w -> inside w) ->
  (forall u y, inside u -> move' (f u) y <-> exists w, move u w /\ y = f w) ->
  forall u, inside u ->
  (Previous move' (f u) <-> Previous move u) /\ (Next move' (f u) <-> Next move u).
Proof.
  intros C E.
  assert (A : (forall u, Previous move u -> inside u -> Previous move' (f u)) /\
              (forall u, Next move u -> inside u -> Next move' (f u))).
  { apply outcome_min.
    - intros u _ IH I. constructor. intros y M. apply E in M; auto.
      destruct M as (w & M & ->). eauto.
    - intros u w M _ IH I. apply next with (f w); eauto. apply E; eauto. }
  assert (B : (forall y, Previous move' y -> forall u, inside u -> y = f u -> Previous move u) /\
              (forall y, Next move' y -> forall u, inside u -> y = f u -> Next move u)).
  { apply outcome_min.
    - intros y _ IH u I ->. constructor. intros w M. apply (IH (f w)); eauto. apply E; eauto.
    - intros y z M _ IH u I ->. apply E in M; auto. destruct M as (w & M & ->).
      apply next with w; eauto. }
  intros u I. split; split; intros H; try (now apply A).
  - now apply (proj1 B (f u)).
  - now apply (proj2 B (f u)).
Qed.
