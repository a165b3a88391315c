(** * Digraphs with cycles: labels, outcomes, sums and draws *)
From Coq Require Import List Arith NArith Lia Bool.
From Grundy Require Import SpragueGrundy Outcomes.
Import ListNotations.
Local Open Scope N_scope.

(** ** Sums of vertices *)
Section Sum.
Context {X : Type}.
Variable arc : X -> X -> Prop.

(** A sum is a list of vertices; a move goes along an arc in one of them. *)
Inductive sum_move : list X -> list X -> Prop :=
| in_component l u w l' : arc u w -> sum_move (l ++ u :: l') (l ++ w :: l').

Lemma sum_move_inv p q : sum_move p q ->
  exists l u w l', p = l ++ u :: l' /\ q = l ++ w :: l' /\ arc u w.
Proof. intros [l u w l' A]. now exists l, u, w, l'. Qed.

Lemma sum_of_one u : (Previous sum_move [u] <-> Previous arc u) /\
  (Next sum_move [u] <-> Next arc u).
Proof.
  apply (outcome_of_copy arc sum_move (fun u => [u]) (fun _ => True)); auto.
  intros x y _. split.
  - intros M. remember [x] as p eqn:E. destruct M as [l v w l' A].
    destruct l as [|? [|]]; try discriminate. injection E as -> ->. eauto.
  - intros (w & A & ->). now apply (in_component [] x w []).
Qed.

(** Labels: [Some k] is the nimber k, [None] is infinity. The counters say in which order values
    were found. Source of the conditions: A. S. Fraenkel and U. Tassa, "Strategy for a class of
    games with dynamic ties", 1975; C. A. B. Smith, "Graphs and composite games", 1966. *)
Variables (label : X -> option N) (counter : X -> N) (vertex : X -> Prop).

Record labelled : Prop := {
  closed : forall u w, vertex u -> arc u w -> vertex w;
  (* A: a finite label is the mex of the followers' labels. *)
  lacks_label : forall u k w, vertex u -> label u = Some k -> arc u w -> label w <> Some k;
  has_smaller : forall u k j, vertex u -> label u = Some k -> j < k ->
    exists w, arc u w /\ label w = Some j;
  (* B: a move to a greater label or to infinity can be answered, nearer to the end. *)
  answered : forall u k v, vertex u -> label u = Some k -> arc u v ->
    (match label v with Some j => k < j | None => True end) ->
    exists w, arc v w /\ label w = Some k /\ counter w < counter u;
  (* C: from infinity a move leads to infinity and leaves out the same mex. *)
  stays_infinite : forall u, vertex u -> label u = None -> exists m,
    (forall w, arc u w -> label w <> Some m) /\
    (forall j, j < m -> exists w, arc u w /\ label w = Some j) /\
    (exists v, arc u v /\ label v = None /\ forall w, arc v w -> label w <> Some m)
}.
Hypothesis H : labelled.

Notation vertices := (Forall vertex).

Definition finite_part u := match label u with Some k => k | None => 0 end.

(** The nim-sum of the finite labels of a sum, and how many of its labels are infinite. *)
Definition nim_value (p : list X) : N := fold_right (fun u s => N.lxor (finite_part u) s) 0 p.
Definition count (f : X -> N) (p : list X) : N := fold_right (fun u s => f u + s) 0 p.
Definition infinite : list X -> N :=
  count (fun u => match label u with Some _ => 0 | None => 1 end).

Lemma count_middle f l u l' : count f (l ++ u :: l') = f u + count f (l ++ l').
Proof.
  unfold count. induction l as [|v l IH]; cbn [app fold_right]; [reflexivity|]. rewrite IH. lia.
Qed.

Lemma nim_value_middle l u l' :
  nim_value (l ++ u :: l') = N.lxor (finite_part u) (nim_value (l ++ l')).
Proof.
  unfold nim_value. induction l as [|v l IH]; cbn [app fold_right]; [reflexivity|].
  rewrite IH, <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Lemma infinite_finite l u l' k : label u = Some k ->
  infinite (l ++ u :: l') = infinite (l ++ l').
Proof. intros L. unfold infinite. rewrite count_middle, L. reflexivity. Qed.

Lemma infinite_one l u l' : label u = None -> infinite (l ++ u :: l') = 1 + infinite (l ++ l').
Proof. intros L. unfold infinite. now rewrite count_middle, L. Qed.

Lemma value_finite u k : label u = Some k -> finite_part u = k.
Proof. unfold finite_part. now intros ->. Qed.

Lemma value_infinite u : label u = None -> finite_part u = 0.
Proof. unfold finite_part. now intros ->. Qed.

Lemma vertices_middle l u l' : vertices (l ++ u :: l') <-> vertex u /\ vertices (l ++ l').
Proof. rewrite !Forall_app, Forall_cons_iff. tauto. Qed.

Lemma vertices_move p q : vertices p -> sum_move p q -> vertices q.
Proof.
  intros HV (l & u & w & l' & -> & -> & A)%sum_move_inv. apply vertices_middle in HV.
  apply vertices_middle. destruct HV. split; [now apply (closed H u)|auto].
Qed.

Lemma infinite_none l u l' : infinite (l ++ u :: l') = 0 ->
  exists k, label u = Some k /\ infinite (l ++ l') = 0.
Proof.
  destruct (label u) as [k|] eqn:L; intros HI.
  - exists k. now rewrite (infinite_finite _ _ _ _ L) in HI.
  - rewrite infinite_one in HI by auto. lia.
Qed.

Lemma nim_value_bit p h : N.testbit (nim_value p) h = true ->
  exists l u l' k, p = l ++ u :: l' /\ label u = Some k /\ N.testbit k h = true.
Proof.
  induction p as [|u p IH]; [discriminate|]. cbn [nim_value fold_right]. fold (nim_value p).
  rewrite N.lxor_spec. destruct (N.testbit (finite_part u) h) eqn:E; intros HB.
  - unfold finite_part in E. destruct (label u) as [k|] eqn:L; [|discriminate].
    now exists [], u, p, k.
  - destruct IH as (l & v & l' & k & -> & K); [now destruct (N.testbit (nim_value p) h)|].
    now exists (u :: l), v, l', k.
Qed.

Lemma xor_self_cancel a b : N.lxor a (N.lxor a b) = b.
Proof. now rewrite <- N.lxor_assoc, N.lxor_nilpotent. Qed.

(** Some move in a finite component makes the nim-sum any smaller number, as in Nim. *)
Lemma smaller_nim_value p j : vertices p -> j < nim_value p -> exists q,
  sum_move p q /\ nim_value q = j /\ infinite q = infinite p /\
  count finite_part q < count finite_part p /\ (forall u, In u q -> label u = None -> In u p).
Proof.
  intros HV Hj. set (d := N.lxor (nim_value p) j).
  assert (Hd : d <> 0) by (intros Z; apply N.lxor_eq in Z; lia).
  assert (T : N.testbit (nim_value p) (N.log2 d) = true).
  { destruct (N.testbit (nim_value p) (N.log2 d)) eqn:E; auto. exfalso.
    pose proof (N.bit_log2 d Hd) as B. unfold d in B at 1.
    rewrite N.lxor_spec, E, xorb_false_l in B. apply (lxor_lt j d Hd) in B.
    unfold d in B. rewrite (N.lxor_comm (nim_value p)), xor_self_cancel in B. lia. }
  apply nim_value_bit in T. destruct T as (l & u & l' & k & E & L & T). subst p.
  pose proof (lxor_lt k d Hd T) as Lt. pose proof HV as [HU _]%vertices_middle.
  destruct (has_smaller H u k _ HU L Lt) as (w & A & Lw).
  apply value_finite in L as Vu. apply value_finite in Lw as Vw.
  exists (l ++ w :: l'). split; [now constructor|]. split; [|split; [|split]].
  - rewrite nim_value_middle, Vw. unfold d. rewrite nim_value_middle, Vu.
    apply N.bits_inj. intros i. rewrite !N.lxor_spec.
    destruct (N.testbit k i), (N.testbit (nim_value (l ++ l')) i), (N.testbit j i); reflexivity.
  - now rewrite (infinite_finite _ _ _ _ L), (infinite_finite _ _ _ _ Lw).
  - rewrite !count_middle, Vu, Vw. lia.
  - intros x Hx Lx. apply in_app_or in Hx. apply in_or_app.
    destruct Hx as [Hx|[->|Hx]]; [now left|congruence|now right; right].
Qed.

Lemma zero_previous : forall s r p, vertices p -> infinite p = 0 -> nim_value p = 0 ->
  count finite_part p = s -> count counter p = r -> Previous sum_move p.
Proof.
  induction s as [s IHs] using (well_founded_induction N.lt_wf_0).
  induction r as [r IHr] using (well_founded_induction N.lt_wf_0).
  intros p HV HI HX Hs Hr. constructor. intros q M.
  pose proof (vertices_move _ _ HV M) as HVq.
  apply sum_move_inv in M. destruct M as (l & u & v & l' & -> & -> & A).
  destruct (infinite_none _ _ _ HI) as (k & L & I0).
  pose proof HV as [HU _]%vertices_middle. apply value_finite in L as Vu.
  assert (Back : (match label v with Some j => k < j | None => True end) ->
     Next sum_move (l ++ v :: l')).
  { intros C. destruct (answered H u k v HU L A C) as (w & Aw & Lw & Cw).
    apply value_finite in Lw as Vw.
    assert (M2 : sum_move (l ++ v :: l') (l ++ w :: l')) by now constructor.
    apply next with (l ++ w :: l'); auto.
    apply (IHr (count counter (l ++ w :: l'))); auto.
    - rewrite <- Hr, !count_middle. lia.
    - now apply vertices_move in M2.
    - now rewrite (infinite_finite _ _ _ _ Lw).
    - rewrite nim_value_middle in *. congruence.
    - rewrite <- Hs, !count_middle. congruence. }
  destruct (label v) as [j|] eqn:Lv; [|now apply Back].
  destruct (N.lt_trichotomy j k) as [Q|[Q|Q]]; [|exfalso; subst j|now apply Back].
  - clear Back. apply value_finite in Lv as Vv.
    assert (NZ : 0 < nim_value (l ++ v :: l')).
    { rewrite nim_value_middle in *. rewrite Vv. rewrite Vu in HX. apply N.lxor_eq in HX.
      rewrite <- HX. destruct (N.eq_dec (N.lxor j k) 0) as [Z|Z]; [|lia].
      apply N.lxor_eq in Z. lia. }
    destruct (smaller_nim_value _ 0 HVq NZ) as (q & Mq & X0 & Iq & Cq & _).
    apply next with q; auto. apply (IHs (count finite_part q)) with (r := count counter q); auto.
    + rewrite <- Hs. rewrite count_middle in *. lia.
    + now apply vertices_move in Mq.
    + now rewrite Iq, (infinite_finite _ _ _ _ Lv).
  - now apply (lacks_label H u k v).
Qed.

Lemma nonzero_next p : vertices p -> infinite p = 0 -> nim_value p <> 0 -> Next sum_move p.
Proof.
  intros HV HI HX. destruct (smaller_nim_value p 0 HV) as (q & M & X0 & Iq & _); [lia|].
  apply next with q; auto. eapply zero_previous; eauto; [now apply vertices_move in M|congruence].
Qed.

(** The sums that are drawn: two infinite labels, or one whose followers lack the nim-sum. *)
Definition drawn (p : list X) : Prop := vertices p /\
  (2 <= infinite p \/
   (infinite p = 1 /\ forall u, In u p -> label u = None ->
      forall w, arc u w -> label w <> Some (nim_value p))).

Lemma infinite_split p : 0 < infinite p -> exists l u l', p = l ++ u :: l' /\ label u = None.
Proof.
  induction p as [|u p IH]; [cbn; lia|]. intros HI.
  destruct (label u) as [k|] eqn:L; [|now exists [], u, p].
  change (0 < infinite ([] ++ u :: p)) in HI. rewrite (infinite_finite _ _ _ _ L) in HI.
  destruct (IH HI) as (l & v & l' & -> & K). now exists (u :: l), v, l'.
Qed.

Lemma only_infinite l u l' x : infinite (l ++ u :: l') = 1 -> label u = None ->
  In x (l ++ u :: l') -> label x = None -> x = u.
Proof.
  intros H1 L I Lx. rewrite infinite_one in H1 by auto. apply in_elt_inv in I.
  destruct I as [->|I]; auto. exfalso. apply in_split in I. destruct I as (m & m' & E).
  rewrite E, infinite_one in H1 by auto. lia.
Qed.

(** A player who does not want to lose a drawn sum has a move to another drawn sum. *)
Theorem drawn_stays p : drawn p -> exists q, sum_move p q /\ drawn q.
Proof.
  intros [HV HD].
  destruct (infinite_split p) as (l & u & l' & -> & L); [lia|].
  pose proof HV as [HU _]%vertices_middle.
  destruct (stays_infinite H u HU L) as (m & K1 & K2 & v & A & Lv & Kv).
  assert (M : sum_move (l ++ u :: l') (l ++ v :: l')) by now constructor.
  pose proof (vertices_move _ _ HV M) as HVq.
  assert (NI : infinite (l ++ v :: l') = infinite (l ++ u :: l')).
  { now rewrite !infinite_one. }
  destruct HD as [H2|[H1 HK]].
  { exists (l ++ v :: l'). split; auto. split; auto. left. lia. }
  specialize (HK u (in_elt u l l') L).
  assert (FX : nim_value (l ++ v :: l') = nim_value (l ++ u :: l')).
  { now rewrite !nim_value_middle, !value_infinite. }
  destruct (N.lt_trichotomy (nim_value (l ++ u :: l')) m) as [Q|[Q|Q]].
  - destruct (K2 _ Q) as (w & Aw & Lw). now apply HK in Aw.
  - exists (l ++ v :: l'). split; auto. split; auto. right. rewrite NI, FX, Q.
    split; auto. intros x Ix Lx. rewrite <- NI in H1.
    now rewrite (only_infinite _ _ _ _ H1 Lv Ix Lx).
  - destruct (smaller_nim_value _ m HV Q) as (q & Mq & X0 & Iq & _ & Old).
    exists q. split; auto. split; [now apply vertices_move in Mq|]. right.
    rewrite X0, Iq. split; auto. intros x Ix Lx.
    now rewrite (only_infinite _ _ _ _ H1 L (Old x Ix Lx) Lx).
Qed.

Lemma previous_step p : (forall q, sum_move p q -> Next sum_move q) ->
  (forall q, sum_move p q -> ~ drawn q) -> vertices p -> infinite p = 0 /\ nim_value p = 0.
Proof.
  intros HN IH HV. destruct (N.eq_dec (infinite p) 0) as [I0|I0].
  - split; auto. destruct (N.eq_dec (nim_value p) 0) as [Z|Z]; auto. exfalso.
    apply (not_both sum_move p); [now constructor|]. now apply nonzero_next.
  - exfalso. assert (DP : drawn p).
    { split; auto. destruct (N.le_gt_cases 2 (infinite p)) as [I2|I2]; [now left|right].
      split; [lia|]. intros u Iu L w A Lw. apply in_split in Iu. destruct Iu as (l & l' & ->).
      assert (M : sum_move (l ++ u :: l') (l ++ w :: l')) by now constructor.
      apply (not_both sum_move (l ++ w :: l')); [|now apply HN].
      eapply zero_previous; eauto; [now apply vertices_move in M| |].
      - rewrite infinite_one in * by auto. rewrite (infinite_finite _ _ _ _ Lw). lia.
      - rewrite nim_value_middle, (value_finite _ _ Lw), nim_value_middle, value_infinite by auto.
        rewrite N.lxor_0_l. apply N.lxor_nilpotent. }
    destruct (drawn_stays _ DP) as (q & M & DQ). now apply (IH q).
Qed.

Lemma next_step p q : sum_move p q -> (vertices q -> infinite q = 0 /\ nim_value q = 0) ->
  ~ drawn p.
Proof.
  intros M IH [HV HD]. destruct IH as [I0 X0]; [now apply vertices_move in M|].
  apply sum_move_inv in M. destruct M as (l & u & w & l' & -> & -> & A).
  destruct (infinite_none _ _ _ I0) as (k & Lw & I1).
  rewrite nim_value_middle, (value_finite _ _ Lw) in X0. apply N.lxor_eq in X0.
  destruct (label u) as [j|] eqn:L.
  - rewrite (infinite_finite _ _ _ _ L) in HD. lia.
  - rewrite infinite_one in HD by auto. destruct HD as [HD|[_ HK]]; [lia|].
    apply (HK u (in_elt u l l') L w A). rewrite nim_value_middle, value_infinite by auto.
    rewrite N.lxor_0_l. congruence.
Qed.

Lemma decided : (forall p, Previous sum_move p -> vertices p -> infinite p = 0 /\ nim_value p = 0)
  /\ (forall p, Next sum_move p -> ~ drawn p).
Proof.
  apply outcome_min; intros.
  - now apply previous_step.
  - now apply next_step with w.
Qed.

(** The previous player wins just those sums whose labels are finite and have the nim-sum 0.
    Source: C. A. B. Smith, "Graphs and composite games", 1966. *)
Theorem sum_previous p : vertices p ->
  (Previous sum_move p <-> infinite p = 0 /\ nim_value p = 0).
Proof.
  intros HV. split; [intros HP; now apply decided|]. intros [A B]. eapply zero_previous; eauto.
Qed.

(** The next player wins where the labels are finite and their nim-sum is not 0, or where one is
    infinite and a follower of its vertex has the nim-sum of the others. Source: the same. *)
Theorem sum_next p : vertices p -> (Next sum_move p <->
  (infinite p = 0 /\ nim_value p <> 0) \/
  (exists l u l' w, p = l ++ u :: l' /\ label u = None /\ infinite (l ++ l') = 0 /\
     arc u w /\ label w = Some (nim_value (l ++ l')))).
Proof.
  intros HV. split.
  - intros HN. inversion HN as [p' q M Q]; subst p'.
    apply decided in Q; [|now apply vertices_move in M]. destruct Q as [Q1 Q2].
    apply sum_move_inv in M. destruct M as (l & u & w & l' & -> & -> & A).
    destruct (infinite_none _ _ _ Q1) as (k & Lw & I0).
    rewrite nim_value_middle, (value_finite _ _ Lw) in Q2. apply N.lxor_eq in Q2.
    destruct (label u) as [j|] eqn:L.
    + left. rewrite (infinite_finite _ _ _ _ L), nim_value_middle, (value_finite _ _ L).
      split; auto. intros Z. apply N.lxor_eq in Z. apply vertices_middle in HV.
      apply (lacks_label H u j w); try tauto. congruence.
    + right. exists l, u, l', w. rewrite <- Q2. auto.
  - intros [[A B]|(l & u & l' & w & -> & L & I0 & A & Lw)]; [now apply nonzero_next|].
    assert (M : sum_move (l ++ u :: l') (l ++ w :: l')) by now constructor.
    apply next with (l ++ w :: l'); auto. eapply zero_previous; eauto.
    + now apply vertices_move in M.
    + now rewrite (infinite_finite _ _ _ _ Lw).
    + rewrite nim_value_middle, (value_finite _ _ Lw). apply N.lxor_nilpotent.
Qed.

(** A sum is a draw just where two labels are infinite, or one of which no follower has the
    nim-sum of the others. Source: the same. *)
Theorem sum_draw p : vertices p -> (Draw sum_move p <->
  2 <= infinite p \/
  (infinite p = 1 /\ forall u, In u p -> label u = None ->
     forall w, arc u w -> label w <> Some (nim_value p))).
Proof.
  intros HV. split.
  - intros [NP NN]. destruct (N.le_gt_cases 2 (infinite p)) as [I2|I2]; [now left|right].
    assert (I0 : infinite p <> 0).
    { intros I0. destruct (N.eq_dec (nim_value p) 0) as [Z|Z].
      - now apply NP, sum_previous.
      - apply NN, sum_next; auto. }
    split; [lia|]. intros u Iu L w A Lw. apply in_split in Iu. destruct Iu as (l & l' & ->).
    rewrite infinite_one in I2 by auto.
    apply NN, sum_next; auto. right. exists l, u, l', w.
    rewrite nim_value_middle, value_infinite, N.lxor_0_l in Lw by auto. repeat split; auto. lia.
  - intros HD. assert (D : drawn p) by now split.
    split; intros HO; [|now apply decided in HO].
    apply decided in HO; auto. destruct HD as [HD|[HD _]]; lia.
Qed.
End Sum.
