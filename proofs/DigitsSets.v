(** * Sets of entries of the checker of values by digits, as lists in order *)
From Coq Require Import List Arith NArith ZArith Lia Bool.
From Grundy Require Import Base Digits.
Import ListNotations.
Local Open Scope N_scope.

(** The number of a term, n - divisor * m - t so far, what stands for t, whether m < n already, and
    the state of the automaton after the digits of m. *)
Definition entry : Set := N * Z * N * bool * N.

Definition order (e f : entry) : comparison :=
  let '(i, r, t, s, q) := e in
  let '(i', r', t', s', q') := f in
  match N.compare i i' with
  | Eq =>
    match Z.compare r r' with
    | Eq =>
      match N.compare t t' with
      | Eq => match N.compare q q' with Eq => Bool.compare s s' | c => c end
      | c => c
      end
    | c => c
    end
  | c => c
  end.

Lemma order_eq e f : order e f = Eq -> e = f.
Proof.
  destruct e as [[[[i r] t] s] q], f as [[[[i' r'] t'] s'] q']. cbn [order].
  destruct (N.compare_spec i i'); try discriminate.
  destruct (Z.compare_spec r r'); try discriminate.
  destruct (N.compare_spec t t'); try discriminate.
  destruct (N.compare_spec q q'); try discriminate.
  destruct s, s'; try discriminate; intros _; congruence.
Qed.

Fixpoint merge (k : list entry) : list entry -> list entry :=
  match k with
  | [] => fun l => l
  | x :: k' => fix go (l : list entry) : list entry :=
      match l with
      | [] => k
      | y :: l' =>
        match order x y with Lt => x :: merge k' l | Eq => merge k' l | Gt => y :: go l' end
      end
  end.

Lemma merge_In e k : forall l, In e (merge k l) <-> In e k \/ In e l.
Proof.
  induction k as [|x k IH]; intros l; [cbn; tauto|].
  induction l as [|y l IHl]; [cbn; tauto|].
  change (merge (x :: k) (y :: l)) with
    (match order x y with
     | Lt => x :: merge k (y :: l) | Eq => merge k (y :: l) | Gt => y :: merge (x :: k) l end).
  destruct (order x y) eqn:O.
  - apply order_eq in O. subst y. rewrite IH. cbn [In]. tauto.
  - cbn [In]. rewrite IH. cbn [In]. tauto.
  - cbn [In]. rewrite IHl. cbn [In]. tauto.
Qed.

Fixpoint halves (l : list entry) : list entry * list entry :=
  match l with
  | x :: y :: l => let (a, b) := halves l in (x :: a, y :: b)
  | _ => (l, [])
  end.

Lemma halves_In e : forall l, In e l <-> In e (fst (halves l)) \/ In e (snd (halves l)).
Proof.
  fix IH 1. intros [|x [|y l]]; [cbn; tauto|cbn; tauto|]. cbn [halves].
  specialize (IH l). destruct (halves l) as [a b]. cbn [fst snd In] in *. tauto.
Qed.

Fixpoint sorted (fuel : nat) (l : list entry) : list entry :=
  match fuel with
  | O => l
  | S fuel =>
    match l with
    | _ :: _ :: _ => let (a, b) := halves l in merge (sorted fuel a) (sorted fuel b)
    | _ => l
    end
  end.

Lemma sorted_In e : forall fuel l, In e (sorted fuel l) <-> In e l.
Proof.
  induction fuel as [|fuel IH]; intros l; [reflexivity|]. cbn [sorted].
  destruct l as [|x [|y l]]; [tauto|tauto|]. pose proof (halves_In e (x :: y :: l)) as H.
  destruct (halves (x :: y :: l)) as [a b]. cbn [fst snd] in H. rewrite merge_In, !IH. tauto.
Qed.

Definition in_order (l : list entry) : list entry := sorted (N.size_nat (N.of_nat (length l))) l.

Lemma in_order_In e l : In e (in_order l) <-> In e l.
Proof. apply sorted_In. Qed.

Fixpoint same (k l : list entry) : bool :=
  match k, l with
  | [], [] => true
  | x :: k, y :: l => match order x y with Eq => same k l | _ => false end
  | _, _ => false
  end.

Lemma same_ok k : forall l, same k l = true -> k = l.
Proof.
  induction k as [|x k IH]; intros [|y l] H; cbn in H; try easy.
  destruct (order x y) eqn:O; try discriminate. apply order_eq in O. now rewrite O, (IH l H).
Qed.
