(* Certificates of periods: of codes with finitely many digits, finite sets and all-but sets. *)
open Common

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "preperiod"; "period"; "saltus"; "heaps";
    "sha256"; "first_values"; "encoding"; "command"; "rare"; "seal" ]

let guy_smith = "Guy and Smith 1956"
let last_values = "repetition of the last max(S) values"
let all_but = "shifted repetition of the state of an all-but set"

let rec parity x = x <> 0 && (x land 1 = 1) <> parity (x lsr 1)

let hash_of_values values heaps =
  let data = Bytes.create (4 * heaps) in
  for n = 0 to heaps - 1 do Bytes.set_int32_le data (4 * n) (Int32.of_int (Parray.get values n)) done;
  Sha256.hexadecimal data

(* Values need so many bits as the first run that does not fail. *)
let rec widened most width run =
  match run (to_n width) with
  | Some found -> found
  | None -> require (width < most) "values"; widened most (min most (width + 2)) run

(* Any parity is as right as another: one that few of the first values have makes few heaps rare. *)
let best_mask digits heaps =
  let values, _ =
    widened 16 4 (fun width -> Proved.period_values digits [] width N0 (to_n 1) (to_n heaps)) in
  let found = List.init heaps (Parray.get values) in
  let rare mask = List.length (List.filter (fun v -> not (parity (v land mask))) found) in
  let highest = List.fold_left max 0 found in
  let rec above power = if power > highest then power else above (2 * power) in
  let masks = List.init (min 1024 (above 1)) Fun.id in
  snd (List.fold_left min (max_int, 0) (List.map (fun mask -> (rare mask, mask)) masks))

(* Rare heaps: those of even parity, which changes with each counter where it is by position. *)
type rare = { mask : int; by_position : bool; listed : int list }
type claim = { preperiod : int; period : int; saltus : int; heaps : int; theorem : string }

let enough = "heaps: the theorem asks for another number"
let applies = "theorem: it is not about this claim"
let most_tried = 2048
let farthest = 65_536

let check_code digits mask claim =
  let { preperiod; period; saltus; heaps; theorem } = claim in
  let last = List.length digits - 1 in
  let takes_only = List.for_all (fun d -> d = 0 || d = 3) digits in
  let rec log2 d = if d < 2 then 0 else 1 + log2 (d / 2) in
  let most = List.fold_left max 1 (List.map log2 digits) in
  let needed = (most * (max preperiod 1 + period)) + last - most + 1 in
  require (saltus = 0 && (theorem = guy_smith || (theorem = last_values && takes_only))) applies;
  require (heaps = (if theorem = guy_smith then needed else preperiod + period + last)) enough;
  let size = max heaps (max needed (most * (max preperiod 1 + period) + max (last + 1) 1 - most)) in
  if size > Parray.longest then not_covered "so many heaps";
  let digits = List.map to_n digits in
  let splits = most = 2 && size > most_tried && last + 4 <= most_tried in
  let mask = match mask with
    | Some mask -> mask
    | None -> if splits then best_mask digits most_tried else 0 in
  let bits = List.filter (fun i -> (mask lsr i) land 1 = 1) (List.init 62 Fun.id) in
  widened 16 4 (fun width ->
      Proved.period_values digits bits width (to_n preperiod) (to_n period) (to_n size))

let check_all_but barred claim =
  let { preperiod; period; saltus; heaps; theorem } = claim in
  let reach = List.fold_left max 1 barred in
  let least = preperiod + period + reach in
  require (theorem = all_but) applies;
  require (least <= heaps && heaps <= least + (period * (least + 1))) enough;
  if heaps >= Parray.longest || saltus >= Parray.longest || reach > farthest then
    not_covered "so many heaps";
  let barred = List.map to_nat barred in
  widened 21 4 (fun width ->
      Proved.all_but_values barred width (to_n preperiod) (to_n period) (to_n saltus) (to_n heaps) [])

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

let splits digits =
  List.map fst (List.filter (fun (_, d) -> d land 4 > 0) (List.mapi (fun r d -> (r, d)) digits))

let check_rares { mask; by_position; listed } digits heaps value =
  let taken = splits digits in
  require (taken <> []) "rare heaps: no move leaves two";
  let first = List.hd taken in
  let even r = (r - first) land 1 = 0 in
  require (not by_position || List.for_all even taken) "mask: by position takes all even, or all odd";
  let is_rare n = parity (value n land mask) = (by_position && not (even n)) in
  require (listed = List.filter is_rare (List.init (heaps - 1) succ)) "rare heaps"

let check_values found heaps values =
  let first = Json.naturals (Json.field "first_values" found) in
  let value n = Parray.get values n in
  let count = List.length first in
  require (first <> [] && count <= heaps && first = List.init count value) "first values";
  let hash = hash_of_values values heaps in
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
  let values, holds =
    match tail with
    | [] ->
        let useful = function { by_position = true; _ } -> None | { mask; _ } -> Some mask in
        check_code digits (Option.bind rare useful) claim
    | [ 3 ] when takes_only ->
        let places = List.tl (List.mapi (fun r d -> (r, d)) digits) in
        check_all_but (List.map fst (List.filter (fun (_, d) -> d = 0) places)) claim
    | _ -> raise (False applies)
  in
  check_values found heaps values;
  Option.iter (fun rare -> check_rares rare digits heaps (Parray.get values)) rare;
  require holds "repetition: the period is not proved, or not the least one"
