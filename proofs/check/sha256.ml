(* SHA-256, for seals and for the hash of values; nothing is proved of it. Source: FIPS 180-4. *)
let mask = 0xffffffff
let rotated x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* The first 32 bits of the fractional parts of roots of the first primes. *)
let primes =
  let rec from n found =
    if List.length found = 64 then List.rev found
    else from (n + 1) (if List.exists (fun p -> n mod p = 0) found then found else n :: found)
  in
  Array.of_list (from 2 [])

(* The greatest x whose power is at most p * 2^(32 * power), by halving; digits in base 2^16. *)
let times a b =
  let c = Array.make 12 0 in
  Array.iteri (fun i x ->
      Array.iteri (fun j y -> if i + j < 12 then begin
          c.(i + j) <- c.(i + j) + (x * y);
          let k = ref (i + j) in
          while c.(!k) > 0xffff && !k < 11 do
            c.(!k + 1) <- c.(!k + 1) + (c.(!k) lsr 16);
            c.(!k) <- c.(!k) land 0xffff;
            incr k
          done end) b) a;
  c

let digits x = Array.init 3 (fun i -> (x lsr (16 * i)) land 0xffff)

let fraction power p =
  let target = Array.make 12 0 in
  target.(2 * power) <- p;
  let not_above x =
    let rec raised n = if n = 1 then digits x else times (raised (n - 1)) (digits x) in
    let y = raised power in
    let rec compare i = i < 0 || (y.(i) < target.(i)) || (y.(i) = target.(i) && compare (i - 1)) in
    compare 11
  in
  let rec search low high =
    if high - low = 1 then low
    else let middle = (low + high) / 2 in
      if not_above middle then search middle high else search low middle
  in
  search 0 (1 lsl 40) land mask

let constants = Array.map (fraction 3) primes
let start = Array.map (fraction 2) (Array.sub primes 0 8)

let block state data at =
  let w = Array.make 64 0 in
  for i = 0 to 15 do
    w.(i) <- Int32.to_int (Bytes.get_int32_be data (at + (4 * i))) land mask
  done;
  for i = 16 to 63 do
    let a = w.(i - 15) and b = w.(i - 2) in
    let s0 = rotated a 7 lxor rotated a 18 lxor (a lsr 3)
    and s1 = rotated b 17 lxor rotated b 19 lxor (b lsr 10) in
    w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land mask
  done;
  let v = Array.copy state in
  for i = 0 to 63 do
    let a = v.(0) and b = v.(1) and c = v.(2) and e = v.(4) in
    let s1 = rotated e 6 lxor rotated e 11 lxor rotated e 25
    and choice = (e land v.(5)) lxor (lnot e land mask land v.(6)) in
    let t1 = v.(7) + s1 + choice + constants.(i) + w.(i) in
    let s0 = rotated a 2 lxor rotated a 13 lxor rotated a 22
    and majority = (a land b) lxor (a land c) lxor (b land c) in
    Array.blit v 0 v 1 7;
    v.(4) <- (v.(4) + t1) land mask;
    v.(0) <- (t1 + s0 + majority) land mask
  done;
  Array.iteri (fun i x -> state.(i) <- (state.(i) + x) land mask) v

let hexadecimal (data : Bytes.t) : string =
  let size = Bytes.length data in
  let padded = Bytes.make ((size + 72) / 64 * 64) '\000' in
  Bytes.blit data 0 padded 0 size;
  Bytes.set padded size '\x80';
  Bytes.set_int64_be padded (Bytes.length padded - 8) (Int64.of_int (8 * size));
  let state = Array.copy start in
  for i = 0 to (Bytes.length padded / 64) - 1 do block state padded (64 * i) done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") state))
