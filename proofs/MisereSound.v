(** * What the checker of misère quotients accepts is true *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period Outcomes DigraphCheck.
From Grundy Require Import Misere MisereCheck.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Sound.
Variables (ds : list N) (order : int) (table : array (array int)) (is_lost : array bool)
  (heaps : int) (n0 p : N) (elements : array int) (sets : array (list (list int)))
  (words : array (list int)) (generators : list int).
Hypothesis checked :
  check_quotient ds order table is_lost heaps n0 p elements sets words generators = true.

Local Notation mul := (mul table).
Local Notation lost := (lost is_lost).
Local Notation ways := (ways table elements).
Local Notation options := (options ds table elements).
Local Notation kinds := (kinds ds order table heaps elements).
Local Notation inside := (inside order).
Local Notation meant := (meant heaps p).
Local Notation place := (place n0 p).
Local Notation phi := (phi n0 p elements).
Local Notation element := (element mul 0 phi).
Local Notation option_element := (option_element (digits ds) mul 0 phi).

Let checks := all_checks _ _ _ _ _ _ _ _ _ _ _ checked.
Let table_ok := table_ok _ _ _ _ _ _ _ _ _ _ _ checked.

Lemma heaps_small : (to_Z heaps < limit)%Z.
Proof.
  destruct checks as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & H).
  apply leb_true in H. change (to_Z 4194303) with 4194303%Z in H. unfold limit. lia.
Qed.

(** ** Heaps whose elements are written *)
Lemma of_N_index i : of_N (N.of_nat (index i)) = i.
Proof.
  apply to_Z_inj. bound i. unfold index. rewrite to_Z_of_N; unfold limit; lia.
Qed.

Lemma place_small n : (n < n0 + p)%N -> place n = n.
Proof.
  intros H. unfold MisereCheck.place. destruct (N.ltb_spec n n0); auto.
  rewrite N.mod_small; lia.
Qed.

Lemma place_period n : (n0 <= n)%N -> p <> 0%N -> place (n + p) = place n.
Proof.
  intros H Hp. unfold MisereCheck.place. destruct (N.ltb_spec (n + p) n0); [lia|].
  destruct (N.ltb_spec n n0); [lia|].
  replace (n + p - n0)%N with (n - n0 + 1 * p)%N by lia. now rewrite N.mod_add.
Qed.

Lemma period_checks : (p = 0%N /\ n0 = 0%N) \/ (p <> 0%N /\ (needed ds n0 p <= value heaps)%N /\
  forall n, (n0 <= n)%N -> (n + p < value heaps)%N -> elements.[of_N n] = elements.[of_N (n + p)]).
Proof.
  destruct checks as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & P & _). unfold check_period in P.
  destruct (N.eqb_spec p 0) as [Z|Z]; [left; now apply N.eqb_eq in P|right].
  destruct (N.leb_spec (needed ds n0 p) (value heaps)) as [W|]; [|discriminate].
  split; [exact Z|]. split; [exact W|]. intros n H1 H2.
  pose proof heaps_small as HS. unfold value in H2.
  assert (Tp : to_Z (of_N p) = Z.of_N p) by (rewrite to_Z_of_N; unfold limit in *; lia).
  assert (Tn : to_Z (of_N n) = Z.of_N n) by (rewrite to_Z_of_N; unfold limit in *; lia).
  assert (Q : (to_Z (of_N n) < to_Z (heaps - of_N p))%Z) by (rewrite sub_small; lia).
  pose proof (for_all_spec _ _ P (of_N n) Q) as K. cbn beta in K.
  assert (Sum : of_N n + of_N p = of_N (n + p)).
  { apply to_Z_inj. rewrite add_small; rewrite ?to_Z_of_N; unfold limit in *; lia. }
  rewrite Sum in K. compare (of_N n <? of_N n0); [|now apply eqb_true].
  exfalso. rewrite Tn in E. assert (to_Z (of_N n0) = Z.of_N n0); [|lia].
  rewrite to_Z_of_N; unfold limit in *; lia.
Qed.

