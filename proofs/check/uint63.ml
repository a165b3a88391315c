(* Coq's words of 63 bits as OCaml's integers, which have as many on a machine of 64 bits. *)
type t = int

let of_int (x : int) : t = x
let add x y = x + y
let sub x y = x - y
let l_and x y = x land y
let l_or x y = x lor y
let l_xor x y = x lxor y
let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0
let equal (x : int) y = x = y

(* Words have no sign: the greatest half of them are OCaml's negative integers. *)
let lt x y = x lxor min_int < y lxor min_int
let le x y = x lxor min_int <= y lxor min_int

(* The place of the lowest bit, or 63 where there is none. *)
let tail0 x =
  let rec from i = if i = 63 || (x lsr i) land 1 = 1 then i else from (i + 1) in
  from 0
