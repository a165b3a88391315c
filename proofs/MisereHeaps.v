(** * The heaps of one game in a misère quotient, and their options *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period Outcomes DigraphCheck Repetition Misere MisereCheck Signs MisereOptions.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Heaps.
(** The order of the monoid and its table; the digits of the code; the elements of so many heaps,
    which have period p from heap n0 on, or p = 0 if only these heaps are meant. A heap that is not
    meant has the order in the place of an element. *)
Variables (order : int) (table : array (array int)) (ds : list N) (signs : list sign) (heaps : int)
  (n0 p : N) (elements : array int).
Local Notation mul := (mul table).
Local Notation inside := (inside order).

Local Notation options := (options table ds signs elements).
Local Notation sign_of := (sign_of signs).
Local Notation allowed := (allowed signs).
Local Notation place := (place n0 p).
Local Notation phi := (phi n0 p elements).

Definition distinct (l : list int) : list int :=
  let marks := mark_list order l in filter (fun x => marks.[x]) (range 0 order).

Definition kind (n : int) : int * list int := (elements.[n], distinct (options n)).

Definition add_kinds (ks : list (int * list int)) : list (int * list int) :=
  fold_left (fun ks n => if elements.[n] <? order then add_kind ks (kind n) else ks)
    (range 0 heaps) ks.

(** ** The conditions *)
Definition check_period : bool :=
  if (p =? 0)%N then (n0 =? 0)%N else
  if match signs with [] => false | _ => true end then false else
  if (needed ds n0 p <=? value heaps)%N then
    for_all (heaps - of_N p) (fun i =>
      if i <? of_N n0 then true else elements.[i] =? elements.[i + of_N p])
  else false.

(** No move leads from a heap that is meant to another one: a part after r counters were taken may
    have any size, if at least one other part is left. *)
Definition closed : bool :=
  for_all heaps (fun n => if elements.[n] <? order then
    if forallb (fun r => if r <? n then elements.[n - r] <? order else true) (places 1 ds) then
    forallb (fun k => forallb (fun r =>
        match sign_of r with
        | Any => forallb (fun m => elements.[m] <? order) (range 1 (n - r))
        | _ => forallb (forallb (fun m => elements.[m] <? order)) (allowed r k (n - r))
        end)
      (filter (fun r => r <? n) (places (N.of_nat k) ds)))
      (seq 2 (N.to_nat (most_parts ds)))
    else false else true).

Definition check_heaps : bool :=
  if (0 <? heaps) && (heaps <=? 4194303) then
  if (Z.of_nat (List.length ds) <? limit)%Z then
  if if for_all heaps (fun n => elements.[n] <? order) then true
     else if (p =? 0)%N then closed else false
  then check_period else false else false else false.

(** The heaps that are meant: those that are written, or all of them. *)
Definition meant (n : nat) : Prop := (p = 0%N -> (n < index heaps)%nat) /\ inside (phi n).

(** ** Soundness *)
Lemma add_kinds_In ks : (forall k, In k ks -> In k (add_kinds ks)) /\
  forall i, (to_Z i < to_Z heaps)%Z -> inside elements.[i] -> In (kind i) (add_kinds ks).
Proof.
  assert (L : forall i, (to_Z i < to_Z heaps)%Z -> In i (range 0 heaps)).
  { intros i Hi. apply range_In. rewrite to_Z_0. bound i. lia. }
  unfold add_kinds. revert ks L. generalize (range 0 heaps). intros l ks L.
  enough (A : (forall k, In k ks -> In k (fold_left (fun ks n =>
      if elements.[n] <? order then add_kind ks (kind n) else ks) l ks)) /\
    forall i, In i l -> inside elements.[i] -> In (kind i) (fold_left (fun ks n =>
      if elements.[n] <? order then add_kind ks (kind n) else ks) l ks)).
  { split; [apply A|]. intros i Hi. now apply A, L. }
  clear L. revert ks. induction l as [|j l IH]; intros ks; cbn [fold_left]; [split; [auto|intros i []]|].
  destruct (IH (add_kind ks (kind j))) as [A1 A2]. destruct (IH ks) as [B1 B2].
  destruct (add_kind_In ks (kind j)) as [K1 K2].
  destruct (elements.[j] <? order) eqn:E; split; auto; intros i [->|Hi] Ii; auto.
  apply ltb_true in Ii. congruence.
Qed.

Lemma distinct_In l x : (order <=? 4194303) = true -> inside x -> In x (distinct l) <-> In x l.
Proof.
  intros Ho Hx. unfold distinct. rewrite filter_In, range_In, to_Z_0. split.
  - intros [_ M]. now apply mark_list_true in M.
  - intros I. split; [bound x; unfold inside in Hx; lia|]. now apply mark_list_In.
Qed.

Hypothesis order_small : (order <=? 4194303) = true.
Hypothesis checked : check_heaps = true.
Local Notation element := (element mul 0 phi).
Local Notation option_element := (option_element (signed_move ds signs) mul 0 phi).

Lemma heap_checks : (to_Z 0 < to_Z heaps)%Z /\ (heaps <=? 4194303) = true /\
  (Z.of_nat (List.length ds) < limit)%Z /\
  ((forall n, (to_Z n < to_Z heaps)%Z -> inside elements.[n]) \/ p = 0%N /\ closed = true) /\
  check_period = true.
Proof.
  pose proof checked as C. unfold check_heaps in C.
  destruct ((0 <? heaps) && (heaps <=? 4194303)) eqn:B; [|discriminate].
  apply andb_prop in B. destruct B as [B1 B2]. apply ltb_true in B1.
  destruct (Z.ltb_spec (Z.of_nat (List.length ds)) limit) as [L|]; [|discriminate].
  destruct (if for_all heaps _ then _ else _) eqn:El in C; [|discriminate].
  repeat (split; [assumption|]). split; [|exact C].
  destruct (for_all heaps _) eqn:All in El.
  - left. intros n Hn. apply (for_all_spec _ _ All) in Hn. now apply ltb_true in Hn.
  - right. destruct (N.eqb_spec p 0); [auto|discriminate].
Qed.

Lemma heaps_small : (to_Z heaps < limit)%Z.
Proof.
  destruct heap_checks as (_ & H & _). apply leb_true in H. change (to_Z 4194303) with 4194303%Z in H. unfold limit. lia.
Qed.

(** ** Heaps whose elements are written *)
Lemma of_N_index i : of_N (N.of_nat (index i)) = i.
Proof.
  apply to_Z_inj. bound i. unfold index. rewrite to_Z_of_N; unfold limit; lia.
Qed.

Lemma period_checks : (p = 0%N /\ n0 = 0%N) \/ (p <> 0%N /\ signs = [] /\ (needed ds n0 p <= value heaps)%N /\
  forall n, (n0 <= n)%N -> (n + p < value heaps)%N -> elements.[of_N n] = elements.[of_N (n + p)]).
Proof.
  destruct heap_checks as (_ & _ & _ & _ & P). unfold check_period in P.
  destruct (N.eqb_spec p 0) as [Z|Z]; [left; now apply N.eqb_eq in P|right].
  destruct (match signs with [] => false | _ => true end) eqn:Sg; [discriminate|].
  destruct (N.leb_spec (needed ds n0 p) (value heaps)) as [W|]; [|discriminate].
  split; [exact Z|]. split; [destruct signs; [reflexivity|discriminate]|]. split; [exact W|].
  intros n H1 H2.
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
  destruct period_checks as [[Hp H0]|(Hp & _ & _ & R)].
  - unfold place. rewrite Hp, H0. destruct (N.ltb_spec n 0); [lia|]. do 2 f_equal.
    rewrite N.sub_0_r. destruct n; reflexivity.
  - destruct (N.le_gt_cases (n0 + p) n) as [L|L]; [|now rewrite place_small].
    replace n with (n - p + p)%N by lia. rewrite place_period by lia.
    rewrite <- IH by lia. symmetry. apply R; lia.
Qed.

Lemma phi_index i : (to_Z i < to_Z heaps)%Z -> phi (index i) = elements.[i].
Proof.
  intros H. unfold phi. rewrite <- phi_written, of_N_index; auto.
  unfold index, value. bound i. lia.
Qed.

(** ** Options *)
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

Lemma options_right n v : (to_Z n < to_Z heaps)%Z -> In v (options n) <-> option_element (index n) v.
Proof.
  apply options_spec; [exact heaps_small|apply heap_checks|exact phi_index].
Qed.

Lemma written n : (n < index heaps)%nat -> exists i, (to_Z i < to_Z heaps)%Z /\
  phi n = elements.[i] /\ forall v, option_element n v <-> In v (options i).
Proof.
  intros L. unfold index in L. pose proof heaps_small as HS.
  assert (T : to_Z (of_N (N.of_nat n)) = Z.of_nat n).
  { rewrite to_Z_of_N; unfold limit in *; lia. }
  assert (I : n = index (of_N (N.of_nat n))) by (unfold index; lia).
  exists (of_N (N.of_nat n)). split; [lia|]. rewrite I at 1. split; [apply phi_index; lia|].
  intros v. rewrite I at 1. rewrite options_right by lia. reflexivity.
Qed.

Lemma like_written n : (p = 0%N -> (n < index heaps)%nat) -> exists i, (to_Z i < to_Z heaps)%Z /\ phi n = elements.[i] /\
  forall v, option_element n v <-> In v (options i).
Proof.
  intros Hm. destruct period_checks as [[Hp _]|(Hp & Sg & W & _)]; [now apply written, Hm|].
  clear Hm. induction n as [n IH] using lt_wf_ind.
  destruct (le_lt_dec (index heaps) n) as [L|L]; [|now apply written].
  pose proof (most_parts_pos ds) as Hb. pose proof heaps_small as HS.
  assert (Hn : (needed ds n0 p <= N.of_nat n)%N) by (unfold index, value in *; lia).
  unfold needed in Hn. set (m := (n - N.to_nat p)%nat).
  assert (Em : n = (m + N.to_nat p)%nat) by (unfold m; nia).
  destruct (IH m) as (i & Hi & Pi & Oi); [lia|]. exists i. split; [exact Hi|].
  assert (Per : forall j, (N.to_nat n0 <= j)%nat -> phi (j + N.to_nat p) = phi j).
  { intros j Hj. unfold phi.
    rewrite Nat2N.inj_add, N2Nat.id, place_period by lia. reflexivity. }
  split; [rewrite Em, Per; [exact Pi|unfold m; nia]|]. intros v. rewrite <- Oi, Em.
  assert (Shift := shift_options (fun a b => value (mul (of_N a) (of_N b))) 0%N (digits ds)
    (fun n => value (phi n)) (N.to_nat (most_parts ds)) (List.length ds - 1)
    (N.to_nat (N.max n0 1)) (N.to_nat p) m ltac:(lia) ltac:(lia) ltac:(lia)).
  specialize (Shift ltac:(intros r Hr; unfold digits; apply nth_overflow; lia)).
  specialize (Shift ltac:(intros r k Hk; apply most_parts_spec; lia)).
  specialize (Shift ltac:(unfold m; nia)).
  specialize (Shift ltac:(intros j J1 J2; cbn beta; rewrite Per by lia; reflexivity) (value v)).
  unfold option_value in Shift. unfold Misere.option_element. rewrite Sg.
  setoid_rewrite unsigned_move. split; intros (parts & M & V).
  - destruct (proj1 Shift) as (parts' & M' & V'); [exists parts; now rewrite element_total, V|].
    exists parts'. split; auto. rewrite element_total in V'. now apply value_inj.
  - destruct (proj2 Shift) as (parts' & M' & V'); [exists parts; now rewrite element_total, V|].
    exists parts'. split; auto. rewrite element_total in V'. now apply value_inj.
Qed.

(** ** The conditions on heaps *)
Lemma part_meant n parts m : meant n -> signed_move ds signs n parts -> In m parts -> meant m.
Proof.
  intros [Hn In_n] [M Ft] Hm. pose proof (heap_move_smaller _ _ _ _ M Hm) as Lt.
  assert (Lm : p = 0%N -> (m < index heaps)%nat) by (intros Hp; specialize (Hn Hp); lia).
  split; [exact Lm|]. destruct heap_checks as (_ & _ & Hds & [All|[Hp C]] & _).
  { destruct (like_written m Lm) as (i & Hi & -> & _). exact (All i Hi). }
  specialize (Hn Hp). specialize (Lm Hp). pose proof heaps_small as HS. unfold index in Hn, Lm.
  assert (T : forall x, (x <= n)%nat -> to_Z (of_N (N.of_nat x)) = Z.of_nat x).
  { intros x Hx. rewrite to_Z_of_N; unfold limit in *; lia. }
  assert (P : forall x, (x <= n)%nat -> phi x = elements.[of_N (N.of_nat x)]).
  { intros x Hx. rewrite <- phi_index by (rewrite T; lia). f_equal. unfold index. rewrite T; lia. }
  rewrite P in * by lia. apply ltb_true. apply ltb_true in In_n.
  assert (Cn := for_all_spec _ _ C (of_N (N.of_nat n))). unfold vertex in Cn.
  rewrite T in Cn by lia. specialize (Cn ltac:(lia)). cbn beta in Cn. rewrite In_n in Cn.
  destruct (forallb _ (places 1 ds)) eqn:C1; [|discriminate].
  destruct M as (r & Hr & HF & Tb & Q). pose proof (length_list_sum parts HF) as Len.
  pose proof (In_list_sum m parts Hm) as Le. pose proof HF as F. rewrite Forall_forall in HF. specialize (HF m Hm).
  assert (Ir : index (of_N (N.of_nat r)) = r) by (unfold index; rewrite T; lia).
  assert (Lr : (of_N (N.of_nat r) <? of_N (N.of_nat n)) = true).
  { apply ltb_true. rewrite !T; lia. }
  assert (Pl : In (of_N (N.of_nat r)) (places (N.of_nat (List.length parts)) ds)).
  { apply places_spec; [exact Hds|]. rewrite Ir. split; assumption. }
  assert (D : to_Z (of_N (N.of_nat n) - of_N (N.of_nat r)) = Z.of_nat (n - r)).
  { rewrite sub_small; rewrite !T; lia. }
  destruct parts as [|a [|b parts]]; [destruct Hm| |].
  - destruct Hm as [->|[]]. rewrite forallb_forall in C1. specialize (C1 _ Pl). cbn beta in C1.
    rewrite Lr in C1. cbn in Hr. rewrite <- C1. do 2 f_equal. apply to_Z_inj. rewrite D, T; lia.
  - rewrite forallb_forall in Cn. specialize (Cn (List.length (a :: b :: parts))).
    rewrite forallb_forall in Cn. specialize (Cn ltac:(
      apply in_seq; split; [cbn; lia|];
      destruct (N.le_gt_cases (N.of_nat (List.length (a :: b :: parts))) (most_parts ds)) as [K|K];
      [lia|rewrite most_parts_spec in Tb by exact K; discriminate])).
    specialize (Cn (of_N (N.of_nat r)) ltac:(apply filter_In; auto)).
    cbn beta in Cn. assert (Listed : forallb (forallb (fun m => elements.[m] <? order))
      (allowed (of_N (N.of_nat r)) (List.length (a :: b :: parts))
         (of_N (N.of_nat n) - of_N (N.of_nat r))) = true -> (elements.[of_N (N.of_nat m)] <? order) = true).
    { intros All. rewrite forallb_forall in All.
      destruct (proj2 (allowed_spec ds signs (of_N (N.of_nat r)) (List.length (a :: b :: parts))
        (of_N (N.of_nat n) - of_N (N.of_nat r)) (a :: b :: parts) ltac:(rewrite D; unfold limit in *; lia)))
        as (l & Hl & El).
      { repeat split; auto; [unfold index; rewrite D; lia|]. rewrite Ir. rewrite <- Ft. f_equal. f_equal. lia. }
      specialize (All l Hl). rewrite forallb_forall in All. rewrite <- El in Hm.
      apply in_map_iff in Hm. destruct Hm as (x & <- & Hx). rewrite of_N_index. now apply All. }
    destruct (sign_of _); [clear Listed|now apply Listed..].
    rewrite forallb_forall in Cn.
    apply Cn, range_In. rewrite to_Z_1, D, T by lia.
    assert (m < list_sum (a :: b :: parts))%nat; [|lia].
    apply in_split in Hm. destruct Hm as (l & l' & E). rewrite E, list_sum_app in *.
    cbn [list_sum fold_right] in *. change (fold_right Nat.add 0%nat l') with (list_sum l') in *.
    assert (2 <= List.length (l ++ m :: l'))%nat by (rewrite <- E; cbn; lia).
    rewrite app_length in H. cbn [List.length] in H.
    apply Forall_app in F. destruct F as [F1 F2]. apply Forall_inv_tail in F2.
    apply length_list_sum in F1. apply length_list_sum in F2. lia.
Qed.

Hypothesis zero_inside : inside 0.
Hypothesis mul_inside : forall x y, inside x -> inside y -> inside (mul x y).

Lemma parts_inside parts : Forall meant parts -> inside (element parts).
Proof.
  induction 1 as [|n parts [_ Hn] _ IH]; [exact zero_inside|]. cbn [Misere.element fold_right].
  fold (element parts). now apply mul_inside.
Qed.

(** Each heap has one of the kinds that are looked at. *)
Lemma kind_of ks n : meant n -> exists os, In (phi n, os) (add_kinds ks) /\
  forall v, In v os <-> option_element n v.
Proof.
  intros Hn. destruct (like_written n (proj1 Hn)) as (i & Hi & Ei & Oi).
  exists (distinct (options i)). split.
  - assert (K : In (kind i) (add_kinds ks)).
    { apply add_kinds_In; [exact Hi|]. rewrite <- Ei. apply Hn. }
    unfold kind in K. now rewrite Ei.
  - intros v. rewrite Oi. split; intros H.
    + apply filter_In in H. destruct H as [_ H]. now apply mark_list_true in H.
    + apply distinct_In; auto. apply Oi in H. destruct H as (parts & M & <-).
      apply parts_inside, Forall_forall. intros m. now apply (part_meant n).
Qed.
End Heaps.
