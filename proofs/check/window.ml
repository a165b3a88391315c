(* Periods by more heaps than an array has entries: the last values decide the next, where no heap
   is rare any more. What is guessed here decides no more than the time, and whether it succeeds. *)
open Common
open Values

let near = 20_000
let candidates = 700
let sample = 300
let most_tries = 40
let largest = 0xffff

(* Small heaps by which most of the smaller values are options that no rare heap makes one. *)
let best_tries value is_rare taken size =
  let start = List.fold_left max 0 taken + candidates + 1 in
  let all = List.init (size - 1) succ in
  let rares = List.filter is_rare all in
  let small = List.filter (fun a -> a <= candidates && not (is_rare a)) all in
  let reached n a = List.filter_map (fun r -> if n - r - a < 1 then None
    else Some (value a lxor value (n - r - a))) taken in
  let lacking i =
    let n = start + (i * (size - 1 - start) / sample) in
    let lacks = Array.make (value n) true in
    let clear x = if x < value n then lacks.(x) <- false in
    List.iter (fun a -> if a < n then List.iter clear (reached n a)) rares;
    (n, lacks)
  in
  let heaps = List.init sample lacking in
  let missing a (n, lacks) =
    List.filter (fun x -> x < Array.length lacks && lacks.(x)) (reached n a) in
  let gain a = List.fold_left (fun sum heap -> sum + List.length (missing a heap)) 0 heaps in
  let rec chosen count =
    let gains, best = List.fold_left (fun best a -> max best (gain a, a)) (0, 0) small in
    if count = 0 || gains = 0 then []
    else begin
      List.iter (fun heap -> List.iter (fun x -> (snd heap).(x) <- false) (missing best heap)) heaps;
      best :: chosen (count - 1)
    end
  in
  chosen most_tries

let divisors p =
  let rec from d = if d * d > p then [] else if p mod d > 0 then from (d + 1) else d :: (p / d) :: from (d + 1) in
  List.filter (fun d -> d < p) (List.sort_uniq compare (from 1))

(* The values and whether they have this period; the largest rare heap that is known, or 0. *)
let check digits mask position taken last_rare preperiod period =
  let first = List.hd taken and count = List.length digits in
  let size = max last_rare near + count + 1 in
  let reach = size - 1 in
  let odd = position <> None && period land 1 = 1 in
  if size > Parray.longest || preperiod < 1 || odd then not_covered "so many heaps";
  let known = first_values digits mask size in
  let is_rare n = parity (known n land mask) = (position <> None && (n - first) land 1 = 1) in
  let highest = List.fold_left (fun h n -> max h (known n)) 0 (List.init size Fun.id) in
  let rec bits x = if x = 0 then 0 else 1 + bits (x / 2) in
  let width = to_n (bits highest + 2) and bits = bits_of mask in
  let tries = List.map to_n (best_tries known is_rare taken size) in
  let stop = preperiod + period in
  let values = Bytes.create (2 * (stop + reach)) in
  let machine =
    match Proved.open_window digits bits position width (to_n size) (to_n reach) tries (to_n near) with
    | Some machine -> machine
    | None -> not_covered "so many heaps"
  in
  let keep ring first last =
    for n = first to last - 1 do
      let v = Parray.get ring (n land machine.ring_mask) in
      if v > largest then not_covered "so large values";
      Bytes.set_uint16_le values (2 * n) v
    done
  in
  let rec walk n state =
    if n < stop + reach then begin
      let k = min reach (stop + reach - n) in
      match Proved.advance bits position machine (to_n k) state with
      | None -> not_covered "so many heaps, some of them rare"
      | Some (m, ring) -> keep ring n (n + k); walk (n + k) (m, ring)
    end
  in
  keep machine.first_ring 0 (min size (stop + reach));
  walk size (size, machine.first_ring);
  let holds =
    Proved.check_window digits bits position width (to_n size) (to_n reach) tries (to_n near)
      (to_n preperiod) (to_n period) (List.map to_n (divisors period)) in
  require holds "repetition: the period is not proved, or not the least one";
  let value n = Bytes.get_uint16_le values (2 * (if n < stop then n else preperiod + ((n - preperiod) mod period))) in
  (value, holds)
