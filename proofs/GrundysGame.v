(** * Grundy's game under misère play: heaps up to 25 that replace each other in any sum *)
From Coq Require Import List Arith NArith Lia Bool Permutation.
From Grundy Require Import Base SpragueGrundy Outcomes Misere Signs MisereAlike.
Import ListNotations.

(** A move splits a heap into two unequal ones: the code 4!.0. *)
Definition leaves : nat -> list nat -> Prop := signed_move [4%N] [Unequal].
Notation moves := (replaces leaves).
Notation Lost := (MiserePrevious moves).
Notation Won := (MisereNext moves).

Definition options (n : nat) : list (list nat) :=
  map (fun a => [a; n - a]) (filter (fun a => negb (a =? n - a)) (seq 1 (n - 1))).

Lemma options_spec n parts : In parts (options n) <-> leaves n parts.
Proof.
  unfold options, leaves, signed_move, heap_move. rewrite in_map_iff. split.
  - intros (a & <- & I). apply filter_In in I. destruct I as [I D]. apply in_seq in I.
    assert (S : list_sum [a; n - a] = n) by (cbn; lia). rewrite S, Nat.sub_diag. split.
    + exists 0. split; [reflexivity|]. split; [repeat constructor; lia|]. split; [reflexivity|cbn; lia].
    + cbn [sign_at nth fits unequal existsb]. destruct (a =? n - a); [discriminate|reflexivity].
  - intros [(r & S & F & B & _) D].
    assert (r = 0) as ->.
    { destruct r; auto. unfold digits in B. cbn in B. destruct r; discriminate. }
    assert (L : length parts = 2).
    { unfold digits in B. cbn [nth] in B. destruct parts as [|a [|b [|c parts]]]; auto; try discriminate.
      exfalso. change 4%N with (2 ^ 2)%N in B. rewrite N.pow2_bits_false in B; [discriminate|].
      cbn [length]. lia. }
    destruct parts as [|a [|b [|]]]; try discriminate.
    pose proof (Forall_inv F) as Fa. pose proof (Forall_inv (Forall_inv_tail F)) as Fb.
    replace (n - list_sum [a; b]) with 0 in D by (cbn in *; lia). cbn in S.
    cbn [sign_at nth fits unequal existsb] in D.
    exists a. replace (n - a) with b by lia. split; [reflexivity|].
    apply filter_In. split; [apply in_seq; lia|]. replace (n - a) with b by lia.
    destruct (a =? b); [discriminate|reflexivity].
Qed.

Definition play_ends := signed_end [4%N] [Unequal].
Notation alike := (alike leaves).
Definition after : list nat -> list (list nat) := after options.

Lemma after_moves p q : In q (after p) <-> moves p q.
Proof. apply after_spec, options_spec. Qed.

(** ** Sums as lists, whose order does not matter *)
Fixpoint take (n : nat) (l : list nat) : option (list nat) :=
  match l with
  | [] => None
  | m :: l => if n =? m then Some l else option_map (cons m) (take n l)
  end.

Lemma take_ok n l : forall r, take n l = Some r -> Permutation l (n :: r).
Proof.
  induction l as [|m l IH]; cbn [take]; intros r E; [discriminate|].
  destruct (Nat.eqb_spec n m) as [->|D]; [injection E as <-; reflexivity|].
  destruct (take n l) as [r'|]; [|discriminate]. injection E as <-.
  rewrite (IH r' eq_refl). apply perm_swap.
Qed.

Lemma take_In n l : In n l -> exists r, take n l = Some r.
Proof.
  induction l as [|m l IH]; [intros []|]. cbn [take]. destruct (Nat.eqb_spec n m) as [->|D]; [eauto|].
  intros [E|I]; [congruence|]. destruct (IH I) as (r & ->). cbn. eauto.
Qed.

Fixpoint minus (v b : list nat) : option (list nat) :=
  match b with
  | [] => Some v
  | n :: b => match take n v with Some v => minus v b | None => None end
  end.

Lemma minus_ok b : forall v u, minus v b = Some u -> Permutation v (b ++ u).
Proof.
  induction b as [|n b IH]; cbn [minus]; intros v u E; [injection E as ->; reflexivity|].
  destruct (take n v) as [v'|] eqn:T; [|discriminate]. apply take_ok in T. rewrite T.
  cbn [app]. now constructor; apply IH.
Qed.

Definition same_sum (u v : list nat) : bool :=
  match minus u v with Some [] => true | _ => false end.

Lemma same_sum_ok u v : same_sum u v = true -> Permutation u v.
Proof.
  unfold same_sum. destruct (minus u v) as [[|]|] eqn:E; try discriminate. intros _.
  apply minus_ok in E. now rewrite app_nil_r in E.
Qed.

(** ** The claim: what each heap may be replaced by; three and three are nothing *)
Definition replacements : list (list nat) :=
  [[]; []; []; [3]; []; [5]; [3]; []; [5]; [3]; []; [5]; [3]; [13]; [5]; [3]; [13]; [5]; [18];
   [13]; [20]; [18]; [22]; [23]; [24]; [25]].

Definition replacement (n : nat) : list nat := nth n replacements [n].

Definition reduce (p : list nat) : list nat :=
  let l := flat_map replacement p in
  (if Nat.odd (count_occ Nat.eq_dec l 3) then [3] else []) ++ filter (fun n => negb (n =? 3)) l.

Definition into (g h : list nat) : bool := same_sum (reduce g) (reduce h).

(** The conditions of [alike_by], for a heap that is replaced. *)
Definition check_heap (n : nat) : bool :=
  let h := replacement n in
  if same_sum [n] h then true else
  if forallb (fun m => m <? n) h then
  if forallb (fun h' => existsb (fun g' => into g' h') (options n)) (after h) then
  if forallb (fun g' => existsb (fun h' => into g' h') (after h) ||
                        existsb (fun g'' => into g'' h) (after g')) (options n) then
  match after h, options n with
  | [], _ :: _ => existsb (fun g' => into g' [3]) (options n)
  | _, _ => true
  end else false else false else false.

Lemma heaps_checked : forallb check_heap (seq 0 26) = true.
Proof. vm_compute. reflexivity. Qed.

(** ** Proof *)
Lemma no_moves p q : after p = [] -> ~ moves p q.
Proof. intros E M. apply after_moves in M. now rewrite E in M. Qed.

Lemma dead p : after p = [] -> alike p [].
Proof.
  intros E. apply (alike_by leaves play_ends options options_spec).
  - intros h' M. now apply (no_moves [] h') in M.
  - intros g' M. now apply (no_moves p g' E) in M.
  - right. left. intros g'. now apply no_moves.
Qed.

Lemma few_dead p : Forall (fun n => n <= 2) p -> after p = [].
Proof.
  induction 1 as [|n p L _ IH]; [reflexivity|]. unfold after in *. cbn [MisereAlike.after].
  rewrite IH. destruct n as [|[|[|]]]; try reflexivity. lia.
Qed.

Lemma alike_few p r : Forall (fun n => n <= 2) r -> alike (p ++ r) p.
Proof.
  intros F. apply few_dead, dead in F. rewrite <- (app_nil_r p) at 2.
  apply (alike_app leaves play_ends); [apply alike_refl|exact F].
Qed.

Lemma lost_3 : Lost [3].
Proof.
  constructor; [exists [1; 2]; apply after_moves; now left|]. intros q M. apply misere_end.
  intros r. apply no_moves, few_dead. apply after_moves in M.
  repeat (destruct M as [<-|M]; [repeat constructor|]). destruct M.
Qed.

Lemma threes : alike [3; 3] [].
Proof.
  assert (A : forall q, moves [3; 3] q -> exists r, Permutation q ([3] ++ r) /\ Forall (fun n => n <= 2) r).
  { intros q M. apply after_moves in M.
    destruct M as [<-|[<-|[<-|[<-|[]]]]]; [exists [1; 2]|exists [2; 1]|exists [1; 2]|exists [2; 1]];
      (split; [|repeat constructor]).
    - apply (Permutation_app_comm [1; 2] [3]).
    - apply (Permutation_app_comm [2; 1] [3]).
    - reflexivity.
    - reflexivity. }
  assert (B : forall q, moves [3; 3] q -> alike q [3]).
  { intros q M. destruct (A q M) as (r & E & F).
    apply (alike_trans leaves q ([3] ++ r)); [|now apply alike_few].
    now apply (alike_permutation leaves play_ends). }
  apply (alike_by leaves play_ends options options_spec).
  - intros h' M. now apply (no_moves [] h') in M.
  - intros g' M. right. destruct (A g' M) as (r & E & F).
    destruct (move_around leaves ([3] ++ r) g' ([1; 2] ++ r)) as (g'' & M' & E');
      [now symmetry|apply move_app; left; exists [1; 2]; split; [apply after_moves; now left|reflexivity]|].
    exists g''. split; [exact M'|].
    apply (alike_trans leaves g'' ([] ++ [1; 2] ++ r)).
    + apply (alike_permutation leaves play_ends). now symmetry.
    + apply alike_few. apply Forall_app. split; [repeat constructor; lia|exact F].
  - right. right. apply misere_next with [3; 1; 2]; [apply after_moves; cbn; tauto|].
    apply (alike_lost leaves [3; 1; 2] [3]); [|exact lost_3].
    apply (alike_few [3] [1; 2]). repeat constructor.
Qed.

Lemma alike_both p p' q q' : alike p p' -> alike q q' -> alike (p ++ q) (p' ++ q').
Proof. apply (alike_app leaves play_ends). Qed.

Lemma alike_order p q : Permutation p q -> alike p q.
Proof. apply (alike_permutation leaves play_ends). Qed.

Lemma some_threes c : alike (repeat 3 c) (if Nat.odd c then [3] else []) /\
                      alike (repeat 3 (S c)) (if Nat.odd c then [] else [3]).
Proof.
  induction c as [|c [IH1 IH2]]; [split; apply alike_refl|].
  rewrite Nat.odd_succ, <- Nat.negb_odd. split; [now destruct (Nat.odd c)|].
  apply (alike_both [3; 3] [] (repeat 3 c)) in IH1; [|exact threes].
  destruct (Nat.odd c); exact IH1.
Qed.

Lemma apart k l :
  Permutation l (repeat k (count_occ Nat.eq_dec l k) ++ filter (fun n => negb (n =? k)) l).
Proof.
  induction l as [|n l IH]; [reflexivity|]. cbn [count_occ filter].
  destruct (Nat.eq_dec n k) as [->|D].
  - rewrite Nat.eqb_refl. cbn [negb repeat app]. now constructor.
  - apply Nat.eqb_neq in D. rewrite D. cbn [negb]. rewrite <- Permutation_middle. now constructor.
Qed.

Lemma reduce_if p : Forall (fun n => alike [n] (replacement n)) p -> alike p (reduce p).
Proof.
  intros F. apply (alike_trans leaves p (flat_map replacement p)).
  - induction F as [|n p A _ IH]; [apply alike_refl|]. now apply (alike_both [n]).
  - unfold reduce. set (l := flat_map replacement p).
    eapply alike_trans; [apply alike_order, (apart 3)|].
    apply alike_both; [apply some_threes|apply alike_refl].
Qed.

Lemma parts_smaller n parts : In parts (options n) -> Forall (fun m => m < n) parts.
Proof.
  unfold options. rewrite in_map_iff. intros (a & <- & I). apply filter_In in I.
  destruct I as [I _]. apply in_seq in I. repeat constructor; lia.
Qed.

Lemma after_smaller n p q : Forall (fun m => m < n) p -> In q (after p) -> Forall (fun m => m < n) q.
Proof.
  intros F I. apply after_moves in I. destruct I as [l m parts l' M].
  rewrite !Forall_app, Forall_cons_iff in *. destruct F as (A & B & C). repeat split; auto.
  apply options_spec, parts_smaller in M. eapply Forall_impl; [|exact M]. cbn. intros; lia.
Qed.

Theorem replacement_right n : alike [n] (replacement n).
Proof.
  induction n as [n IH] using lt_wf_ind.
  assert (R : forall p, Forall (fun m => m < n) p -> alike p (reduce p)).
  { intros p F. apply reduce_if. eapply Forall_impl; [|exact F]. exact IH. }
  assert (I : forall g h, Forall (fun m => m < n) g -> Forall (fun m => m < n) h -> into g h = true ->
    alike g h).
  { intros g h Fg Fh E. apply same_sum_ok in E. apply alike_trans with (reduce g); [auto|].
    apply alike_trans with (reduce h); [now apply alike_order|]. apply alike_sym; auto. }
  destruct (le_lt_dec 26 n) as [Large|Small].
  { unfold replacement. rewrite nth_overflow by exact Large. apply alike_refl. }
  pose proof heaps_checked as C. rewrite forallb_forall in C. specialize (C n).
  assert (Cn : check_heap n = true) by (apply C, in_seq; lia). clear C.
  unfold check_heap in Cn. cbn zeta in Cn. set (h := replacement n) in *.
  destruct (same_sum [n] h) eqn:S; [now apply alike_order, same_sum_ok|].
  destruct (forallb _ h) eqn:Fh in Cn; [|discriminate].
  destruct (forallb _ (after h)) eqn:K in Cn; [|discriminate].
  destruct (forallb _ (options n)) eqn:A in Cn; [|discriminate].
  assert (Sh : Forall (fun m => m < n) h).
  { apply Forall_forall. intros m Hm. rewrite forallb_forall in Fh. now apply Nat.ltb_lt, Fh. }
  assert (One : forall g, moves [n] g <-> In g (options n)).
  { intros g. rewrite <- after_moves. unfold after. cbn [MisereAlike.after map].
    rewrite app_nil_r, in_map_iff. split.
    - intros (x & <- & X). now rewrite app_nil_r.
    - intros X. exists g. split; [apply app_nil_r|exact X]. }
  rewrite forallb_forall in K, A.
  apply (alike_by leaves play_ends options options_spec).
  - intros h' M. apply after_moves in M. specialize (K h' M). apply existsb_exists in K.
    destruct K as (g' & G & E). exists g'. split; [now apply One|].
    apply I; auto; [now apply parts_smaller|now apply (after_smaller n h)].
  - intros g' G. apply One in G. specialize (A g' G). apply orb_true_iff in A.
    pose proof (parts_smaller n g' G) as Sg.
    destruct A as [A|A]; apply existsb_exists in A; [left|right].
    + destruct A as (h' & M & E). exists h'. split; [now apply after_moves|].
      apply I; auto. now apply (after_smaller n h).
    + destruct A as (g'' & M & E). exists g''. split; [now apply after_moves|].
      apply I; auto. now apply (after_smaller n g').
  - destruct (after h) as [|h' l] eqn:E; [right|left; exists h'; apply after_moves; rewrite E; now left].
    destruct (options n) as [|g l] eqn:O; [left; intros g' M; now apply One in M|right].
    apply existsb_exists in Cn. destruct Cn as (g' & G & E3).
    apply misere_next with g'; [now apply One|]. apply (alike_lost leaves g' [3]); [|exact lost_3].
    rewrite <- O in G. pose proof (parts_smaller n g' G) as Sg. apply I; auto.
    destruct (le_lt_dec n 3) as [Few|]; [|repeat constructor; lia].
    exfalso. clear - Few O S. destruct n as [|[|[|[|]]]]; cbn in O, S; try discriminate; lia.
Qed.

(** Any sum may be replaced by what is left of it. *)
Corollary reduce_right p : alike p (reduce p).
Proof. apply reduce_if, Forall_forall. intros n _. apply replacement_right. Qed.
