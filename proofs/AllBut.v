(** * All-but sets: values, and periods with a saltus

    All that is said of heap n is by what is left: every heap is an option of those far above it,
    so that values rise without end, and a period adds its saltus. *)
From Coq Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Grundy Require Import Base Numbers Period Formulas Rows.
Import ListNotations.
Local Open Scope N_scope.

(** The reach: whoever takes more may take any number; 1 at least. *)
Definition reach (s : list nat) : nat := Nat.max 1 (list_max s).

Definition excluded (s : list nat) (r : nat) : bool := existsb (Nat.eqb r) s.

Lemma beyond_reach s r : (reach s < r)%nat -> excluded s r = false.
Proof.
  unfold reach, excluded. intros H. apply not_true_iff_false. intros E.
  apply existsb_exists in E. destruct E as (x & Hx & E). apply Nat.eqb_eq in E. subst x.
  pose proof (proj1 (list_max_le s (list_max s)) (le_n _)) as F. rewrite Forall_forall in F.
  specialize (F r Hx). lia.
Qed.

Section Theory.
Variable s : list nat.
Notation c := (all_but s).

(** ** The options of a heap *)
Lemma options_are n v : nim_option c (G c) n v <->
  exists m, (m < n)%nat /\ excluded s (n - m) = false /\ v = G c m.
Proof.
  rewrite (taking_options c (fun r => negb (excluded s r))).
  - split; intros (m & Hm & E & V); exists m; rewrite negb_true_iff in *; auto.
  - intros r. unfold all_but, excluded. now destruct (existsb _ _).
Qed.

Lemma far_option n m : (m + reach s < n)%nat -> nim_option c (G c) n (G c m).
Proof.
  intros H. apply options_are. exists m. repeat split; [lia|]. apply beyond_reach. lia.
Qed.

(** ** A repetition that has come goes on *)

(** Heaps 0 .. size - 1 repeat, and so do the values of heaps that stay options of all larger
    ones: they have all below [base], and p heaps later the others have moved up. *)
Theorem repeats_all_but n0 p t size base :
  (1 <= p)%nat -> (n0 + p + reach s <= size)%nat ->
  (forall n, (n0 <= n)%nat -> (n + p < size)%nat -> G c (n + p) = G c n + t) ->
  let before x := exists m, (m + reach s + p < size)%nat /\ G c m = x in
  let now x := exists m, (m + reach s < size)%nat /\ G c m = x in
  (forall x, x < base -> before x) -> (forall x, x < base + t -> now x) ->
  (forall x, base <= x -> before x <-> now (x + t)) ->
  forall n, (n0 <= n)%nat -> G c (n + p) = G c n + t.
Proof.
  intros Hp Hsize window before now low low' moved n. induction n as [n IH] using lt_wf_ind.
  intros Hn. destruct (le_lt_dec size (n + p)) as [L|L]; [|now apply window].
  assert (old : forall x, before x -> nim_option c (G c) n x).
  { intros x (m & Hm & <-). apply far_option. lia. }
  assert (new : forall x, now x -> nim_option c (G c) (n + p) x).
  { intros x (m & Hm & <-). apply far_option. lia. }
  destruct (G_mex c n) as [none all].
  assert (B : base <= G c n).
  { destruct (N.le_gt_cases base (G c n)) as [K|K]; [exact K|]. destruct none. auto. }
  eapply is_mex_unique; [intros j; reflexivity|apply G_mex|]. split.
  - intros O. apply options_are in O. destruct O as (m & Hm & E & V).
    destruct (le_lt_dec size (m + reach s)) as [F|F].
    + apply none, options_are. exists (m - p)%nat. split; [lia|].
      replace (n - (m - p))%nat with (n + p - m)%nat by lia. split; [exact E|].
      specialize (IH (m - p)%nat ltac:(lia) ltac:(lia)).
      replace (m - p + p)%nat with m in IH by lia. lia.
    + apply none, old, moved; [exact B|]. exists m. auto.
  - intros j Hj. destruct (N.le_gt_cases (base + t) j) as [K|K]; [|auto].
    specialize (all (j - t) ltac:(lia)). apply options_are in all. destruct all as (m & Hm & E & V).
    destruct (le_lt_dec size (m + reach s + p)) as [F|F].
    + apply options_are. exists (m + p)%nat. split; [lia|].
      replace (n + p - (m + p))%nat with (n - m)%nat by lia. split; [exact E|].
      rewrite IH by lia. lia.
    + apply new. replace j with (j - t + t) by lia. apply moved; [lia|]. exists m. auto.
