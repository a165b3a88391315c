// A position as small boards that only show.
import { h } from "../dom.js";
import { Board, picture } from "./board.js";
import { tables } from "./frame.js";
import { known } from "./sprouts/known.js";

const STILL = { pick: () => undefined, hover: () => undefined };
/** How large a board is at most, of its natural size, and how wide in pixels. */
const SMALL = { largest: 0.55, widest: 240 };
export const ON_PAPER = { largest: 1.1, widest: 560 };

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
export function miniature(node, smallDrawing, size = SMALL) {
  const { parts } = node.position;
  const { naming } = node;
  const boards = tables(node).map((table) => {
    const part = parts[table.parts[0]];
    const sprouts = known(node, table.id);
    if (sprouts && smallDrawing) return smallDrawing(sprouts, size.widest);
    if (part && !part.scene) return picture(part);
    return h(
      "div",
      { class: "play-small" },
      naming.isNeeded
        ? h("span", { class: "quiet" }, table.parts.map((i) => naming.parts[i].name).join(" "))
        : null,
      small(new Board(table, parts, [], STILL), size),
    );
  });
  return boards.length ? boards : [h("p", { class: "quiet" }, "Nothing is left.")];
}

function small(board, { largest, widest } = SMALL) {
  board.grow(Math.min(largest, widest / board.width));
  return board.element;
}