Lemma phi_written n : (n < value heaps)%N -> elements.[of_N n] = elements.[of_N (place n)].
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros H.
  destruct period_checks as [[-> ->]|(Hp & _ & R)].
  - unfold MisereCheck.place. destruct (N.ltb_spec n 0); [lia|]. do 2 f_equal.
    rewrite N.sub_0_r. destruct n; reflexivity.
  - destruct (N.le_gt_cases (n0 + p) n) as [L|L]; [|now rewrite place_small].
    replace n with (n - p + p)%N by lia. rewrite place_period by lia.
    rewrite <- IH by lia. symmetry. apply R; lia.
Qed.

Lemma phi_index i : (to_Z i < to_Z heaps)%Z -> phi (index i) = elements.[i].
Proof.
  intros H. unfold MisereCheck.phi. rewrite <- phi_written, of_N_index; auto.
  unfold index, value. bound i. lia.
Qed.

(** ** Options *)
Lemma ways_spec k : forall m v, (to_Z m < to_Z heaps)%Z -> In v (ways k m) <->
  exists parts, List.length parts = k /\ Forall (le 1) parts /\ list_sum parts = index m /\
    element parts = v.
Proof.
  induction k as [|k IH]; intros m v Hm.
  - cbn [MisereCheck.ways]. compare (m =? 0).
    + subst m. split.
      * intros [<-|[]]. now exists [].
      * intros ([|a parts] & L & _ & _ & V); [now left|discriminate].
    + split; [intros []|]. intros ([|a parts] & L & _ & S & _); [|discriminate].
      apply E. now apply index_inj.
  - destruct k as [|k].
    + cbn [MisereCheck.ways]. compare (m =? 0).
      * subst m. split; [intros []|]. intros ([|a [|]] & L & F & S & _); try discriminate.
        apply Forall_inv in F. cbn in S. lia.
      * assert (index m <> 0%nat) by (intros Z; now apply E, index_inj). split.
        -- intros [<-|[]]. exists [index m]. repeat split; [|cbn; lia|].
           ++ constructor; [lia|constructor].
           ++ cbn [Misere.element fold_right]. now rewrite phi_index.
        -- intros ([|a [|]] & L & F & S & <-); try discriminate. left.
           cbn in S. rewrite Nat.add_0_r in S. subst a. cbn [Misere.element fold_right].
           now rewrite phi_index.
    + change (ways (S (S k)) m) with
        (flat_map (fun a => List.map (mul elements.[a]) (ways (S k) (m - a))) (range 1 (m + 1))).
      pose proof heaps_small as HS. rewrite in_flat_map.
      assert (M1 : to_Z (m + 1) = (to_Z m + 1)%Z) by (apply succ_small; lia). split.
      * intros (a & Ha & Hv). apply range_In in Ha. rewrite to_Z_1, M1 in Ha.
        apply in_map_iff in Hv. destruct Hv as (x & <- & Hx).
        assert (D := sub_small m a ltac:(lia)). apply IH in Hx; [|lia].
        destruct Hx as (parts & L & F & S & V). exists (index a :: parts).
        change (list_sum (index a :: parts)) with (index a + list_sum parts)%nat.
        repeat split.
        -- cbn [List.length]. congruence.
        -- constructor; [unfold index; lia|exact F].
        -- rewrite S. unfold index. rewrite D. lia.
        -- cbn [Misere.element fold_right]. rewrite phi_index by lia.
           fold (element parts). now rewrite V.
      * intros ([|a parts] & L & F & S & <-); [discriminate|].
        change (list_sum (a :: parts)) with (a + list_sum parts)%nat in S.
        inversion F as [|? ? F1 F2]; subst. unfold index in S.
        assert (Ta : to_Z (of_N (N.of_nat a)) = Z.of_nat a).
        { rewrite to_Z_of_N; unfold limit in *; lia. }
        assert (Ia : index (of_N (N.of_nat a)) = a) by (unfold index; lia).
        exists (of_N (N.of_nat a)). split; [apply range_In; rewrite to_Z_1, M1; lia|].
        assert (D := sub_small m (of_N (N.of_nat a)) ltac:(lia)).
        apply in_map_iff. exists (element parts). split.
        -- cbn [Misere.element fold_right]. fold (element parts).
           now rewrite <- phi_index, Ia by lia.
        -- apply IH; [lia|]. exists parts. repeat split; auto.
           unfold index. rewrite D. lia.
