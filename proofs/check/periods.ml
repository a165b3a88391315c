(* Certificates of periods of octal games and finite sets. *)
open Common

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "preperiod"; "period"; "saltus"; "heaps";
    "sha256"; "first_values"; "encoding"; "command"; "rare"; "seal" ]

let guy_smith = "Guy and Smith 1956"
let last_values = "repetition of the last max(S) values"

let rec parity x = x <> 0 && (x land 1 = 1) <> parity (x lsr 1)

let hash_of_values values heaps =
  let data = Bytes.create (4 * heaps) in
  for n = 0 to heaps - 1 do Bytes.set_int32_le data (4 * n) (Int32.of_int (Parray.get values n)) done;
  Sha256.hexadecimal data

(* Values need so many bits as the first run that does not fail. *)
let rec computed digits bits width preperiod period size =
  match Proved.period_values digits bits (to_n width) (to_n preperiod) (to_n period) (to_n size) with
  | Some found -> found
  | None -> require (width < 16) "values"; computed digits bits (width + 2) preperiod period size

let check found =
  let field key = Json.field key found in
  let number key = Json.natural (field key) in
  let rare = match found with Json.Group f -> List.assoc_opt "rare" f | _ -> None in
  Json.only keys found;
  let rule = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let preperiod = number "preperiod" and period = number "period" and heaps = number "heaps" in
  let saltus = number "saltus" and first = Json.naturals (field "first_values") in
  let format = number "format" and hash = Json.text (field "sha256") in
  let encoding = Json.text (field "encoding") in
  if format <> (if rare = None then 1 else 2) then Json.fail "the format is unknown";
  let mask, rares =
    match rare with
    | None -> (0, [])
    | Some group ->
        Json.only [ "mask"; "by_position"; "heaps" ] group;
        if Json.field "by_position" group <> Bool false then not_covered "rare heaps by position";
        (Json.natural (Json.field "mask" group), Json.naturals (Json.field "heaps" group))
  in
  let digits = digits_of_rule rule in
  if List.exists (fun d -> d > 7) digits then not_covered "a hexadecimal code";
  Printf.printf "read: %s has period %d from heap %d on, by the values of heaps 0 to %d (%s)\n%!"
    rule period preperiod (heaps - 1) theorem;
  check_seal found;
  let last = List.length digits - 1 in
  let takes_only = List.for_all (fun d -> d = 0 || d = 3) digits in
  let most = if List.exists (fun d -> d > 3) digits then 2 else 1 in
  let needed = (most * (max preperiod 1 + period)) + last - most + 1 in
  require (period > 0) "period: it is at least 1";
  require (saltus = 0 && (theorem = guy_smith || (theorem = last_values && takes_only)))
    "theorem: it is not about this claim";
  require (heaps = (if theorem = guy_smith then needed else preperiod + period + last))
    "heaps: the theorem asks for another number";
  require (encoding = "each value as four bytes, little-endian") "encoding";
  let size = max heaps (max needed (most * (max preperiod 1 + period) + max (last + 1) 1 - most)) in
  if size > Parray.longest then not_covered "so many heaps";
  let bits = List.filter (fun i -> (mask lsr i) land 1 = 1) (List.init 62 Fun.id) in
  let values, holds = computed (List.map to_n digits) bits 4 preperiod period size in
  let value n = Parray.get values n in
  require (first <> [] && List.length first <= heaps && List.for_all2 ( = ) first (List.init (List.length first) value))
    "first values";
  require (hash = hash_of_values values heaps) "hash: the values have another one";
  if rare <> None then begin
    let are_rare = List.filter (fun n -> not (parity (value n land mask))) (List.init (heaps - 1) succ) in
    require (rares = are_rare) "rare heaps"
  end;
  require holds "repetition: the period is not proved, or not the least one"
