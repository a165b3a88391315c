(** * Grundy's game: who wins sums of heaps up to 28 and one of 29, or up to 26 and two of 29 *)
From Coq Require Import List Arith NArith ZArith Lia Bool Permutation Uint63 PArray.
From Grundy Require Import Base SpragueGrundy Numbers Outcomes DigraphCheck Misere MisereCheck.
From Grundy Require Import MisereAlike MisereParts GrundysGame GrundysMonoid.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** ** All states of sums of heaps up to 28 and at most one of 29, and of those up to 26 and two *)
Notation state := (int * array bool)%type.
Definition heap_marks (n : nat) : int * array bool :=
  marked order table is_lost options phi n.
Definition empty_state : state := (0, make order false).
Definition after_state := after_state order table.

Definition below : list int := Eval vm_compute in range 0 order.

Lemma below_all x : inside order x -> In x below.
Proof.
  intros Hx. change below with (range 0 order). apply range_In. rewrite to_Z_0.
  unfold inside in Hx. bound x. lia.
Qed.

(** A walk from some states; nothing is proved of it. *)
Fixpoint walk (fuel : nat) (ks : list (int * array bool)) (waiting : list state)
  (sets : array (list (array bool))) : array (list (array bool)) :=
  match fuel, waiting with
  | S fuel, s :: waiting =>
    if has_state below sets s then walk fuel ks waiting sets
    else walk fuel ks (List.map (after_state s) ks ++ waiting)
           sets.[fst s <- snd s :: sets.[fst s]]
  | _, _ => sets
  end.

Definition distinct_marks (ks : list (int * array bool)) : list (int * array bool) :=
  fold_left (fun l k => if existsb (same_marks below k) l then l else k :: l) ks [].

Definition marks_below (m : nat) : list (int * array bool) :=
  distinct_marks (List.map heap_marks (seq 0 m)).

Notation one_29 := (after_state empty_state (heap_marks 29)).
Notation two_29 := (after_state one_29 (heap_marks 29)).

Definition alive (n : nat) : bool := match options n with [] => false | _ => true end.

Definition starts : list state := one_29 ::
  List.map (fun n => after_state empty_state (heap_marks n)) (filter alive (seq 0 29)).

Definition check_part (m : nat) (starts : list state) : bool :=
  let ks := marks_below m in
  let sets := walk (Pos.to_nat 100000) ks starts (make order []) in
  if check_states order table is_lost below sets ks then
  if forallb (has_state below sets) starts then
  forallb (fun n => existsb (same_marks below (heap_marks n)) ks) (seq 0 m)
  else false else false.

Lemma parts_checked : check_part 29 starts = true /\ check_part 27 [two_29] = true.
Proof. split; vm_cast_no_check (eq_refl true). Qed.

Lemma dead_heaps_checked :
  forallb (fun n => if alive n then true else phi n =? 0) (seq 0 29) = true.
Proof. reflexivity. Qed.

(** From here on nothing is computed. *)
Strategy opaque [table is_lost phi walk after_state heap_marks].

(** ** The outcomes of these sums *)
Notation state_of := (state_of order table is_lost leaves phi).
Notation known := (known order table is_lost leaves phi).

Lemma small_order : (order <=? 4194303) = true.
Proof. reflexivity. Qed.

Lemma state_more n p s : state_of p s -> state_of (n :: p) (after_state s (heap_marks n)).
Proof.
  intros S. apply (state_cons order table is_lost laws leaves options phi options_spec phi_inside
    small_order n p s); [exact S|]. apply after_state_ok, small_order.
Qed.

Lemma state_nothing p : (forall q, ~ moves p q) -> element p = 0 -> state_of p empty_state.
Proof.
  intros N E. split; [now rewrite E|]. intros y _. cbn [snd empty_state]. rewrite get_make.
  split; [discriminate|]. intros (q & M & _). now apply N in M.
Qed.

