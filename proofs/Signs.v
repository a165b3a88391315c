(** * Codes whose splits have signs: unequal, not all equal, or equal parts *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63.
From Grundy Require Import Base SpragueGrundy Numbers DigraphCheck.
Import ListNotations.

(** What the parts of a split into two or more have to satisfy: nothing, or what !, ? and = say. *)
Inductive sign := Any | Unequal | NotAllEqual | AllEqual.

Section Fits.
Context {A : Type}.
Variable eq : A -> A -> bool.

Definition all_equal (parts : list A) : bool :=
  match parts with [] => true | x :: parts => forallb (eq x) parts end.

Fixpoint unequal (parts : list A) : bool :=
  match parts with [] => true | x :: parts => negb (existsb (eq x) parts) && unequal parts end.

Definition fits (s : sign) (parts : list A) : bool :=
  match s with
  | Any => true
  | Unequal => unequal parts
  | NotAllEqual => match parts with [] | [_] => true | _ => negb (all_equal parts) end
  | AllEqual => all_equal parts
  end.
End Fits.

Lemma fits_map {A B} (f : A -> B) (eq : A -> A -> bool) (eq' : B -> B -> bool) s :
  (forall x y, eq' (f x) (f y) = eq x y) ->
  forall parts, fits eq' s (map f parts) = fits eq s parts.
Proof.
  intros E. assert (All : forall x l, forallb (eq' (f x)) (map f l) = forallb (eq x) l).
  { intros x l. induction l as [|y l IH]; cbn [map forallb]; [reflexivity|]. now rewrite E, IH. }
  assert (Some_ : forall x l, existsb (eq' (f x)) (map f l) = existsb (eq x) l).
  { intros x l. induction l as [|y l IH]; cbn [map existsb]; [reflexivity|]. now rewrite E, IH. }
  intros parts. destruct s; cbn [fits].
  - reflexivity.
  - induction parts as [|x parts IH]; cbn [map unequal]; [reflexivity|]. now rewrite Some_, IH.
  - destruct parts as [|x [|y parts]]; [reflexivity|reflexivity|]. cbn [map all_equal].
    now rewrite <- (All x (y :: parts)).
  - destruct parts as [|x parts]; [reflexivity|]. apply All.
Qed.

(** The sign of a place, which has none beyond the end of the list. *)
Definition sign_at (signs : list sign) (r : nat) : sign :=
  match signs with [] => Any | _ => nth r signs Any end.

(** A move by these digits, whose parts the sign of the digit allows. *)
Definition signed_move (ds : list N) (signs : list sign) (n : nat) (parts : list nat) : Prop :=
  heap_move (digits ds) n parts /\ fits Nat.eqb (sign_at signs (n - list_sum parts)) parts = true.

Lemma unsigned_move ds n parts : signed_move ds [] n parts <-> heap_move (digits ds) n parts.
Proof. unfold signed_move. cbn [sign_at fits]. tauto. Qed.

Lemma has_signed_move ds signs n :
  (exists parts, signed_move ds signs n parts) \/ (forall parts, ~ signed_move ds signs n parts).
Proof.
  destruct (filter (fun parts => fits Nat.eqb (sign_at signs (n - list_sum parts)) parts)
    (heap_moves (digits ds) n)) as [|parts l] eqn:E; [right|left].
  - intros parts M. assert (I : In parts []); [rewrite <- E|destruct I].
    apply filter_In. split; [apply heap_moves_spec|]; apply M.
  - exists parts. assert (I : In parts (parts :: l)) by now left. rewrite <- E in I.
    apply filter_In in I. split; [apply heap_moves_spec|]; apply I.
Qed.

Lemma signed_end ds signs (R : position -> Prop) :
  (forall p, (forall q, replaces (signed_move ds signs) p q -> R q) -> R p) -> forall p, R p.
Proof.
  intros H. apply (position_ind (digits ds)). intros p IH. apply H. intros q M. apply IH.
  destruct M as [l n parts l' [M _]]. now constructor.
Qed.

Lemma replaces_same {H} (L L' : H -> list H -> Prop) : (forall n parts, L n parts <-> L' n parts) ->
  forall p q, replaces L p q <-> replaces L' p q.
Proof. intros E p q. split; intros [l n parts l' M]; constructor; now apply E. Qed.

(** ** Splits as lists of words *)
Local Open Scope uint63_scope.

Fixpoint splits (k : nat) (m : int) : list (list int) :=
  match k with
  | O => if m =? 0 then [[]] else []
  | S k =>
    match k with
    | O => if m =? 0 then [] else [[m]]
    | _ => flat_map (fun a => List.map (cons a) (splits k (m - a))) (range 1 (m + 1))
    end
  end.

Lemma splits_spec k : forall m l, (to_Z m < limit)%Z -> In l (splits k m) <->
  List.length l = k /\ Forall (le 1) (List.map index l) /\ list_sum (List.map index l) = index m.
Proof.
  induction k as [|k IH]; intros m l Hm.
  - cbn [splits]. compare (m =? 0).
    + subst m. split; [intros [<-|[]]; split; [reflexivity|]; split; [constructor|reflexivity]|]. intros (L & _). destruct l; [now left|discriminate].
    + split; [intros []|]. intros (L & _ & S). destruct l; [|discriminate]. apply E. now apply index_inj.
  - destruct k as [|k].
    + cbn [splits]. compare (m =? 0).
      * subst m. split; [intros []|]. intros (L & F & S). destruct l as [|a [|]]; try discriminate.
        apply Forall_inv in F. cbn in S. change (index 0) with 0%nat in S. lia.
      * assert (index m <> 0%nat) by (intros Z; now apply E, index_inj). split.
        -- intros [<-|[]]. cbn. repeat split; [|lia]. constructor; [lia|constructor].
        -- intros (L & F & S). destruct l as [|a [|]]; try discriminate. left. f_equal.
           cbn in S. apply index_inj. lia.
    + change (splits (S (S k)) m) with
        (flat_map (fun a => List.map (cons a) (splits (S k) (m - a))) (range 1 (m + 1))).
      rewrite in_flat_map. assert (M1 : to_Z (m + 1) = (to_Z m + 1)%Z) by (apply succ_small; lia).
      assert (D : forall a, (to_Z a <= to_Z m)%Z -> index (m - a) = (index m - index a)%nat).
      { intros a Ha. unfold index. bound a. rewrite (sub_small m a Ha). lia. }
      split.
      * intros (a & Ha & Hv). apply range_In in Ha. rewrite to_Z_1, M1 in Ha.
        apply in_map_iff in Hv. destruct Hv as (x & <- & Hx).
        apply IH in Hx; [|rewrite sub_small; bound a; lia]. destruct Hx as (L & F & S).
        cbn [List.length List.map]. change (list_sum (index a :: List.map index x)) with
          (index a + list_sum (List.map index x))%nat.
        split; [congruence|]. split; [constructor; [unfold index; lia|exact F]|].
        rewrite S, D by lia. unfold index. lia.
      * intros (L & F & S). destruct l as [|a l]; [discriminate|]. cbn [List.map] in *.
        change (list_sum (index a :: List.map index l)) with
          (index a + list_sum (List.map index l))%nat in S.
        inversion F as [|? ? F1 F2]; subst. bound a. bound m.
        assert (Le : (1 <= to_Z a <= to_Z m)%Z) by (unfold index in *; lia).
        exists a. split; [apply range_In; rewrite to_Z_1, M1; lia|].
        apply in_map_iff. exists l. split; [reflexivity|].
        apply IH; [rewrite sub_small; lia|]. rewrite D by lia. repeat split; auto. lia.
Qed.

Lemma index_eqb x y : Nat.eqb (index x) (index y) = (x =? y).
Proof.
  apply eq_true_iff_eq. rewrite Nat.eqb_eq. split; [|intros H; apply eqb_true in H; congruence].
  intros H. apply index_inj in H. subst. apply Uint63.eqb_refl.
Qed.

(** Parts as words. *)
Lemma as_words parts : (Z.of_nat (list_sum parts) < limit)%Z ->
  exists l, List.map index l = parts.
Proof.
  intros H. exists (List.map (fun a => of_N (N.of_nat a)) parts). rewrite map_map.
  rewrite <- (map_id parts) at 2. apply map_ext_in. intros a Ha. apply In_list_sum in Ha.
  unfold index. rewrite to_Z_of_N; unfold limit in *; lia.
Qed.
