// Words of the board where no heap is seen: a cross on a row takes nothing, and a queen goes.

const CROSS =
  /square (\d+): take 3 from \S+?(?: and split the rest into \S+ and \d+)?(?=$|[\s,.;:])/g;
const SEEN = ["square", "pin", "mark"];

/** @param {{row?: boolean, cells: {kind: string}[]} | null} scene */
const isRow = (scene) =>
  Boolean(scene?.row) && scene.cells.every(({ kind }) => SEEN.includes(kind));

/**
 * A move or a sentence, in words of the boards that it is about.
 *
 * @param {string} text
 * @param {({row?: boolean, cells: {kind: string}[]} | null)[]} scenes
 */
export function inRows(text, scenes) {
  if (!scenes.every(isRow)) return text;
  return text.replace(CROSS, "cross on square $1").replace(/\bheap(s?)\b/g, "row$1");
}

/**
 * A move in words of its board.
 *
 * @param {{name: string, ways?: string[][]}} move
 * @param {Parameters<typeof inRows>[1][0]} scene
 */
export function inBoardWords({ name, ways }, scene) {
  const isQueen = scene?.cells.some(({ kind }) => kind === "queen");
  if (isQueen && ways?.[0] && /^take \d+ from heap/.test(name)) return `queen to ${ways[0][0]}`;
  return inRows(name, [scene]);
}
