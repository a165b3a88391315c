// What stands on a board and is not played: coordinates, the ground, and traces of what is gone.
import { s } from "../dom.js";
import { shapes, UNIT } from "./shapes.js";

/** What is left of a cell that is gone. */
export function trace(cell) {
  const isSquare = cell.kind === "crossed" || cell.kind === "dead";
  const kind = cell.kind === "pin" ? "fallen" : cell.kind;
  return s(
    "g",
    {
      class: `play-cell ${kind} ${isSquare ? "" : "gone"}`,
      transform: `translate(${cell.x * UNIT} ${cell.y * UNIT})`,
      "aria-hidden": "true",
      "data-place": `${cell.x} ${cell.y}`,
    },
    s("g", { class: "look" }, shapes({ ...cell, kind, text: "" })),
  );
}

/** A coordinate or a word on the board. */
export function mark(cell, cells) {
  const end = isLabel(cell, cells);
  const short = cell.text.length <= 3 && !end;
  return s(
    "text",
    {
      class: "play-mark",
      x: (cell.x + (short ? 0 : end ? 0.2 : -0.45)) * UNIT,
      y: cell.y * UNIT,
      "text-anchor": short ? "middle" : end ? "end" : "start",
      "aria-hidden": "true",
    },
    cell.text,
  );
}

/** Whether a mark stands before other cells in a line, so that it ends where it is. */
function isLabel(mark, cells) {
  return cells.some((cell) => cell.kind !== "mark" && cell.y === mark.y && cell.x > mark.x);
}

/** From where to where a mark reaches. */
export function markExtent(cell, cells) {
  const wide = 0.21 * cell.text.length;
  if (isLabel(cell, cells)) return [cell.x + 0.2 - wide, cell.x];
  return cell.text.length <= 3 ? [cell.x, cell.x] : [cell.x - 0.45, cell.x - 0.45 + wide];
}

/** The ground below the cells that stand on one. */
export function grounds(cells, gone) {
  return cells
    .filter((cell) => cell.kind === "ground")
    .map((cell) => {
      const xs = [...cells, ...gone].map((one) => one.x);
      return s("rect", {
        class: "play-ground",
        x: (Math.min(...xs) - 0.55) * UNIT,
        y: cell.y * UNIT,
        width: (Math.max(...xs) - Math.min(...xs) + 1.1) * UNIT,
        height: 0.22 * UNIT,
        "aria-hidden": "true",
      });
    });
}
