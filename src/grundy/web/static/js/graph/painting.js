// The picture of a large graph on a canvas.
//
// All of it is painted into a bitmap that is larger than what is seen, some milliseconds in each
// frame. While the picture is dragged or zoomed the bitmap is shown shifted or scaled, until a
// new one is ready. A vertex that is dragged is painted apart from it, with its arcs.
import { whenColoursChange } from "../appearance.js";
import { h, later } from "../dom.js";
import { framed } from "./frames.js";
import { Painter } from "./painter.js";
import { RADIUS } from "./shapes.js";

const MARGIN = 0.25; // of the picture's sides, on each side of the bitmap
const BUDGET = 9; // milliseconds of painting in a frame
const FADED = 0.3; // how much is seen of all others beside the chosen vertex
const REST = 400; // milliseconds without a move
const CATCH = 7; // pixels from an arc within which it is hit

export class Painting {
  #base = null; // the bitmap, and what it shows
  #job = null; // the one that is being painted
  #version = 0;
  #lifted = null; // the vertex that is being moved

  constructor(view) {
    this.view = view;
    this.model = view.model;
    this.canvas = h("canvas", { class: "painting", "aria-hidden": "true" });
    this.context = this.canvas.getContext("2d");
    this.ask = framed(() => this.#frame());
    // What is painted apart lies over the others: it comes back among them when it rests.
    this.settle = later(() => this.#lifted !== null && this.draw(), REST);
    whenColoursChange(() => this.draw());
  }

  /** The graph or its looks are others. */
  draw() {
    this.#version++;
    this.#lifted = null;
    this.canvas.hidden = !this.view.painted;
    if (this.view.painted) this.ask();
    else this.#base = this.#job = null;
  }
  /** Another part of the plane is shown. */
  shifted() {
    if (this.view.painted) this.ask();
  }
  /** What lies over the picture is other. */
  overdraw() {
    this.shifted();
  }
  /** A vertex has moved. */
  moved(vertex) {
    this.#lifted = vertex;
    this.ask();
    this.settle();
  }
  /** The vertex at a point of the plane: the nearest, with some room for a finger. */
  vertexAt({ x, y }) {
    const finger = 8 * this.view.camera.scale;
    let [found, least] = [null, Infinity];
    this.model.places.forEach((place, vertex) => {
      const across = Math.abs(place[0] - x) / Math.max(this.view.wideOf(vertex), finger);
      const down = Math.abs(place[1] - y) / Math.max(RADIUS, finger);
      const far = Math.max(across, down);
      if (far <= 1 && far < least) [found, least] = [vertex, far];
    });
    return found;
  }
  arcAt({ x, y }) {
    const near = CATCH * this.view.camera.scale;
    const { places } = this.model;
    const found = this.model.arcs.findLastIndex(
      ([u, v]) => u !== v && distance([x, y], places[u], places[v]) < near,
    );
    return found < 0 ? null : found;
  }

  #frame() {
    if (!this.view.painted || !this.canvas.isConnected) return;
    const size = this.view.camera.size;
    if (!size[0] || !size[1]) return;
    const pixels = size.map((side) => Math.round(side * devicePixelRatio));
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1])
      [this.canvas.width, this.canvas.height] = pixels;
    if (this.#job && !this.#isOf(this.#job)) this.#job = null;
    if (!this.#job && !this.#isGood(this.#base)) this.#job = this.#begun(size);
    if (this.#job && this.#work(this.#job)) [this.#base, this.#job] = [this.#job, null];
    this.#compose();
    if (this.#job || !this.#isGood(this.#base)) this.ask();
  }

  /** Whether a bitmap is of the present graph, at the present scale. */
  #isOf(bitmap) {
    return (
      bitmap.version === this.#version &&
      bitmap.lifted === this.#lifted &&
      bitmap.scale === this.view.camera.scale &&
      bitmap.ratio === devicePixelRatio
    );
  }
  /** Whether it also covers what is seen. */
  #isGood(bitmap) {
    if (!bitmap || !this.#isOf(bitmap)) return false;
    const { middle, size, scale } = this.view.camera;
    return middle.every((at, axis) => {
      const room = (bitmap.size[axis] - size[axis]) / 2;
      // A new one is begun in good time: when half of the margin is used up.
      return Math.abs(at - bitmap.middle[axis]) / scale <= room / 2;
    });
  }
  #begun(size) {
    const { middle, scale } = this.view.camera;
    const wide = size.map((side) => Math.round(side * (1 + 2 * MARGIN)));
    const canvas = h("canvas", {});
    [canvas.width, canvas.height] = wide.map((side) => Math.round(side * devicePixelRatio));
    // Painted without a graphics processor it takes as long as we can see, here and everywhere.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    this.#place(context, middle, scale, wide);
    const half = wide.map((side) => (side * scale) / 2);
    const painter = new Painter(this.view, context, {
      scale,
      left: middle[0] - half[0],
      right: middle[0] + half[0],
      top: middle[1] - half[1],
      bottom: middle[1] + half[1],
    });
    return {
      canvas,
      context,
      scale,
      middle,
      size: wide,
      ratio: devicePixelRatio,
      version: this.#version,
      lifted: this.#lifted,
      bits: painter.all(this.#lifted),
    };
  }
  /** Paint for some milliseconds; whether all is painted. */
  #work(job) {
    const end = performance.now() + BUDGET;
    do {
      if (job.bits.next().done) return true;
      job.context.getImageData(0, 0, 1, 1); // paints what has been asked for so far
    } while (performance.now() < end);
    return false;
  }

  /** Set a context up to draw in the coordinates of the plane. */
  #place(context, middle, scale, size) {
    const zoom = devicePixelRatio / scale;
    context.setTransform(
      zoom,
      0,
      0,
      zoom,
      (size[0] * devicePixelRatio) / 2 - middle[0] * zoom,
      (size[1] * devicePixelRatio) / 2 - middle[1] * zoom,
    );
  }
  #compose() {
    const { context } = this;
    const { middle, scale, size } = this.view.camera;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const base = this.#base;
    if (!base) return;
    this.#place(context, middle, scale, size);
    const [width, height] = base.size.map((side) => side * base.scale);
    const corner = [base.middle[0] - width / 2, base.middle[1] - height / 2];
    const { selected } = this.view;
    context.globalAlpha = selected === null ? 1 : FADED;
    context.drawImage(base.canvas, corner[0], corner[1], width, height);
    context.globalAlpha = 1;
    const area = { scale, left: 0, right: 0, top: 0, bottom: 0 };
    const painter = new Painter(this.view, context, area);
    const apart = this.#lifted ?? base.lifted;
    for (const one of new Set([apart, selected]))
      if (one !== null && one < this.model.names.length) this.#apart(painter, one);
    this.#rings(painter);
  }
  #apart(painter, vertex) {
    const arcs = this.model.arcs.filter((arc) => arc.includes(vertex));
    for (const arc of arcs) painter.arcs([arc], this.view.kindOf(arc[1]));
    for (const one of new Set([...arcs.flat(), vertex])) painter.vertex(one);
  }
  #rings(painter) {
    this.view.looks?.forEach((look, vertex) => {
      if (look.selected || look.current) this.#ring(painter, look, this.model.places[vertex]);
    });
  }
  #ring(painter, look, [x, y]) {
    const { context } = this;
    context.save();
    context.translate(x, y);
    painter.outline(look, look.wide * painter.grown, 6 * Math.max(1, painter.grown / 2));
    context.strokeStyle = painter.colours.accent;
    context.lineWidth = 3.5 * Math.max(1, this.view.camera.scale);
    context.stroke();
    context.restore();
  }
}

/** The distance of a point from the line between two. */
function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
