// What stands on which board. A board keeps its places after a move: what is left stays where it
// was, also where a row has fallen apart into several parts, and what is gone leaves a trace.

/**
 * @typedef {{name: string, x: number, y: number, kind: string, text: string}} Cell
 * @typedef {Cell & {label: string}} Placed a cell in its place, with what the place is called
 * @typedef {object} Table
 * @property {number} id the same for a board before and after a move
 * @property {number[]} parts the parts of the position that stand on it, by number
 * @property {(Map<string, Placed> | null)[]} at for each of them its cells by name; null where
 *   they stand as their scene has them
 * @property {Placed[]} gone what has left it; of a row of squares "crossed" ones and "dead" ones
 * @property {string[][]} laid cells that were covered together
 */

let tableCount = 0;

/** A board of its own for a part. @returns {Table} */
function fresh(part) {
  return { id: ++tableCount, parts: [part], at: [null], gone: [], laid: [] };
}

/** Give the boards of a step of a play. @returns {Table[]} */
export function tables(node) {
  if (!node.frames?.length || !node.frames[0])
    node.frames = node.position.parts.map((_, i) => fresh(i));
  return node.frames;
}

/** Give the boards after a move. @returns {Table[]} */
export function frameAfter(before, node) {
  const { part } = node.move;
  const [old, now] = [before.position.parts, node.position.parts];
  const count = now.length - old.length + 1;
  const own = now.slice(part, part + count).map((_, i) => part + i);
  const way = node.move.way ?? wayIn(before.position, node.move);
  return tables(before).flatMap((table) => {
    const rest = table.parts
      .map((one, i) => ({ part: one, at: table.at[i] }))
      .filter((one) => one.part !== part)
      .map((one) => ({ ...one, part: one.part < part ? one.part : one.part + count - 1 }));
    const stays = (more, gone = table.gone, laid = table.laid) => {
      const all = [...rest, ...more].sort((a, b) => a.part - b.part);
      return {
        id: table.id,
        parts: all.map((one) => one.part),
        at: all.map((one) => one.at),
        gone,
        laid,
      };
    };
    const place = table.parts.indexOf(part);
    if (place < 0) return [stays([])];
    const were = placed(old[part].scene, table.at[place]);
    const left = own.map((one) => now[one].scene);
    const kept = were && left.every(Boolean) ? keptPlaces(old[part].scene, were, left, way) : null;
    if (!kept) return [...(rest.length ? [stays([])] : []), ...own.map(fresh)];
    if (kept[0] === null) return [stays([{ part: own[0], at: null }], [], [])];
    const still = new Set(kept.flatMap((at) => [...at.values()].map((cell) => cell.label)));
    const goes = were.filter(
      (cell) => !still.has(cell.label) && !["mark", "cut"].includes(cell.kind),
    );
    const isCrossed = old[part].scene.row && goes[0]?.kind === "square";
    const gone = goes.map((cell) =>
      isCrossed ? { ...cell, kind: way[0] === cell.name ? "crossed" : "dead" } : cell,
    );
    const labels = new Set(gone.map((cell) => cell.label));
    return [
      stays(
        own.map((one, i) => ({ part: one, at: kept[i] })),
        [
          ...table.gone.filter((cell) => !labels.has(cell.label) && !still.has(cell.label)),
          ...gone,
        ],
        [...table.laid, ...laidNow(old[part].scene, left[0], way)],
      ),
    ];
  });
}

/** Give the cells of a scene where they stand. @returns {Placed[]} */
export function placed(scene, at) {
  return (
    scene &&
    scene.cells.map((cell) => {
      const { x, y, label } = at?.get(cell.name) ?? { x: cell.x, y: cell.y, label: cell.name };
      return { ...cell, x, y, label };
    })
  );
}

/** Where the cells of what is left stand, or null where that is a new board. */
function keptPlaces(scene, were, left, way) {
  if (!left.length) return [];
  if (scene.row && left.every((one) => one.row)) return runs(were, left, way);
  if (left.length > 1) return null;
  const byName = new Map(were.map((cell) => [cell.name, cell]));
  const isKnown = left[0].cells.every((cell) => cell.kind === "mark" || byName.has(cell.name));
  // Cells that were not there before: the board is drawn anew, in the same place.
  if (!isKnown) return [null];
  return [new Map(left[0].cells.map((cell) => [cell.name, byName.get(cell.name) ?? mark(cell)]))];
}

const mark = (cell) => ({ ...cell, label: cell.name });
const live = (cells) => cells.filter((cell) => cell.kind !== "mark");

/**
 * Place what is left of a row: one part at the end that the move was not at, two on either side of
 * it; so that no more cells are lost than need be.
 */
export function runs(were, left, way) {
  const row = live(were);
  const sizes = left.map((scene) => live(scene.cells).length);
  if (sizes.length > 2) return null;
  const at = way.map((name) => row.findIndex((cell) => cell.name === name));
  const [before, after] = [Math.min(...at), row.length - 1 - Math.max(...at)];
  const [one, other = -1] = sizes;
  const lost = (near, far) =>
    near > before || far > after ? Infinity : Math.max(before - near, after - far);
  const isTurned = other < 0 ? before === 0 : lost(other, one) < lost(one, other);
  return left.map((scene, i) => {
    const begin = isTurned === (i === 0) ? row.length - sizes[i] : 0;
    return new Map(
      live(scene.cells).map((cell, n) => [cell.name, { ...row[begin + n], name: cell.name }]),
    );
  });
}

function laidNow(before, after, way) {
  if (way.length !== 2 || !after) return [];
  const isTaken = (scene, name) => scene.cells.find((cell) => cell.name === name)?.kind === "taken";
  const isNew = way.every((name) => !isTaken(before, name) && isTaken(after, name));
  return isNew ? [way] : [];
}

/** How a move is shown that nobody has shown. */
function wayIn(position, move) {
  const same = (one) => one.part === move.part && one.name === move.name && one.to === move.to;
  return (move.ways?.length ? move : position.moves.find(same))?.ways?.[0] ?? [];
}
