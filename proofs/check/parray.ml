(* Coq's persistent arrays: the last version is an array of OCaml's, and each earlier one says
   where it differs. A place outside has the default. Source: H. G. Baker, 1991. *)
type 'a version = Newest of 'a array | Differs of int * 'a * 'a t
and 'a t = { mutable version : 'a version; size : int; default : 'a }

let longest = 4194303

let make size default =
  let size = if 0 <= size && size <= longest then size else longest in
  { version = Newest (Array.make size default); size; default }

let length t = t.size

let rec newest t =
  match t.version with
  | Newest entries -> entries
  | Differs (i, x, later) ->
      let entries = newest later in
      let other = entries.(i) in
      entries.(i) <- x;
      later.version <- Differs (i, other, t);
      t.version <- Newest entries;
      entries

let get t i = if 0 <= i && i < t.size then (newest t).(i) else t.default

let set t i x =
  if 0 <= i && i < t.size then begin
    let entries = newest t in
    let other = entries.(i) in
    entries.(i) <- x;
    let later = { version = Newest entries; size = t.size; default = t.default } in
    t.version <- Differs (i, other, later);
    later
  end
  else t

(* Not of Coq: the array of a list that has been read. *)
let of_list default entries =
  let entries = Array.of_list entries in
  if Array.length entries > longest then invalid_arg "array";
  { version = Newest entries; size = Array.length entries; default }
