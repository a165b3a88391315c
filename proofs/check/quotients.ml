(* Certificates of misère quotients, of one game and of several. *)
open Common
open Values

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

(* That the elements repeat neither earlier nor faster. *)
let check_least elements n0 p =
  require (Proved.is_least n0 p elements) "period: a shorter one is a period already, or it begins earlier"

(* Which heaps are meant: their first period and what comes before it, or 0 and 0. *)
let repetition preperiod period =
  match (preperiod, period) with
  | Some n, Some p -> require (p > 0) "period: it is at least 1"; (n, p)
  | None, None -> (0, 0)
  | _ -> raise (False "period: it needs a preperiod, and a preperiod a period")

let print_read rule heaps largest (n, p) =
  let which = if heaps > largest then Printf.sprintf "0 to %d" largest
    else Printf.sprintf "%d of those up to %d" heaps largest in
  Printf.printf "read: heaps %s of %s%s\n%!" which rule
    (if p = 0 then "" else Printf.sprintf ", and all others by the period %d from heap %d on" p n)

(* The monoid as the checkers take it. *)
type monoid =
  { order : int; action : int Parray.t Parray.t; generators : int list; lost : int list;
    sets : int list list Parray.t }

let monoid found =
  let generators = Json.naturals (Json.field "generators" found) in
  let action = List.map Json.naturals (Json.list (Json.field "action" found)) in
  let lost = Json.naturals (Json.field "p_portion" found) in
  let read s = List.map Json.text (Json.list s) in
  let texts = List.map read (Json.list (Json.field "invariant" found)) in
  let order = List.length action and width = List.length generators in
  Printf.printf "read: a misère quotient of %d elements, %d of them P-positions\n%!" order
    (List.length (List.sort_uniq compare lost));
  let inside x = x < order in
  check_seal found;
  require (List.for_all (fun row -> List.length row = width) action) "table: its shape";
  require (List.for_all inside generators && List.for_all inside lost && List.for_all (List.for_all inside) action)
    "table: an element is none of the monoid";
  require (List.length texts <= order) "invariant: an element is none of the monoid";
  let sets = List.map (List.map members) texts in
  require (List.for_all (List.for_all (List.for_all inside)) sets) "invariant: an element is none";
  let action = Parray.of_list (Parray.make 0 0) (List.map (Parray.of_list 0) action) in
  { order; action; generators; lost; sets = Parray.of_list [] sets }

let outcomes holds =
  require holds "outcomes: the table, the winning sets or the repetition do not prove them"

(* ---- tame games with very many heaps, by their normal play ---- *)

let most_looked_at = 10_000

(* For each element a word of generators that makes it, if there is one. *)
let words { order; action; generators; _ } =
  let words = Array.make order None in
  let rec visit = function
    | [] -> ()
    | (x, _) :: rest when words.(x) <> None -> visit rest
    | (x, word) :: rest ->
        words.(x) <- Some word;
        visit (rest @ List.mapi (fun i g -> (Parray.get (Parray.get action x) i, g :: word)) generators)
  in
  visit [ (0, []) ];
  List.map (function Some word -> List.map to_n word | None -> []) (Array.to_list words)

let rows { order; action; generators; _ } =
  let row x = List.mapi (fun i _ -> to_n (Parray.get (Parray.get action x) i)) generators in
  List.init order row

let check_tame digits monoid generating n0 p heaps elements =
  if heaps >= Parray.longest then not_covered "so many heaps";
  let bits = bits_of (best_mask digits Periods.most_tried) in
  outcomes (widened 16 4 (fun width ->
      Proved.check_tame digits bits width n0 p heaps elements generating (rows monoid) (words monoid)
        (List.map to_n monoid.lost)))

