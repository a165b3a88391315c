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

type place = { digit : int; sign : Proved.sign }
type rule = { digits : place list; tail : place list }

let none = False "rule: it is none"
let longest = 10_000
let largest_number = 1_000_000

let digit c =
  match c with
  | '0' .. '9' -> Char.code c - 48
  | 'A' .. 'V' -> Char.code c - 55
  | 'a' .. 'v' -> Char.code c - 87
  | _ -> raise none

let plain digit = { digit; sign = Proved.Any }

(* A sign that says nothing is dropped; of two heaps, unequal and not all equal are one. *)
let signed digit (sign : Proved.sign) =
  if digit < 4 then plain digit
  else if digit < 8 && sign = NotAllEqual then { digit; sign = Unequal }
  else { digit; sign }

let places_of text =
  let rec from : char list -> place list = function
    | [] -> []
    | c :: '!' :: rest -> signed (digit c) Unequal :: from rest
    | c :: '?' :: rest -> signed (digit c) NotAllEqual :: from rest
    | c :: '=' :: rest -> signed (digit c) AllEqual :: from rest
    | c :: rest -> plain (digit c) :: from rest
  in
  from (List.of_seq (String.to_seq text))

let numbers text =
  if String.trim text = "" then [] else
  List.map (fun word ->
      let word = String.trim word in
      if word = "" || not (String.for_all (fun c -> '0' <= c && c <= '9') word) then raise none;
      let n = if String.length word <= 18 then Scanf.sscanf word "%u" Fun.id else raise none in
      if n = 0 then raise none;
      if n > largest_number then not_covered "a set with a number above 1,000,000";
      n) (String.split_on_char ',' text)

let between text first last = String.sub text first (String.length text - first - last)
let begins text start = String.length text >= String.length start
  && String.lowercase_ascii (String.sub text 0 (String.length start)) = start

(* A code: the digits before the bracket, and those in it. *)
let code_of text =
  let places, tail =
    match String.split_on_char '[' text with
    | [ places ] -> (places, [])
    | [ places; tail ] when String.length tail > 1 && tail.[String.length tail - 1] = ']' ->
        (places, places_of (between tail 0 1))
    | _ -> raise none
  in
  match String.split_on_char '.' places with
  | [ head; places ] -> (
      match places_of head with
      | [ first ] -> { digits = first :: places_of places; tail }
      | _ -> raise none)
  | _ -> raise none

(* The same rule in its shortest form. *)
let rec shortened { digits; tail } =
  match (List.rev digits, tail) with
  | last :: (_ :: _ as rest), [] when last.digit = 0 -> shortened { digits = List.rev rest; tail }
  | _, _ :: _ when List.for_all (fun place -> place.digit = 0) tail -> shortened { digits; tail = [] }
  | _, first :: _ :: _ when List.for_all (( = ) first) tail -> shortened { digits; tail = [ first ] }
  | last :: (_ :: _ as rest), [ one ] when last = one -> shortened { digits = List.rev rest; tail }
  | _ -> { digits; tail }

(* The places of a set: d_r is 3 where r may be taken. *)
let set_of members inside outside =
  let size = 1 + List.fold_left max 0 members in
  let digits = Array.make size outside in
  List.iter (fun r -> digits.(r) <- inside) members;
  digits.(0) <- 0;
  List.map plain (Array.to_list digits)

let rule_of text =
  let text = String.trim text in
  require (String.length text <= longest) "rule: it is none";
  let opened = String.index_opt text '{' in
  let found =
    match opened with
    | Some i when text.[String.length text - 1] = '}' -> (
        let members = numbers (between text (i + 1) 1) in
        match String.lowercase_ascii (String.trim (String.sub text 0 i)) with
        | "" -> { digits = set_of members 3 0; tail = [] }
        | "allbut" -> { digits = set_of members 0 3; tail = [ plain 3 ] }
        | _ -> raise none)
    | _ ->
      let hexadecimal = begins text "hex:" in
      let rule = code_of (if hexadecimal then between text 4 0 else text) in
      let all = List.map (fun place -> place.digit) (rule.digits @ rule.tail) in
      let octal = List.for_all (fun d -> d < 10) all && List.exists (fun d -> d > 7) all in
      require (hexadecimal || not octal) "rule: it is none";
      rule
  in
  require ((List.hd found.digits).digit land 3 = 0) "rule: d0 needs two heaps";
  shortened found

(* The digits of a rule whose splits have no sign, before those that repeat and these. *)
let unsigned { digits; tail } =
  let plain { digit; sign } = if sign = Proved.Any then digit else raise (False "theorem: there is none on signs") in
  (List.map plain digits, List.map plain tail)

(* The digits and signs of a rule, which without an end are those that matter to heaps up to a
   largest one; no signs where all are none. *)
let places_up_to largest { digits; tail } =
  let tail = Array.of_list tail and first = List.length digits in
  let more = if tail = [||] then 0 else max 0 (largest + 1 - first) in
  let all = digits @ List.init more (fun r -> tail.(r mod Array.length tail)) in
  let signs = List.map (fun place -> place.sign) all in
  (List.map (fun place -> to_n place.digit) all,
   if List.for_all (( = ) Proved.Any) signs then [] else signs)

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
