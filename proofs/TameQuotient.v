(** * The misère quotient of a tame game, as a certificate states it

    The elements are those of Nim's quotient: 0 and 1 are fickle, and x + 2 is the firm element of
    number x. The certificate has the table of products with generators, the elements of heaps, and
    which elements are lost; the checker computes Grundy values and proves each of these. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Period PeriodValues Outcomes DigraphCheck Misere.
From Grundy Require Import Repetition MisereTame TameCertificate.
Import ListNotations.
Local Open Scope N_scope.

(** ** Nim's quotient *)
Definition kind_of (x : N) : N * bool := if x <? 2 then (x, false) else (x - 2, true).
Definition element_of (a : N * bool) : N := if snd a then fst a + 2 else fst a.
Definition product (x y : N) : N := element_of (plus (kind_of x) (kind_of y)).
Definition product_of : list N -> N := fold_right product 0.

(** Fickle numbers are 0 and 1. *)
Definition small (a : N * bool) : Prop := snd a = false -> fst a <= 1.

Lemma kind_small x : small (kind_of x).
Proof. unfold small, kind_of. destruct (N.ltb_spec x 2); cbn; intros; [lia|discriminate]. Qed.

Lemma plus_small a b : small a -> small b -> small (plus a b).
Proof.
  unfold small, plus. destruct a as [a f], b as [b h]. cbn. intros A B F.
  apply orb_false_iff in F. destruct F as [F1 F2]. specialize (A F1). specialize (B F2).
  destruct a as [|[]], b as [|[]]; cbn; lia.
Qed.

Lemma kind_element a : small a -> kind_of (element_of a) = a.
Proof.
  unfold small, kind_of, element_of. destruct a as [x []]; cbn; intros H.
  - destruct (N.ltb_spec (x + 2) 2); [lia|]. f_equal. lia.
  - specialize (H eq_refl). destruct (N.ltb_spec x 2); [reflexivity|lia].
Qed.

Lemma element_kind x : element_of (kind_of x) = x.
Proof. unfold kind_of, element_of. destruct (N.ltb_spec x 2); cbn; lia. Qed.

Lemma kind_product x y : kind_of (product x y) = plus (kind_of x) (kind_of y).
Proof. apply kind_element, plus_small; apply kind_small. Qed.

Lemma product_assoc x y z : product (product x y) z = product x (product y z).
Proof. unfold product at 1 3. now rewrite !kind_product, plus_assoc. Qed.

Lemma plus_none a : plus a (0, false) = a.
Proof. destruct a. unfold plus. cbn. now rewrite N.lxor_0_r, orb_false_r. Qed.

Lemma product_one x : product x 0 = x.
Proof. unfold product. change (kind_of 0) with (0, false). now rewrite plus_none, element_kind. Qed.

Lemma product_app l l' : product_of (l ++ l') = product (product_of l) (product_of l').
Proof.
  induction l as [|x l IH]; cbn [app product_of fold_right].
  - unfold product. replace (plus (kind_of 0) (kind_of (product_of l'))) with (kind_of (product_of l'));
      [symmetry; apply element_kind|]. now destruct (kind_of (product_of l')).
  - fold (product_of (l ++ l')) (product_of l). now rewrite IH, product_assoc.
Qed.

Lemma lost_kind x : lost_tame (kind_of x) <-> x = 1 \/ x = 2.
Proof. unfold lost_tame, kind_of. destruct (N.ltb_spec x 2); cbn; lia. Qed.

(** ** The checker *)
Section Quotient.
(** The elements of heaps, and the heaps whose elements are the generators; for each element of the
    table its products with these, and a word of them that makes it. *)
Variables (ds : list N) (bits : list int) (log_width n0 p : N) (heaps : int) (elements : array int).
Variables (generating : list int) (action words : list (list N)) (lost : list N).
Notation c := (digits ds).

Definition order : N := N.of_nat (List.length action).
Definition written (h : int) : N := value elements.[h]%array.
Definition generators : list N := map written generating.

Fixpoint rows_right (x : N) (rows : list (list N)) : bool :=
  match rows with
  | [] => true
  | row :: rows =>
    if list_eq_dec N.eq_dec row (map (product x) generators) then
    if forallb (fun y => y <? order) row then rows_right (N.succ x) rows else false else false
  end.

Fixpoint words_right (x : N) (words : list (list N)) : bool :=
  match words with
  | [] => x =? order
  | word :: words =>
    if product_of word =? x then
    if forallb (fun g => existsb (N.eqb g) generators) word then words_right (N.succ x) words
    else false else false
  end.

Definition lost_right : bool :=
  (2 <? order) && forallb (fun x => (x =? 1) || (x =? 2)) lost &&
  existsb (N.eqb 1) lost && existsb (N.eqb 2) lost.

Definition element_right (values : array int) (h : int) : bool :=
  let x := elements.[h]%array in
  (written h <? order) && ((if x <? 2 then x else x - 2) =? values.[h])%uint63%array.

Definition fickle : list nat :=
  map index (filter (fun h => elements.[h] <? 2)%uint63%array (range 0 heaps)).

(** None where the values are too many or too large. *)
Definition check_tame : option bool :=
  match period_values ds bits log_width n0 p (value heaps) with
  | None => None
  | Some (values, is_exact) => Some (
    is_exact && forallb (fun h => h <? heaps)%uint63 generating &&
    for_all heaps (element_right values) && rows_right 0 action && words_right 0 words && lost_right &&
    is_least n0 p elements && tame_near ds fickle n0)
  end.

Notation phi := (phi n0 p elements).
Definition element (sum : position) : N := product_of (map (fun n => value (phi n)) sum).

(** ** Soundness *)
Lemma in_generators_dec : forall word, forallb (fun g => existsb (N.eqb g) generators) word = true ->
  forall g, In g word -> In g generators.
Proof.
  intros word W g Hg. rewrite forallb_forall in W. specialize (W g Hg). apply existsb_exists in W.
  destruct W as (h & Hh & E). apply N.eqb_eq in E. now subst h.
Qed.

Lemma rows_ok : forall rows x, rows_right x rows = true -> forall k, (k < List.length rows)%nat ->
  nth k rows [] = map (product (x + N.of_nat k)) generators /\
  forall g, In g generators -> product (x + N.of_nat k) g < order.
Proof.
  induction rows as [|row rows IH]; intros x R k Hk; [cbn in Hk; lia|]. cbn [rows_right] in R.
  destruct (list_eq_dec N.eq_dec row _) as [Q|]; [|discriminate].
  destruct (forallb _ row) eqn:B in R; [|discriminate].
  destruct k as [|k].
  - rewrite N.add_0_r. split; [exact Q|]. intros g Hg. rewrite forallb_forall in B.
    apply N.ltb_lt, B. rewrite Q. now apply in_map.
  - cbn [List.length] in Hk. cbn [nth]. replace (x + N.of_nat (S k)) with (N.succ x + N.of_nat k) by lia.
    apply IH; [exact R|lia].
Qed.

Lemma words_ok : forall ws x, words_right x ws = true -> forall y, x <= y < order ->
  exists word, product_of word = y /\ forall g, In g word -> In g generators.
Proof.
  induction ws as [|word ws IH]; intros x W y Hy; cbn [words_right] in W.
  - apply N.eqb_eq in W. lia.
  - destruct (N.eqb_spec (product_of word) x) as [Q|]; [|discriminate].
    destruct (forallb _ word) eqn:B in W; [|discriminate].
    destruct (N.eq_dec y x) as [->|D]; [exists word; split; [exact Q|]; now apply in_generators_dec|].
    apply (IH (N.succ x)); [exact W|lia].
Qed.

Hypothesis checked : check_tame = Some true.

Lemma all_checks : exists values,
  holds c values (N.to_nat (value heaps)) /\ exact_period c n0 p 0 /\ n0 + p <= value heaps /\
  (forall h, In h generating -> (to_Z h < to_Z heaps)%Z) /\
  (forall h, (to_Z h < to_Z heaps)%Z -> element_right values h = true) /\
  rows_right 0 action = true /\ words_right 0 words = true /\ lost_right = true /\
  is_least n0 p elements = true /\ tame_near ds fickle n0 = true.
Proof.
  pose proof checked as C. unfold check_tame in C.
  destruct (period_values _ _ _ _ _ _) as [[values is_exact]|] eqn:V; [|discriminate].
  injection C as C. rewrite !andb_true_iff in C.
  destruct C as (((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8). exists values.
  pose proof (period_values_sound _ _ _ _ _ _ _ _ V) as [Vh Ve].
  assert (W : needed ds n0 p <= value heaps).
  { unfold period_values in V. destruct (_ && _) eqn:D in V; [|discriminate].
    rewrite !andb_true_iff in D. now apply N.leb_le. }
  assert (n0 + p <= value heaps).
  { unfold needed in W. pose proof (most_parts_pos ds). nia. }
  split; [exact Vh|]. split; [now apply Ve|]. split; [assumption|].
  split; [intros h Hh; rewrite forallb_forall in C2; now apply ltb_true, C2|].
  split; [intros h Hh; now apply (for_all_spec _ _ C3)|]. auto.
Qed.

Lemma begins_empty : begins_with c [].
Proof. intros k K. destruct k; discriminate K. Qed.

Definition firmness (n : nat) : N * bool := (G c n, firm fickle n).

Lemma fickle_spec h : (to_Z h < to_Z heaps)%Z ->
  firm fickle (index h) = negb (elements.[h] <? 2)%uint63%array.
Proof.
  intros Hh. unfold firm. f_equal. apply eq_true_iff_eq. rewrite existsb_exists. unfold fickle. split.
  - intros (m & Hm & E). apply Nat.eqb_eq in E. subst m. apply in_map_iff in Hm.
    destruct Hm as (i & I & Hi). apply index_inj in I. subst i. now apply filter_In in Hi.
  - intros L. exists (index h). split; [|apply Nat.eqb_refl]. apply in_map, filter_In. split; [|exact L].
    apply range_In. rewrite to_Z_0. bound h. lia.
Qed.

Lemma written_is h : (to_Z h < to_Z heaps)%Z ->
  written h < order /\ written h = element_of (firmness (index h)) /\ small (firmness (index h)).
Proof.
  intros Hh. destruct all_checks as (values & V & _ & _ & _ & R & _). specialize (R h Hh).
  unfold element_right in R. apply andb_prop in R. destruct R as [R1 R2]. apply N.ltb_lt in R1.
  split; [exact R1|]. unfold firmness, element_of, small. cbn [fst snd]. rewrite fickle_spec by exact Hh.
  rewrite <- !V by (unfold index, value; bound h; bound heaps; lia).
  unfold written. compare (elements.[h] <? 2)%uint63%array; cbn [negb]; apply eqb_true in R2; rewrite <- R2;
    unfold value; change (to_Z 2) with 2%Z in E.
  - split; [reflexivity|]. bound (elements.[h])%array. lia.
  - rewrite sub_small by (change (to_Z 2) with 2%Z; lia). change (to_Z 2) with 2%Z. split; [lia|discriminate].
Qed.

Lemma phi_is n : value (phi n) < order /\ value (phi n) = element_of (firmness n) /\ small (firmness n).
Proof.
  destruct all_checks as (values & V & Ex & Big & _ & _ & _ & _ & _ & _ & T).
  assert (Hp : 1 <= p) by apply Ex. bound heaps.
  assert (P : place n0 p (N.of_nat n) < n0 + p).
  { unfold place. destruct (N.ltb_spec (N.of_nat n) n0); [lia|].
    pose proof (N.mod_lt (N.of_nat n - n0) p ltac:(lia)). lia. }
  assert (E : firmness (N.to_nat (place n0 p (N.of_nat n))) = firmness n).
  { destruct (N.lt_ge_cases (N.of_nat n) n0) as [L|L].
    { rewrite place_small by lia. now rewrite Nat2N.id. }
    destruct (tame_certificate ds fickle n0 p (conj Ex begins_empty) T) as [Far _].
    cbn zeta in Far. unfold firmness. f_equal.
    - symmetry. pose proof (closed_form c n0 p 0 Ex (N.of_nat n) L) as F. unfold grundy in F.
      rewrite Nat2N.id, N.mul_0_r, N.add_0_r in F. rewrite F. unfold place.
      now destruct (N.ltb_spec (N.of_nat n) n0); [lia|].
    - rewrite (proj2 (Far n ltac:(lia))). apply (Far (N.to_nat (place n0 p (N.of_nat n)))).
      unfold place. destruct (N.ltb_spec (N.of_nat n) n0); [|generalize ((N.of_nat n - n0) mod p)]; lia. }
  rewrite <- E. unfold value in Big.
  set (h := of_N (place n0 p (N.of_nat n))).
  assert (Th : to_Z h = Z.of_N (place n0 p (N.of_nat n))).
  { unfold h. rewrite to_Z_of_N; unfold limit; lia. }
  replace (N.to_nat (place n0 p (N.of_nat n))) with (index h) by (unfold index; lia).
  change (value (phi n)) with (written h). apply written_is. lia.
Qed.

Lemma element_kinds sum : kind_of (element sum) = kind ds fickle sum.
Proof.
  induction sum as [|n sum IH]; [reflexivity|]. unfold element, kind, tame_sum in *.
  cbn [map product_of fold_right]. fold (product_of (map (fun n => value (phi n)) sum)).
  rewrite kind_product, IH. destruct (phi_is n) as (_ & -> & S). now rewrite kind_element.
Qed.

Lemma product_inside word : (forall g, In g word -> In g generators) ->
  forall x, x < order -> product x (product_of word) < order.
Proof.
  destruct all_checks as (_ & _ & _ & _ & _ & _ & R & _).
  induction word as [|g word IH]; intros W x Hx.
  - change (product_of []) with 0. now rewrite product_one.
  - cbn [product_of fold_right]. fold (product_of word). rewrite <- product_assoc.
    apply IH; [intros h Hh; apply W; now right|].
    pose proof (proj2 (rows_ok action 0 R (N.to_nat x) ltac:(unfold order in Hx; lia))) as B.
    rewrite N2Nat.id, N.add_0_l in B. apply B, W. now left.
Qed.

(** The certificate says who wins each sum, which sums are alike, what the elements and their
    products are, and when heaps repeat at the earliest. *)
Theorem tame_quotient :
  (forall sum,
    (MiserePrevious (move c) sum <-> In (element sum) lost) /\
    (MisereNext (move c) sum <-> ~ In (element sum) lost) /\
    forall sum', element sum = element sum' <-> forall other,
      MiserePrevious (move c) (sum ++ other) <-> MiserePrevious (move c) (sum' ++ other)) /\
  (forall sum sum', element (sum ++ sum') = product (element sum) (element sum')) /\
  (forall h, (to_Z h < to_Z heaps)%Z -> element [index h] = written h) /\
  (forall x, x < order <-> exists sum, element sum = x) /\
  (forall x, x < order -> nth (N.to_nat x) action [] = map (product x) generators) /\
  least_period phi (N.to_nat n0) (N.to_nat p).
Proof.
  destruct all_checks as (values & _ & Ex & _ & Gen & _ & R & W & L & Least & T).
  unfold lost_right in L. rewrite !andb_true_iff in L. destruct L as (((L0 & L1) & L2) & L3).
  apply N.ltb_lt in L0. rewrite forallb_forall in L1.
  assert (Lost : forall x, In x lost <-> lost_tame (kind_of x)).
  { intros x. rewrite lost_kind. split.
    - intros I. apply L1, orb_prop in I. rewrite !N.eqb_eq in I. exact I.
    - intros [->| ->]; [apply existsb_exists in L2; destruct L2 as (y & I & E)
                       |apply existsb_exists in L3; destruct L3 as (y & I & E)];
        apply N.eqb_eq in E; now subst y. }
  assert (One : forall h, (to_Z h < to_Z heaps)%Z -> element [index h] = written h).
  { intros h Hh. rewrite <- (element_kind (element _)), element_kinds, <- (element_kind (written h)). f_equal.
    destruct (written_is h Hh) as (_ & -> & S). rewrite kind_element by exact S.
    apply plus_none. }
  assert (App : forall sum sum', element (sum ++ sum') = product (element sum) (element sum')).
  { intros sum sum'. unfold element. now rewrite map_app, product_app. }
  split; [|split; [exact App|split; [exact One|split; [|split; [|now apply is_least_ok]]]]].
  - intros sum.
    destruct (tame_certificate ds fickle n0 p (conj Ex begins_empty) T) as [_ Sums].
    cbn zeta in Sums. destruct (Sums sum) as (A & B & D). rewrite Lost, element_kinds.
    split; [exact A|]. split; [exact B|]. intros sum'. rewrite <- D, <- !element_kinds. split; [now intros ->|].
    intros E. now rewrite <- (element_kind (element sum)), E, element_kind.
  - intros x. split.
    + intros Hx. destruct (words_ok words 0 W x ltac:(lia)) as (word & <- & In_).
      clear Hx. induction word as [|g word IH]; [now exists []|].
      destruct IH as (sum & E); [intros h Hh; apply In_; now right|].
      specialize (In_ g (or_introl eq_refl)). unfold generators in In_. apply in_map_iff in In_.
      destruct In_ as (h & <- & Hh). exists ([index h] ++ sum). rewrite App, E.
      rewrite One by auto. reflexivity.
    + intros (sum & <-). induction sum as [|n sum IH]; [cbn; lia|].
      change (n :: sum) with ([n] ++ sum). rewrite App.
      destruct (words_ok words 0 W (element sum) ltac:(lia)) as (word & <- & In_).
      apply product_inside; [exact In_|]. change (element [n]) with (product (value (phi n)) 0).
      rewrite product_one. apply phi_is.
  - intros x Hx. destruct (rows_ok action 0 R (N.to_nat x)) as [Q _]; [unfold order in Hx; lia|].
    rewrite N.add_0_l, N2Nat.id in Q. exact Q.
Qed.
End Quotient.
