// Pieces move when a board changes: for a fifth of a second, and not for who wants no motion.
import { s } from "../dom.js";
import { changes } from "./changes.js";
import { shapes, UNIT } from "./shapes.js";

const LASTS = 200; // milliseconds

/** What stands on a board, for the one that follows it. */
export function seen(board) {
  return {
    cells: board.cells,
    links: board.links.map((path) => ({ name: path.link.name, d: path.d })),
  };
}

/** Play what has changed since a board was seen. */
export function play(board, was) {
  if (!was || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const now = [...board.cells, ...board.table.gone.filter((cell) => cell.kind === "crossed")];
  for (const change of changes(was.cells, now)) MOTIONS[change.what](board, change);
  const links = new Set(board.links.map((path) => path.link.name));
  for (const link of was.links)
    if (!links.has(link.name))
      vanish(board, s("g", { class: "play-link" }, s("path", { d: link.d, class: "line" })), [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "translateY(16px)" },
      ]);
}

/** @type {Record<string, (board: any, change: any) => void>} */
const MOTIONS = {
  leave: (board, { at }) => ghost(board, at, "translateY(-26px) scale(.8)"),
  fall: (board, { at }) => ghost(board, at, "translateY(8px) rotate(78deg)"),
  land: (board, { at }) =>
    move(look(board, at), [
      { opacity: 0, transform: "scale(1.5)" },
      { opacity: 1, transform: "none" },
    ]),
  slide: (board, { at, from }) =>
    move(look(board, at)?.querySelector(".piece"), [
      { transform: `translate(${(from.x - at.x) * UNIT}px, ${(from.y - at.y) * UNIT}px)` },
      { transform: "none" },
    ]),
  turn: (board, { at }) =>
    move(look(board, at), [
      { transform: "scaleX(-1)" },
      { transform: "scaleX(0)" },
      { transform: "scaleX(1)" },
    ]),
};

function look(board, at) {
  const item = [...board.items.values()].find(
    (one) => one.isPlaced && one.at.x === at.x && one.at.y === at.y,
  );
  return item?.look ?? board.element.querySelector(`[data-place="${at.x} ${at.y}"] .look`);
}

function ghost(board, cell, goes) {
  const shape = s("g", { class: "look" }, shapes(cell));
  const element = s(
    "g",
    {
      class: `play-cell ${cell.kind}`,
      transform: `translate(${cell.x * UNIT} ${cell.y * UNIT})`,
      "aria-hidden": "true",
    },
    shape,
  );
  vanish(
    board,
    element,
    [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: goes },
    ],
    shape,
  );
}

/** Show something that is gone once more, on its way. */
function vanish(board, element, steps, moves = element) {
  element.setAttribute("pointer-events", "none");
  board.element.append(element);
  move(moves, steps).finished.finally(() => element.remove());
}

function move(element, steps) {
  return element?.animate(steps, { duration: LASTS, easing: "ease-out" });
}
