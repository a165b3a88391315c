(** * What the checker of misère quotients accepts is true *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period Outcomes DigraphCheck Misere MisereCheck.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Sound.
Variables (order : int) (table : array (array int)) (is_lost : array bool)
  (sets : array (list (list int))) (words : array (list int)) (generators : list int)
  (kinds : list (int * list int)).
Hypothesis checked :
  check_quotient order table is_lost sets words generators kinds = true.

Local Notation mul := (mul table).
Local Notation lost := (lost is_lost).
Local Notation inside := (inside order).
Let checks := all_checks _ _ _ _ _ _ _ checked.
Let table_ok := table_ok _ _ _ _ _ _ _ checked.

(** Heaps of one game or of several, with an element each, those that are meant, and the end of
    all play. *)
Context {H : Type}.
Variables (leaves : H -> list H -> Prop) (phi : H -> int) (meant : H -> Prop).
Hypothesis play_ends : forall R : list H -> Prop,
  (forall p, (forall q, replaces leaves p q -> R q) -> R p) -> forall p, R p.
Hypothesis decided : forall n, (exists parts, leaves n parts) \/ (forall parts, ~ leaves n parts).
Local Notation element := (element mul 0 phi).
Local Notation option_element := (option_element leaves mul 0 phi).

Hypothesis phi_inside : forall n, meant n -> inside (phi n).
Hypothesis smaller_meant : forall n parts, meant n -> leaves n parts -> Forall meant parts.
Hypothesis kind_of : forall n, meant n -> exists os, In (phi n, os) kinds /\
  forall v, In v os <-> option_element n v.
Hypothesis generated : forall g, In g generators -> exists n, meant n /\ phi n = g.

Lemma alive_if n os : (forall v, In v os <-> option_element n v) ->
  is_alive (phi n, os) = true <-> exists parts, leaves n parts.
Proof.
  intros Os. unfold is_alive. cbn [snd]. destruct os as [|v os].
  - split; [discriminate|]. intros (parts & M). destruct (proj2 (Os (element parts))).
    now exists parts.
  - split; auto. intros _. destruct (proj1 (Os v)) as (parts & M & _); [now left|eauto].
Qed.

(** What the checker accepts satisfies the conditions on a certificate, … *)
Theorem check_quotient_sound :
  certified leaves inside mul 0 lost phi meant (is_set sets).
Proof.
  destruct checks as (_ & _ & _ & _ & _ & _ & L0 & Empty & Kinds & Sets).
  split.
  - apply checks.
  - intros x y Hx Hy. now apply table_ok.
  - intros x Hx. now apply (table_ok x x).
  - intros x y Hx Hy. now apply table_ok.
  - intros x y z. apply (associative _ _ _ _ _ _ _ checked).
  - exact phi_inside.
  - exact smaller_meant.
  - intros n Hn Dead. destruct (kind_of n Hn) as (os & K & Os).
    pose proof (alive_if n os Os) as Alive. apply Kinds in K.
    destruct (is_alive _); [|exact K]. destruct (proj1 Alive eq_refl) as (parts & M).
    now apply Dead in M.
  - exact L0.
  - intros n v y Hn Ov Hy L. destruct (kind_of n Hn) as (os & K & Os).
    pose proof (alive_if n os Os) as Alive.
    apply Kinds in K. replace (is_alive (phi n, os)) with true in K.
    + pose proof (for_all_spec _ _ K y Hy) as Q. cbn [fst snd] in Q. rewrite L in Q.
      rewrite forallb_forall in Q. apply negb_true_iff, Q. now apply Os.
    + symmetry. apply Alive. destruct Ov as (parts & M & _). eauto.
  - now exists [].
  - intros n x w Hn HM Hx (l & Hl & ->). destruct (kind_of n Hn) as (os & K & Os).
    pose proof (alive_if n os Os) as Alive.
    pose proof (for_all_spec _ _ Sets x Hx) as Q. cbn beta in Q. rewrite forallb_forall in Q.
    specialize (Q l Hl). cbn zeta in Q. rewrite forallb_forall in Q.
    specialize (Q (with_wins order table is_lost (phi n, os))).
    assert (KK : In (with_wins order table is_lost (phi n, os))
      (List.map (with_wins order table is_lost) (filter is_alive kinds))).
    { apply in_map, filter_In. split; auto. now apply Alive. }
    specialize (Q KK). unfold keeps, with_wins in Q. cbn [fst snd] in Q. cbn zeta in Q.
    match type of Q with context [forallb ?g _] => set (grows := g) in Q end.
    assert (G : forall y, grows y = true ->
      grown leaves mul 0 lost phi n x (fun y => In y l) y).
    { intros y Gy. unfold grows in Gy. destruct (_.[mul (phi n) y]) eqn:E in Gy.
      - left. now apply mark_list_true in E.
      - right. apply mark_true, existsb_exists in Gy. destruct Gy as (v & Hv & Lv).
        exists v. split; [now apply Os|exact Lv]. }
    destruct (if lost _ then true else _) eqn:Out in Q; [|discriminate]. split.
    + apply existsb_exists in Q. destruct Q as (w & Hw & F). rewrite forallb_forall in F.
      exists (fun y => In y w). split; [now exists w|]. auto.
    + intros L. rewrite L in Out. apply G. exact Out.
Qed.

(** … and no element of its monoid is superfluous. *)
Theorem check_quotient_reduced : reduced inside mul 0 lost phi meant.
Proof.
  destruct checks as (_ & _ & _ & _ & _ & S & _). split.
  - intros x Hx. destruct (word_ok _ _ _ _ _ _ _ checked x Hx) as [W <-]. clear Hx.
    induction W as [|g word Hg _ (p & Hp & IH)]; [now exists []|].
    destruct (generated g Hg) as (n & Hn & <-). exists (n :: p). split; [now constructor|].
    cbn [Misere.element fold_right word_element]. fold (element p). now rewrite IH.
  - intros x y Hx Hy Same. apply (for_all_spec _ _ S) in Hx. apply (for_all_spec _ _ Hx) in Hy.
    compare (x =? y); auto. apply negb_true_iff in Hy.
    rewrite for_all_true in Hy; [discriminate|]. intros z Hz. rewrite Same by exact Hz.
    apply eqb_reflx.
Qed.

(** Who wins any sum of the heaps that are meant under misère play, and which sums are alike. *)
Theorem checked_quotient sum : Forall meant sum ->
  (MiserePrevious (replaces leaves) sum <-> lost (element sum) = true) /\
  (MisereNext (replaces leaves) sum <-> lost (element sum) = false) /\
  forall sum', Forall meant sum' ->
    (element sum = element sum' <-> forall other, Forall meant other ->
       MiserePrevious (replaces leaves) (sum ++ other) <->
       MiserePrevious (replaces leaves) (sum' ++ other)).
Proof.
  intros HM. pose proof check_quotient_sound as C. pose proof check_quotient_reduced as R.
  destruct (misere_outcome _ _ _ _ _ _ _ _ C play_ends decided sum HM) as [A B].
  split; [exact A|]. split; [exact B|]. intros sum' HM'.
  exact (misere_quotient _ _ _ _ _ _ _ _ C play_ends decided R sum sum' HM HM').
Qed.
End Sound.
