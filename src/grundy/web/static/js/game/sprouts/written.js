// A curve of a hand in an address: the number of its move, its spots, and the points between them,
// two signs a number.

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{a: number, b: number, inner: Point[]}} Hand a curve as it was drawn, in whole numbers
 */

const BASE = 36;

/** @param {Hand} hand */
export function written({ a, b, inner }) {
  const two = (number) => Math.max(0, number).toString(BASE).padStart(2, "0");
  return `${a}.${b}.${inner.map(({ x, y }) => two(x) + two(y)).join("")}`;
}

/** Read a curve; null where the text is none. @param {string} text @returns {Hand | null} */
export function read(text) {
  const [, a, b, points] = /^(\d{1,3})\.(\d{1,3})\.((?:[0-9a-z]{4}){1,400})$/.exec(text) ?? [];
  if (points === undefined) return null;
  const number = (at) => parseInt(points.slice(at, at + 2), BASE);
  const inner = Array.from({ length: points.length / 4 }, (_, i) => ({
    x: number(4 * i),
    y: number(4 * i + 2),
  }));
  return { a: Number(a), b: Number(b), inner };
}
