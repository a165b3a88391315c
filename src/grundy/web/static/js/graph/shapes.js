// How vertices and arcs are drawn: outlines by outcome, and the paths of arcs.
import { s } from "../dom.js";

export const RADIUS = 24;
const NEAR = 60_000; // pairs of an arc and a vertex, up to which arcs bend round vertices

/** Outcomes have shapes of their own: in colour P an ellipse, N a rectangle, D an octagon; in
 * black and white P a triangle, D a circle, N a rectangle, as in the source. */
export function outline(outcome, wide, name, { more = 0, plain = false } = {}) {
  const [a, b] = [wide + more, RADIUS + more];
  if (outcome === "N") return s("rect", { class: name, x: -a, y: -b + 3, width: 2 * a, height: 2 * b - 6, rx: 4 });
  if (outcome === "P" && plain) return s("polygon", { class: name, points: points([[0, -b * 1.45], [a * 1.5, b * .85], [-a * 1.5, b * .85]]) });
  if (outcome === "D" && !plain) return s("polygon", { class: name, points: points([[-a, -b / 2.4], [-a * .6, -b], [a * .6, -b], [a, -b / 2.4], [a, b / 2.4], [a * .6, b], [-a * .6, b], [-a, b / 2.4]]) });
  return s("ellipse", { class: name, rx: a, ry: b });
}
const points = (pairs) => pairs.map((pair) => pair.join()).join(" ");

/** The paths of all arcs; an arc goes round a vertex that stands in its way. */
export class Paths {
  constructor(model, wideOf) { this.model = model; this.wideOf = wideOf; }

  path(u, v) {
    const [from, to] = [this.model.places[u], this.model.places[v]];
    if (u === v) return `M ${from[0] - 12} ${from[1] - RADIUS + 2} c -30 -50, 54 -50, 25 -3`;
    const middle = this.#middle(u, v, from, to);
    return `M ${rim(from, middle, this.wideOf(u))} Q ${middle} ${rim(to, middle, this.wideOf(v) + 5)}`;
  }

  /** The two ends of a straight arc, from rim to rim. */
  straight(u, v) {
    const [from, to] = [this.model.places[u], this.model.places[v]];
    return [rim(from, to, this.wideOf(u)), rim(to, from, this.wideOf(v) + 3)].map((end) => end.map(Math.round));
  }

  #middle(u, v, from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const at = (bend) => [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
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

/** The point of a vertex's rim in the direction of another point. */
function rim([x, y], [tx, ty], wide) {
  const [dx, dy] = [tx - x, ty - y];
  const scale = 1 / (Math.hypot(dx / wide, dy / (RADIUS + (wide > RADIUS ? 3 : 0))) || 1);
  return [x + dx * scale, y + dy * scale];
}
