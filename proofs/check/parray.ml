(* Coq's persistent arrays. The checkers never look at an array again once they have changed it, so
   one array of OCaml's serves all versions, and who asked for an old one would be stopped. *)
type 'a shared = { entries : 'a array; default : 'a; mutable newest : int }
type 'a t = { shared : 'a shared; version : int }

exception Old_version

let longest = 4194303
let of_array default entries = { shared = { entries; default; newest = 0 }; version = 0 }

let make size default =
  let size = if 0 <= size && size <= longest then size else longest in
  of_array default (Array.make size default)

let entries t = if t.version = t.shared.newest then t.shared.entries else raise Old_version
let length t = Array.length t.shared.entries
let copy t = of_array t.shared.default (Array.copy (entries t))

let get t i =
  let entries = entries t in
  if 0 <= i && i < Array.length entries then Array.unsafe_get entries i else t.shared.default

let set t i x =
  let entries = entries t in
  if 0 <= i && i < Array.length entries then begin
    Array.unsafe_set entries i x;
    t.shared.newest <- t.version + 1;
    { t with version = t.version + 1 }
  end
  else t

(* Not of Coq: the array of a list that has been read. *)
let of_list default list =
  let entries = Array.of_list list in
  if Array.length entries > longest then invalid_arg "array";
  of_array default entries
