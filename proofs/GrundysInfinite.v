(** * The misère quotient of Grundy's game is infinite from heap 29 on *)
From Coq Require Import List Arith NArith ZArith Lia Bool Permutation Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes Misere MisereCheck.
From Grundy Require Import MisereAlike MisereParts GrundysGame GrundysMonoid GrundysParts GrundysFamilies.
Import ListNotations.
Local Open Scope nat_scope.

(** From here on nothing is computed. *)
Strategy opaque [table is_lost phi reduce after options].

Lemma fixed_element v : In v fixed_elements <-> exists t, element t = v /\ In t (after fixed).
Proof. apply in_map_iff. Qed.

Strategy opaque [fixed_elements].

(** ** Proof *)
Lemma some_spec {A} (f : A -> bool) l : some f l = true -> exists x, In x l /\ f x = true.
Proof.
  induction l as [|x l IH]; [discriminate|]. cbn [some]. destruct (f x) eqn:F.
  - intros _. exists x. split; [now left|exact F].
  - intros S. destruct (IH S) as (y & I & Fy). exists y. split; [now right|exact Fy].
Qed.

Definition spans (ds : list (list nat)) (u : list nat) : Prop :=
  exists l, incl l ds /\ Permutation u (concat l).

Lemma spans_more ds ds' u : incl ds ds' -> spans ds u -> spans ds' u.
Proof. intros I (l & L & E). exists l. split; [now apply incl_tran with ds|exact E]. Qed.

Lemma spans_app ds u v : spans ds u -> spans ds v -> spans ds (u ++ v).
Proof.
  intros (l & L & E) (k & K & F). exists (l ++ k). split; [now apply incl_app|].
  rewrite concat_app. now apply Permutation_app.
Qed.

Lemma made_spec ds fuel : forall v, made fuel v ds = true -> spans ds v.
Proof.
  revert ds. induction fuel as [|fuel IH]; intros ds [|n v] M; try discriminate;
    try (exists []; split; [apply incl_nil_l|reflexivity]).
  cbn [made] in M. destruct ds as [|d rest]; [discriminate|].
  destruct (minus (n :: v) d) as [v'|] eqn:E.
  - destruct (made fuel v' (d :: rest)) eqn:M'.
    + apply IH in M'. destruct M' as (l & L & P). exists (d :: l). split.
      * apply incl_cons; [now left|exact L].
      * rewrite (minus_ok _ _ _ E). cbn [concat]. now apply Permutation_app_head.
    + apply IH in M. apply spans_more with rest; [now apply incl_tl, incl_refl|exact M].
  - apply IH in M. apply spans_more with rest; [now apply incl_tl, incl_refl|exact M].
Qed.

Lemma held_spec v more e : held v more = true -> incl e more -> member (v ++ concat e).
Proof.
  intros S I. apply some_spec in S. destruct S as ((b & ds) & F & S). cbn [fst snd] in S.
  destruct (minus v b) as [u|] eqn:E; [|discriminate].
  destruct (made_of u ds) eqn:U; [|discriminate]. apply made_spec in U.
  rewrite forallb_forall in S.
  assert (C : spans ds (concat e)).
  { clear - S I. induction e as [|d e IH]; [exists []; split; [apply incl_nil_l|reflexivity]|].
    cbn [concat]. apply spans_app.
    - eapply made_spec, S, I. now left.
    - apply IH. intros x Hx. apply I. now right. }
  destruct (spans_app ds u _ U C) as (l & L & P). exists b, ds, l. repeat split; auto.
  rewrite (minus_ok _ _ _ E), <- app_assoc. now apply Permutation_app_head.
Qed.

(** Every sum of steps is one of few of each, with more of those of which there are three. *)
Lemma one_more d ds : In d ds -> forall ms, In ms (counts (List.length ds)) ->
  (exists ms', In ms' (counts (List.length ds)) /\
     Permutation (d ++ times ds ms) (times ds ms') /\ incl (longer ds ms) (longer ds ms')) \/
  In d (longer ds ms).
Proof.
  induction ds as [|d' ds IH]; [intros []|]. intros I ms C. cbn [List.length counts] in C.
  apply in_flat_map in C. destruct C as (m & Hm & C). apply in_map_iff in C.
  destruct C as (ms0 & <- & C).
  assert (Up : forall k l, In k [0; 1; 2; 3] -> In l (counts (List.length ds)) ->
    In (k :: l) (counts (List.length (d' :: ds)))).
  { intros k l K L. cbn [List.length counts]. apply in_flat_map. exists k. split; auto.
    now apply in_map. }
  destruct I as [->|I].
  - cbn [longer]. destruct (Nat.eqb_spec m 3) as [->|D]; [right; now left|left].
    exists (S m :: ms0). split; [|split].
    + apply Up; auto. cbn in Hm |- *. lia.
    + cbn [times repeat concat]. now rewrite <- app_assoc.
    + cbn [longer]. destruct (S m =? 3); [apply incl_tl|]; apply incl_refl.
  - destruct (IH I ms0 C) as [(ms' & C' & P & L)|L].
    + left. exists (m :: ms'). split; [now apply Up|]. split.
      * cbn [times]. rewrite <- P, !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
      * cbn [longer]. destruct (m =? 3); [|exact L].
        apply incl_cons; [now left|now apply incl_tl].
    + right. cbn [longer]. destruct (m =? 3); [now right|exact L].
Qed.

Lemma few_times ds l : incl l ds -> exists ms e, In ms (counts (List.length ds)) /\
  incl e (longer ds ms) /\ Permutation (concat l) (times ds ms ++ concat e).
Proof.
  induction l as [|d l IH]; intros I.
  - exists (repeat 0 (List.length ds)), []. split; [|split; [apply incl_nil_l|]].
    + clear. induction ds as [|d ds IH]; [now left|]. cbn [List.length repeat counts].
      apply in_flat_map. exists 0. split; [now left|now apply in_map].
    + clear. induction ds as [|d ds IH]; [reflexivity|exact IH].
  - destruct IH as (ms & e & C & L & P); [intros x Hx; apply I; now right|].
    destruct (one_more d ds (I d (or_introl eq_refl)) ms C) as [(ms' & C' & P' & L')|M].
    + exists ms', e. split; [exact C'|]. split; [now apply incl_tran with (longer ds ms)|].
      cbn [concat]. rewrite P, app_assoc. now apply Permutation_app_tail.
    + exists ms, (d :: e). split; [exact C|]. split; [now apply incl_cons|].
      cbn [concat]. rewrite P, !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma in_longer ds : forall ms d n, In d (longer ds ms) -> In n d -> In n (times ds ms).
Proof.
  induction ds as [|d' ds IH]; intros [|m ms] d n I Hn; try easy. cbn [longer times] in *.
  apply in_app_iff. destruct (Nat.eqb_spec m 3) as [->|D].
  - destruct I as [->|I]; [left|right; eauto]. apply in_app_iff. now left.
  - right. eauto.
Qed.

(** *** Elements, and what the fixed heaps do *)
Lemma element_both p q : element (p ++ q) = mul (element p) (element q).
Proof. apply (element_sum order table is_lost laws phi phi_inside). Qed.

Lemma element_inside p : inside order (element p).
Proof. apply (element_in order table is_lost laws phi phi_inside). Qed.

Lemma small_if m x : forallb (fun n => n <? m) x = true -> small m x.
Proof. rewrite forallb_forall. intros F. apply Forall_forall. intros n I. now apply Nat.ltb_lt, F. Qed.

Lemma absorbs_spec x more e : absorbs x more = true -> incl e more ->
  small 26 (x ++ concat e) /\ element (x ++ concat e) = element x.
Proof.
  unfold absorbs. cbn zeta. destruct (forallb _ x) eqn:Sx; [|discriminate]. apply small_if in Sx.
  intros A I. rewrite forallb_forall in A. unfold small in *.
  induction e as [|d e IH]; [cbn [concat]; now rewrite app_nil_r|].
  destruct IH as [IH1 IH2]; [intros y Hy; apply I; now right|].
  - specialize (A d (I d (or_introl eq_refl))). destruct (forallb _ d) eqn:Sd in A; [|discriminate].
    apply small_if in Sd. apply eqb_true in A. cbn [concat]. rewrite Forall_app in *. split.
    + split; [exact Sx|]. apply Forall_app. split; [exact Sd|apply IH1].
    + rewrite <- A, <- IH2, <- element_both. apply element_same.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma fixed_in_part t x : In t (after fixed) -> small 26 x -> in_part (t ++ x).
Proof.
  intros I S. pose proof fixed_checked as C. rewrite forallb_forall in C. specialize (C t I).
  cbn zeta in C. set (q := filter _ t) in C.
  pose proof (apart 29 t : Permutation t (_ ++ q)) as E.
  exists (count_occ Nat.eq_dec t 29), (q ++ x). split.
  - rewrite E at 1. rewrite <- app_assoc. rewrite (Permutation_app_comm _ (q ++ x)). reflexivity.
  - unfold small in *.
    destruct (count_occ _ t 29) as [|[|[|]]]; try discriminate; [left|right]; (split; [lia|]);
      apply Forall_app; (split; [now apply small_if|]); (eapply Forall_impl; [|exact S]);
      cbn; intros; lia.
Qed.

Lemma fixed_lost t x : In t (after fixed) -> small 26 x ->
  (Lost (t ++ x) <-> lost (mul (element t) (element x)) = true) /\
  (Won (t ++ x) <-> lost (mul (element t) (element x)) = false).
Proof. intros I S. rewrite <- element_both. now apply part_right, fixed_in_part. Qed.

Lemma not_open x : small 26 x -> is_open (element x) = false -> Won (fixed ++ x).
Proof.
  intros S O. unfold is_open in O.
  assert (A : exists v, In v fixed_elements /\ lost (mul v (element x)) = true).
  { destruct (existsb (fun v => lost (mul v (element x))) fixed_elements) eqn:E.
    - now apply existsb_exists in E.
    - assert (forallb (fun v => negb (lost (mul v (element x)))) fixed_elements = true);
        [|congruence]. apply forallb_forall. intros v I.
      destruct (lost (mul v (element x))) eqn:L; auto. rewrite <- not_true_iff_false in E.
      destruct E. apply existsb_exists. exists v. split; [exact I|exact L]. }
  destruct A as (v & I & L). apply fixed_element in I.
  destruct I as (t & <- & I). apply misere_next with (t ++ x).
  - apply move_app. left. exists t. split; [|reflexivity]. apply after_moves. exact I.
  - apply (fixed_lost t x I S). exact L.
Qed.

(** *** The families are lost *)
Lemma won_around p q : Permutation p q -> Won p -> Won q.
Proof. intros E W. now apply (outcome_around leaves play_ends p q E). Qed.

Lemma lost_around p q : Permutation p q -> Lost p -> Lost q.
Proof. intros E W. now apply (outcome_around leaves play_ends p q E). Qed.

(** What [reduce] makes of heaps below the fixed ones may be put in their place. *)
Lemma reduced_beside p e : alike (fixed ++ p ++ e) (fixed ++ reduce p ++ e).
Proof.
  apply alike_both; [apply alike_refl|]. apply alike_both; [apply reduce_right|apply alike_refl].
Qed.

Lemma won_reduced p e : Won (fixed ++ reduce p ++ e) -> Won (fixed ++ p ++ e).
Proof.
  apply (alike_won leaves play_ends options options_spec), alike_sym, reduced_beside.
Qed.

Lemma lost_reduced p e : Lost (fixed ++ reduce p ++ e) -> Lost (fixed ++ p ++ e).
Proof. apply (alike_lost leaves _ _ (reduced_beside p e)). Qed.

(** A heap of a sum with others beside it, moved. *)
Lemma move_taken n x rest parts e : take n x = Some rest -> In parts (options n) ->
  exists y, moves (fixed ++ x ++ e) y /\ Permutation y (fixed ++ (parts ++ rest) ++ e).
Proof.
  intros T I. apply take_ok in T.
  destruct (move_around leaves (fixed ++ (n :: rest) ++ e) (fixed ++ x ++ e)
    (fixed ++ (parts ++ rest) ++ e)) as (y & M & E).
  - now apply Permutation_app_head, Permutation_app_tail, Permutation_sym.
  - apply move_app. right. exists ((parts ++ rest) ++ e). split; [|reflexivity].
    cbn [app]. apply move_cons. left. exists parts. split; [now apply options_spec|].
    now rewrite app_assoc.
  - exists y. split; [exact M|now symmetry].
Qed.

Theorem families_lost x : member x -> Lost (fixed ++ x).
Proof.
  remember (measure x) as s eqn:Es. revert x Es.
  induction s as [s IH] using lt_wf_ind. intros x -> (b & ds & l & F & L & P).
  pose proof families_checked as C. rewrite forallb_forall in C. specialize (C _ F).
  unfold check_family in C. cbn [fst snd] in C. rewrite forallb_forall in C.
  destruct (few_times ds l L) as (ms & e & Cm & Le & Pe). specialize (C ms Cm).
  set (x0 := b ++ times ds ms) in *. set (more := longer ds ms) in *.
  assert (Px : Permutation x (x0 ++ concat e)).
  { rewrite P, Pe. unfold x0. now rewrite app_assoc. }
  apply (lost_around (fixed ++ x0 ++ concat e)); [now apply Permutation_app_head, Permutation_sym|].
  assert (IH' : forall y, measure y < measure (x0 ++ concat e) -> member y -> Lost (fixed ++ y)).
  { intros y Hy. apply (IH (measure y)); auto. now rewrite (measure_same x _ Px). }
  clear IH x P Px. unfold check_sum in C.
  destruct (absorbs x0 more) eqn:A0; [|discriminate].
  destruct (is_open (element x0)) eqn:O0; [|discriminate].
  destruct (absorbs_spec x0 more e A0 Le) as [S0 E0].
  constructor.
  { exists ([1; 28] ++ [29; 27] ++ x0 ++ concat e). apply move_cons. left. exists [1; 28].
    split; [|reflexivity]. apply options_spec. vm_compute. tauto. }
  intros q M. apply move_app in M. destruct M as [(t & M & ->)|(y & M & ->)].
  - apply after_moves in M. apply (fixed_lost t _ M S0). rewrite E0.
    unfold is_open in O0. rewrite forallb_forall in O0. apply negb_true_iff, O0.
    apply fixed_element. exists t. split; [reflexivity|exact M].
  - (* a heap moves that is in [x0] as well *)
    assert (H : exists n rest parts, In n x0 /\ take n x0 = Some rest /\ In parts (options n) /\
      Permutation y ((parts ++ rest) ++ concat e)).
    { revert M. remember (x0 ++ concat e) as z eqn:Ez. intros M.
      destruct M as [l1 n parts l2 M]. assert (I : In n x0).
      { assert (I : In n (x0 ++ concat e)) by (rewrite <- Ez; apply in_elt).
        apply in_app_iff in I. destruct I as [I|I]; [exact I|].
        apply in_concat in I. destruct I as (d & Id & I). apply in_app_iff. right.
        apply (in_longer ds ms d n); auto. }
      destruct (take_In n x0 I) as (rest & T). exists n, rest, parts.
      split; [exact I|]. split; [exact T|]. split; [now apply options_spec|].
      apply take_ok in T.
      assert (Q : Permutation (n :: l1 ++ l2) (n :: rest ++ concat e)).
      { rewrite Permutation_middle, Ez, T. reflexivity. }
      apply Permutation_cons_inv in Q. rewrite <- app_assoc, <- Q.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
    destruct H as (n & rest & parts & I & T & Ip & Py).
    apply (won_around (fixed ++ (parts ++ rest) ++ concat e));
      [now apply Permutation_app_head, Permutation_sym|].
    rewrite forallb_forall in C. specialize (C n). rewrite T in C.
    assert (C' : forallb (fun parts => answered more (reduce (parts ++ rest))) (options n) = true)
      by (apply C; now apply nodup_In).
    rewrite forallb_forall in C'. specialize (C' parts Ip). clear C. unfold answered in C'.
    set (x1 := reduce (parts ++ rest)) in *.
    destruct (absorbs x1 more) eqn:A1; [|discriminate].
    destruct (absorbs_spec x1 more e A1 Le) as [S1 E1].
    apply won_reduced. fold x1.
    destruct (is_open (element x1)) eqn:O1; [|now apply not_open; [|rewrite E1]].
    unfold has_reply in C'. apply some_spec in C'. destruct C' as (n' & _ & C').
    destruct (take n' x1) as [rest'|] eqn:T1; [|discriminate].
    apply some_spec in C'. destruct C' as (parts' & Ip' & C').
    destruct (move_taken n' x1 rest' parts' (concat e) T1 Ip') as (y' & M' & Py').
    apply misere_next with y'; [exact M'|].
    apply (lost_around (fixed ++ (parts' ++ rest') ++ concat e)); [now symmetry|].
    apply lost_reduced. apply IH'; [|now apply (held_spec _ more)].
    rewrite !measure_app.
    assert (Down : forall k z r ps, take k z = Some r -> In ps (options k) ->
      measure (ps ++ r) < measure z).
    { intros k z r ps Tk Ik. apply take_ok in Tk. rewrite (measure_same _ _ Tk).
      apply measure_move. apply move_cons. left. exists ps. split; [now apply options_spec|reflexivity]. }
    pose proof (Down n x0 rest parts T Ip). pose proof (Down n' x1 rest' parts' T1 Ip').
    pose proof (measure_reduce (parts ++ rest)) as R. fold x1 in R.
    pose proof (measure_reduce (parts' ++ rest')). lia.
Qed.

(** ** The quotient is infinite *)

(** [a] times 25 and 25, [b] times 13 and 13, a heap of 18, and the fixed heaps. *)
Definition sum_of (a b : nat) : list nat := fixed ++ 18 :: repeat 25 (2 * a) ++ repeat 13 (2 * b).

Lemma by_counts p q : (forall n, count_occ Nat.eq_dec p n = count_occ Nat.eq_dec q n) ->
  Permutation p q.
Proof. intros E. now apply (Permutation_count_occ Nat.eq_dec). Qed.

Lemma count_repeat n m k :
  count_occ Nat.eq_dec (repeat n k) m = if Nat.eq_dec n m then k else 0.
Proof.
  induction k as [|k IH]; cbn [repeat count_occ]; [now destruct (Nat.eq_dec n m)|].
  rewrite IH. now destruct (Nat.eq_dec n m).
Qed.

Lemma count_copies d m k :
  count_occ Nat.eq_dec (concat (repeat d k)) m = k * count_occ Nat.eq_dec d m.
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [repeat concat]. rewrite count_occ_app, IH. reflexivity.
Qed.

Ltac count := apply by_counts; intros n;
  repeat first [rewrite count_occ_app | rewrite count_repeat | rewrite count_copies |
                rewrite concat_app | progress (cbn [count_occ app])];
  repeat match goal with |- context [Nat.eq_dec ?x ?y] => destruct (Nat.eq_dec x y) end; lia.

Theorem sum_lost a b : b < a -> Lost (sum_of a b).
Proof.
  intros L. apply families_lost.
  exists [25; 25; 18], [[25; 25]; [25; 13]],
    (repeat [25; 25] (a - 1 - b) ++ repeat [25; 13] (2 * b)).
  split; [now left|]. split.
  - apply incl_app; intros d I; apply repeat_spec in I; subst d; cbn; tauto.
  - count.
Qed.

Theorem sum_won a b : 1 <= a <= b -> Won (sum_of a b).
Proof.
  intros L. unfold sum_of. set (x := 18 :: repeat 25 (2 * a - 1) ++ repeat 13 (2 * b)).
  apply (won_around (fixed ++ [25] ++ x)).
  { apply Permutation_app_head. unfold x. count. }
  apply misere_next with (fixed ++ [10; 15] ++ x).
  { apply move_app. right. exists ([10; 15] ++ x). split; [|reflexivity].
    apply move_cons. left. exists [10; 15]. split; [|reflexivity].
    apply options_spec. vm_compute. tauto. }
  apply lost_reduced. rewrite three_of_25. apply families_lost.
  exists [25; 18; 13; 13; 3], [[13; 13]; [25; 13]],
    (repeat [13; 13] (b - a) ++ repeat [25; 13] (2 * (a - 1))).
  split; [right; now left|]. split.
  - apply incl_app; intros d I; apply repeat_spec in I; subst d; cbn; tauto.
  - unfold x. count.
Qed.

(** No two of the sums 25 + 25, 25 + 25 + 25 + 25, … replace each other: beside 29, 29, 27, 18
    and as many heaps of 13 as the smaller one has of 25, the smaller is won and the larger lost.
    So the misère quotient of the heaps up to 29, and of more, is infinite. *)
Theorem misere_quotient_infinite a a' : 1 <= a < a' ->
  exists r, Forall (fun n => n <= 29) r /\
    Won (repeat 25 (2 * a) ++ r) /\ Lost (repeat 25 (2 * a') ++ r).
Proof.
  intros L. exists (fixed ++ 18 :: repeat 13 (2 * a)).
  assert (E : forall k, Permutation (sum_of k a) (repeat 25 (2 * k) ++ fixed ++ 18 :: repeat 13 (2 * a))).
  { intros k. unfold sum_of, fixed. count. }
  split; [|split].
  - repeat constructor. apply Forall_forall. intros n I. apply repeat_spec in I. lia.
  - apply (won_around _ _ (E a)), sum_won. lia.
  - apply (lost_around _ _ (E a')), sum_lost. lia.
Qed.
