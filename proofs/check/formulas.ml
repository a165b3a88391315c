(* Certificates of formulas: three games, whose periods are theorems. *)
open Common

let keys =
  [ "certificate"; "version"; "format"; "rule"; "theorem"; "preperiod"; "period"; "saltus"; "values";
    "command"; "seal" ]

let divisors = "what may be taken is closed under divisors"
let residues = "nim-sums of residues"

let game_of rule : Proved.formula_game * string =
  match rule with
  | "take-a-prime" -> (TakeAPrime, divisors)
  | "take-a-power-of-two" -> (TakeAPowerOfTwo, divisors)
  | _ when unsigned (rule_of rule) = ([ 4 ], [ 3 ]) -> (LaskersNim, residues)
  | _ -> raise (False "rule: this theorem is about another one")

let check found =
  let field key = Json.field key found in
  let number key = Json.natural (field key) in
  Json.only keys found;
  let rule = Json.text (field "rule") and theorem = Json.text (field "theorem") in
  let preperiod = number "preperiod" and period = number "period" and saltus = number "saltus" in
  let values = Json.naturals (field "values") in
  if number "format" <> 1 then Json.fail "the format is unknown";
  Printf.printf "read: %s has period %d and saltus %d from heap %d on (%s)\n%!" rule period saltus
    preperiod theorem;
  check_seal found;
  let game, reason = game_of rule in
  require (theorem = reason) "theorem";
  let ((n0, p), s), known = Proved.formula_claim game in
  require ((preperiod, period, saltus) = (of_n n0, of_n p, of_n s)) "period";
  require (values = List.map of_n known) "values"
