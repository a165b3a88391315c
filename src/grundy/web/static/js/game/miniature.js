// A position as small boards that only show.
import { h } from "../dom.js";
import { Board, picture } from "./board.js";
import { tables } from "./frame.js";
import { known } from "./sprouts/known.js";

const STILL = { pick: () => undefined, hover: () => undefined };
const LARGEST = 0.55; // of the natural size
const WIDEST = 240;

/** A small board of a part of which only the scene is known, or nothing where there is none. */
export function smallScene(scene, { game, text }) {
  if (!scene) return null;
  const table = { id: 0, parts: [0], at: [null], gone: [], laid: [] };
  return small(new Board(table, [{ scene, game, text }], [], STILL));
}

/**
 * The boards of a step of a play, small.
 *
 * @param {any} node
 * @param {((drawing: any, widest: number) => Element) | null} smallDrawing how a drawing of
 *   Sprouts is shown; whoever knows one has it
 */
export function miniature(node, smallDrawing) {
  const { parts } = node.position;
  const { naming } = node;
  const boards = tables(node).map((table) => {
    const part = parts[table.parts[0]];
    const sprouts = known(node, table.id);
    if (sprouts && smallDrawing) return smallDrawing(sprouts, WIDEST);
    if (part && !part.scene) return picture(part);
    return h(
      "div",
      { class: "play-small" },
      naming.isNeeded
        ? h("span", { class: "quiet" }, table.parts.map((i) => naming.parts[i].name).join(" "))
        : null,
      small(new Board(table, parts, [], STILL)),
    );
  });
  return boards.length ? boards : [h("p", { class: "quiet" }, "Nothing is left.")];
}

function small(board) {
  board.grow(Math.min(LARGEST, WIDEST / board.width));
  return board.element;
}
