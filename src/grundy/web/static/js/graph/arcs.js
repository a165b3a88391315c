// The layer of arcs: each an element of its own, or, where they are many, all of a kind in one path.
import { s } from "../dom.js";
import { Paths } from "./shapes.js";

const MANY = 1_500;
const KINDS = ["plain", "to-P", "to-D", "to-N"];

export class ArcLayer {
  #frame = 0;
  #kinds = [];
  #elements = [];

  constructor(model, wideOf) {
    this.model = model;
    this.wideOf = wideOf;
    this.paths = new Paths(model, wideOf);
    this.group = s("g", {});
  }
  get #many() { return this.model.arcs.length > MANY; }

  /** Draw all arcs; kindOf(vertex) is the kind of the arcs into it. */
  draw(kindOf) {
    this.#kinds = this.model.arcs.map(([, target]) => kindOf(target));
    this.#elements = this.#many ? [] : this.model.arcs.map((arc, number) => this.#arc(arc, number));
    this.group.replaceChildren(...this.#elements);
    if (this.#many) this.#drawMany(); else this.model.arcs.forEach((_, number) => this.#place(number));
  }
  /** A vertex has moved. */
  moved(vertex) {
    if (this.#many) {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => this.#drawMany());
    } else this.model.arcs.forEach(([u, v], number) => { if (u === vertex || v === vertex) this.#place(number); });
  }

  #arc([source, target], number) {
    const kind = this.#kinds[number];
    return s("g", { "data-arc": number }, s("title", {}, `${this.model.names[source]} → ${this.model.names[target]}`), s("path", { class: "arc-hit" }),
      s("path", { class: `arc ${kind}`, "marker-end": `url(#head-${kind})` }));
  }
  #place(number) {
    const path = this.paths.path(...this.model.arcs[number]);
    for (const line of this.#elements[number]?.children ?? []) if (line.localName === "path") line.setAttribute("d", path);
  }

  // Dashes and markers of many arcs would take seconds to paint: straight thin lines, heads as triangles.
  #drawMany() {
    this.group.replaceChildren(...KINDS.flatMap((kind) => {
      const chosen = this.model.arcs.filter((_, number) => this.#kinds[number] === kind);
      if (!chosen.length) return [];
      const ends = chosen.map(([u, v]) => this.paths.straight(u, v));
      return [s("path", { class: `arc many ${kind}`, d: ends.map(([from, to]) => `M${from} L${to}`).join("") }), s("path", { class: `head ${kind}`, d: ends.map(triangle).join("") })];
    }));
  }
}

function triangle([[fx, fy], [tx, ty]]) {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const [x, y] = [(tx - fx) / length, (ty - fy) / length];
  const point = (along, across) => `${(tx - along * x - across * y).toFixed(1)},${(ty - along * y + across * x).toFixed(1)}`;
  return `M${point(0, 0)}L${point(10, 5)}L${point(10, -5)}z`;
}

export function markers() {
  return s("defs", {}, KINDS.map((kind) => s("marker",
    { id: `head-${kind}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
    s("path", { class: `head ${kind}`, d: "M 0 0 L 10 5 L 0 10 z" }))));
}
