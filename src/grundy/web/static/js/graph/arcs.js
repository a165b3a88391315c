// The layer of arcs as elements, each of its own.
import { s } from "../dom.js";
import { Paths } from "./shapes.js";

export const KINDS = ["plain", "to-N", "to-D", "to-P"]; // the later lie above

const HEADS = "head";
const CROWDED = 80; // arcs, above which those of the chosen vertex are lost among the others

export class ArcLayer {
  #elements = [];

  constructor(model, wideOf) {
    this.model = model;
    this.paths = new Paths(model, wideOf);
    this.group = s("g", {});
  }

  /** Draw all arcs; kindOf(vertex) is the kind of the arcs into it. */
  draw(kindOf) {
    this.#elements = this.model.arcs.map(([u, v], number) =>
      arcElement(this.model, this.paths.path(u, v), number, kindOf(v)),
    );
    this.group.replaceChildren(...this.#elements);
  }
  /** Let the arcs of a vertex be seen among many others; null for those that do not lose a win. */
  light(vertex) {
    const isCrowded = this.#elements.length > CROWDED;
    this.group.classList.toggle("crowded", isCrowded);
    this.group.classList.toggle("faded", vertex !== null && isCrowded);
    this.#elements.forEach((element, number) =>
      element.classList.toggle("near", this.model.arcs[number].includes(vertex)),
    );
  }
  clear() {
    this.#elements = [];
    this.group.replaceChildren();
  }
  /** A vertex has moved. */
  moved(vertex) {
    this.model.arcs.forEach(([u, v], number) => {
      if (u !== vertex && v !== vertex) return;
      const path = this.paths.path(u, v);
      for (const line of this.#elements[number]?.children ?? [])
        if (line.localName === "path") line.setAttribute("d", path);
    });
  }
}

/** One arc: its name, a broad line to be clicked, and the line that is seen. */
export function arcElement(model, path, number, kind, heads = HEADS) {
  const [source, target] = model.arcs[number];
  return s(
    "g",
    { "data-arc": number, class: "arc-group" },
    s("title", {}, `${model.names[source]} → ${model.names[target]}`),
    s("path", { class: "arc-hit", d: path }),
    s("path", { class: `arc ${kind}`, d: path, "marker-end": `url(#${heads}-${kind})` }),
  );
}

/** The heads of arcs; each picture in a document has its own, in its own colours. */
export function markers(heads = HEADS) {
  return s(
    "defs",
    {},
    KINDS.map((kind) =>
      s(
        "marker",
        {
          id: `${heads}-${kind}`,
          viewBox: "0 0 10 10",
          refX: 9,
          refY: 5,
          markerWidth: 11,
          markerHeight: 11,
          markerUnits: "userSpaceOnUse",
          orient: "auto-start-reverse",
        },
        s("path", { class: `head ${kind}`, d: "M 0 0 L 10 5 L 0 10 z" }),
      ),
    ),
  );
}
