// How each kind of cell is drawn. One unit of a scene is UNIT wide; a shape is drawn around 0, 0.
import { s } from "../dom.js";

export const UNIT = 44;

const circle = (r, name = "body") => s("circle", { r: r * UNIT, class: name });
const square = () =>
  s("rect", { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, class: "ground-square" });
const label = (text, name = "label") => (text ? s("text", { class: name }, text) : null);

const SHAPES = {
  stone: (cell) => [isPill(cell) ? pill(cell.text) : circle(0.41), label(cell.text)],
  stick: (cell) => [
    s("rect", {
      x: -0.11 * UNIT,
      y: -0.52 * UNIT,
      width: 0.22 * UNIT,
      height: 0.86 * UNIT,
      rx: 5,
      class: "body",
    }),
    s("text", { y: 0.56 * UNIT, class: "small" }, cell.text),
  ],
  gap: (cell) => [
    s("rect", {
      x: -0.11 * UNIT,
      y: -0.52 * UNIT,
      width: 0.22 * UNIT,
      height: 0.86 * UNIT,
      rx: 5,
      class: "trace",
    }),
    s("text", { y: 0.56 * UNIT, class: "small" }, cell.text),
  ],
  square: () => [square()],
  chocolate: () => [square(), ...chocolate()],
  pin: () => pin(),
  fallen: () => [
    s(
      "g",
      { transform: `translate(0 ${0.4 * UNIT})` },
      s("ellipse", { rx: 9, ry: 2.5, class: "shadow" }),
    ),
  ],
  crossed: () => [square(), ...saltire()],
  dead: () => [square(), s("circle", { r: 2.5, class: "dot" })],
  step: (cell) => step(cell),
  taken: () => [
    square(),
    s("rect", {
      x: -0.44 * UNIT,
      y: -0.44 * UNIT,
      width: 0.88 * UNIT,
      height: 0.88 * UNIT,
      rx: 6,
      class: "body",
    }),
  ],
  poison: (cell) => [square(), label(cell.text, "label symbol")],
  coin: (cell) => [
    square(),
    moving(circle(0.36), s("circle", { r: 0.27 * UNIT, class: "rim" }), label(cell.text)),
  ],
  heads: (cell) => [circle(0.42), label(cell.text)],
  tails: () => [circle(0.42), s("circle", { r: 0.3 * UNIT, class: "trace" })],
  queen: () => [square(), moving(label("♛", "label symbol"))],
  white: (cell) => piece(cell),
  black: (cell) => piece(cell),
  red: (cell) => piece(cell),
  blue: (cell) => piece(cell),
  vertex: (cell) => [circle(0.4), label(cell.text, named(cell))],
  token: (cell) => [
    circle(0.4),
    moving(
      s("circle", { r: 0.4 * UNIT, class: "body counter" }),
      s("circle", { r: 0.47 * UNIT, class: "ring-of-token" }),
    ),
    label(cell.text, named(cell)),
  ],
  ground: () => [],
  cut: () => [
    s("rect", { x: -12, y: -12, width: 24, height: 24, class: "hit" }),
    label("✂", "label symbol"),
  ],
  cross: (cell) => cross(Number(cell.text)),
  mark: () => [],
};

const named = (cell) =>
  cell.text.length > 4 ? "label tiny" : cell.text.length > 2 ? "label less" : "label";

/** Make the shapes of a cell. */
export function shapes(cell) {
  return SHAPES[cell.kind](cell);
}

const WORDS = {
  stone: "stone",
  pin: "pin",
  chocolate: "square",
  step: "step",
  stick: "stick",
  gap: "gap",
  square: "square",
  taken: "taken square",
  poison: "poisoned square",
  coin: "coin on square",
  heads: "heads, coin",
  tails: "tails, coin",
  queen: "queen on",
  white: "white pawn on",
  black: "black pawn on",
  red: "red piece on",
  blue: "blue piece on",
  vertex: "vertex",
  token: "token on",
  ground: "ground",
  cross: "figure",
  cut: "",
};

/** Say what a cell is, by what its place is called. */
export function nameOf(cell) {
  return `${WORDS[cell.kind] ?? cell.kind} ${cell.label ?? cell.name}`.trim();
}

const isPill = (cell) => cell.kind === "stone" && cell.text.length > 3;

