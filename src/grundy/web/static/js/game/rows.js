// Words of the board where that is a row: nobody sees a heap there, and a cross takes nothing.

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