Qed.
End Theory.

(** ** The program *)
Section Program.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(** The mark of a value is 1 more than the last heap that has an option of that value; it is [top]
    where all larger heaps have one. *)
Definition top : int := 4611686018427387904.

Variables (allowed : list int) (far width : int) (fuel : nat).

Definition mark_far (g : array int) (n : int) (mk : array int) : array int :=
  if far <? n then mk.[g.[n - far - 1] <- top] else mk.

Definition mark_near (g : array int) (n : int) (mk : array int) (d : int) : array int :=
  if d <=? n then
    if mk.[g.[n - d]] <=? n then mk.[g.[n - d] <- n + 1] else mk
  else mk.

(** The first value from x on with a mark below m. *)
Definition first_below (f : nat) (x m : int) (mk : array int) : int :=
  first_not (fun x => m <=? mk.[x]) f x.

(** All below [low] have the mark [top]. *)
Fixpoint run (f : nat) (n low : int) (g mk : array int) : option (array int) :=
  match f with
  | O => Some g
  | S f =>
    let mk := mark_far g n mk in
    let low := first_below fuel low top mk in
    let mk := fold_left (mark_near g n) allowed mk in
    let v := first_below fuel low (n + 1) mk in
    if v <? width then if n <? length g then run f (n + 1) low g.[n <- v] mk else None else None
  end.

(** Marks the values of heaps from i on. *)
Fixpoint members (f : nat) (i : int) (g r : array int) : array int :=
  match f with O => r | S f => members f (i + 1) g r.[g.[i] <- 1] end.

Fixpoint all_marked (f : nat) (x : int) (r : array int) : bool :=
  match f with O => true | S f => if r.[x] =? 1 then all_marked f (x + 1) r else false end.

(** The marks of [now] from x + t on are those of [before] from x on. *)
Fixpoint moved (f : nat) (x t : int) (before now : array int) : bool :=
  match f with
  | O => true
  | S f =>
    if Bool.eqb (before.[x] =? 1) (now.[x + t] =? 1) then moved f (x + 1) t before now else false
  end.
End Program.

Definition allowed (s : list nat) : list int :=
  let barred := map (fun r => of_N (N.of_nat r)) s in
  filter (fun d => negb (existsb (eqb d) barred)) (range 1 (of_N (N.of_nat (S (reach s))))).

(** The values that stay options of all larger heaps have moved up by t in the last p heaps. *)
Definition settled (g : array int) (width : int) (fuel : nat) (size p far t : N) : bool :=
  let before := members (N.to_nat (size - p - far)) 0%uint63 g (make width 0%uint63) in
  let now := members (N.to_nat (size - far)) 0%uint63 g (make width 0%uint63) in
  let base := first_below fuel 0%uint63 1%uint63 before in
  if all_marked (index base) 0%uint63 before then
  if all_marked (index base + N.to_nat t) 0%uint63 now then
  moved (fuel - index base) base (of_N t) before now else false else false.

(** The values of heaps 0 .. size - 1, if they are below 2 ^ log_width, and whether they prove the
    period p with saltus t and begin with the known ones. *)
Definition all_but_values (s : list nat) (log_width n0 p t size : N) (known : list N)
  : option (array int * bool) :=
  let far := N.of_nat (reach s) in
  let width := of_N (2 ^ log_width) in
  let fuel := N.to_nat (2 ^ log_width) in
  if log_width <? 22 then if size <? 4194303 then if 1 <=? p then if n0 + p + far <=? size then
  if t <? 4194303 then
    match run (allowed s) (of_N far) width fuel (N.to_nat size) 0%uint63 0%uint63
            (make (of_N size) 0%uint63) (make width 0%uint63) with
    | None => None
    | Some g => Some (g,
      if repeats g (N.to_nat (size - p - n0)) (of_N n0) (of_N p) (of_N t) then
      if settled g width fuel size p far t then exact g n0 p t known else false else false)
    end
  else None else None else None else None else None.

Definition check_all_but (s : list nat) (log_width n0 p t size : N) (known : list N) : bool :=
  match all_but_values s log_width n0 p t size known with Some (_, true) => true | _ => false end.