/** How far a cell goes to either side, in units. */
export function halfWidth(cell) {
  if (cell.kind === "step") return 1.5;
  if (cell.kind === "cut") return 0.29;
  return isPill(cell) ? pillWidth(cell.text) / 2 + 0.17 : 0.5;
}

/** How wide a stone with a long number is. */
export function pillWidth(text) {
  return Math.max(0.82, 0.25 * text.length + 0.4);
}

function pill(text) {
  const width = pillWidth(text) * UNIT;
  return s("rect", {
    x: -width / 2,
    y: -0.41 * UNIT,
    width,
    height: 0.82 * UNIT,
    rx: 0.41 * UNIT,
    class: "body",
  });
}

function piece(cell) {
  return [square(), moving(circle(0.36), label(cell.text))];
}

/** What moves when a piece does: not the square that it stands on. */
function moving(...parts) {
  return s("g", { class: "piece" }, ...parts);
}

function chocolate() {
  const half = 0.5 * UNIT;
  const inner = 0.3 * UNIT;
  const line = (points, name) => s("polyline", { points, class: name });
  return [
    s("rect", { x: -inner, y: -inner, width: 2 * inner, height: 2 * inner, rx: 3, class: "bump" }),
    line(`${-half + 3},${half - 3} ${-half + 3},${-half + 3} ${half - 3},${-half + 3}`, "shine"),
    line(`${half - 3},${-half + 3} ${half - 3},${half - 3} ${-half + 3},${half - 3}`, "shade"),
  ];
}

/** A bowling pin, standing. */
function pin() {
  return [
    s("path", {
      class: "body",
      d: "M0,-21 C5.5,-21 5.5,-14 4,-10 C3,-7 3,-5 5,-1 C9,6 8,14 5,20 L-5,20 C-8,14 -9,6 -5,-1 C-3,-5 -3,-7 -4,-10 C-5.5,-14 -5.5,-21 0,-21 Z",
    }),
    s("path", { class: "stripe", d: "M-3.6,-8.6 L3.6,-8.6 M-3.6,-5.4 L3.6,-5.4" }),
  ];
}

function saltire() {
  const far = 0.3 * UNIT;
  return [
    moving(
      s("path", {
        class: "stroke",
        d: `M${-far},${-far} L${far},${far} M${far},${-far} L${-far},${far}`,
      }),
    ),
  ];
}

/** A step of a stair, with its number in it; it reaches down to where y is 0. */
function step(cell) {
  const high = Math.max(-cell.y, 0.4) * UNIT;
  return [
    s("rect", { x: -1.5 * UNIT, y: 0, width: 3 * UNIT, height: high, class: "riser" }),
    s("rect", { x: -1.5 * UNIT - 2, y: 0, width: 3 * UNIT + 4, height: 6, rx: 2, class: "tread" }),
    s("text", { y: Math.min(high / 2 + 3, 0.6 * UNIT), class: "label" }, cell.text),
  ];
}

/** Two cells that a domino covers, as one. */
export function domino(one, other) {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const at = (x) => x * UNIT;
  const lies = right > left;
  const middle = { x: at((left + right) / 2), y: at((top + bottom) / 2) };
  return s(
    "g",
    { class: "play-domino", "aria-hidden": "true" },
    s("rect", {
      x: at(left - 0.42),
      y: at(top - 0.42),
      width: at(right - left + 0.84),
      height: at(bottom - top + 0.84),
      rx: 7,
      class: "body",
    }),
    s("line", {
      x1: middle.x - (lies ? 0 : 11),
      x2: middle.x + (lies ? 0 : 11),
      y1: middle.y - (lies ? 11 : 0),
      y2: middle.y + (lies ? 11 : 0),
      class: "bar-of-domino",
    }),
  );
}

function cross(ends) {
  const arms = [];
  for (let i = 0; i < ends; i++) {
    const turn = (2 * Math.PI * i) / ends - Math.PI / 2;
    arms.push(
      s("line", {
        x1: 0,
        y1: 0,
        x2: 0.5 * UNIT * Math.cos(turn),
        y2: 0.5 * UNIT * Math.sin(turn),
        class: "arm",
      }),
    );
  }
  return [...arms, circle(0.2), label(String(ends), "label inside")];
}
