(** * The checker of values by digits, and that it accepts only right ones *)
From Coq Require Import List Arith NArith ZArith Lia Bool.
From Grundy Require Import Base Digits DigitsSets.
Import ListNotations.
Local Open Scope N_scope.

(** Whether t is at most n, so that it has no more digits. *)
Definition fits_term (b : N) (T : term) : bool :=
  fits b (takes T) && ((added T =? 0) || match takes T with
    | Progression _ _ (Some l) => (l <=? added T) && (added T <=? divisor T)
    | _ => false
    end).

(** ** All that digits reach *)
Section Check.
Variables (b : N) (steps : N -> N -> N) (outputs : N -> N) (terms : list term).

Definition no_term : term := Term (Progression 0 0 None) 0 0.
Definition term_at (i : N) : term := nth (N.to_nat i) terms no_term.

(** Beyond these bounds no digits bring the rest back to - added. *)
Definition lower (T : term) : Z := (- Z.max 1 (Z.of_N (added T)))%Z.
Definition bounded (T : term) (r : Z) : bool := ((lower T <=? r) && (r <=? Z.of_N (divisor T)))%Z.

Definition start : list entry :=
  flat_map (fun i => match folded b (takes (term_at i)) 0 with
                     | None => [] | Some t => [(i, 0%Z, t, false, 0)] end)
    (upto (N.of_nat (length terms))).

(** What comes of an entry by one more digit of n. *)
Definition follow (d : N) (e : entry) : list entry :=
  let '(i, r, t, s, q) := e in
  let T := term_at i in
  flat_map (fun x =>
      let over := (Z.of_N b * r + Z.of_N d - Z.of_N (divisor T) * Z.of_N x)%Z in
      flat_map (fun z =>
          let r := (over - Z.of_N z)%Z in
          if bounded T r then
            match folded b (takes T) (b * t + z) with
            | None => []
            | Some t => [(i, r, t, (s || (x <? d))%bool, steps q x)]
            end
          else [])
        (upto b))
    (upto (if s then b else N.succ d)).

Definition is_move (e : entry) : bool :=
  let '(i, r, t, s, q) := e in
  let T := term_at i in
  s && (r =? - Z.of_N (added T))%Z && is_amount (takes T) t.

Definition reached_values (es : list entry) : list N :=
  map (fun e => outputs (snd e)) (filter is_move es).

(** The value v is the least that no entry has. *)
Definition least (v : N) (es : list entry) : bool :=
  let values := reached_values es in negb (mem v values) && forallb (fun j => mem j values) (upto v).

(** [content]: for each of so many sets its state and entries; [next] names what follows it. *)
Variables (count : N) (content : N -> N * list entry) (next : N -> N -> N).