Qed.

Lemma options_spec n v : (to_Z n < to_Z heaps)%Z ->
  In v (options n) <-> option_element (index n) v.
Proof.
  intros Hn. destruct checks as (_ & _ & _ & Hds & _). unfold MisereCheck.options.
  rewrite in_flat_map. split.
  - intros (k & _ & H). apply in_flat_map in H. destruct H as (r & Hr & H).
    apply places_spec in Hr; auto. destruct Hr as [T Q].
    compare (r <=? n); [|destruct H]. assert (D := sub_small n r E).
    bound r. apply ways_spec in H; [|lia]. destruct H as (parts & L & F & S & V).
    exists parts. split; auto. exists (index r). subst k. repeat split; auto.
    rewrite S. unfold index. rewrite D. lia.
  - intros (parts & (r & Hr & F & T & Q) & V). exists (List.length parts). split.
    + apply in_seq. destruct (N.le_gt_cases (N.of_nat (List.length parts)) (most_parts ds));
        [lia|]. rewrite most_parts_spec in T by auto. discriminate.
    + pose proof heaps_small as HS. unfold index in Hr. bound n.
      assert (Tr : to_Z (of_N (N.of_nat r)) = Z.of_nat r).
      { rewrite to_Z_of_N; unfold limit in *; lia. }
      apply in_flat_map. exists (of_N (N.of_nat r)). split.
      * apply places_spec; auto. unfold index. rewrite Tr, Nat2Z.id. now split.
      * compare (of_N (N.of_nat r) <=? n); [|lia]. assert (D := sub_small n _ E).
        apply ways_spec; [lia|]. exists parts. repeat split; auto.
        unfold index. rewrite D. lia.
Qed.

(** ** All heaps are like those that are written *)
Lemma element_total parts :
  total (fun a b => value (mul (of_N a) (of_N b))) 0%N (fun n => value (phi n)) parts
  = value (element parts).
Proof.
  assert (V : forall x, of_N (value x) = x).
  { intros x. apply to_Z_inj. bound x. unfold value. rewrite to_Z_of_N; unfold limit; lia. }
  induction parts as [|n parts IH]; [reflexivity|].
  cbn [total Misere.element fold_right]. unfold total in IH. rewrite IH. now rewrite !V.
Qed.

Lemma written n : (n < index heaps)%nat -> exists i, (to_Z i < to_Z heaps)%Z /\
  phi n = elements.[i] /\ forall v, option_element n v <-> In v (options i).
Proof.
  intros L. unfold index in L. pose proof heaps_small as HS.
  assert (T : to_Z (of_N (N.of_nat n)) = Z.of_nat n).
  { rewrite to_Z_of_N; unfold limit in *; lia. }
  assert (I : n = index (of_N (N.of_nat n))) by (unfold index; lia).
  exists (of_N (N.of_nat n)). split; [lia|]. rewrite I at 1. split; [apply phi_index; lia|].
  intros v. rewrite I at 1. rewrite options_spec by lia. reflexivity.
Qed.

Lemma like_written n : meant n -> exists i, (to_Z i < to_Z heaps)%Z /\ phi n = elements.[i] /\
  forall v, option_element n v <-> In v (options i).
