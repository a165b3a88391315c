(** * Values that an automaton reads off the digits of the heap

    An automaton follows the digits of n, the first one first. Beside it go, for each term of the
    rule, all ways to write digits of m and t below those of n. Only finitely many sets of these
    can come, and if on each of them the value of n is the least that no move reaches, the automaton
    gives the Grundy values of all heaps. *)
From Coq Require Import List Arith NArith ZArith Lia Bool.
From Grundy Require Import Base.
Import ListNotations.
Local Open Scope N_scope.

(** ** Rules by arithmetic *)

(** first, first + step, ..., perhaps up to a last one; or factor * ratio ^ i. *)
Inductive amounts :=
  | Progression (first step : N) (last : option N)
  | Powers (factor ratio : N).

Definition amount (a : amounts) (t : N) : Prop :=
  match a with
  | Progression first step last =>
      (exists i, t = first + step * i) /\ match last with None => True | Some l => t <= l end
  | Powers factor ratio => exists i, t = factor * ratio ^ i
  end.

Record term := Term { takes : amounts; divisor : N; added : N }.

(** A move leads from n to a smaller m with n + added = divisor * m + t, t one of the amounts. *)
Definition leads (terms : list term) (n m : N) : Prop :=
  m < n /\ exists T t, In T terms /\ amount (takes T) t /\
    n + added T = divisor T * m + t.

(** [g] gives the Grundy values of such a game; there is one such function only. *)
Definition values_of (terms : list term) (g : N -> N) : Prop :=
  forall n, is_mex (fun v => exists m, leads terms n m /\ g m = v) (g n).

Theorem values_unique terms g h : values_of terms g -> values_of terms h -> forall n, g n = h n.
Proof.
  intros A B n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  eapply is_mex_unique; [|apply A|apply B]. intros v. split; intros (m & L & E); exists m;
    (split; [exact L|]); [rewrite <- IH|rewrite IH]; auto; apply L.
Qed.

(** What terms mean: n - c, the floor of n / k and its ceiling. *)
Lemma leads_less c n m : 1 <= c ->
  leads [Term (Progression c 1 (Some c)) 1 0] n m <-> c <= n /\ m = n - c.
Proof.
  intros Hc. split.
  - intros (_ & T & t & [<-|[]] & [(i & ->) A] & C). cbn [takes divisor added amount] in *. lia.
  - intros [H ->]. split; [lia|]. eexists _, c. split; [now left|]. cbn [takes divisor added amount].
    split; [split; [exists 0|]; lia|lia].
Qed.

Lemma leads_floor k n m : 2 <= k ->
  leads [Term (Progression 0 1 (Some (k - 1))) k 0] n m <-> 1 <= n /\ m = n / k.
Proof.
  intros Hk. split.
  - intros (L & T & t & [<-|[]] & [_ A] & C). cbn [takes divisor added amount] in *. split; [lia|].
    apply (N.div_unique n k m t); lia.
  - intros [H ->]. pose proof (N.div_mod n k ltac:(lia)). pose proof (N.mod_lt n k ltac:(lia)).
    set (m := n / k) in *. set (t := n mod k) in *. clearbody m t.
    split; [nia|]. eexists _, t. split; [now left|]. cbn [takes divisor added amount].
    split; [split; [exists t|]; lia|lia].
Qed.

Lemma leads_ceiling k n m : 2 <= k ->
  leads [Term (Progression 0 1 (Some (k - 1))) k (k - 1)] n m <-> 2 <= n /\ m = (n + (k - 1)) / k.
Proof.
  intros Hk. split.
  - intros (L & T & t & [<-|[]] & [_ A] & C). cbn [takes divisor added amount] in *.
    split; [nia|]. apply (N.div_unique _ k m t); lia.
  - intros [H ->]. set (m := (n + (k - 1)) / k). pose proof (N.div_mod (n + (k - 1)) k ltac:(lia)) as D.
    pose proof (N.mod_lt (n + (k - 1)) k ltac:(lia)) as R. fold m in D.
    set (t := (n + (k - 1)) mod k) in *. clearbody m t.
    assert (L : m < n) by (destruct (N.lt_ge_cases m n) as [L|L]; [exact L|]; exfalso; nia).
    split; [exact L|]. eexists _, t. split; [now left|]. cbn [takes divisor added amount].
    split; [split; [exists t|]; lia|lia].
