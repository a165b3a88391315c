(** * The options of a heap in a misère quotient *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period DigraphCheck Misere MisereCheck Signs.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Section Options.
(** The table of a monoid, the digits of a code with their signs, and the elements of its heaps. *)
Variables (table : array (array int)) (ds : list N) (signs : list sign) (elements : array int).
Local Notation mul := (mul table).

(** The elements that so many heaps of m together can have. *)
Fixpoint ways (k : nat) (m : int) : list int :=
  match k with
  | O => if m =? 0 then [0] else []
  | S k =>
    match k with
    | O => if m =? 0 then [] else [mul elements.[m] 0]
    | _ => flat_map (fun a => List.map (mul elements.[a]) (ways k (m - a))) (range 1 (m + 1))
    end
  end.

(** Where the parts have to satisfy something, they are listed. *)
Definition sign_of (r : int) : sign := match signs with [] => Any | _ => sign_at signs (index r) end.
Definition allowed (r : int) (k : nat) (m : int) : list (list int) :=
  filter (fits Uint63.eqb (sign_of r)) (splits k m).

Definition options (n : int) : list int :=
  flat_map (fun k =>
      flat_map (fun r =>
          if r <=? n then
            match sign_of r with
            | Any => ways k (n - r)
            | _ => List.map (fold_right (fun a x => mul elements.[a] x) 0) (allowed r k (n - r))
            end
          else []) (places (N.of_nat k) ds))
    (seq 0 (S (N.to_nat (most_parts ds)))).

(** ** Soundness *)
Variables (heaps : int) (phi : nat -> int).
Hypothesis heaps_small : (to_Z heaps < limit)%Z.
Hypothesis few_digits : (Z.of_nat (List.length ds) < limit)%Z.
Hypothesis phi_index : forall i, (to_Z i < to_Z heaps)%Z -> phi (index i) = elements.[i].
Local Notation element := (element mul 0 phi).
Local Notation option_element := (option_element (signed_move ds signs) mul 0 phi).

Lemma ways_spec k : forall m v, (to_Z m < to_Z heaps)%Z -> In v (ways k m) <->
  exists parts, List.length parts = k /\ Forall (le 1) parts /\ list_sum parts = index m /\
    element parts = v.
Proof.
  induction k as [|k IH]; intros m v Hm.
  - cbn [ways]. compare (m =? 0).
    + subst m. split.
      * intros [<-|[]]. now exists [].
      * intros ([|a parts] & L & _ & _ & V); [now left|discriminate].
    + split; [intros []|]. intros ([|a parts] & L & _ & S & _); [|discriminate].
      apply E. now apply index_inj.
  - destruct k as [|k].
    + cbn [ways]. compare (m =? 0).
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

Lemma sign_is r : sign_of r = sign_at signs (index r).
Proof. unfold sign_of, sign_at. now destruct signs. Qed.

Lemma allowed_spec r k m parts : (to_Z m < limit)%Z ->
  (exists l, In l (allowed r k m) /\ List.map index l = parts) <->
  List.length parts = k /\ Forall (le 1) parts /\ list_sum parts = index m /\
  fits Nat.eqb (sign_at signs (index r)) parts = true.
Proof.
  intros Hm. unfold allowed. split.
  - intros (l & Hl & <-). apply filter_In in Hl. destruct Hl as [Hl Ft].
    apply splits_spec in Hl; auto. destruct Hl as (L & F & S). rewrite map_length.
    rewrite (fits_map index Uint63.eqb Nat.eqb _ index_eqb), <- sign_is. auto.
  - intros (L & F & S & Ft). destruct (as_words parts) as (l & <-).
    { rewrite S. unfold index. bound m. lia. }
    exists l. split; [|reflexivity]. rewrite map_length in L. apply filter_In. split.
    + apply splits_spec; auto.
    + rewrite (fits_map index Uint63.eqb Nat.eqb _ index_eqb), <- sign_is in Ft. exact Ft.
Qed.

Lemma word_element l : (list_sum (List.map index l) < index heaps)%nat ->
  fold_right (fun a x => mul elements.[a] x) 0 l = element (List.map index l).
Proof.
  intros H. induction l as [|a l IH]; [reflexivity|]. cbn [List.map fold_right] in *.
  change (list_sum (index a :: List.map index l)) with
    (index a + list_sum (List.map index l))%nat in H.
  cbn [Misere.element fold_right]. fold (element (List.map index l)). rewrite IH by lia.
  rewrite phi_index; [reflexivity|]. unfold index in H. bound a. lia.
Qed.

(** What stays of a heap after r counters, in so many parts. *)
Lemma left_spec r k m v : (to_Z m < to_Z heaps)%Z ->
  In v (match sign_of r with
        | Any => ways k m
        | _ => List.map (fold_right (fun a x => mul elements.[a] x) 0) (allowed r k m)
        end) <->
  exists parts, List.length parts = k /\ Forall (le 1) parts /\ list_sum parts = index m /\
    fits Nat.eqb (sign_at signs (index r)) parts = true /\ element parts = v.
Proof.
  intros Hm. pose proof heaps_small as HS.
  assert (Listed : In v (List.map (fold_right (fun a x => mul elements.[a] x) 0) (allowed r k m)) <->
    exists parts, List.length parts = k /\ Forall (le 1) parts /\ list_sum parts = index m /\
      fits Nat.eqb (sign_at signs (index r)) parts = true /\ element parts = v).
  { rewrite in_map_iff. split.
    - intros (l & <- & Hl). destruct (proj1 (allowed_spec r k m (List.map index l) ltac:(lia)))
        as (L & F & S & Ft); [now exists l|]. exists (List.map index l). repeat split; auto.
      symmetry. apply word_element. rewrite S. unfold index. bound m. lia.
    - intros (parts & L & F & S & Ft & <-).
      destruct (proj2 (allowed_spec r k m parts ltac:(lia))) as (l & Hl & <-); [auto|].
      exists l. split; [|exact Hl]. apply word_element. rewrite S. unfold index. bound m. lia. }
  destruct (sign_of r) eqn:Sg; try exact Listed. rewrite <- sign_is, Sg. cbn [fits].
  rewrite (ways_spec k m v Hm). split; intros (parts & L & F & S & V).
  - exists parts. repeat split; auto.
  - destruct V as [_ V]. exists parts. auto.
Qed.

Lemma options_spec n v : (to_Z n < to_Z heaps)%Z ->
  In v (options n) <-> option_element (index n) v.
Proof.
  intros Hn. pose proof few_digits as Hds. unfold options.
  rewrite in_flat_map. split.
  - intros (k & _ & H). apply in_flat_map in H. destruct H as (r & Hr & H).
    apply places_spec in Hr; auto. destruct Hr as [T Q].
    compare (r <=? n); [|destruct H]. assert (D := sub_small n r E).
    bound r. apply left_spec in H; [|lia]. destruct H as (parts & L & F & S & Ft & V).
    assert (R : index (n - r) = (index n - index r)%nat) by (unfold index; lia).
    assert (Le : (index r <= index n)%nat) by (unfold index; lia). rewrite R in S.
    exists parts. split; auto. subst k. split.
    + exists (index r). repeat split; auto. lia.
    + now replace (index n - list_sum parts)%nat with (index r) by lia.
  - intros (parts & [(r & Hr & F & T & Q) Ft] & V). exists (List.length parts). split.
    + apply in_seq. destruct (N.le_gt_cases (N.of_nat (List.length parts)) (most_parts ds));
        [lia|]. rewrite most_parts_spec in T by auto. discriminate.
    + pose proof heaps_small as HS. unfold index in Hr. bound n.
      assert (Tr : to_Z (of_N (N.of_nat r)) = Z.of_nat r).
      { rewrite to_Z_of_N; unfold limit in *; lia. }
      apply in_flat_map. exists (of_N (N.of_nat r)). split.
      * apply places_spec; auto. unfold index. rewrite Tr, Nat2Z.id. now split.
      * compare (of_N (N.of_nat r) <=? n); [|lia]. assert (D := sub_small n _ E).
        apply left_spec; [lia|]. exists parts. repeat split; auto.
        -- unfold index. rewrite D. lia.
        -- replace (index n - list_sum parts)%nat with r in Ft by (unfold index; lia).
           unfold index. now rewrite Tr, Nat2Z.id.
Qed.
End Options.