Definition check_set (i : N) : bool :=
  let (q, es) := content i in
  least (outputs q) es && forallb (fun d =>
      let j := next i d in
      (j <? count) &&
      let (q', es') := content j in (q' =? steps q d) && same es' (in_order (flat_map (follow d) es)))
    (upto b).

Definition check_digits : bool :=
  (2 <=? b) && forallb (fits_term b) terms && (steps 0 0 =? 0) && (0 <? count) &&
  (let (q, es) := content 0 in (q =? 0) && same es (in_order start)) &&
  forallb check_set (upto count).

(** ** Numbers and their first digits *)

(** The state after the last k digits of n, where zeros stand before them. *)
Fixpoint state (k : nat) (n : N) : N :=
  match k with O => 0 | S k => steps (state k (n / b)) (n mod b) end.

(** What the automaton says of a number. *)
Definition read (n : N) : N := outputs (state (N.size_nat n) n).

Fixpoint run (k : nat) (n : N) : list entry :=
  match k with O => start | S k => flat_map (follow (n mod b)) (run k (n / b)) end.

Fixpoint walk (k : nat) (n : N) : N :=
  match k with O => 0 | S k => next (walk k (n / b)) (n mod b) end.

Hypothesis b2 : 2 <= b.
Hypothesis fit : forall T, In T terms -> fits_term b T = true.
Hypothesis zeros : steps 0 0 = 0.

Lemma state_zero k : state k 0 = 0.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [state]. now rewrite N.div_0_l, N.mod_0_l, IH by lia. Qed.

Lemma power_succ k : b ^ N.of_nat (S k) = b * b ^ N.of_nat k.
Proof. now rewrite Nat2N.inj_succ, N.pow_succ_r'. Qed.

Lemma power_0 : b ^ N.of_nat 0 = 1.
Proof. reflexivity. Qed.

Lemma state_more k : forall n, n < b ^ N.of_nat k -> state (S k) n = state k n.
Proof.
  induction k as [|k IH]; intros n H.
  - rewrite power_0 in H. replace n with 0 by lia. now rewrite !state_zero.
  - change (state (S (S k)) n) with (steps (state (S k) (n / b)) (n mod b)). rewrite IH; [reflexivity|].
    apply N.div_lt_upper_bound; [lia|]. now rewrite <- power_succ.
Qed.

Lemma power_mono k l : (k <= l)%nat -> b ^ N.of_nat k <= b ^ N.of_nat l.
Proof. intros H. apply N.pow_le_mono_r; lia. Qed.

Lemma state_any k l n : (k <= l)%nat -> n < b ^ N.of_nat k -> state l n = state k n.
Proof.
  intros H Hn. induction H as [|l H IH]; [reflexivity|]. rewrite state_more; [exact IH|].
  apply (N.lt_le_trans _ _ _ Hn), power_mono, H.
Qed.

Lemma size_enough n : n < b ^ N.of_nat (N.size_nat n).
Proof.
  apply (N.lt_le_trans _ _ _ (size_bound n)). apply N.pow_le_mono_l. lia.
Qed.

Lemma read_state k n : n < b ^ N.of_nat k -> read n = outputs (state k n).
Proof.
  intros H. unfold read. f_equal. destruct (le_lt_dec (N.size_nat n) k) as [L|L].
  - symmetry. apply state_any; [exact L|apply size_enough].
  - apply state_any; [lia|exact H].
Qed.

(** ** What is run through are all smaller numbers *)
Definition rest_of (T : term) (n m t : N) : Z :=
  (Z.of_N n - Z.of_N (divisor T) * Z.of_N m - Z.of_N t)%Z.

(** Once beyond its bounds, the rest stays there. *)
Lemma bounded_before T n m t d x z : d < b -> x < b -> z < b ->
  bounded T (rest_of T (b * n + d) (b * m + x) (b * t + z)) = true ->
  bounded T (rest_of T n m t) = true.
Proof.
  unfold bounded, lower, rest_of. rewrite !andb_true_iff, !Z.leb_le. rewrite !N2Z.inj_add, !N2Z.inj_mul.
  intros Hd Hx Hz [A B]. set (D := Z.of_N (divisor T)) in *. set (M := Z.max 1 _) in *.
  assert (HM : (1 <= M)%Z) by lia. assert (HD : (0 <= D)%Z) by lia.
  set (r := (Z.of_N n - D * Z.of_N m - Z.of_N t)%Z).
  assert (E : (Z.of_N b * Z.of_N n + Z.of_N d - D * (Z.of_N b * Z.of_N m + Z.of_N x) -
    (Z.of_N b * Z.of_N t + Z.of_N z) = Z.of_N b * r + (Z.of_N d - D * Z.of_N x - Z.of_N z))%Z)
    by (unfold r; ring).
  rewrite E in A, B. split.
  - destruct (Z.lt_ge_cases r (- M)) as [L|L]; [exfalso|lia].
    assert (Z.of_N b * r <= Z.of_N b * (- M - 1))%Z by (apply Z.mul_le_mono_nonneg_l; lia). nia.
  - destruct (Z.lt_ge_cases D r) as [L|L]; [exfalso|lia].
    assert (Z.of_N b * (D + 1) <= Z.of_N b * r)%Z by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.

Definition written (k : nat) (n : N) (e : entry) : Prop :=
  let '(i, r, t', s, q) := e in
  (N.to_nat i < length terms)%nat /\ exists m t, m < b ^ N.of_nat k /\ t < b ^ N.of_nat k /\
    m <= n /\ r = rest_of (term_at i) n m t /\ bounded (term_at i) r = true /\
    folded b (takes (term_at i)) t = Some t' /\ s = (m <? n) /\ q = state k m.

Lemma term_fits i : (N.to_nat i < length terms)%nat -> fits b (takes (term_at i)) = true.
Proof.
  intros H. assert (F : In (term_at i) terms) by now apply nth_In.
  apply fit, andb_prop in F. apply F.
Qed.

Lemma no_longer T n m t : In T terms -> amount (takes T) t -> m < n ->
  n + added T = divisor T * m + t -> t <= n.
Proof.
  intros HT A L E. apply fit, andb_prop in HT. destruct HT as [_ H].
  apply orb_prop in H. destruct H as [H|H]; [apply N.eqb_eq in H; lia|].
  destruct (takes T) as [first step [l|]|]; try discriminate. destruct A as [_ A].
  rewrite andb_true_iff, !N.leb_le in H. destruct (N.eq_dec m 0) as [->|Z]; nia.
