// What has happened on a board between two steps of a play: which pieces have left it, slid, turned.

/**
 * @typedef {{kind: string, text: string, x: number, y: number}} Seen
 * @typedef {{what: "leave" | "fall" | "slide" | "turn" | "land", at: Seen, from?: Seen}} Change
 */

const PIECES = new Set(["coin", "queen", "white", "black", "red", "blue", "token"]);
const EMPTY = new Set(["square", "vertex"]);
const STANDING = new Set(["pin", "stick"]);
const place = (cell) => `${cell.x.toFixed(2)} ${cell.y.toFixed(2)}`;

/**
 * Compare two boards by their places; what is only writing or a place to cut at does not count.
 *
 * @param {Seen[]} before
 * @param {Seen[]} after
 * @returns {Change[]}
 */
export function changes(before, after) {
  const counts = (cell) => cell.kind !== "mark" && cell.kind !== "cut" && cell.kind !== "step";
  const were = new Map(before.filter(counts).map((cell) => [place(cell), cell]));
  const are = new Map(after.filter(counts).map((cell) => [place(cell), cell]));
  const same = (one, other) => one?.kind === other?.kind && one?.text === other?.text;
  const left = [...were].filter(
    ([at, cell]) => PIECES.has(cell.kind) && (!are.has(at) || EMPTY.has(are.get(at).kind)),
  );
  const found = [];
  for (const [at, cell] of are) {
    const was = were.get(at);
    if (same(was, cell)) continue;
    if (PIECES.has(cell.kind) && (!was || EMPTY.has(was.kind))) {
      const from = nearest(left, cell);
      if (from) left.splice(left.indexOf(from), 1);
      found.push(from ? { what: "slide", at: cell, from: from[1] } : { what: "land", at: cell });
    } else if (!was) found.push({ what: "land", at: cell });
    else if (isCoin(was) && isCoin(cell)) found.push({ what: "turn", at: cell });
    else if (cell.kind === "gap") found.push({ what: "fall", at: was });
    else if (cell.kind === "taken" || cell.kind === "crossed")
      found.push({ what: "land", at: cell });
  }
  for (const [at, cell] of were)
    if (!are.has(at) && !PIECES.has(cell.kind) && cell.kind !== "gap")
      found.push({ what: STANDING.has(cell.kind) ? "fall" : "leave", at: cell });
  return [
    ...found,
    ...left.map(([, cell]) => ({ what: /** @type {const} */ ("leave"), at: cell })),
  ];
}

const isCoin = (cell) => cell.kind === "heads" || cell.kind === "tails";

function nearest(pieces, to) {
  const far = ([, cell]) => Math.hypot(cell.x - to.x, cell.y - to.y);
  return pieces
    .filter(
      ([, cell]) => cell.kind === to.kind && (!cell.text || !to.text || cell.text === to.text),
    )
    .sort((a, b) => far(a) - far(b))[0];
}

/**
 * The places that the last move changed, each as its part and its name, where the board is the same.
 *
 * @param {import("./play.js").Play} play
 * @returns {[number, string][]}
 */
export function recent(play) {
  const { move } = play.node;
  const before = play.line[play.at - 1]?.position.parts[move?.part]?.scene;
  const scene = play.position.parts[move?.part]?.scene;
  if (!before || !scene || scene.row) return [];
  const were = new Map(before.cells.map((cell) => [cell.name, `${cell.kind} ${cell.text}`]));
  return scene.cells
    .filter((cell) => cell.kind !== "mark" && were.has(cell.name))
    .filter((cell) => were.get(cell.name) !== `${cell.kind} ${cell.text}`)
    .map((cell) => [move.part, cell.name]);
}
