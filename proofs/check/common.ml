(* What the three kinds of certificates share. *)
exception False of string

let require holds condition = if not holds then raise (False condition)
let not_covered what = Json.fail (what ^ ": no checker that is proved right reads this; use grundy verify")

let rec positive i : Proved.positive =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let to_n i : Proved.n = if i = 0 then N0 else Npos (positive i)
let rec to_nat i : Proved.nat = if i = 0 then O else S (to_nat (i - 1))

(* ---- the digits of a rule: octal and hexadecimal codes, and sets of numbers ---- *)

let digit c =
  match c with
  | '0' .. '9' -> Char.code c - 48
  | 'A' .. 'V' -> Char.code c - 55
  | _ -> not_covered "a rule with this sign"

let numbers text =
  if String.trim text = "" then [] else
  let words = List.map String.trim (String.split_on_char ',' text) in
  List.map (fun w ->
      match int_of_string_opt w with
      | Some n when 0 < n && n <= 1_000_000 && w.[0] <> '0' -> n
      | _ -> not_covered "a set with this number") words

let digits_of_rule rule =
  let size = String.length rule in
  let found =
    if size > 2 && rule.[0] = '{' && rule.[size - 1] = '}' then begin
      let members = numbers (String.sub rule 1 (size - 2)) in
      List.init (1 + List.fold_left max 0 members) (fun r -> if List.mem r members then 3 else 0)
    end
    else
      let rule = if size > 4 && String.sub rule 0 4 = "hex:" then String.sub rule 4 (size - 4) else rule in
      match String.split_on_char '.' rule with
      | [ head; places ] when String.length head = 1 ->
          List.map digit (List.of_seq (String.to_seq (head ^ places)))
      | _ -> not_covered "a rule of this kind"
  in
  require (List.hd found land 3 = 0) "rule: d0 needs two heaps";
  let rec cut = function 0 :: (_ :: _ as rest) -> cut rest | digits -> digits in
  List.rev (cut (List.rev found))

(* What an all-but set leaves out: it is written as a set, or as a code that ends in 3 without end. *)
let all_but_of_rule rule =
  let size = String.length rule in
  let between first last = String.sub rule first (size - first - last) in
  if size > 7 && String.sub rule 0 7 = "allbut{" && rule.[size - 1] = '}' then
    Some (List.sort_uniq compare (numbers (between 7 1)))
  else if size > 5 && between (size - 3) 0 = "[3]" then begin
    let digits = digits_of_rule (between 0 3) in
    require (List.for_all (fun d -> d = 0 || d = 3) digits) "theorem: it is not about this claim";
    let written = size - 5 in
    let digit r = match List.nth_opt digits r with Some d -> d | None -> 0 in
    Some (List.filter (fun r -> digit r = 0) (List.init written succ))
  end
  else None

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
