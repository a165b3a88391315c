(* Certificates of values that an automaton reads off the digits of the heap. *)
open Common

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "base"; "steps"; "values"; "command"; "seal" ]

let mex = "the rule of mex for every set of states that digits reach"
let largest_base = 36
let most_terms = 100
let most_work = 500_000

(* ---- a rule: its terms, each by amounts, divisor and what is added ---- *)

type amounts = From of int * int | Range of int * int * int | Powers of int * int
type term = { amounts : amounts; divisor : int; added : int }

let take amounts = { amounts; divisor = 1; added = 0 }
let wrong = "rule: it is none by arithmetic"

(* n-1, n-2i, n-(2i+1), n-3*2^i, n//2, ceil(n/2) or n/2. *)
let term_of text =
  let size = String.length text and at = ref 0 in
  let eat word =
    let n = String.length word in
    let there = !at + n <= size && String.sub text !at n = word in
    if there then at := !at + n;
    there
  in
  let need word = require (eat word) wrong in
  let number () =
    let first = !at in
    while !at < size && (match text.[!at] with '0' .. '9' -> true | _ -> false) do incr at done;
    require (0 < !at - first && !at - first <= 9 && text.[first] <> '0') wrong;
    int_of_string (String.sub text first (!at - first))
  in
  let at_least_2 k = require (k >= 2) wrong; k in
  let powers factor = need "^i"; fun ratio -> take (Powers (factor, at_least_2 ratio)) in
  let found =
    if eat "n//" then let k = at_least_2 (number ()) in
      { amounts = Range (0, 1, k - 1); divisor = k; added = 0 }
    else if eat "n/" then let k = at_least_2 (number ()) in
      { amounts = Range (0, 1, 0); divisor = k; added = 0 }
    else if eat "ceil(n/" then begin
      let k = at_least_2 (number ()) in
      need ")";
      { amounts = Range (0, 1, k - 1); divisor = k; added = k - 1 }
    end
    else if eat "n-(" then begin
      let step = if eat "i+" then 1 else let s = number () in need "i+"; s in
      let first = number () in
      need ")";
      take (From (first, step))
    end
    else begin
      need "n-";
      if eat "i" then take (From (1, 1)) else
      let a = number () in
      if !at = size then take (Range (a, 1, a))
      else if eat "i" then take (From (a, a))
      else if eat "*" then let ratio = number () in powers a ratio
      else powers 1 a
    end
  in
  require (!at = size) wrong;
  found

let terms_of_code rule =
  let digits, tail = unsigned (rule_of rule) in
  let all = digits @ tail in
  require (List.hd digits = 0 && List.for_all (fun d -> d = 0 || d = 3) all) wrong;
  let placed first made l = List.concat (List.mapi (fun r d -> if d > 0 then [ made (first + r) ] else []) l) in
  let size = List.length digits and step = List.length tail in
  placed 0 (fun r -> take (Range (r, 1, r))) digits @ placed size (fun r -> take (From (r, step))) tail

let terms_of rule =
  let size = String.length rule in
  match rule with
  | "mark" -> List.map term_of [ "n-1"; "n//2" ]
  | "divide-2-3-6" -> List.map term_of [ "n//2"; "n//3"; "n//6" ]
  | "take-a-power-of-two" -> [ term_of "n-2^i" ]
  | _ when size > 7 && String.sub rule 0 6 = "leave(" && rule.[size - 1] = ')' ->
      let terms = String.split_on_char ',' (between rule 6 1) in
      require (List.length terms <= most_terms) wrong;
      List.map term_of terms
  | _ when String.contains rule '{' -> raise (False wrong)
  | _ -> terms_of_code rule

let print_term { amounts; divisor; added } =
  let shown = match amounts with
    | From (a, s) -> Printf.sprintf "%d + %di" a s
    | Range (a, s, l) when a = l -> string_of_int a
    | Range (a, s, l) -> Printf.sprintf "%d + %di up to %d" a s l
    | Powers (f, r) -> Printf.sprintf "%d * %d^i" f r
  in
  Printf.printf "read: a move to a smaller m where n + %d = %d m + t, t = %s\n" added divisor shown

let proved_term { amounts; divisor; added } : Proved.term =
  let takes : Proved.amounts = match amounts with
    | From (a, s) -> Progression (to_n a, to_n s, None)
    | Range (a, s, l) -> Progression (to_n a, to_n s, Some (to_n l))
    | Powers (f, r) -> Powers (to_n f, to_n r)
  in
  { takes; divisor = to_n divisor; added = to_n added }

let check found =
  let field key = Json.field key found in
  Json.only keys found;
  let rule = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let base = Json.natural (field "base") and values = Json.naturals (field "values") in
  let steps = List.map Json.naturals (Json.list (field "steps")) in
  if Json.natural (field "format") <> 1 then Json.fail "the format is unknown";
  let states = List.length values in
  Printf.printf "read: an automaton of %d states that reads digits in base %d, for %s\n%!" states base rule;
  check_seal found;
  let terms = terms_of rule in
  List.iter print_term terms;
  require (theorem = mex) "theorem";
  require (2 <= base && base <= largest_base) "base";
  require (states > 0 && List.length steps = states
    && List.for_all (fun row -> List.length row = base && List.for_all (fun q -> q < states) row) steps)
    "steps: a digit leads to no state";
  let table = Array.of_list (List.map (fun row -> Array.of_list (List.map to_n row)) steps) in
  let outputs = Array.of_list (List.map to_n values) in
  match
    Proved.check_automaton (to_n base) (fun q d -> table.(of_n q).(of_n d)) (fun q -> outputs.(of_n q))
      (List.map proved_term terms) (to_n most_work)
  with
  | Some holds -> require holds "values: a heap has another value, or the base does not suit the rule"
  | None -> not_covered "a rule whose digits reach so many sets of states"