Qed.

(** ** Amounts by their digits *)
Lemma size_bound t : t < 2 ^ N.of_nat (N.size_nat t).
Proof.
  destruct t as [|p]; [cbn; lia|]. cbn [N.size_nat].
  induction p as [p IH|p IH|]; cbn [Pos.size_nat]; [| |cbn; lia];
    rewrite Nat2N.inj_succ, N.pow_succ_r'; lia.
Qed.

Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Lemma upto_In n x : In x (upto n) <-> x < n.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Section Base.
Variable b : N.
Hypothesis b2 : 2 <= b.

Fixpoint power_from (fuel : nat) (x ratio t : N) : bool :=
  match fuel with
  | O => false
  | S fuel => if x <? t then power_from fuel (x * ratio) ratio t else x =? t
  end.

Definition is_amount (a : amounts) (t : N) : bool :=
  match a with
  | Progression first step last =>
      (first <=? t) && ((t - first) mod step =? 0) &&
      match last with None => true | Some l => t <=? l end
  | Powers factor ratio => power_from (S (N.size_nat t)) factor ratio t
  end.

Definition fits (a : amounts) : bool :=
  match a with
  | Progression _ step _ => 1 <=? step
  | Powers factor ratio => (1 <=? factor) && (2 <=? ratio) && is_amount (Powers ratio ratio) b
  end.

(** After a member only zeros lead to members, which all are such a one and zeros. *)
Fixpoint reduced (fuel : nat) (factor t : N) : N :=
  match fuel with
  | O => t
  | S fuel => if t <? factor * b then t else reduced fuel factor (t / b)
  end.

(** What stands for t, whatever digits follow; [None] where all are lost. *)
Definition folded (a : amounts) (t : N) : option N :=
  match a with
  | Progression first step None => Some (if t <? first then t else first + (t - first) mod step)
  | Progression _ _ (Some l) => if t <=? l then Some t else None
  | Powers factor ratio =>
      if t <? factor * b then Some t
      else if is_amount a t then Some (reduced (N.size_nat t) factor t) else None
  end.

Lemma power_from_spec ratio t : 2 <= ratio -> forall fuel x, 1 <= x -> t < x * 2 ^ N.of_nat fuel ->
  power_from (S fuel) x ratio t = true <-> exists i, t = x * ratio ^ i.
Proof.
  intros Hr. induction fuel as [|fuel IH]; intros x Hx Ht.
  - cbn [power_from]. change (2 ^ N.of_nat 0) with 1 in Ht. destruct (N.ltb_spec x t); [lia|].
    rewrite N.eqb_eq. split; [intros ->; exists 0; cbn; lia|]. intros (i & E).
    assert (1 <= ratio ^ i) by (pose proof (N.pow_nonzero ratio i ltac:(lia)); lia). nia.
  - change (power_from (S (S fuel)) x ratio t) with
      (if x <? t then power_from (S fuel) (x * ratio) ratio t else x =? t).
    assert (P : forall i, 1 <= ratio ^ i)
      by (intros i; pose proof (N.pow_nonzero ratio i ltac:(lia)); lia).
    destruct (N.ltb_spec x t) as [L|L].
    + rewrite IH.
      * split; intros (i & E).
        -- exists (N.succ i). rewrite N.pow_succ_r'. lia.
        -- destruct i as [|i] using N.peano_ind; [rewrite N.pow_0_r in E; lia|].
           exists i. rewrite N.pow_succ_r' in E. lia.
      * nia.
      * replace (N.of_nat (S fuel)) with (N.succ (N.of_nat fuel)) in Ht by lia.
        rewrite N.pow_succ_r' in Ht. nia.
    + rewrite N.eqb_eq. split; [intros ->; exists 0; rewrite N.pow_0_r; lia|]. intros (i & E).
      specialize (P i). nia.
