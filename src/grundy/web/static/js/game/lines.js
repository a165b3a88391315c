// The links of a scene: straight, bent where two join the same cells, round where a cell meets itself.
import { s } from "../dom.js";
import { UNIT } from "./shapes.js";

const RADIUS = 0.44;

/** Give for each link of a scene its path, the middle of it, and the points of its arrow, if any. */
export function paths(scene, cells) {
  const at = new Map(cells.map((cell) => [cell.name, cell]));
  const met = new Map();
  return scene.links.map((link) => {
    const pair = [link.source, link.target].sort().join("\n");
    const number = met.get(pair) ?? 0;
    met.set(pair, number + 1);
    const back =
      link.directed &&
      scene.links.some((other) => other.source === link.target && other.target === link.source);
    return { link, ...path(at.get(link.source), at.get(link.target), number, back) };
  });
}

function path(one, other, number, back) {
  if (one === other) return loop(one, number);
  const [from, to] = [dropped(one, other), dropped(other, one)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const side = back ? 0.28 : number ? 0.42 * Math.ceil(number / 2) * (number % 2 ? 1 : -1) : 0;
  const bend = {
    x: (from.x + to.x) / 2 - (2 * side * dy) / length,
    y: (from.y + to.y) / 2 + (2 * side * dx) / length,
  };
  const begin = towards(from, bend, one.kind === "ground" ? 0 : RADIUS);
  const end = towards(to, bend, other.kind === "ground" ? 0 : RADIUS);
  return {
    d: `M${point(begin)} Q${point(bend)} ${point(end)}`,
    middle: { x: (begin.x + 2 * bend.x + end.x) / 4, y: (begin.y + 2 * bend.y + end.y) / 4 },
    head: arrow(end, to),
  };
}

/** Where a link ends: on the ground straight below the other end. */
function dropped(cell, other) {
  return cell.kind === "ground" ? { x: other.x, y: cell.y } : cell;
}

function towards(from, to, far) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) * far) / length,
    y: from.y + ((to.y - from.y) * far) / length,
  };
}

function loop(cell, number) {
  const size = 0.55 + 0.25 * number;
  const [x, y] = [
    cell.x + (cell.kind === "ground" ? 0 : 0.3),
    cell.y - (cell.kind === "ground" ? 0.1 : 0),
  ];
  return {
    d: `M${point({ x, y: y - 0.18 })} C${point({ x: x + 1.5 * size, y: y - size - 0.2 })} ${point({ x: x + 1.5 * size, y: y + size + 0.2 })} ${point({ x, y: y + 0.18 })}`,
    middle: { x: x + 1.15 * size, y },
    head: "",
  };
}

function arrow(tip, centre) {
  const turn = Math.atan2(centre.y - tip.y, centre.x - tip.x);
  const corner = (angle, far) =>
    point({ x: tip.x - far * Math.cos(turn + angle), y: tip.y - far * Math.sin(turn + angle) });
  return `${point(tip)} ${corner(0.42, 0.3)} ${corner(-0.42, 0.3)}`;
}

function point({ x, y }) {
  return `${(x * UNIT).toFixed(1)},${(y * UNIT).toFixed(1)}`;
}

/** Draw a link: its line, its arrow, and what can be hit: a broad line, and a disc in its middle. */
export function drawn({ link, d, head, middle }) {
  return [
    s("path", { d, class: "line" }),
    link.directed && head ? s("polygon", { points: head, class: "arrow" }) : null,
    s("path", { d, class: "hit-line" }),
    s("circle", { cx: middle.x * UNIT, cy: middle.y * UNIT, r: 13, class: "hit" }),
  ];
}
