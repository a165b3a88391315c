// A small map of the whole graph, with a frame round what is seen; shown where that is less, below
// the picture, so that it covers nothing.
import { h } from "../dom.js";
import { framed } from "./frames.js";
import { coloursOf } from "./painter.js";

const [WIDTH, HEIGHT] = [150, 100];

export class Minimap {
  constructor(view) {
    this.view = view;
    // Keys lead to every vertex and the picture follows them: the map is for mouse and finger.
    this.canvas = h("canvas", { class: "minimap", "aria-hidden": "true", hidden: true });
    this.context = this.canvas.getContext("2d");
    this.draw = framed(() => this.#draw());
    const go = (event) => {
      if (event.type === "pointerdown") this.canvas.setPointerCapture(event.pointerId);
      if (event.buttons) this.#go(event);
    };
    this.canvas.addEventListener("pointerdown", go);
    this.canvas.addEventListener("pointermove", go);
  }

  #go(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { scale, x, y } = this.#measures();
    this.view.camera.goTo([(event.clientX - left) * scale + x, (event.clientY - top) * scale + y]);
  }
  /** Units of the graph to a pixel of the map, and what is at its corner. */
  #measures() {
    const { camera } = this.view;
    const [left, top, width, height] = camera.bounds();
    const scale = Math.max(width / WIDTH, height / HEIGHT);
    return {
      scale,
      x: left - (WIDTH * scale - width) / 2,
      y: top - (HEIGHT * scale - height) / 2,
      bounds: [left, top, left + width, top + height],
    };
  }
  #draw() {
    const { camera, model, looks } = this.view;
    if (!this.canvas.isConnected || !looks) return;
    const { scale, x, y, bounds } = this.#measures();
    const half = camera.size.map((side) => (side * camera.scale) / 2);
    const [cx, cy] = camera.middle;
    const seen = [cx - half[0], cy - half[1], cx + half[0], cy + half[1]];
    const whole =
      seen[0] <= bounds[0] + 1 &&
      seen[1] <= bounds[1] + 1 &&
      seen[2] >= bounds[2] - 1 &&
      seen[3] >= bounds[3] - 1;
    this.canvas.hidden = whole || !model.names.length;
    if (this.canvas.hidden) return;
    const ratio = devicePixelRatio;
    [this.canvas.width, this.canvas.height] = [WIDTH * ratio, HEIGHT * ratio];
    const { context } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colours = coloursOf(this.view.svg);
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    model.places.forEach((place, vertex) => {
      context.fillStyle = looks[vertex]?.outcome === "unknown" ? colours.plain : colours.edge;
      context.fillRect((place[0] - x) / scale - 1, (place[1] - y) / scale - 1, 2, 2);
    });
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    const corner = [(seen[0] - x) / scale, (seen[1] - y) / scale];
    const far = [(seen[2] - x) / scale, (seen[3] - y) / scale];
    const clip = (at, most) => Math.min(most - 1, Math.max(1, at));
    context.strokeRect(
      clip(corner[0], WIDTH),
      clip(corner[1], HEIGHT),
      clip(far[0], WIDTH) - clip(corner[0], WIDTH),
      clip(far[1], HEIGHT) - clip(corner[1], HEIGHT),
    );
  }
}
