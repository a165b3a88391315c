(* Certificates of periods: of codes with finitely many digits, finite sets and all-but sets. *)
open Common
open Values

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "preperiod"; "period"; "saltus"; "heaps";
    "sha256"; "first_values"; "encoding"; "command"; "rare"; "seal" ]

let guy_smith = "Guy and Smith 1956"
let last_values = "repetition of the last max(S) values"
let all_but = "shifted repetition of the state of an all-but set"
let repeating = "shifted repetition of the state of a set that repeats"

(* Rare heaps: those of even parity, which changes with each counter where it is by position. *)
type rare = { mask : int; by_position : bool; listed : int list }
type claim = { preperiod : int; period : int; saltus : int; heaps : int; theorem : string }

let enough = "heaps: the theorem asks for another number"
let applies = "theorem: it is not about this claim"
let most_tried = 2048
let most_together = 20_000_000
let most_repeating = 5_000

let splits digits =
  List.map fst (List.filter (fun (_, d) -> d land 4 > 0) (List.mapi (fun r d -> (r, d)) digits))

let check_code digits rare claim =
  let { preperiod; period; saltus; heaps; theorem } = claim in
  let last = List.length digits - 1 in
  let takes_only = List.for_all (fun d -> d = 0 || d = 3) digits in
  let rec log2 d = if d < 2 then 0 else 1 + log2 (d / 2) in
  let most = List.fold_left max 1 (List.map log2 digits) in
  let needed = (most * (max preperiod 1 + period)) + last - most + 1 in
  require (saltus = 0 && (theorem = guy_smith || (theorem = last_values && takes_only))) applies;
  require (heaps = (if theorem = guy_smith then needed else preperiod + period + last)) enough;
  let size = max heaps (max needed (most * (max preperiod 1 + period) + max (last + 1) 1 - most)) in
  let taken = splits digits in
  let digits = List.map to_n digits in
  let tried = most = 2 && size > most_tried && last + 4 <= most_tried in
  let by_window () =
    if not tried then not_covered "so many heaps";
    let rare = match rare with Some rare -> rare | None ->
      { mask = best_mask digits most_tried; by_position = false; listed = [] } in
    let position = if rare.by_position then Some (List.hd taken land 1 = 1) else None in
    Window.check digits rare.mask position taken (List.fold_left max 0 rare.listed) preperiod period
  in
  let by_array () =
    let mask = match rare with
      | Some { by_position = false; mask; _ } -> mask
      | _ -> if tried then best_mask digits most_tried else 0 in
    let values, holds = widened 16 4 (fun width ->
        Proved.period_values digits (bits_of mask) width (to_n preperiod) (to_n period) (to_n size)) in
    (Parray.get values, holds)
  in
  if size > Parray.longest then by_window () else by_array ()

let check_all_but barred claim =
  let { preperiod; period; saltus; heaps; theorem } = claim in
  let reach = List.fold_left max 1 barred in
  let least = preperiod + period + reach in
  require (theorem = all_but) applies;
  require (least <= heaps && heaps <= least + (period * (least + 1))) enough;
  if heaps >= Parray.longest || saltus >= Parray.longest || List.fold_left ( + ) 0 barred > most_together then
    not_covered "so many heaps";
  let barred = List.map to_nat barred in
  let values, holds = widened 21 4 (fun width ->
      Proved.all_but_values barred width (to_n preperiod) (to_n period) (to_n saltus) (to_n heaps) []) in
  (Parray.get values, holds)

let check_repeating digits tail claim =
  let { preperiod; period; saltus; heaps; theorem } = claim in
  let rec gcd a b = if b = 0 then a else gcd b (a mod b) in
  let turns = List.length tail / gcd period (List.length tail) in
  let least = preperiod + (turns * period) + period + max 1 (List.length digits - 1) in
  require (theorem = repeating) applies;
  require (least <= heaps && heaps <= least + (turns * period * (least + 1))) enough;
  if heaps > most_repeating || saltus > most_repeating then not_covered "so many heaps";
  let may = List.map (( = ) 3) in
  let values, holds = widened 21 4 (fun width ->
      Proved.repeating_values (may digits) (may tail) width (to_n preperiod) (to_n period) (to_n saltus)
        (to_n turns) (to_n heaps) []) in
  (Parray.get values, holds)

let read_rares found =
  match List.assoc_opt "rare" found with
  | None -> None
  | Some group ->
      Json.only [ "mask"; "by_position"; "heaps" ] group;
      let by_position =
        match Json.field "by_position" group with
        | Bool by_position -> by_position
        | _ -> Json.fail "by_position is true or false"
      in
      let mask = Json.natural (Json.field "mask" group) in
      Some { mask; by_position; listed = Json.naturals (Json.field "heaps" group) }

let check_rares { mask; by_position; listed } digits heaps value =
  let taken = splits digits in
  require (taken <> []) "rare heaps: no move leaves two";
  let first = List.hd taken in
  let even r = (r - first) land 1 = 0 in
  require (not by_position || List.for_all even taken) "mask: by position takes all even, or all odd";
  let is_rare n = parity (value n land mask) = (by_position && not (even n)) in
  require (listed = List.filter is_rare (List.init (heaps - 1) succ)) "rare heaps"

let check_values found heaps value =
  let first = Json.naturals (Json.field "first_values" found) in
  let count = List.length first in
  require (first <> [] && count <= heaps && first = List.init count value) "first values";
  let hash = hash_of_values value heaps in
  require (Json.text (Json.field "sha256" found) = hash) "hash: the values have another one"

let check found =
  let field key = Json.field key found in
  let number key = Json.natural (field key) in
  Json.only keys found;
  let rare = match found with Json.Group fields -> read_rares fields | _ -> None in
  let rule = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let preperiod = number "preperiod" and period = number "period" in
  let saltus = number "saltus" and heaps = number "heaps" in
  let claim = { preperiod; period; saltus; heaps; theorem } in
  if number "format" <> (if rare = None then 1 else 2) then Json.fail "the format is unknown";
  ignore (Json.naturals (field "first_values"), Json.text (field "sha256"));
  let encoding = Json.text (field "encoding") in
  let found_rule = rule_of rule in
  let added = if saltus > 0 then Printf.sprintf " and saltus %d" saltus else "" in
  Printf.printf "read: %s has period %d%s from heap %d on, by the values of heaps 0 to %d (%s)\n%!"
    rule period added preperiod (heaps - 1) theorem;
  check_seal found;
  let digits, tail = unsigned found_rule in
  require (period > 0) "period: it is at least 1";
  require (encoding = "each value as four bytes, little-endian") "encoding";
  require (rare = None || (tail = [] && List.for_all (fun d -> d < 8) digits)) "rare heaps";
  let takes_only = List.for_all (fun d -> d = 0 || d = 3) digits && List.hd digits = 0 in
  let value, holds =
    match tail with
    | [] -> check_code digits rare claim
    | [ 3 ] when takes_only ->
        let places = List.tl (List.mapi (fun r d -> (r, d)) digits) in
        check_all_but (List.map fst (List.filter (fun (_, d) -> d = 0) places)) claim
    | _ when takes_only && List.for_all (fun d -> d = 0 || d = 3) tail -> check_repeating digits tail claim
    | _ -> raise (False applies)
  in
  check_values found heaps value;
  Option.iter (fun rare -> check_rares rare digits heaps value) rare;
  require holds "repetition: the period is not proved, or not the least one"
