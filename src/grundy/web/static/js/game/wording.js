// Words of the board where no heap is seen: a cross on a row takes nothing, and a queen goes.

/** @typedef {{row?: boolean, cells: {kind: string}[]} | null} Scene */

const CROSS =
  /square (\d+): take 3 from \S+?(?: and split the rest into \S+ and \d+)?(?=$|[\s,.;:])/g;
const QUEEN = /\btake (\S+) from heaps? (1 and 2|1|2)\b/g;
const WAYS = { 1: "up", 2: "left", "1 and 2": "up and left" };
const SEEN = ["square", "pin", "mark"];

/** @param {Scene} scene */
const isRow = (scene) =>
  Boolean(scene?.row) && scene.cells.every(({ kind }) => SEEN.includes(kind));
/** @param {Scene} scene */
const isQueen = (scene) => Boolean(scene?.cells.some(({ kind }) => kind === "queen"));

/**
 * A move or a sentence, in words of the boards that it is about.
 *
 * @param {string} text
 * @param {Scene[]} scenes
 */
export function inWordsOf(text, scenes) {
  if (!scenes.every((scene) => isRow(scene) || isQueen(scene))) return text;
  return text
    .replace(QUEEN, (_, count, heaps) => `queen ${count} ${WAYS[heaps]}`)
    .replace(CROSS, "cross on square $1")
    .replace(/\bheap(s?)\b/g, "row$1");
}

/**
 * A move in words of its board.
 *
 * @param {{name: string, ways?: string[][]}} move
 * @param {Scene} scene
 */
export function inBoardWords({ name, ways }, scene) {
  if (isQueen(scene) && ways?.[0] && name.search(QUEEN) === 0) return `queen to ${ways[0][0]}`;
  return inWordsOf(name, [scene]);
}
