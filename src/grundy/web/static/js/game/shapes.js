// How each kind of cell is drawn. One unit of a scene is UNIT wide; a shape is drawn around 0, 0.
import { s } from "../dom.js";

export const UNIT = 44;

const circle = (r, name = "body") => s("circle", { r: r * UNIT, class: name });
const square = () => s("rect", { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, class: "ground-square" });
const label = (text, name = "label") => (text ? s("text", { class: name }, text) : null);

const SHAPES = {
  stone: (cell) => [cell.text.length > 3 ? pill(cell.text) : circle(0.41), label(cell.text)],
  stick: (cell) => [s("rect", { x: -0.11 * UNIT, y: -0.52 * UNIT, width: 0.22 * UNIT, height: 0.86 * UNIT, rx: 5, class: "body" }), s("text", { y: 0.56 * UNIT, class: "small" }, cell.text)],
  gap: (cell) => [s("rect", { x: -0.11 * UNIT, y: -0.52 * UNIT, width: 0.22 * UNIT, height: 0.86 * UNIT, rx: 5, class: "trace" }), s("text", { y: 0.56 * UNIT, class: "small" }, cell.text)],
  square: () => [square()],
  taken: () => [square(), s("rect", { x: -0.44 * UNIT, y: -0.44 * UNIT, width: 0.88 * UNIT, height: 0.88 * UNIT, rx: 6, class: "body" })],
  poison: (cell) => [square(), label(cell.text, "label symbol")],
  coin: (cell) => [square(), circle(0.36), label(cell.text)],
  heads: (cell) => [circle(0.42), label(cell.text)],
  tails: () => [circle(0.42), s("circle", { r: 0.3 * UNIT, class: "trace" })],
  queen: () => [square(), label("♛", "label symbol")],
  white: (cell) => piece(cell),
  black: (cell) => piece(cell),
  red: (cell) => piece(cell),
  blue: (cell) => piece(cell),
  vertex: (cell) => [circle(0.4), label(cell.text, named(cell))],
  token: (cell) => [circle(0.4), s("circle", { r: 0.47 * UNIT, class: "ring-of-token" }), label(cell.text, named(cell))],
  ground: () => [],
  cut: () => [s("rect", { x: -12, y: -12, width: 24, height: 24, class: "hit" }), label("✂", "label symbol")],
  cross: (cell) => cross(Number(cell.text)),
  mark: () => [],
};

const named = (cell) => (cell.text.length > 4 ? "label tiny" : cell.text.length > 2 ? "label less" : "label");

/** Make the shapes of a cell. */
export function shapes(cell) { return SHAPES[cell.kind](cell); }

const WORDS = {
  stone: "stone", stick: "stick", gap: "gap", square: "square", taken: "taken square", poison: "poisoned square", coin: "coin on square", heads: "heads, coin",
  tails: "tails, coin", queen: "queen on", white: "white pawn on", black: "black pawn on", red: "red piece on", blue: "blue piece on", vertex: "vertex", token: "token on", ground: "ground", cross: "figure", cut: "",
};

/** Say what a cell is. */
export function told(cell) { return `${WORDS[cell.kind] ?? cell.kind} ${cell.name}`.trim(); }

/** How wide a stone with a long number is. */
export function pillWidth(text) { return Math.max(0.82, 0.24 * text.length + 0.4); }

function pill(text) {
  const width = pillWidth(text) * UNIT;
  return s("rect", { x: -width / 2, y: -0.41 * UNIT, width, height: 0.82 * UNIT, rx: 0.41 * UNIT, class: "body" });
}

function piece(cell) { return [square(), circle(0.36), label(cell.text)]; }

function cross(ends) {
  const arms = [];
  for (let i = 0; i < ends; i++) {
    const turn = (2 * Math.PI * i) / ends - Math.PI / 2;
    arms.push(s("line", { x1: 0, y1: 0, x2: 0.5 * UNIT * Math.cos(turn), y2: 0.5 * UNIT * Math.sin(turn), class: "arm" }));
  }
  return [...arms, circle(0.2), label(String(ends), "label inside")];
}