Qed.

Lemma is_amount_spec a t : fits a = true -> is_amount a t = true <-> amount a t.
Proof.
  destruct a as [first step last|factor ratio]; cbn [fits is_amount amount]; intros F.
  - apply N.leb_le in F. rewrite !andb_true_iff, N.leb_le, N.eqb_eq.
    assert (M : match last with None => true | Some l => t <=? l end = true <->
                match last with None => True | Some l => t <= l end).
    { destruct last; [apply N.leb_le|tauto]. }
    rewrite M. enough (first <= t /\ (t - first) mod step = 0 <-> exists i, t = first + step * i)
      by tauto.
    split.
    + intros [A B]. apply N.mod_divide in B; [|lia]. destruct B as [i B]. exists i. lia.
    + intros (i & ->). split; [lia|]. replace (first + step * i - first) with (i * step) by lia.
      apply N.mod_mul. lia.
  - rewrite !andb_true_iff, !N.leb_le in F. destruct F as [[F1 F2] _].
    apply power_from_spec; auto.
    pose proof (size_bound t). nia.
Qed.

Section Powers.
Variables factor ratio j : N.
Hypothesis factor1 : 1 <= factor.
Hypothesis ratio2 : 2 <= ratio.
Hypothesis j1 : 1 <= j.
Hypothesis b_is : b = ratio ^ j.
Notation member i := (factor * ratio ^ i).

Lemma member_pos i : 1 <= ratio ^ i.
Proof. pose proof (N.pow_nonzero ratio i ltac:(lia)). lia. Qed.

Lemma member_1 i : 1 <= member i.
Proof. apply (N.mul_le_mono 1 factor 1); [exact factor1|apply member_pos]. Qed.

