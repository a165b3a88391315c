// Which part of the plane the picture shows.
import { RADIUS } from "./shapes.js";

const LEAST_SCALE = 0.2;
const MOST_SCALE = 60;
const READABLE = 1.45; // a name of 15 units has 10 pixels and more

export class Camera {
  #scale = 1; // units of the graph to a pixel of the screen
  #centre = [0, 0];
  #fitted = false;
  #only = null; // the vertices that are fitted, null for all
  /** @type {(vertex: number) => number} half of the width of a vertex */
  wideOf = () => RADIUS;

  /** @param {() => void} moved called when another part is shown */
  constructor(svg, model, moved = () => {}) {
    this.svg = svg;
    this.model = model;
    this.moved = moved;
    // What was all of the graph is all of it in a picture of another size, too.
    new ResizeObserver(() => (this.#fitted ? this.fit(this.#only) : this.#show())).observe(svg);
  }
  get scale() {
    return this.#scale;
  }
  get centre() {
    return this.#centre.map(Math.round);
  }
  /** The centre as it is, not rounded. */
  get middle() {
    return this.#centre;
  }
  /** Width and height of the picture on the screen. */
  get size() {
    return [this.svg.clientWidth, this.svg.clientHeight];
  }

  /** The rectangle that holds the whole graph, or some vertices: left, top, width, height. */
  bounds(wideOf = this.wideOf, only = null, room = RADIUS + 16) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    this.model.places.forEach(([x, y], vertex) => {
      if (only && !only.includes(vertex)) return;
      const wide = wideOf(vertex);
      [left, right] = [Math.min(left, x - wide), Math.max(right, x + wide)];
      [top, bottom] = [Math.min(top, y - RADIUS), Math.max(bottom, y + RADIUS)];
    });
    if (left > right) [left, right, top, bottom] = [0, 0, 0, 0];
    return [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room];
  }

  /** Show everything, or some vertices, with some room around it. */
  fit(only = null) {
    this.#only = only;
    const [left, top, width, height] = this.bounds(this.wideOf, only);
    this.#centre = [left + width / 2, top + height / 2];
    this.#scale = Math.min(
      MOST_SCALE,
      Math.max(0.72, width / (this.size[0] || 1), height / (this.size[1] || 1)),
    );
    this.#fitted = true;
    this.#show();
  }
  /** Show some vertices, or of too many to be read on this screen those around the first. */
  fitReadable(only) {
    this.fit(only.length < this.model.places.length ? only : null);
    if (this.#scale <= READABLE) return;
    const bounds = this.bounds(this.wideOf, only, RADIUS / 2);
    const size = this.size.map((side) => side * READABLE);
    this.goTo(within(bounds, size, this.model.places[only[0]]), READABLE);
  }
  /** Whether these vertices are shown. */
  holds(only) {
    const half = this.size.map((side) => (side * this.#scale) / 2);
    return only.every((vertex) =>
      this.model.places[vertex].every(
        (at, axis) => Math.abs(at - this.#centre[axis]) <= half[axis],
      ),
    );
  }
  /** Show this point of the plane in the middle. */
  goTo(point, scale = this.#scale) {
    this.#centre = point;
    this.#scale = scale;
    this.#fitted = false;
    this.#show();
  }
  /** Move as little as shows this point with some room around it. */
  reveal([x, y]) {
    const half = this.size.map((side) => Math.max(0, (side * this.#scale) / 2 - 2.5 * RADIUS));
    const moved = [x, y].map((at, axis) => {
      const from = at - this.#centre[axis];
      return this.#centre[axis] + Math.sign(from) * Math.max(0, Math.abs(from) - half[axis]);
    });
    if (moved.some((at, axis) => at !== this.#centre[axis])) this.goTo(moved);
  }

  /** Zoom by a factor; what is at a point of the screen stays there. */
  zoom(factor, at = null) {
    const before = at && this.point(at);
    this.#scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.#scale * factor));
    this.#fitted = false;
    if (at) {
      const after = this.point(at);
      this.#centre = [this.#centre[0] + before.x - after.x, this.#centre[1] + before.y - after.y];
    }
    this.#show();
  }

  /** Move by so many pixels. */
  pan(dx, dy) {
    this.#fitted = false;
    this.#centre = [this.#centre[0] - dx * this.#scale, this.#centre[1] - dy * this.#scale];
    this.#show();
  }

  /** The point of the plane at clientX, clientY. */
  point({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    const [width, height] = this.size;
    const { clientLeft, clientTop } = this.svg;
    return {
      x: this.#centre[0] + (clientX - left - clientLeft - width / 2) * this.#scale,
      y: this.#centre[1] + (clientY - top - clientTop - height / 2) * this.#scale,
    };
  }

  #show() {
    const [width, height] = this.size.map((side) => side * this.#scale);
    this.svg.classList.toggle("far", this.#scale > 4); // names that nobody could read are not drawn
    if (width)
      this.svg.setAttribute(
        "viewBox",
        `${this.#centre[0] - width / 2} ${this.#centre[1] - height / 2} ${width} ${height}`,
      );
    this.moved();
  }
}

/**
 * The middle of a picture around a point, so that no more of it is empty than has to be.
 *
 * @param {number[]} bounds what there is to be seen: left, top, width, height
 * @param {number[]} size of the picture, in the same units
 * @param {number[]} point
 */
export function within([left, top, width, height], size, point) {
  const axes = [
    { from: left, extent: width },
    { from: top, extent: height },
  ];
  return axes.map(({ from, extent }, axis) => {
    const half = size[axis] / 2;
    if (extent <= 2 * half) return from + extent / 2;
    return Math.min(Math.max(point[axis], from + half), from + extent - half);
  });
}