Proof.
  intros Hm. destruct period_checks as [[Hp _]|(Hp & W & _)]; [now apply written, Hm|].
  clear Hm. induction n as [n IH] using lt_wf_ind.
  destruct (le_lt_dec (index heaps) n) as [L|L]; [|now apply written].
  pose proof (most_parts_pos ds) as Hb. pose proof heaps_small as HS.
  assert (Hn : (needed ds n0 p <= N.of_nat n)%N) by (unfold index, value in *; lia).
  unfold needed in Hn. set (m := (n - N.to_nat p)%nat).
  assert (Em : n = (m + N.to_nat p)%nat) by (unfold m; nia).
  destruct (IH m) as (i & Hi & Pi & Oi); [lia|]. exists i. split; [exact Hi|].
  assert (Per : forall j, (N.to_nat n0 <= j)%nat -> phi (j + N.to_nat p) = phi j).
  { intros j Hj. unfold MisereCheck.phi.
    rewrite Nat2N.inj_add, N2Nat.id, place_period by lia. reflexivity. }
  split; [rewrite Em, Per; [exact Pi|unfold m; nia]|]. intros v. rewrite <- Oi, Em.
  assert (Shift := shift_options (fun a b => value (mul (of_N a) (of_N b))) 0%N (digits ds)
    (fun n => value (phi n)) (N.to_nat (most_parts ds)) (List.length ds - 1)
    (N.to_nat (N.max n0 1)) (N.to_nat p) m ltac:(lia) ltac:(lia) ltac:(lia)).
  specialize (Shift ltac:(intros r Hr; unfold digits; apply nth_overflow; lia)).
  specialize (Shift ltac:(intros r k Hk; apply most_parts_spec; lia)).
  specialize (Shift ltac:(unfold m; nia)).
  specialize (Shift ltac:(intros j J1 J2; cbn beta; rewrite Per by lia; reflexivity) (value v)).
  unfold option_value in Shift. unfold Misere.option_element.
  split; intros (parts & M & V).
  - destruct (proj1 Shift) as (parts' & M' & V'); [exists parts; now rewrite element_total, V|].
    exists parts'. split; auto. rewrite element_total in V'. now apply value_inj.
  - destruct (proj2 Shift) as (parts' & M' & V'); [exists parts; now rewrite element_total, V|].
    exists parts'. split; auto. rewrite element_total in V'. now apply value_inj.
Qed.

(** ** The conditions *)
Lemma phi_inside n : meant n -> inside (phi n).
Proof.
  intros Hn. destruct (like_written n Hn) as (i & Hi & -> & _). now apply checks.
Qed.

Lemma smaller_meant n parts : meant n -> heap_move (digits ds) n parts -> Forall meant parts.
Proof.
  intros Hn M. apply Forall_forall. intros m Hm Hp. apply (heap_move_smaller _ _ _ _ M) in Hm.
  specialize (Hn Hp). lia.
Qed.

Lemma parts_inside parts : Forall meant parts -> inside (element parts).
Proof.
  induction 1 as [|n parts Hn _ IH]; [apply checks|]. cbn [Misere.element fold_right].
  fold (element parts). apply table_ok; auto. now apply phi_inside.
Qed.

(** Each heap has one of the kinds that are looked at. *)
Lemma kind_of n : meant n -> exists os, In (phi n, os) kinds /\
  (forall v, In v os <-> option_element n v) /\
  (is_alive (phi n, os) = true <-> exists parts, heap_move (digits ds) n parts).
Proof.
  intros Hn. destruct (like_written n Hn) as (i & Hi & Ei & Oi).
  exists (distinct order (options i)).
  assert (A : forall v, In v (distinct order (options i)) <-> option_element n v).
  { intros v. rewrite Oi. destruct checks as (Ho & _). split; intros H.
    - apply filter_In in H. destruct H as [_ H]. now apply mark_list_true in H.
    - apply distinct_In; auto. apply Oi in H. destruct H as (parts & M & <-).
      now apply parts_inside, (smaller_meant n). }
  split; [|split; [exact A|]].
  - assert (K : In (kind ds order table elements i) kinds).
    { apply kinds_In, range_In. rewrite to_Z_0. bound i. lia. }
    unfold kind in K. now rewrite Ei.
  - unfold is_alive. cbn [snd]. destruct (distinct order (options i)) as [|v os] eqn:D.
    + split; [discriminate|]. intros (parts & M). destruct (proj2 (A (element parts))).
      now exists parts.
    + split; auto. intros _. destruct (proj1 (A v)) as (parts & M & _); [now left|eauto].
Qed.

(** What the checker accepts satisfies the conditions on a certificate, … *)
Theorem check_quotient_sound :
  certified (digits ds) inside mul 0 lost phi meant (is_set sets).
Proof.
  destruct checks as (Ho & _ & _ & _ & _ & _ & _ & _ & _ & L0 & Empty & _ & Kinds & Sets & _).
  split.
  - apply checks.
  - intros x y Hx Hy. now apply table_ok.
  - intros x Hx. now apply (table_ok x x).
  - intros x y Hx Hy. now apply table_ok.
  - intros x y z. apply (associative _ _ _ _ _ _ _ _ _ _ _ checked).
  - exact phi_inside.
  - exact smaller_meant.
  - intros n Hn Dead. destruct (kind_of n Hn) as (os & K & _ & Alive). apply Kinds in K.
    destruct (is_alive _); [|exact K]. destruct (proj1 Alive eq_refl) as (parts & M).
    now apply Dead in M.
  - exact L0.
  - intros n v y Hn Ov Hy L. destruct (kind_of n Hn) as (os & K & Os & Alive).
    apply Kinds in K. replace (is_alive (phi n, os)) with true in K.
    + pose proof (for_all_spec _ _ K y Hy) as Q. cbn [fst snd] in Q. rewrite L in Q.
      rewrite forallb_forall in Q. apply negb_true_iff, Q. now apply Os.
    + symmetry. apply Alive. destruct Ov as (parts & M & _). eauto.
  - now exists [].
  - intros n x w Hn HM Hx (l & Hl & ->). destruct (kind_of n Hn) as (os & K & Os & Alive).
    pose proof (for_all_spec _ _ Sets x Hx) as Q. cbn beta in Q. rewrite forallb_forall in Q.
    specialize (Q l Hl). cbn zeta in Q. rewrite forallb_forall in Q.
    specialize (Q (with_wins order table is_lost (phi n, os))).
    assert (KK : In (with_wins order table is_lost (phi n, os))
      (List.map (with_wins order table is_lost) (filter is_alive kinds))).
    { apply in_map, filter_In. split; auto. now apply Alive. }
    specialize (Q KK). unfold keeps, with_wins in Q. cbn [fst snd] in Q. cbn zeta in Q.
    match type of Q with context [forallb ?g _] => set (grows := g) in Q end.
    assert (G : forall y, grows y = true ->
      grown (digits ds) mul 0 lost phi n x (fun y => In y l) y).
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
  destruct checks as (_ & _ & _ & _ & _ & _ & _ & _ & S & _). split.
  - intros x Hx. destruct (word_ok _ _ _ _ _ _ _ _ _ _ _ checked x Hx) as [W E].
    exists (List.map index words.[x]). split.
    + apply Forall_forall. intros n Hn _. apply in_map_iff in Hn. destruct Hn as (h & <- & Hh).
      rewrite Forall_forall in W. apply W in Hh. unfold index. bound h. lia.
    + rewrite <- E at 2. clear E. induction W as [|h word [Hh _] _ IH]; [reflexivity|].
      cbn [List.map Misere.element fold_right word_element]. rewrite phi_index by auto.
      now f_equal.
  - intros x y Hx Hy Same. apply (for_all_spec _ _ S) in Hx. apply (for_all_spec _ _ Hx) in Hy.
    compare (x =? y); auto. apply negb_true_iff in Hy.
    rewrite for_all_true in Hy; [discriminate|]. intros z Hz. rewrite Same by exact Hz.
    apply eqb_reflx.
Qed.
(** Who wins any sum of the heaps that are meant, under misère play. *)
Corollary checked_outcome sum : Forall meant sum ->
  (MiserePrevious (move (digits ds)) sum <-> lost (element sum) = true) /\
  (MisereNext (move (digits ds)) sum <-> lost (element sum) = false).
Proof. exact (misere_outcome _ _ _ _ _ _ _ _ check_quotient_sound sum). Qed.

(** Two sums have one element just if they can replace each other in every sum. *)
Corollary checked_quotient sum sum' : Forall meant sum -> Forall meant sum' ->
  (element sum = element sum' <-> forall other, Forall meant other ->
     MiserePrevious (move (digits ds)) (sum ++ other) <->
     MiserePrevious (move (digits ds)) (sum' ++ other)).
Proof.
  exact (misere_quotient _ _ _ _ _ _ _ _ check_quotient_sound check_quotient_reduced sum sum').
Qed.
End Sound.