Lemma member_mono i i' : i < i' -> 2 * member i <= member i'.
Proof.
  intros H. replace i' with (N.succ i + (i' - N.succ i)) by lia.
  rewrite N.pow_add_r, N.pow_succ_r'. pose proof (member_pos (i' - N.succ i)) as P.
  assert (2 <= ratio * ratio ^ (i' - N.succ i)) by nia.
  replace (factor * (ratio * ratio ^ i * ratio ^ (i' - N.succ i)))
    with (ratio * ratio ^ (i' - N.succ i) * member i) by lia. now apply N.mul_le_mono_r.
Qed.

Lemma member_shift i : member (i + j) = b * member i.
Proof. rewrite N.pow_add_r, b_is. nia. Qed.

Lemma member_far i : factor * b <= member i <-> j <= i.
Proof.
  rewrite b_is. split; intros H.
  - destruct (N.le_gt_cases j i) as [L|L]; [exact L|]. apply member_mono in L.
    pose proof (member_1 i). lia.
  - destruct (N.eq_dec j i) as [->|D]; [lia|]. pose proof (member_mono j i ltac:(lia)). nia.
Qed.

Lemma no_member i z : 1 <= z < b -> forall x, b * member i + z <> member x.
Proof.
  intros Hz x E. rewrite <- member_shift in E. pose proof (member_shift i) as S.
  pose proof (member_1 i). assert (b <= member (i + j)) by (rewrite S; nia).
  destruct (N.lt_trichotomy x (i + j)) as [L|[->|L]].
  - apply member_mono in L. lia.
  - lia.
  - apply member_mono in L. lia.
Qed.

Lemma reduced_is : forall fuel i, i < N.of_nat fuel -> reduced fuel factor (member i) = member (i mod j).
Proof.
  induction fuel as [|fuel IH]; intros i H; [lia|]. cbn [reduced].
  destruct (N.ltb_spec (member i) (factor * b)) as [L|L].
  - rewrite N.mod_small; [reflexivity|]. destruct (N.le_gt_cases j i) as [Q|Q]; [|exact Q].
    apply member_far in Q. lia.
  - apply member_far in L. replace i with (i - j + j) at 1 by lia.
    rewrite member_shift, (N.mul_comm b), N.div_mul by lia. rewrite IH by lia.
    replace i with (i - j + 1 * j) at 2 by lia. rewrite N.mod_add by lia. reflexivity.
Qed.

Lemma folded_member i : is_amount (Powers factor ratio) (member i) = true ->
  folded (Powers factor ratio) (member i) = Some (member (i mod j)).
Proof.
  intros A. cbn [folded]. rewrite A. destruct (N.ltb_spec (member i) (factor * b)) as [L|L].
  - rewrite N.mod_small; [reflexivity|]. destruct (N.le_gt_cases j i) as [Q|Q]; [|exact Q].
    apply member_far in Q. lia.
  - f_equal. apply reduced_is. pose proof (size_bound (member i)) as B.
    destruct (N.lt_ge_cases i (N.of_nat (N.size_nat (member i)))) as [Q|Q]; [exact Q|].
    exfalso. assert (2 ^ i <= ratio ^ i) by (apply N.pow_le_mono_l; lia).
    assert (2 ^ N.of_nat (N.size_nat (member i)) <= 2 ^ i) by (apply N.pow_le_mono_r; lia). nia.
Qed.
End Powers.

Lemma powers_fit factor ratio : fits (Powers factor ratio) = true ->
  1 <= factor /\ 2 <= ratio /\ exists j, 1 <= j /\ b = ratio ^ j.
Proof.
  cbn [fits]. rewrite !andb_true_iff, !N.leb_le. intros [[A B] C]. split; [exact A|]. split; [exact B|].
  apply power_from_spec in C; auto; [|lia|pose proof (size_bound b); nia].
  destruct C as (i & ->). exists (N.succ i). rewrite N.pow_succ_r'. split; lia.
Qed.

(** What stands for t behaves as t does. *)
Lemma folded_same a t u : fits a = true -> folded a t = Some u -> amount a t <-> amount a u.
Proof.
  intros F. destruct a as [first step [l|]|factor ratio]; cbn [folded].
  - destruct (t <=? l); [now intros [= <-]|discriminate].
  - cbn in F. apply N.leb_le in F. intros [= <-]. destruct (N.ltb_spec t first) as [L|L]; [tauto|].
    cbn [amount]. enough ((exists i, t = first + step * i) <->
      exists i, first + (t - first) mod step = first + step * i) by tauto.
    pose proof (N.div_mod (t - first) step ltac:(lia)) as D.
    pose proof (N.mod_lt (t - first) step ltac:(lia)) as M. split; intros (i & E).
    + exists 0. assert (t - first = i * step) by lia.
      rewrite H, N.mod_mul by lia. lia.
    + exists (i + (t - first) / step). nia.
  - destruct (powers_fit _ _ F) as (A & B & j & Hj & Eb).
    destruct (N.ltb_spec t (factor * b)); [now intros [= <-]|].
    destruct (is_amount _ t) eqn:Q; [|discriminate]. intros E.
    pose proof Q as Q'. apply is_amount_spec in Q'; auto. destruct Q' as (i & ->).
    pose proof (folded_member factor ratio j A B Hj Eb i Q) as K. cbn [folded] in K.
    rewrite Q in K. destruct (N.ltb_spec (factor * ratio ^ i) (factor * b)); [lia|].
    rewrite E in K. injection K as ->. cbn [amount]. split; eauto.
Qed.

Lemma folded_digit a t u z : fits a = true -> folded a t = Some u -> z < b ->
  folded a (b * t + z) = folded a (b * u + z).
Proof.
  intros F. destruct a as [first step [l|]|factor ratio].
  - cbn [folded]. destruct (t <=? l); [now intros [= <-]|discriminate].
  - cbn [folded]. cbn in F. apply N.leb_le in F. intros [= <-] Hz. f_equal.
    destruct (N.ltb_spec t first) as [L|L]; [reflexivity|].
    set (r := (t - first) mod step).
    destruct (N.ltb_spec (b * t + z) first); [nia|].
    destruct (N.ltb_spec (b * (first + r) + z) first); [nia|]. f_equal.
    pose proof (N.div_mod (t - first) step ltac:(lia)) as D. fold r in D.
    set (q := (t - first) / step) in *.
    replace (b * t + z - first) with (b * (first + r) + z - first + (b * q) * step) by nia.
    apply N.mod_add. lia.
  - destruct (powers_fit _ _ F) as (A & B & j & Hj & Eb). intros E Hz.
    cbn [folded] in E. destruct (N.ltb_spec t (factor * b)) as [L|L]; [now injection E as <-|].
    destruct (is_amount _ t) eqn:Q; [|discriminate]. apply is_amount_spec in Q as M; auto.
    destruct M as (i & ->). pose proof (folded_member factor ratio j A B Hj Eb i Q) as K.
    cbn [folded] in K. rewrite Q in K.
    destruct (N.ltb_spec (factor * ratio ^ i) (factor * b)); [lia|].
    rewrite E in K. injection K as ->.
    assert (Mem : forall x, is_amount (Powers factor ratio) (factor * ratio ^ x) = true).
    { intros x. apply is_amount_spec; auto. now exists x. }
    destruct (N.eq_dec z 0) as [->|Z].
    + rewrite !N.add_0_r, <- !(member_shift factor ratio j A B Hj Eb).
      rewrite !(folded_member factor ratio j A B Hj Eb) by apply Mem. do 3 f_equal.
      replace (i + j) with (i + 1 * j) by lia. replace (i mod j + j) with (i mod j + 1 * j) by lia.
      rewrite !N.mod_add, N.mod_mod by lia. reflexivity.
    + assert (None_of : forall x, folded (Powers factor ratio) (b * (factor * ratio ^ x) + z) = None).
      { intros x. cbn [folded]. pose proof (member_1 factor ratio j A B Hj Eb x).
        destruct (N.ltb_spec (b * (factor * ratio ^ x) + z) (factor * b)); [nia|].
        destruct (is_amount _ (_ + z)) eqn:W; [|reflexivity]. apply is_amount_spec in W; auto.
        destruct W as (y & W). exfalso.
        apply (no_member factor ratio j A B Hj Eb x z) in W; [exact W|lia]. }
      now rewrite !None_of.
Qed.

Lemma folded_lost a t z : fits a = true -> folded a t = None -> z < b ->
  ~ amount a t /\ folded a (b * t + z) = None.
Proof.
  intros F. destruct a as [first step [l|]|factor ratio]; cbn [folded amount]; [|discriminate|].
  - intros E Hz. destruct (N.leb_spec t l); [discriminate|]. split; [lia|].
    destruct (N.leb_spec (b * t + z) l); [nia|reflexivity].
  - destruct (powers_fit _ _ F) as (A & B & j & Hj & Eb). intros E Hz.
    destruct (N.ltb_spec t (factor * b)) as [L|L]; [discriminate|].
    destruct (is_amount _ t) eqn:Q; [discriminate|].
    assert (NM : ~ amount (Powers factor ratio) t).
    { intros M. apply is_amount_spec in M; auto. congruence. }
    split; [exact NM|]. destruct (N.ltb_spec (b * t + z) (factor * b)); [nia|].
    destruct (is_amount _ (b * t + z)) eqn:W; [|reflexivity]. exfalso. apply NM.
    apply is_amount_spec in W; auto. destruct W as (i & W).
    assert (Hi : j <= i).
    { apply (member_far factor ratio j A B Hj Eb). nia. }
    replace i with (i - j + j) in W by lia. rewrite (member_shift factor ratio j A B Hj Eb) in W.
    exists (i - j). nia.
Qed.
End Base.
