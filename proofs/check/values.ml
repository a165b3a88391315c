(* Values of codes, for certificates of periods. *)
open Common

let rec parity x = x <> 0 && (x land 1 = 1) <> parity (x lsr 1)

let hash_of_values value heaps =
  Sha256.stream (4 * heaps) (fun buffer first count ->
      for i = 0 to (count / 4) - 1 do
        Bytes.set_int32_le buffer (4 * i) (Int32.of_int (value ((first / 4) + i)))
      done)

(* Values need so many bits as the first run that does not fail. *)
let rec widened most width run =
  match run (to_n width) with
  | Some found -> found
  | None -> require (width < most) "values"; widened most (min most (width + 2)) run

let bits_of mask = List.filter (fun i -> (mask lsr i) land 1 = 1) (List.init 62 Fun.id)

let first_values digits mask heaps =
  let run width = Proved.period_values digits (bits_of mask) width N0 (to_n 1) (to_n heaps) in
  Parray.get (fst (widened 16 4 run))

(* Any parity is as right as another: one that few of the first values have makes few heaps rare. *)
let best_mask digits heaps =
  let found = List.init heaps (first_values digits 0 heaps) in
  let rare mask = List.length (List.filter (fun v -> not (parity (v land mask))) found) in
  let highest = List.fold_left max 0 found in
  let rec above power = if power > highest then power else above (2 * power) in
  let masks = List.init (min 1024 (above 1)) Fun.id in
  snd (List.fold_left min (max_int, 0) (List.map (fun mask -> (rare mask, mask)) masks))