let check found =
  let field key = Json.field key found in
  Json.only keys found;
  let text = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let preperiod = Json.optional Json.natural (field "preperiod") in
  let period = Json.optional Json.natural (field "period") in
  let phi = Json.naturals (field "phi") in
  if Json.natural (field "format") <> 1 then Json.fail "the format is unknown";
  let monoid = monoid found in
  let { order; action; generators; lost; sets } = monoid in
  let n0, p = repetition preperiod period in
  print_read text (List.length phi) (List.length phi - 1) (n0, p);
  require (theorem = if p = 0 then heaps_only else for_ever) "theorem";
  let rule = rule_of text in
  let digits, signs = places_up_to (List.length phi) rule in
  require (p = 0 || (rule.tail = [] && signs = [])) "period: there is no theorem on this kind of rule";
  require (List.for_all (fun x -> x < order) phi) "phi: an element is none of the monoid";
  let rec late n = function [] -> n0 > 0 | x :: rest -> (n < n0 - 1 || x > 1) && late (n + 1) rest in
  let heap_of g =
    match index_of g phi with Some h -> h | None -> raise (False "generators: one is no heap's element")
  in
  let generating = List.map heap_of generators and elements = Parray.of_list 0 phi in
  let heaps = List.length phi and start = to_n n0 and period = to_n p in
  let is_nim () = Proved.rows_right elements generating (rows monoid) N0 (rows monoid) in
  if p > 0 && late 0 phi && heaps > most_looked_at && is_nim () then
    check_tame digits monoid generating start period heaps elements
  else begin
    outcomes
      (Proved.check_certificate order action generating digits signs lost heaps start period elements sets);
    if p > 0 then check_least elements start period
  end

(* ---- several games ---- *)

let joint_keys =
  [ "certificate"; "version"; "format"; "games"; "theorem"; "generators"; "action"; "p_portion";
    "invariant"; "command"; "seal" ]

type game = { rule : string; heaps : int list; phi : int list; start : int; period : int }

let read_game found =
  let field key = Json.field key found in
  Json.only [ "rule"; "preperiod"; "period"; "heaps"; "phi" ] found;
  let rule = Json.text (field "rule") in
  let heaps = Json.naturals (field "heaps") and phi = Json.naturals (field "phi") in
  let preperiod = Json.optional Json.natural (field "preperiod") in
  let period = Json.optional Json.natural (field "period") in
  fun () ->
    let start, period = repetition preperiod period in
    { rule; heaps; phi; start; period }

(* A heap that is not listed has the order in the place of an element. *)
let proved_game order { rule; heaps; phi; start; period } : Proved.game =
  let rec rises = function a :: (b :: _ as l) -> a < b && rises l | _ -> true in
  require (heaps <> [] && List.hd heaps = 0 && rises heaps) "heaps: they have to rise from 0 on";
  require (List.length heaps = List.length phi) "phi: a heap needs an element, an element a heap";
  let largest = List.fold_left max 0 heaps in
  require (largest <= 1_000_000) "heaps: one is too large to list its moves";
  print_read rule (List.length heaps) largest (start, period);
  let found = rule_of rule in
  let game_digits, game_signs = places_up_to largest found in
  require (period = 0 || (found.tail = [] && game_signs = [])) "period: there is no theorem on this kind of rule";
  require (period = 0 || List.length heaps = largest + 1) "period: it needs every heap";
  require (List.for_all (fun x -> x < order) phi) "phi: an element is none of the monoid";
  let elements = Array.make (largest + 1) order in
  List.iter2 (fun h x -> elements.(h) <- x) heaps phi;
  let game_start = to_n start and game_period = to_n period and game_elements = Parray.of_array 0 elements in
  if period > 0 then check_least game_elements game_start game_period;
  { game_digits; game_signs; game_heaps = largest + 1; game_start; game_period; game_elements }

let check_joint found =
  Json.only joint_keys found;
  let theorem = Json.text (Json.field "theorem" found) in
  let games = List.map read_game (Json.list (Json.field "games" found)) in
  if Json.natural (Json.field "format" found) <> 1 then Json.fail "the format is unknown";
  let { order; action; generators; lost; sets } = monoid found in
  let games = List.map (fun read -> read ()) games in
  let ever = List.exists (fun { period; _ } -> period > 0) games in
  require (theorem = if ever then for_ever else heaps_only) "theorem";
  require (games <> []) "heaps: it is about no heap";
  let heap_of g =
    let rec from i = function
      | [] -> raise (False "generators: one is no heap's element")
      | { heaps; phi; _ } :: rest -> (
          match index_of g phi with
          | Some h -> (to_nat i, List.nth heaps h)
          | None -> from (i + 1) rest)
    in
    from 0 games
  in
  let stated = List.map (proved_game order) games in
  outcomes (Proved.check_joint order action (List.map heap_of generators) stated lost sets)