Qed.

Lemma follow_In d e e' : In e' (follow d e) <->
  let '(i, r, t, s, q) := e in exists x z u, x < (if s then b else N.succ d) /\ z < b /\
    let r' := (Z.of_N b * r + Z.of_N d - Z.of_N (divisor (term_at i)) * Z.of_N x - Z.of_N z)%Z in
    bounded (term_at i) r' = true /\ folded b (takes (term_at i)) (b * t + z) = Some u /\
    e' = (i, r', u, (s || (x <? d))%bool, steps q x).
Proof.
  destruct e as [[[[i r] t] s] q]. unfold follow. cbn zeta. rewrite in_flat_map. split.
  - intros (x & Hx & H). apply in_flat_map in H. destruct H as (z & Hz & H).
    apply upto_In in Hx, Hz. destruct (bounded _ _) eqn:B in H; [|destruct H].
    destruct (folded b _ _) as [u|] eqn:F in H; [|destruct H]. destruct H as [<-|[]].
    exists x, z, u. now rewrite B, F.
  - intros (x & z & u & Hx & Hz & B & F & ->). exists x. split; [now apply upto_In|].
    apply in_flat_map. exists z. split; [now apply upto_In|]. rewrite B, F. now left.
Qed.

Lemma digit_parts k n : n < b ^ N.of_nat (S k) ->
  n = b * (n / b) + n mod b /\ n mod b < b /\ n / b < b ^ N.of_nat k.
Proof.
  intros H. split; [apply N.div_mod; lia|]. split; [apply N.mod_lt; lia|].
  apply N.div_lt_upper_bound; [lia|]. now rewrite <- power_succ.
Qed.

Lemma join_parts k m x : x < b -> m < b ^ N.of_nat k ->
  b * m + x < b ^ N.of_nat (S k) /\ (b * m + x) / b = m /\ (b * m + x) mod b = x.
Proof.
  intros Hx Hm. rewrite power_succ. split; [nia|]. split.
  - symmetry. apply (N.div_unique _ b m x); lia.
  - symmetry. apply (N.mod_unique _ b m x); lia.
Qed.

Theorem run_spec k : forall n e, n < b ^ N.of_nat k -> In e (run k n) <-> written k n e.
Proof.
  induction k as [|k IH]; intros n [[[[i r] u] s] q] Hn.
  - rewrite power_0 in Hn. replace n with 0 by lia. cbn [run]. unfold start, written.
    rewrite in_flat_map, power_0. split.
    + intros (j & Hj & H). apply upto_In in Hj.
      destruct (folded b (takes (term_at j)) 0) as [t|] eqn:F; [|destruct H].
      destruct H as [E|[]]. injection E as <- <- <- <- <-. split; [lia|]. exists 0, 0.
      split; [lia|]. split; [lia|]. split; [lia|]. split; [unfold rest_of; lia|].
      split; [unfold bounded, lower; rewrite andb_true_iff, !Z.leb_le; lia|].
      split; [exact F|]. split; reflexivity.
    + intros (Hi & m & t & Hm & Ht & _ & R & B & F & S & Q).
      assert (m = 0) by lia. assert (t = 0) by lia. subst m t. exists i.
      split; [apply upto_In; lia|]. rewrite F. left. subst. unfold rest_of.
      repeat f_equal. lia.
  - destruct (digit_parts k n Hn) as (En & Hd & Hn'). cbn [run].
    set (d := n mod b) in *. set (n' := n / b) in *. rewrite in_flat_map. split.
    + intros ([[[[i' r'] u'] s'] q'] & He & H). apply (IH n') in He; auto.
      destruct He as (Hi & m & t & Hm & Ht & Le & -> & B & F & -> & ->).
      apply follow_In in H. destruct H as (x & z & v & Hx & Hz & B' & F' & E).
      injection E as -> -> -> -> ->. split; [exact Hi|].
      assert (Hxb : x < b) by (destruct (m <? n'); lia).
      destruct (join_parts k m x Hxb Hm) as (J1 & J2 & J3).
      destruct (join_parts k t z Hz Ht) as (J4 & _ & _).
      exists (b * m + x), (b * t + z).
      assert (R : (Z.of_N b * rest_of (term_at i') n' m t + Z.of_N d -
         Z.of_N (divisor (term_at i')) * Z.of_N x - Z.of_N z)%Z =
         rest_of (term_at i') n (b * m + x) (b * t + z)).
      { unfold rest_of. rewrite En, !N2Z.inj_add, !N2Z.inj_mul. ring. }
      split; [exact J1|]. split; [exact J4|].
      split; [destruct (N.ltb_spec m n'); nia|]. split; [exact R|].
      split; [exact B'|]. split; [|split].
      * rewrite (folded_digit b b2 _ t u' z); auto. now apply term_fits.
      * apply eq_true_iff_eq. rewrite orb_true_iff, !N.ltb_lt.
        destruct (N.ltb_spec m n'); nia.
      * cbn [state]. now rewrite J2, J3.
    + intros (Hi & m & t & Hm & Ht & Le & -> & B & F & -> & ->).
      destruct (digit_parts k m Hm) as (Em & Hx & Hm').
      destruct (digit_parts k t Ht) as (Et & Hz & Ht').
      set (x := m mod b) in *. set (m' := m / b) in *. set (z := t mod b) in *. set (t' := t / b) in *.
      assert (Fm : folded b (takes (term_at i)) t' <> None).
      { intros Q. apply (folded_lost b b2 _ _ z (term_fits i Hi)) in Q; auto. rewrite <- Et in Q.
        destruct Q as [_ Q]. congruence. }
      destruct (folded b (takes (term_at i)) t') as [u'|] eqn:F'; [|congruence].
      rewrite En, Em, Et in B.
      exists (i, rest_of (term_at i) n' m' t', u', m' <? n', state k m'). split.
      * apply IH; auto. split; [exact Hi|]. exists m', t'. split; [exact Hm'|]. split; [exact Ht'|].
        split; [nia|]. split; [reflexivity|]. split; [|split; [exact F'|split; reflexivity]].
        now apply (bounded_before _ n' m' t' d x z).
      * apply follow_In. exists x, z, u.
        assert (R : (Z.of_N b * rest_of (term_at i) n' m' t' + Z.of_N d -
           Z.of_N (divisor (term_at i)) * Z.of_N x - Z.of_N z)%Z = rest_of (term_at i) n m t).
        { unfold rest_of. rewrite En, Em, Et, !N2Z.inj_add, !N2Z.inj_mul. ring. }
        split; [destruct (N.ltb_spec m' n'); nia|]. split; [exact Hz|]. cbn zeta.
        rewrite R. split; [now rewrite En, Em, Et|]. split.
        -- rewrite Et in F. rewrite <- F. symmetry. apply (folded_digit b b2); auto. now apply term_fits.
        -- replace (m <? n) with ((m' <? n') || (x <? d))%bool; [reflexivity|].
           apply eq_true_iff_eq. rewrite orb_true_iff, !N.ltb_lt.
           assert (m' <= n') by (clearbody d n' x m' z t'; nia). clearbody d n' x m' z t'.
           destruct (N.eq_dec m' n') as [->|Q]; nia.
Qed.

(** ** The values are right *)
Lemma moves_of k n v : n < b ^ N.of_nat k -> In v (reached_values (run k n)) <->
  exists m, leads terms n m /\ read m = v.
Proof.
  intros Hn. unfold reached_values. rewrite in_map_iff. split.
  - intros ([[[[i r] u] s] q] & <- & H). apply filter_In in H. destruct H as [H Mv].
    apply run_spec in H; auto. destruct H as (Hi & m & t & Hm & Ht & _ & -> & _ & F & -> & ->).
    cbn [is_move] in Mv. rewrite !andb_true_iff in Mv. destruct Mv as [[Less R] A].
    apply N.ltb_lt in Less. apply Z.eqb_eq in R. pose proof (term_fits i Hi) as Fit.
    apply (is_amount_spec b b2) in A; auto. apply (folded_same b b2 _ t u Fit F) in A.
    exists m. split; [|now apply read_state]. split; [exact Less|].
    exists (term_at i), t. split; [now apply nth_In|]. split; [exact A|]. unfold rest_of in R. nia.
  - intros (m & (Less & T & t & HT & A & E) & <-).
    pose proof (no_longer T n m t HT A Less E) as Ht.
    apply (In_nth _ _ no_term) in HT. destruct HT as (j & Hj & <-).
    pose proof (term_fits (N.of_nat j)) as Fit. unfold term_at in Fit. rewrite Nat2N.id in Fit.
    specialize (Fit Hj). destruct (folded b (takes (nth j terms no_term)) t) as [u|] eqn:F.
    2: { apply (folded_lost b b2 _ _ 0) in F; auto; [|lia]. now destruct F. }
    exists (N.of_nat j, rest_of (nth j terms no_term) n m t, u, m <? n, state k m). cbn [snd].
    split; [symmetry; apply read_state; lia|]. apply filter_In. split.
    + apply run_spec; auto. unfold written, term_at. rewrite Nat2N.id. split; [exact Hj|].
      exists m, t. split; [lia|]. split; [lia|]. split; [lia|]. split; [reflexivity|].
      split; [|split; [exact F|split; reflexivity]].
      unfold bounded, lower, rest_of. rewrite andb_true_iff, !Z.leb_le. nia.
    + cbn [is_move]. unfold term_at. rewrite Nat2N.id, !andb_true_iff. split; [split|].
      * now apply N.ltb_lt.
      * apply Z.eqb_eq. unfold rest_of. nia.
      * apply (is_amount_spec b b2); auto. now apply (folded_same b b2 _ t u Fit F).
Qed.

Hypothesis begins : forall e, fst (content 0) = 0 /\ (In e (snd (content 0)) <-> In e start).
Hypothesis goes_on : forall i, i < count -> check_set i = true.
Hypothesis some : 0 < count.

Lemma walk_right k : forall n, n < b ^ N.of_nat k -> walk k n < count /\
  fst (content (walk k n)) = state k n /\ forall e, In e (snd (content (walk k n))) <-> In e (run k n).
Proof.
  induction k as [|k IH]; intros n Hn.
  - cbn [walk state run]. split; [exact some|]. split; [apply (begins (0, 0%Z, 0, false, 0))|apply begins].
  - destruct (digit_parts k n Hn) as (_ & Hd & Hn'). cbn [walk state run].
    destruct (IH (n / b) Hn') as (W & S & R). pose proof (goes_on _ W) as C. unfold check_set in C.
    destruct (content (walk k (n / b))) as [q es]. cbn [fst snd] in *. subst q.
    apply andb_prop in C. destruct C as [_ C]. rewrite forallb_forall in C.
    specialize (C (n mod b) (proj2 (upto_In _ _) Hd)). cbn zeta in C. apply andb_prop in C.
    destruct C as [C1 C2]. apply N.ltb_lt in C1. split; [exact C1|].
    destruct (content (next (walk k (n / b)) (n mod b))) as [q' es']. apply andb_prop in C2.
    destruct C2 as [C2 C3]. apply N.eqb_eq in C2. apply same_ok in C3. cbn [fst snd]. subst es'.
    split; [exact C2|]. intros e. rewrite in_order_In, !in_flat_map. setoid_rewrite R. reflexivity.
Qed.

Theorem read_values : values_of terms read.
Proof.
  intros n. pose proof (size_enough n) as Hn. set (k := N.size_nat n) in *.
  destruct (walk_right k n Hn) as (W & S & R). pose proof (goes_on _ W) as C. unfold check_set in C.
  destruct (content (walk k n)) as [q es]. cbn [fst snd] in *. subst q.
  apply andb_prop in C. destruct C as [C _]. unfold least in C. apply andb_prop in C.
  assert (V : forall v, In v (reached_values es) <-> exists m, leads terms n m /\ read m = v).
  { intros v. rewrite <- (moves_of k n v Hn). unfold reached_values. rewrite !in_map_iff.
    setoid_rewrite filter_In. setoid_rewrite R. reflexivity. }
  rewrite forallb_forall in C. destruct C as [C1 C2]. rewrite (read_state k n Hn). split.
  - rewrite <- V, <- mem_In. apply negb_true_iff in C1. congruence.
  - intros j Hj. apply V, mem_In, C2, upto_In, Hj.
Qed.
End Check.

(** What the checker accepts are the Grundy values of all heaps. *)
Theorem digits_right b steps outputs terms count content next :
  check_digits b steps outputs terms count content next = true ->
  values_of terms (read b steps outputs).
Proof.
  unfold check_digits. rewrite !andb_true_iff, N.leb_le, N.eqb_eq, N.ltb_lt, !forallb_forall.
  intros (((((A & B) & C) & D) & E) & F).
  apply (read_values b steps outputs terms count content next A B C); auto.
  - intros e. destruct (content 0) as [q es]. apply andb_prop in E. destruct E as [E1 E2].
    apply N.eqb_eq in E1. apply same_ok in E2. cbn [fst snd]. subst es. split; [exact E1|].
    apply in_order_In.
  - intros i Hi. apply F, upto_In, Hi.
Qed.