(** What a part's states say of its sums, of which some are known from the start. *)
Lemma part_known m starts : check_part m starts = true -> exists sets,
  (forall p s, state_of p s -> In s starts -> known sets p) /\
  (forall n p, (n < m)%nat -> known sets p -> known sets (n :: p)) /\
  (forall p, known sets p ->
     lost (element p) = true <-> forall q, moves p q -> lost (element q) = false).
Proof.
  unfold check_part. cbn zeta. set (ks := marks_below m). set (sets := walk _ _ _ _). intros C.
  destruct (check_states _ _ _ _ _) eqn:S in C; [|discriminate].
  destruct (forallb (has_state below sets) starts) eqn:B in C; [|discriminate]. rewrite forallb_forall in B, C.
  exists sets. split; [|split].
  - intros p s K I. apply (known_if order table is_lost laws leaves phi phi_inside below below_all sets p s); auto.
  - intros n p L K. apply (known_cons order table is_lost laws leaves options phi options_spec
      phi_inside small_order below below_all sets ks n p S); [|exact K]. apply C, in_seq. lia.
  - intros p K. now apply (known_out order table is_lost laws leaves phi phi_inside below sets ks p).
Qed.

(** The sums of heaps below 29 and at most one heap of 29, or of heaps below 27 and two. *)
Definition small (m : nat) (q : list nat) : Prop := Forall (fun n => (n < m)%nat) q.
Definition in_part (p : list nat) : Prop := exists j q, Permutation p (q ++ repeat 29%nat j) /\
  ((j <= 1)%nat /\ small 29 q \/ j = 2%nat /\ small 27 q).

Definition settled (p : list nat) : Prop :=
  (forall q, ~ moves p q) /\ element p = 0 \/
  (exists q, moves p q) /\
  (lost (element p) = true <-> forall q, moves p q -> lost (element q) = false).

Lemma has_move_cons n p : (exists q, moves p q) -> exists q, moves (n :: p) q.
Proof. intros (q & M). exists (n :: q). apply move_cons. eauto. Qed.

Lemma alive_move n p : alive n = true -> exists q, moves (n :: p) q.
Proof.
  unfold alive. destruct (options n) as [|parts l] eqn:E; [discriminate|]. intros _.
  exists (parts ++ p). apply move_cons. left. exists parts. split; [|reflexivity].
  apply options_spec. rewrite E. now left.
Qed.

Lemma start_29 : In one_29 starts.
Proof. unfold starts. apply in_eq. Qed.

Lemma start_alive n : (n < 29)%nat -> alive n = true ->
  In (after_state empty_state (heap_marks n)) starts.
Proof.
  intros L A. unfold starts. apply in_cons, (in_map (fun n => after_state empty_state (heap_marks n))), filter_In.
  split; [apply in_seq; lia|exact A].
Qed.

Lemma settled_one j q : (j <= 1)%nat -> small 29 q -> settled (q ++ repeat 29%nat j).
Proof.
  intros J S. destruct (part_known 29 starts (proj1 parts_checked)) as (sets & Start & More & Out).
  assert (A : (forall q', ~ moves (q ++ repeat 29%nat j) q') /\ element (q ++ repeat 29%nat j) = 0 \/
    (exists q', moves (q ++ repeat 29%nat j) q') /\ known sets (q ++ repeat 29%nat j)).
  { induction S as [|n q L S IH]; cbn [app].
    - destruct j as [|[|]]; [left|right|lia].
      + split; [|reflexivity]. intros q. now apply no_moves.
      + split; [now apply alive_move|]. apply Start with one_29; [|exact start_29].
        apply state_more, state_nothing; [|reflexivity]. intros q. now apply no_moves.
    - destruct IH as [[N E]|[M K]]; [|right; split; [now apply has_move_cons|auto]].
      destruct (alive n) eqn:An; [right|left].
      + split; [now apply alive_move|].
        apply Start with (after_state empty_state (heap_marks n)).
        * now apply state_more, state_nothing.
        * now apply start_alive.
      + pose proof dead_heaps_checked as D. rewrite forallb_forall in D. specialize (D n).
        rewrite An in D. assert (P0 : phi n = 0) by (apply eqb_true, D, in_seq; lia). split.
        * intros q' M. apply move_cons in M. destruct M as [(parts & M & _)|(x & M & _)].
          -- apply options_spec in M. unfold alive in An. now destruct (options n).
          -- now apply N in M.
        * cbn [Misere.element fold_right]. fold (element (q ++ repeat 29%nat j)). rewrite E, P0.
          now apply (mul_0 order table is_lost laws). }
  destruct A as [A|[M K]]; [now left|right]. split; [exact M|now apply Out].
Qed.

Lemma settled_two q : small 27 q -> settled (q ++ repeat 29%nat 2).
Proof.
  intros S. destruct (part_known 27 [two_29] (proj2 parts_checked)) as (sets & Start & More & Out).
  assert (A : (exists q', moves (q ++ repeat 29%nat 2) q') /\ known sets (q ++ repeat 29%nat 2)).
  { induction S as [|n q L S [M K]]; cbn [app].
    - split; [now apply alive_move|]. apply Start with two_29; [|now left].
      apply state_more, state_more, state_nothing; [|reflexivity]. intros q. now apply no_moves.
    - split; [now apply has_move_cons|auto]. }
  right. split; [apply A|apply Out, A].
Qed.

Lemma element_same p q : Permutation p q -> element p = element q.
Proof. apply (element_around order table is_lost laws phi phi_inside). Qed.

Lemma settled_around p q : Permutation p q -> settled q -> settled p.
Proof.
  intros E [[N E0]|[(x & M) Out]].
  - left. rewrite (element_same p q E). split; [|exact E0]. intros r M.
    destruct (move_around leaves p q r E M) as (r' & M' & _). now apply N in M'.
  - right. split.
    + destruct (move_around leaves q p x (Permutation_sym E) M) as (y & M' & _). eauto.
    + rewrite (element_same p q E), Out. split; intros A r Mr.
      * destruct (move_around leaves p q r E Mr) as (r' & M' & E').
        rewrite (element_same r r' E'). auto.
      * destruct (move_around leaves q p r (Permutation_sym E) Mr) as (r' & M' & E').
        rewrite (element_same r r' E'). auto.
Qed.

Lemma small_move m p q : small m p -> moves p q -> small m q.
Proof. intros S M. apply (after_smaller m p q S). now apply after_moves. Qed.

Lemma part_of_29 parts : leaves 29 parts -> small 29 parts.
Proof. intros M. now apply parts_smaller, options_spec. Qed.

Lemma small_29 q : small 27 q -> small 29 q.
Proof. intros S. eapply Forall_impl; [|exact S]. cbn. intros; lia. Qed.

Lemma in_part_move p p' : in_part p -> moves p p' -> in_part p'.
Proof.
  intros (j & q & E & S) M. destruct (move_around leaves _ _ p' E M) as (r & Mr & E').
  apply move_app in Mr. destruct Mr as [(q' & Mq & ->)|(t & Mt & ->)].
  - exists j, q'. split; [exact E'|].
    destruct S as [[J S]|[J S]]; [left|right]; (split; [exact J|now apply (small_move _ q)]).
  - destruct S as [[J S]|[-> S]].
    + destruct j as [|[|]]; [now apply (no_moves [] t) in Mt| |lia].
      apply move_cons in Mt. destruct Mt as [(parts & Mp & ->)|(x & Mx & _)];
        [|now apply (no_moves [] x) in Mx].
      exists 0%nat, (q ++ parts). cbn [repeat]. rewrite !app_nil_r in *. split; [exact E'|].
      left. split; [lia|]. apply Forall_app. split; [exact S|now apply part_of_29].
    + assert (A : exists parts, leaves 29 parts /\ Permutation t (parts ++ [29%nat])).
      { apply move_cons in Mt. destruct Mt as [(parts & Mp & ->)|(x & Mx & ->)];
          [exists parts; now split|].
        apply move_cons in Mx. destruct Mx as [(parts & Mp & ->)|(y & My & _)];
          [|now apply (no_moves [] y) in My].
        exists parts. split; [exact Mp|]. rewrite app_nil_r. apply Permutation_cons_append. }
      destruct A as (parts & Mp & Et). exists 1%nat, (q ++ parts). split.
      * rewrite E', Et. now rewrite <- app_assoc.
      * left. split; [lia|]. apply Forall_app. split; [now apply small_29|now apply part_of_29].
Qed.

(** The element of each such sum says who wins it. *)
Theorem part_right p : in_part p -> decided p.
Proof.
  assert (A : forall p, in_part p -> (lost (element p) = true -> Lost p) /\
                                     (lost (element p) = false -> Won p)).
  { clear p. refine (play_ends _ _). intros p IH I.
    assert (X : settled p).
    { destruct I as (j & q & E & S). apply (settled_around p _ E).
      destruct S as [[J S]|[-> S]]; [now apply settled_one|now apply settled_two]. }
    destruct X as [[N E0]|[M Out]].
    - rewrite E0. split; [discriminate|]. intros _. now apply misere_end.
    - split; intros L.
      + constructor; [exact M|]. intros q Mq. apply (IH q Mq); [now apply (in_part_move p)|].
        now apply (proj1 Out L).
      + assert (B : exists q, In q (after p) /\ lost (element q) = true).
        { destruct (existsb (fun q => lost (element q)) (after p)) eqn:B.
          - apply existsb_exists in B. exact B.
          - assert (lost (element p) = true); [|congruence]. apply Out. intros q Mq.
            destruct (lost (element q)) eqn:Lq; auto. rewrite <- B. symmetry.
            apply existsb_exists. exists q. split; [now apply after_moves|exact Lq]. }
        destruct B as (q & Iq & Lq). apply after_moves in Iq. apply misere_next with q; auto.
        apply (IH q Iq); [now apply (in_part_move p)|exact Lq]. }
  intros I. unfold decided. destruct (A p I) as [A1 A2]. destruct (lost (element p)) eqn:L.
  - specialize (A1 eq_refl). split; split; auto; try discriminate. intros W.
    now destruct (misere_not_both _ p A1).
  - specialize (A2 eq_refl). split; split; auto; try discriminate. intros W.
    now destruct (misere_not_both _ p W).
Qed.
