// How vertices and arcs are drawn: outlines by outcome, and the paths of arcs.
import { s } from "../dom.js";

export const RADIUS = 24;
const NEAR = 60_000; // pairs of an arc and a vertex, up to which arcs bend round vertices

/** Half of the width that a vertex needs for a text of half this width. */
export function roomFor(half, { plain = false } = {}) {
  // Two lines of text reach up to where an ellipse has four fifths of its width, a triangle less.
  return Math.max(RADIUS, Math.round(half / (plain ? 0.6 : 0.8) + 4));
}

/** Outcomes have shapes of their own: in colour P an ellipse, N a rectangle, D an octagon; in
 * black and white P a triangle, D a circle, N a rectangle, as in the source. The corners, or null
 * where there are none. */
export function corners(outcome, wide, { more = 0, plain = false } = {}) {
  const [a, b] = [wide + more, RADIUS + more];
  if (outcome === "N")
    return [
      [-a, -b + 3],
      [a, -b + 3],
      [a, b - 3],
      [-a, b - 3],
    ];
  if (outcome === "P" && plain)
    return [
      [0, -b * 1.45],
      [a * 1.5, b * 0.85],
      [-a * 1.5, b * 0.85],
    ];
  if (outcome === "D" && !plain)
    return [
      [-a, -b / 2.4],
      [-a * 0.8, -b],
      [a * 0.8, -b],
      [a, -b / 2.4],
      [a, b / 2.4],
      [a * 0.8, b],
      [-a * 0.8, b],
      [-a, b / 2.4],
    ];
  return null;
}

/** The outline as an element. */
export function outline(outcome, wide, name, { more = 0, plain = false } = {}) {
  const [a, b] = [wide + more, RADIUS + more];
  if (outcome === "N")
    return s("rect", { class: name, x: -a, y: -b + 3, width: 2 * a, height: 2 * b - 6, rx: 4 });
  const found = corners(outcome, wide, { more, plain });
  if (found) return s("polygon", { class: name, points: points(found) });
  return s("ellipse", { class: name, rx: a, ry: b });
}
/** @param {number[][]} pairs */
const points = (pairs) => pairs.map((pair) => pair.join()).join(" ");

/** The paths of all arcs; an arc goes round a vertex that stands in its way. */
export class Paths {
  constructor(model, wideOf) {
    this.model = model;
    this.wideOf = wideOf;
  }

  path(u, v) {
    const [from, to] = [this.model.places[u], this.model.places[v]];
    if (u === v) return `M ${from[0] - 12} ${from[1] - RADIUS + 2} c -30 -50, 54 -50, 25 -3`;
    const middle = this.#middle(u, v, from, to);
    return `M ${rim(from, middle, this.wideOf(u))} Q ${middle} ${rim(to, middle, this.wideOf(v) + 5)}`;
  }

  #middle(u, v, from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const at = (bend) => [
      (from[0] + to[0]) / 2 - (dy / length) * bend,
      (from[1] + to[1]) / 2 + (dx / length) * bend,
    ];
    const bends = this.model.hasArc(v, u) ? [26, 60, 100] : [0, 46, -46, 90, -90];
    if (this.model.names.length * this.model.arcs.length > NEAR) return at(bends[0]);
    return at(bends.find((bend) => this.#isFree(u, v, from, at(bend), to)) ?? bends[0]);
  }

  #isFree(u, v, from, middle, to) {
    return this.model.places.every((place, other) => {
      if (other === u || other === v) return true;
      const wide = this.wideOf(other) + 6;
      for (let t = 0.1; t < 1; t += 0.1) {
        const x = (1 - t) ** 2 * from[0] + 2 * t * (1 - t) * middle[0] + t * t * to[0];
        const y = (1 - t) ** 2 * from[1] + 2 * t * (1 - t) * middle[1] + t * t * to[1];
        if (Math.hypot((x - place[0]) / wide, (y - place[1]) / (RADIUS + 6)) < 1) return false;
      }
      return true;
    });
  }
}

/**
 * The point of a vertex's rim in the direction of another point.
 *
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} wide
 */
export function rim([x, y], [tx, ty], wide) {
  const [dx, dy] = [tx - x, ty - y];
  const scale = 1 / (Math.hypot(dx / wide, dy / (RADIUS + (wide > RADIUS ? 3 : 0))) || 1);
  return [x + dx * scale, y + dy * scale];
}
