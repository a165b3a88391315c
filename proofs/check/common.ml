(* What the three kinds of certificates share. *)
exception False of string
exception Not_covered of string

let require holds condition = if not holds then raise (False condition)
let not_covered what = raise (Not_covered what)

let rec positive i : Proved.positive =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let to_n i : Proved.n = if i = 0 then N0 else Npos (positive i)
let to_nat i : Proved.nat =
  let rec above i n : Proved.nat = if i = 0 then n else above (i - 1) (S n) in
  above i O

let rec of_positive : Proved.positive -> int = function
  | XH -> 1
  | XO p -> 2 * of_positive p
  | XI p -> (2 * of_positive p) + 1

let of_n : Proved.n -> int = function N0 -> 0 | Npos p -> of_positive p

(* ---- a rule: a code, whose last digits may repeat without end, or a set of numbers ---- *)

type rule = { digits : int list; tail : int list }

let digit c =
  match c with
  | '0' .. '9' -> Char.code c - 48
  | 'A' .. 'V' -> Char.code c - 55
  | 'a' .. 'v' -> Char.code c - 87
  | _ -> raise (False "rule: it is none")

let digits_of text = List.map digit (List.of_seq (String.to_seq text))

let numbers text =
  if String.trim text = "" then [] else
  let words = List.map String.trim (String.split_on_char ',' text) in
  List.map (fun w ->
      match int_of_string_opt w with
      | Some n when 0 < n && n <= 1_000_000 && w.[0] <> '0' -> n
      | _ -> not_covered "a set with this number") words

let between text first last = String.sub text first (String.length text - first - last)
let begins text start = String.length text >= String.length start
  && String.lowercase_ascii (String.sub text 0 (String.length start)) = start

(* A code: the digits before the bracket, and those in it. *)
let code_of text =
  if String.exists (String.contains "!?=") text then
    not_covered "a rule that asks for equal or unequal parts";
  let places, tail =
    match String.split_on_char '[' text with
    | [ places ] -> (places, [])
    | [ places; tail ] when String.length tail > 1 && tail.[String.length tail - 1] = ']' ->
        (places, digits_of (between tail 0 1))
    | _ -> raise (False "rule: it is none")
  in
  match String.split_on_char '.' places with
  | [ head; places ] when String.length head = 1 -> { digits = digits_of (head ^ places); tail }
  | _ -> raise (False "rule: it is none")

(* The same rule in its shortest form. *)
let rec shortened { digits; tail } =
  match (List.rev digits, tail) with
  | last :: (_ :: _ as rest), [] when last = 0 -> shortened { digits = List.rev rest; tail }
  | _, _ :: _ when List.for_all (( = ) 0) tail -> shortened { digits; tail = [] }
  | _, first :: _ :: _ when List.for_all (( = ) first) tail -> shortened { digits; tail = [ first ] }
  | last :: (_ :: _ as rest), [ one ] when last = one -> shortened { digits = List.rev rest; tail }
  | _ -> { digits; tail }

let rule_of text =
  let text = String.trim text in
  let is_set start = begins text start && text.[String.length text - 1] = '}' in
  let found =
    if is_set "{" then
      let members = numbers (between text 1 1) in
      { digits = List.init (1 + List.fold_left max 0 members) (fun r -> if List.mem r members then 3 else 0);
        tail = [] }
    else if is_set "allbut{" then
      let members = numbers (between text 7 1) in
      { digits = List.init (1 + List.fold_left max 0 members)
            (fun r -> if r = 0 || List.mem r members then 0 else 3);
        tail = [ 3 ] }
    else
      let hexadecimal = begins text "hex:" in
      let rule = code_of (if hexadecimal then between text 4 0 else text) in
      let all = rule.digits @ rule.tail in
      let plain = List.for_all (fun d -> d < 10) all && List.exists (fun d -> d > 7) all in
      require (hexadecimal || not plain) "rule: it is none";
      rule
  in
  require (List.hd found.digits land 3 = 0) "rule: d0 needs two heaps";
  shortened found

(* The digits of a rule, which without an end are those that matter to heaps up to a largest one. *)
let digits_up_to largest { digits; tail } =
  let tail = Array.of_list tail and first = List.length digits in
  let more = if tail = [||] then 0 else max 0 (largest + 1 - first) in
  digits @ List.init more (fun r -> tail.(r mod Array.length tail))

(* ---- the seal ---- *)

let hash_of_text text = Sha256.hexadecimal (Bytes.unsafe_of_string text)

let check_seal found =
  match found with
  | Json.Group fields ->
      let buffer = Buffer.create 4096 in
      Json.write buffer (Group (List.remove_assoc "seal" fields));
      require
        (List.assoc_opt "seal" fields = Some (Json.Text (hash_of_text (Buffer.contents buffer))))
        "seal: a field was changed after the certificate was written"
  | _ -> ()
