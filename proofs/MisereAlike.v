(** * Sums that replace each other under misère play, whatever is added *)
From Coq Require Import List Arith Permutation Bool.
From Grundy Require Import Base SpragueGrundy Outcomes Misere.
Import ListNotations.

Section Alike.
Context {H : Type}.
Variable leaves : H -> list H -> Prop.
Notation moves := (replaces leaves).
Notation Lost := (MiserePrevious moves).
Notation Won := (MisereNext moves).

(** Play ends, and the moves from a heap can be listed. *)
Hypothesis play_ends : forall R : list H -> Prop,
  (forall p, (forall q, moves p q -> R q) -> R p) -> forall p, R p.
Variable options : H -> list (list H).
Hypothesis options_spec : forall n parts, In parts (options n) <-> leaves n parts.

(** ** All moves of a sum *)
Fixpoint after (p : list H) : list (list H) :=
  match p with
  | [] => []
  | n :: p => map (fun parts => parts ++ p) (options n) ++ map (cons n) (after p)
  end.

Lemma after_spec p q : In q (after p) <-> moves p q.
Proof.
  revert q. induction p as [|n p IH]; intros q; cbn [after].
  - split; [intros []|]. intros M. inversion M as [l n parts l' _ E]. now destruct l.
  - rewrite in_app_iff, !in_map_iff, move_cons. split.
    + intros [(parts & <- & I)|(q' & <- & I)]; [left|right].
      * exists parts. split; [now apply options_spec|reflexivity].
      * exists q'. split; [now apply IH|reflexivity].
    + intros [(parts & M & ->)|(q' & M & ->)]; [left|right].
      * exists parts. split; [reflexivity|now apply options_spec].
      * exists q'. split; [reflexivity|now apply IH].
Qed.

Lemma has_move p : (exists q, moves p q) \/ (forall q, ~ moves p q).
Proof.
  destruct (after p) as [|q l] eqn:E; [right|left].
  - intros q M. apply after_spec in M. now rewrite E in M.
  - exists q. apply after_spec. rewrite E. now left.
Qed.

(** Every sum has an outcome. *)
Lemma lost_or_won p : Lost p \/ Won p.
Proof.
  revert p. refine (play_ends _ _). intros p IH.
  assert (A : (exists q, moves p q /\ Lost q) \/ (forall q, moves p q -> Won q)).
  { assert (B : forall l, incl l (after p) ->
      (exists q, In q l /\ Lost q) \/ (forall q, In q l -> Won q)).
    { induction l as [|q l IHl]; intros I; [right; intros q []|].
      destruct IHl as [(q' & I' & L)|W]; [intros x Hx; apply I; now right| |].
      - left. exists q'. split; [now right|exact L].
      - destruct (IH q) as [L|Wq]; [apply after_spec, I; now left| |].
        + left. exists q. split; [now left|exact L].
        + right. intros x [<-|Hx]; auto. }
    destruct (B (after p) (incl_refl _)) as [(q & I & L)|W]; [left|right].
    - exists q. split; [now apply after_spec|exact L].
    - intros q M. apply W. now apply after_spec. }
  destruct A as [(q & M & L)|W]; [right; now apply misere_next with q|].
  destruct (has_move p) as [M|N]; [left; now constructor|right; now apply misere_end].
Qed.

(** ** The order of the heaps does not matter *)
Lemma move_around p p' q : Permutation p p' -> moves p q ->
  exists q', moves p' q' /\ Permutation q q'.
Proof.
  intros E M. revert E. destruct M as [l n parts l' M]. intros E.
  assert (I : In n p').
  { apply (Permutation_in n E), in_elt. }
  apply in_split in I. destruct I as (k & k' & ->). exists (k ++ parts ++ k').
  split; [now constructor|]. apply Permutation_app_inv in E.
  rewrite !(Permutation_app_comm _ (parts ++ _)), <- !app_assoc.
  apply Permutation_app_head. rewrite (Permutation_app_comm l' l), (Permutation_app_comm k' k).
  exact E.
Qed.

Lemma outcome_around p : forall p', Permutation p p' -> (Lost p -> Lost p') /\ (Won p -> Won p').
Proof.
  revert p. refine (play_ends _ _). intros p IH p' E. split; intros O.
  - inversion O as [u [w M] W]; subst. constructor.
    + destruct (move_around p p' w E M) as (q' & M' & _). now exists q'.
    + intros q' M'. destruct (move_around p' p q' (Permutation_sym E) M') as (q & Mq & Eq).
      apply (IH q Mq q' (Permutation_sym Eq)), W, Mq.
  - inversion O as [u N|u w M L]; subst.
    + apply misere_end. intros q' M'.
      destruct (move_around p' p q' (Permutation_sym E) M') as (q & Mq & _). now apply (N q).
    + destruct (move_around p p' w E M) as (q' & M' & Eq). apply misere_next with q'; auto.
      now apply (IH w M q' Eq).
Qed.

(** ** Sums that are alike *)
Definition alike (p q : list H) : Prop := forall r, Lost (p ++ r) <-> Lost (q ++ r).

Lemma alike_refl p : alike p p.
Proof. intros r. tauto. Qed.

Lemma alike_sym p q : alike p q -> alike q p.
Proof. intros A r. symmetry. apply A. Qed.

Lemma alike_trans p q r : alike p q -> alike q r -> alike p r.
Proof. intros A B s. now rewrite (A s). Qed.

Lemma alike_permutation p q : Permutation p q -> alike p q.
Proof.
  intros E r. split; intros L.
  - apply (outcome_around (p ++ r)); auto. now apply Permutation_app_tail.
  - apply (outcome_around (q ++ r)); auto. apply Permutation_app_tail. now symmetry.
Qed.

Lemma alike_app p p' q q' : alike p p' -> alike q q' -> alike (p ++ q) (p' ++ q').
Proof.
  intros A B. apply alike_trans with (p ++ q').
  - apply alike_trans with (q ++ p); [apply alike_permutation, Permutation_app_comm|].
    apply alike_trans with (q' ++ p); [|apply alike_permutation, Permutation_app_comm].
    intros r. rewrite <- !app_assoc. apply B.
  - intros r. rewrite <- !app_assoc. apply A.
Qed.

Lemma alike_lost p q : alike p q -> Lost p <-> Lost q.
Proof. intros A. specialize (A []). now rewrite !app_nil_r in A. Qed.

Lemma alike_won p q : alike p q -> Won p -> Won q.
Proof.
  intros A W. destruct (lost_or_won q) as [L|]; auto. apply (alike_lost p q A) in L.
  now destruct (misere_not_both _ p L).
Qed.

Lemma move_app p r q : moves (p ++ r) q <->
  (exists p', moves p p' /\ q = p' ++ r) \/ (exists r', moves r r' /\ q = p ++ r').
Proof.
  revert q. induction p as [|n p IH]; intros q; cbn [app].
  - split; [intros M; right; eauto|]. intros [(p' & M & _)|(r' & M & ->)]; [|exact M].
    inversion M as [l n parts l' _ E]. now destruct l.
  - rewrite move_cons. split.
    + intros [(parts & M & ->)|(x & M & ->)].
      * left. exists (parts ++ p). split; [apply move_cons; left; eauto|now rewrite app_assoc].
      * apply IH in M. destruct M as [(p' & M & ->)|(r' & M & ->)]; [left|right; eauto].
        exists (n :: p'). split; [apply move_cons; eauto|reflexivity].
    + intros [(p' & M & ->)|(r' & M & ->)].
      * apply move_cons in M. destruct M as [(parts & M & ->)|(x & M & ->)]; [left|right].
        -- exists parts. split; [exact M|now rewrite app_assoc].
        -- exists (x ++ r). split; [apply IH; left; eauto|reflexivity].
      * right. exists (p ++ r'). split; [apply IH; right; eauto|reflexivity].
Qed.

(** A sum replaces another one if its options are alike those of the other, or are answered by a
    move to a sum alike the other; and if the other has no move, neither has this one, or it is
    won. Source: J. H. Conway, "On Numbers and Games", 1976, ch. 12. *)
Theorem alike_by g h :
  (forall h', moves h h' -> exists g', moves g g' /\ alike g' h') ->
  (forall g', moves g g' -> (exists h', moves h h' /\ alike g' h') \/
                            (exists g'', moves g' g'' /\ alike g'' h)) ->
  (exists h', moves h h') \/ (forall g', ~ moves g g') \/ Won g ->
  alike g h.
Proof.
  intros Kept Answered End.
  assert (A : forall r, (Lost (h ++ r) -> Lost (g ++ r)) /\ (Won (h ++ r) -> Won (g ++ r))).
  { refine (play_ends _ _). intros r IH. split; intros O.
    - inversion O as [u [w M] W]; subst. constructor.
      + apply move_app in M. destruct M as [(h' & M & _)|(r' & M & _)].
        * destruct (Kept h' M) as (g' & Mg & _). exists (g' ++ r). apply move_app. left. eauto.
        * exists (g ++ r'). apply move_app. right. eauto.
      + intros q M'. apply move_app in M'. destruct M' as [(g' & Mg & ->)|(r' & Mr & ->)].
        * destruct (Answered g' Mg) as [(h' & Mh & E)|(g'' & Mg' & E)].
          -- assert (Wh : Won (h' ++ r)) by (apply W, move_app; left; eauto).
             apply (alike_won (h' ++ r)); [|exact Wh].
             apply alike_app; [now apply alike_sym|apply alike_refl].
          -- apply misere_next with (g'' ++ r); [apply move_app; left; eauto|]. now apply E.
        * apply (IH r' Mr), W, move_app. right. eauto.
    - inversion O as [u N|u w M L]; subst.
      + assert (Nr : forall r', ~ moves r r').
        { intros r' M. apply (N (h ++ r')), move_app. right. eauto. }
        destruct End as [(h' & M)|[Ng|Wg]].
        * destruct (N (h' ++ r)). apply move_app. left. eauto.
        * apply misere_end. intros q M. apply move_app in M.
          destruct M as [(g' & M & _)|(r' & M & _)]; [now apply Ng in M|now apply Nr in M].
        * (* what is added has no move, so it changes nothing *)
          clear - Wg Nr play_ends. revert g Wg.
          assert (B : forall g, (Lost g -> Lost (g ++ r)) /\ (Won g -> Won (g ++ r))).
          { refine (play_ends _ _). intros g IHg. split; intros O.
            - inversion O as [u [w M] W]; subst. constructor.
              + exists (w ++ r). apply move_app. left. eauto.
              + intros q Mq. apply move_app in Mq. destruct Mq as [(g' & Mg & ->)|(r' & Mr & _)].
                * apply (IHg g' Mg), W, Mg.
                * now apply Nr in Mr.
            - inversion O as [u N|u w M L]; subst.
              + apply misere_end. intros q Mq. apply move_app in Mq.
                destruct Mq as [(g' & Mg & _)|(r' & Mr & _)];
                  [now apply N in Mg|now apply Nr in Mr].
              + apply misere_next with (w ++ r); [apply move_app; left; eauto|].
                now apply (IHg w M). }
          intros g Wg. now apply B.
      + apply move_app in M. destruct M as [(h' & Mh & ->)|(r' & Mr & ->)].
        * destruct (Kept h' Mh) as (g' & Mg & E). apply misere_next with (g' ++ r).
          -- apply move_app. left. eauto.
          -- now apply E.
        * apply misere_next with (g ++ r'); [apply move_app; right; eauto|]. now apply (IH r' Mr). }
  intros r. split; [|apply A]. intros L. destruct (lost_or_won (h ++ r)) as [|W]; auto.
  apply A in W. now destruct (misere_not_both _ (g ++ r) L).
Qed.
End Alike.
