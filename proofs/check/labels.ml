(* Labels of a digraph, with outcomes, remoteness and moves. *)
open Common

let columns = [ "vertex"; "value"; "K"; "outcome"; "counter"; "remoteness"; "winning_moves"; "best_move" ]

let name = function
  | Json.Text s -> s
  | Json.Int digits -> digits
  | _ -> Json.fail "the name of a vertex is a text or a number"

(* A value: k + 1 for k, and 0 with K for infinity, which is written ∞(0,2). *)
let value_of = function
  | Json.Int _ as k -> (Json.natural k + 1, None)
  | Json.Text s ->
      let sign = "\xe2\x88\x9e(" in
      let n = String.length s and m = String.length sign in
      if n <= m || String.sub s 0 m <> sign || s.[n - 1] <> ')' then Json.fail (s ^ " is no value");
      let inner = String.sub s m (n - m - 1) in
      let words = if inner = "" then [] else String.split_on_char ',' inner in
      (0, Some (List.map (fun w -> Json.natural (Json.Int (if w = "" then "-" else w))) words))
  | _ -> Json.fail "a value is a number or a text"

let word = function None -> 0 | Some r -> r + 1

let check found =
  let vertices = Json.list (Json.field "vertices" found) in
  Json.only [ "version"; "format"; "command"; "play"; "vertices"; "arcs" ] found;
  if Json.natural (Json.field "format" found) <> 1 then Json.fail "the format is unknown";
  let misere =
    match Json.text (Json.field "play" found) with
    | "normal" -> false
    | "misere" -> true
    | _ -> Json.fail "play is normal or misere"
  in
  let n = List.length vertices in
  if n + 1 > Parray.longest then not_covered "so many vertices";
  let number = Hashtbl.create n in
  List.iteri (fun u row ->
      Json.only columns row;
      let text = name (Json.field "vertex" row) in
      if Hashtbl.mem number text then Json.fail ("the vertex " ^ text ^ " stands here twice");
      Hashtbl.add number text u) vertices;
  let vertex value =
    match Hashtbl.find_opt number (name value) with
    | Some u -> u
    | None -> Json.fail ("there is no vertex " ^ name value)
  in
  let rows = Array.make n [] in
  List.iter (fun arc ->
      match Json.list arc with
      | [ tail; head ] -> let u = vertex tail in rows.(u) <- vertex head :: rows.(u)
      | _ -> Json.fail "an arc has two ends") (Json.list (Json.field "arcs" found));
  Array.iteri (fun u row -> rows.(u) <- List.sort_uniq compare row) rows;
  Printf.printf "read: labels of %d vertices and %d arcs under %s play\n%!" n
    (Array.fold_left (fun s row -> s + List.length row) 0 rows) (if misere then "misère" else "normal");
  let column key read = List.map (fun row -> read (Json.field key row)) vertices in
  let values = column "value" value_of in
  let finite =
    List.map2 (fun (_, inner) stated ->
        match (inner, stated) with
        | None, None -> []
        | None, Some [] -> []
        | None, Some _ -> Json.fail "a value is finite, and yet K is given"
        | Some k, None -> List.sort_uniq compare k
        | Some k, Some stated ->
            if List.sort_uniq compare k <> List.sort_uniq compare stated then
              Json.fail "a value and its K do not agree";
            List.sort_uniq compare k) values (column "K" (Json.optional Json.naturals))
  in
  let counters = column "counter" (Json.optional Json.natural) in
  let remoteness = column "remoteness" (Json.optional Json.natural) in
  let best = column "best_move" (Json.optional vertex) in
  let winning = column "winning_moves" (fun l -> List.sort compare (List.map vertex (Json.list l))) in
  let outcomes = column "outcome" Json.text in
  if List.exists (fun o -> not (List.mem o [ "P"; "N"; "D" ])) outcomes then Json.fail "an outcome is P, N or D";
  require (List.for_all2 (fun (k, _) c -> (k = 0) = (c = None)) values counters)
    "counter: finite values have one, and others none";
  (* Under misère play a vertex more is where each end has a move to; all else comes later. *)
  let later x = if misere && x > 0 then x + 1 else x in
  let with_end x l = if misere then l @ [ x ] else l in
  let array = Parray.of_list in
  let arcs = array [] (Array.to_list rows) in
  let labels = array 0 (with_end 1 (List.map fst values)) in
  let counters = array 0 (with_end 0 (List.map (fun c -> Option.value c ~default:0 + if misere then 1 else 0) counters)) in
  let remoteness = array 0 (with_end 1 (List.map (fun r -> later (word r)) remoteness)) in
  let best = array 0 (with_end 0 (List.map word best)) in
  let winning = array [] winning in
  let finite = array [] (List.map (List.map succ) finite) in
  let row u = Parray.get arcs u in
  let follow = Proved.followers misere n arcs in
  let right =
    if misere then Proved.check_misere n arcs labels counters
    else Proved.check_labels n follow labels counters
  in
  require right "values: conditions A, B and C do not hold";
  List.iteri (fun u stated ->
      let outcome =
        if Proved.lost labels u then "P" else if Proved.won follow labels u then "N" else "D"
      in
      require (stated = outcome) "outcome") outcomes;
  let size = if misere then n + 1 else n in
  require (Proved.check_moves size follow row labels remoteness best winning finite)
    "moves: the remoteness, a winning or best move, or K is another one"
