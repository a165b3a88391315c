// Which part of the plane the picture shows.
import { RADIUS } from "./shapes.js";

export class Camera {
  #scale = 1; // units of the graph to a pixel of the screen
  #centre = [0, 0];

  constructor(svg, model) {
    this.svg = svg;
    this.model = model;
    new ResizeObserver(() => this.#show()).observe(svg);
  }

  /** The rectangle that holds the whole graph: left, top, width, height. */
  bounds() {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of this.model.places) {
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    if (left > right) [left, right, top, bottom] = [0, 0, 0, 0];
    const room = 2 * RADIUS + 16;
    return [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room];
  }

  /** Show everything, with some room around it. */
  fit() {
    const [left, top, width, height] = this.bounds();
    this.#centre = [left + width / 2, top + height / 2];
    this.#scale = Math.max(0.72, width / (this.svg.clientWidth || 1), height / (this.svg.clientHeight || 1));
    this.#show();
  }

  /** Zoom by a factor; what is at a point of the screen stays there. */
  zoom(factor, at = null) {
    const before = at && this.point(at);
    this.#scale = Math.min(60, Math.max(0.2, this.#scale * factor));
    this.#show();
    if (!at) return;
    const after = this.point(at);
    this.#centre = [this.#centre[0] + before.x - after.x, this.#centre[1] + before.y - after.y];
    this.#show();
  }

  /** Move by so many pixels. */
  pan(dx, dy) {
    this.#centre = [this.#centre[0] - dx * this.#scale, this.#centre[1] - dy * this.#scale];
    this.#show();
  }

  /** The point of the plane at clientX, clientY. */
  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }
  get centre() { return this.#centre.map(Math.round); }

  #show() {
    const [width, height] = [this.svg.clientWidth * this.#scale, this.svg.clientHeight * this.#scale];
    this.svg.classList.toggle("far", this.#scale > 4); // names that nobody could read are not drawn
    if (width) this.svg.setAttribute("viewBox", `${this.#centre[0] - width / 2} ${this.#centre[1] - height / 2} ${width} ${height}`);
  }
}
