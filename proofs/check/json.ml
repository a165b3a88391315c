(* A reader of JSON. Nothing is proved of it: what it has read is printed.

   It refuses what certificates never have: fractions, exponents, and a field that stands twice. *)
type t =
  | Null
  | Bool of bool
  | Int of string
  | Text of string
  | List of t list
  | Group of (string * t) list

exception Unreadable of string

let fail message = raise (Unreadable message)
let deepest = 100

let add_utf8 buffer code =
  if not (Uchar.is_valid code) then fail "half a character stands in a text";
  Buffer.add_utf_8_uchar buffer (Uchar.of_int code)

let parse (text : string) : t =
  let size = String.length text in
  let at = ref 0 in
  let peek () = if !at < size then text.[!at] else '\000' in
  let rec blank () =
    match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; blank () | _ -> ()
  in
  let expect c = if peek () = c && !at < size then incr at else fail "this is not JSON" in
  let word w value =
    let n = String.length w in
    if !at + n <= size && String.sub text !at n = w then (at := !at + n; value)
    else fail "this is not JSON"
  in
  let hexadecimal () =
    if !at + 4 > size then fail "this is not JSON";
    let digits = String.sub text !at 4 in
    String.iter (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> fail "this is not JSON") digits;
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let escape buffer =
    incr at;
    let c = peek () in
    incr at;
    match c with
    | '"' | '\\' | '/' -> Buffer.add_char buffer c
    | 'n' -> Buffer.add_char buffer '\n'
    | 't' -> Buffer.add_char buffer '\t'
    | 'r' -> Buffer.add_char buffer '\r'
    | 'b' -> Buffer.add_char buffer '\b'
    | 'f' -> Buffer.add_char buffer '\012'
    | 'u' ->
        let code = hexadecimal () in
        if code land 0xfc00 = 0xd800 && peek () = '\\' then begin
          incr at;
          expect 'u';
          let low = hexadecimal () in
          if low land 0xfc00 <> 0xdc00 then fail "half a character stands in a text";
          add_utf8 buffer (0x10000 + ((code land 0x3ff) lsl 10) + (low land 0x3ff))
        end
        else add_utf8 buffer code
    | _ -> fail "this is not JSON"
  in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    while !at < size && peek () <> '"' do
      if peek () = '\\' then escape buffer
      else if peek () < ' ' then fail "this is not JSON"
      else (Buffer.add_char buffer (peek ()); incr at)
    done;
    expect '"';
    Buffer.contents buffer
  in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    let first = !at in
    while match peek () with '0' .. '9' -> true | _ -> false do incr at done;
    let digits = !at - first in
    if digits = 0 || (digits > 1 && text.[first] = '0') then fail "this is not JSON";
    (match peek () with '.' | 'e' | 'E' -> fail "a number has to be a natural one" | _ -> ());
    Int (String.sub text start (!at - start))
  in
  let items close item depth =
    blank ();
    if peek () = close then (incr at; [])
    else begin
      let found = ref [ item depth ] in
      blank ();
      while peek () = ',' && !at < size do
        incr at; blank ();
        found := item depth :: !found;
        blank ()
      done;
      expect close;
      List.rev !found
    end
  in
  let rec field depth =
    blank ();
    let key = string () in
    blank (); expect ':';
    (key, value depth)
  and value depth =
    if depth > deepest then fail "this is no certificate";
    blank ();
    match peek () with
    | '{' ->
        incr at;
        let fields = items '}' field (depth + 1) in
        let keys = List.map fst fields in
        if List.length (List.sort_uniq compare keys) < List.length keys then
          fail "a field stands twice";
        Group fields
    | '[' -> incr at; List (items ']' value (depth + 1))
    | '"' -> Text (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  in
  if size >= 3 && String.sub text 0 3 = "\xef\xbb\xbf" then at := 3;
  let found = value 0 in
  blank ();
  if !at < size then fail "this is not JSON";
  found

(* ---- what a field has to be ---- *)

let field key = function
  | Group fields -> (
      match List.assoc_opt key fields with
      | Some value -> value
      | None -> fail (Printf.sprintf "the field \"%s\" is missing" key))
  | _ -> fail "this is no certificate"

let text = function Text s -> s | _ -> fail "a text was expected"
let list = function List l -> l | _ -> fail "a list was expected"

let natural = function
  | Int digits when digits.[0] <> '-' && String.length digits < 19 -> int_of_string digits
  | _ -> fail "a natural number below 10^18 was expected"

let naturals value = List.rev (List.rev_map natural (list value))
let optional read = function Null -> None | value -> Some (read value)

let only keys = function
  | Group fields ->
      List.iter (fun (key, _) ->
          if not (List.mem key keys) then fail (Printf.sprintf "the field \"%s\" is unknown" key))
        fields
  | _ -> fail "this is no certificate"

(* ---- as Python writes it, for the seal: keys in order, and ASCII only ---- *)

(* The character that begins at place i, and its length in bytes. *)
let decoded s i =
  let wrong () = fail "this is not text in UTF-8" in
  let byte k = if i + k < String.length s then Char.code s.[i + k] else 0 in
  let later first count =
    let code = ref first in
    for k = 1 to count do
      if byte k land 0xc0 <> 0x80 then wrong ();
      code := (!code lsl 6) lor (byte k land 0x3f)
    done;
    (!code, count + 1)
  in
  let b = byte 0 in
  let code, length =
    if b < 0x80 then (b, 1)
    else if b land 0xe0 = 0xc0 then later (b land 0x1f) 1
    else if b land 0xf0 = 0xe0 then later (b land 0x0f) 2
    else if b land 0xf8 = 0xf0 then later (b land 0x07) 3
    else wrong ()
  in
  if (not (Uchar.is_valid code)) || code < [| 0; 0; 0x80; 0x800; 0x10000 |].(length) then wrong ();
  (code, length)

let write_text buffer s =
  Buffer.add_char buffer '"';
  let rec go i =
    if i < String.length s then begin
      let code, length = decoded s i in
      (match code with
      | 0x22 -> Buffer.add_string buffer "\\\""
      | 0x5c -> Buffer.add_string buffer "\\\\"
      | 0x0a -> Buffer.add_string buffer "\\n"
      | 0x0d -> Buffer.add_string buffer "\\r"
      | 0x09 -> Buffer.add_string buffer "\\t"
      | 0x08 -> Buffer.add_string buffer "\\b"
      | 0x0c -> Buffer.add_string buffer "\\f"
      | _ when code >= 0x20 && code < 0x7f -> Buffer.add_char buffer (Char.chr code)
      | 0x7f -> Buffer.add_char buffer '\x7f'
      | _ when code < 0x10000 -> Buffer.add_string buffer (Printf.sprintf "\\u%04x" code)
      | _ ->
          let c = code - 0x10000 in
          Buffer.add_string buffer
            (Printf.sprintf "\\u%04x\\u%04x" (0xd800 lor (c lsr 10)) (0xdc00 lor (c land 0x3ff))));
      go (i + length)
    end
  in
  go 0;
  Buffer.add_char buffer '"'

let rec write buffer = function
  | Null -> Buffer.add_string buffer "null"
  | Bool b -> Buffer.add_string buffer (string_of_bool b)
  | Int digits -> Buffer.add_string buffer (if digits = "-0" then "0" else digits)
  | Text s -> write_text buffer s
  | List l -> write_all buffer '[' ']' (write buffer) l
  | Group fields ->
      let pair (key, value) =
        write_text buffer key;
        Buffer.add_string buffer ": ";
        write buffer value
      in
      write_all buffer '{' '}' pair (List.sort compare fields)

and write_all : 'a. Buffer.t -> char -> char -> ('a -> unit) -> 'a list -> unit =
 fun buffer opening closing one l ->
  Buffer.add_char buffer opening;
  List.iteri (fun i x -> if i > 0 then Buffer.add_string buffer ", "; one x) l;
  Buffer.add_char buffer closing
