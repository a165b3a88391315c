(* Certificates of misère quotients of one game. *)
open Common

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "preperiod"; "period"; "generators";
    "action"; "p_portion"; "phi"; "invariant"; "command"; "seal" ]

let heaps_only = "winning sets that every heap keeps"
let for_ever = heaps_only ^ ", and the repetition of elements"

(* The elements of a set in hexadecimal, the least first. *)
let members text =
  let size = String.length text in
  let digit c =
    match c with
    | '0' .. '9' -> Char.code c - 48
    | 'a' .. 'f' -> Char.code c - 87
    | _ -> raise (False "invariant: a set is no hexadecimal number")
  in
  require (size > 0 && (size = 1 || text.[0] <> '0')) "invariant: a set is no hexadecimal number";
  List.concat
    (List.init size (fun i ->
         let d = digit text.[size - 1 - i] in
         List.filter_map (fun k -> if (d lsr k) land 1 = 1 then Some ((4 * i) + k) else None) [ 0; 1; 2; 3 ]))

let index_of x l =
  let rec from i = function [] -> None | y :: l -> if x = y then Some i else from (i + 1) l in
  from 0 l

(* That the elements repeat neither earlier nor faster is looked at here, without a proof. *)
let check_least phi preperiod period =
  let phi = Array.of_list phi in
  let repeats start p =
    let rec from i = i + p >= Array.length phi || (phi.(i) = phi.(i + p) && from (i + 1)) in
    from start
  in
  require (preperiod = 0 || not (repeats (preperiod - 1) period)) "period: it begins earlier";
  for p = 1 to period / 2 do
    require (period mod p <> 0 || not (repeats preperiod p)) "period: a shorter one is a period already"
  done

let check found =
  let field key = Json.field key found in
  Json.only keys found;
  let rule = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let preperiod = Json.optional Json.natural (field "preperiod") in
  let period = Json.optional Json.natural (field "period") in
  let generators = Json.naturals (field "generators") and phi = Json.naturals (field "phi") in
  let action = List.map Json.naturals (Json.list (field "action")) in
  let lost = Json.naturals (field "p_portion") in
  let texts = List.map (fun s -> List.map Json.text (Json.list s)) (Json.list (field "invariant")) in
  if Json.natural (field "format") <> 1 then Json.fail "the format is unknown";
  let digits = digits_of_rule rule in
  let order = List.length action and width = List.length generators in
  Printf.printf "read: the misère quotient of %s has %d elements, %d of them P-positions, for heaps 0 to %d%s\n%!"
    rule order (List.length (List.sort_uniq compare lost)) (List.length phi - 1)
    (match (preperiod, period) with
    | Some n, Some p -> Printf.sprintf ", and all others by the period %d from heap %d on" p n
    | _ -> "");
  check_seal found;
  let n0, p =
    match (preperiod, period) with
    | Some n, Some p -> require (p > 0) "period: it is at least 1"; (n, p)
    | None, None -> (0, 0)
    | _ -> raise (False "period: it needs a preperiod, and a preperiod a period")
  in
  require (theorem = if p = 0 then heaps_only else for_ever) "theorem";
  require (List.for_all (fun row -> List.length row = width) action) "table: its shape";
  let inside x = x < order in
  require (List.for_all inside generators && List.for_all inside lost && List.for_all (List.for_all inside) action)
    "table: an element is none of the monoid";
  require (List.length texts <= order) "invariant: an element is none of the monoid";
  let sets = List.map (List.map members) texts in
  require (List.for_all (List.for_all (List.for_all inside)) sets) "invariant: an element is none";
  let heap_of g =
    match index_of g phi with Some h -> h | None -> raise (False "generators: one is no heap's element")
  in
  let arrays = Parray.of_list (Parray.make 0 0) (List.map (Parray.of_list 0) action) in
  let holds =
    Proved.check_certificate order arrays (List.map heap_of generators) (List.map to_n digits) lost
      (List.length phi) (to_n n0) (to_n p) (Parray.of_list 0 phi) (Parray.of_list [] sets)
  in
  require holds "outcomes: the table, the winning sets or the repetition do not prove them";
  if p > 0 then check_least phi n0 p
