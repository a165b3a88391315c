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

let schedule = Array.make 64 0

let block state data at =
  let w = schedule in
  for i = 0 to 15 do
    w.(i) <- Int32.to_int (Bytes.get_int32_be data (at + (4 * i))) land mask
  done;
  for i = 16 to 63 do
    let a = w.(i - 15) and b = w.(i - 2) in
    let s0 = rotated a 7 lxor rotated a 18 lxor (a lsr 3)
    and s1 = rotated b 17 lxor rotated b 19 lxor (b lsr 10) in
    w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land mask
  done;
  let rec rounds i a b c d e f g h =
    if i = 64 then List.iteri (fun j x -> state.(j) <- (state.(j) + x) land mask) [ a; b; c; d; e; f; g; h ]
    else
      let s1 = rotated e 6 lxor rotated e 11 lxor rotated e 25
      and choice = (e land f) lxor (lnot e land mask land g) in
      let t1 = h + s1 + choice + constants.(i) + w.(i) in
      let s0 = rotated a 2 lxor rotated a 13 lxor rotated a 22
      and majority = (a land b) lxor (a land c) lxor (b land c) in
      rounds (i + 1) ((t1 + s0 + majority) land mask) a b c ((d + t1) land mask) e f g
  in
  rounds 0 state.(0) state.(1) state.(2) state.(3) state.(4) state.(5) state.(6) state.(7)

let chunk = 1 lsl 16

(* Of so many bytes, which [fill buffer first count] writes piece by piece. *)
let stream size fill =
  let total = (size + 72) / 64 * 64 and buffer = Bytes.create chunk and state = Array.copy start in
  let rec from at =
    if at < total then begin
      let n = min chunk (total - at) in
      let count = max 0 (min n (size - at)) in
      Bytes.fill buffer 0 n '\000';
      if count > 0 then fill buffer at count;
      if at <= size && size < at + n then Bytes.set buffer (size - at) '\x80';
      if at + n = total then Bytes.set_int64_be buffer (n - 8) (Int64.of_int (8 * size));
      for i = 0 to (n / 64) - 1 do block state buffer (64 * i) done;
      from (at + n)
    end
  in
  from 0;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") state))

let hexadecimal (data : Bytes.t) =
  stream (Bytes.length data) (fun buffer first count -> Bytes.blit data first buffer 0 count)
