// The moving pictures of the first page's cards: small drawings that CSS moves, and that stand
// still for whoever wants no motion.
import { s } from "../dom.js";

const WIDTH = 240;
const HEIGHT = 96;

/** Kayles: two pins fall, then one. */
function play() {
  const pins = Array.from({ length: 7 }, (_, i) =>
    s("rect", {
      class: `pin${[2, 3].includes(i) ? " falls-first" : i === 5 ? " falls-next" : ""}`,
      x: 32 + 27 * i,
      y: 26,
      width: 12,
      height: 46,
      rx: 5,
    }),
  );
  return [s("line", { class: "floor", x1: 18, x2: WIDTH - 18, y1: 74, y2: 74 }), ...pins];
}

export const VERTICES = [
  [30, 66, 1],
  [84, 26, 2],
  [104, 74, 0],
  [160, 40, 1],
  [212, 66, 0],
];
export const ARCS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [1, 3],
  [3, 4],
];

/** A digraph whose values come one after the other, from the last position back. */
function draw() {
  const arcs = ARCS.map(([u, v]) => {
    const [[x1, y1], [x2, y2]] = [VERTICES[u], VERTICES[v]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [((x2 - x1) / length) * 15, ((y2 - y1) / length) * 15];
    const [tipX, tipY] = [x2 - dx, y2 - dy];
    const side = (sign) =>
      `${tipX - 0.55 * dx + sign * 0.28 * dy},${tipY - 0.55 * dy - sign * 0.28 * dx}`;
    return [
      s("line", { class: "edge", x1: x1 + dx, y1: y1 + dy, x2: tipX, y2: tipY }),
      s("polygon", { class: "tip", points: `${tipX},${tipY} ${side(1)} ${side(-1)}` }),
    ];
  });
  const places = VERTICES.map(([x, y, value], i) =>
    s(
      "g",
      { class: `place order-${VERTICES.length - i}` },
      s("circle", { cx: x, cy: y, r: 14, class: value ? "wins" : "loses" }),
      s("text", { x, y }, String(value)),
    ),
  );
  return [...arcs, ...places];
}

export const KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];

/** The values of Kayles, dot after dot. */
function sequence() {
  return KAYLES.map((value, i) =>
    s("circle", {
      class: `dot order-${1 + (i % 12)}${value ? "" : " zero"}`,
      cx: 16 + 9.2 * i,
      cy: 82 - 9.4 * value,
      r: 3.4,
    }),
  );
}

/** 5 ⊕ 3 = 6, bit by bit. */
function nimbers() {
  const rows = [
    ["5", "101"],
    ["3", "011"],
    ["6", "110"],
  ];
  return [
    ...rows.flatMap(([number, bits], row) => [
      s("text", { class: "number", x: 70, y: 22 + 27 * row + (row === 2 ? 5 : 0) }, number),
      ...[...bits].map((bit, i) =>
        s(
          "text",
          {
            class: `bit${row === 2 ? ` order-${3 * (3 - i)}` : ""}${bit === "1" ? " one" : ""}`,
            x: 112 + 26 * i,
            y: 22 + 27 * row + (row === 2 ? 5 : 0),
          },
          bit,
        ),
      ),
    ]),
    s("line", { class: "floor", x1: 56, x2: 184, y1: 65, y2: 65 }),
    s("text", { class: "number", x: 40, y: 49 }, "⊕"),
  ];
}

const PICTURES = { game: play, graph: draw, sequence, nimbers };

/**
 * Make the picture of a part.
 *
 * @param {"game" | "graph" | "sequence" | "nimbers" | string} part
 */
export function moving(part) {
  return s(
    "svg",
    { class: `moving ${part}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    PICTURES[part](),
  );
}
