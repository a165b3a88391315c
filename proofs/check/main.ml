(* grundy-check FILE...: checks certificates with checkers that are proved right.

   Exit status: 0 where all hold, 1 where one is false, 2 where one cannot be read, 3 where no checker
   is proved that reads it; the greatest one for several files. What is read is printed, since nothing is proved of the reading;
   the version of grundy and the command that wrote a certificate are not looked at. *)

let read file =
  let channel = if file = "-" then stdin else open_in_bin file in
  let buffer = Buffer.create 65536 in
  (try while true do Buffer.add_channel buffer channel 1 done with End_of_file -> ());
  if file <> "-" then close_in channel;
  Buffer.contents buffer

let check text =
  let found = Json.parse text in
  match found with
  | Json.Group fields -> (
      match List.assoc_opt "certificate" fields with
      | Some (Text "period of a heap game") -> Periods.check found
      | Some (Text "formula of a heap game") -> Formulas.check found
      | Some (Text "misère quotient of a heap game") -> Quotients.check found
      | Some (Text "joint misère quotient of heap games") -> Quotients.check_joint found
      | Some (Text "values of a heap game by digits") -> Digits.check found
      | Some _ -> Json.fail "the kind of certificate is unknown"
      | None when List.mem_assoc "vertices" fields -> Labels.check found
      | None -> Json.fail "this is neither a certificate nor labels")
  | _ -> Json.fail "this is neither a certificate nor labels"

let status file =
  try
    check (read file);
    Printf.printf "%s: holds\n%!" file;
    0
  with
  | Common.False condition -> Printf.printf "%s: does not hold (%s)\n%!" file condition; 1
  | Json.Unreadable message | Sys_error message ->
      Printf.printf "%s: cannot be checked (%s)\n%!" file message; 2
  | Common.Not_covered what ->
      Printf.printf "%s: not covered (%s: no checker that is proved right reads this; use grundy verify)\n%!"
        file what; 3
  | Stack_overflow | Out_of_memory | Parray.Old_version -> Printf.printf "%s: not covered (too large)\n%!" file; 3

let () =
  match Array.to_list Sys.argv with
  | [] | [ _ ] -> prerr_endline "usage: grundy-check FILE..."; exit 2
  | _ :: files -> exit (List.fold_left (fun worst file -> max worst (status file)) 0 files)
