// The picture of the graph: SVG that shows the model, its labels and the steps of the algorithm.
import { s, valueText } from "../dom.js";
import { ArcLayer, markers } from "./arcs.js";
import { Camera } from "./camera.js";
import { Gestures } from "./gestures.js";
import { outline, RADIUS } from "./shapes.js";

export const OUTCOMES = { P: "P, who is to move loses", N: "N, who is to move wins", D: "D, a draw" };

export class View {
  labels = null;
  steps = null; // while the algorithm is shown: vertex -> {text, outcome, current}, instead of its value
  plain = false; // black and white, with the source's shapes
  #wide = [];
  #selected = null; // the id of the chosen vertex

  constructor(model, act) {
    this.model = model;
    this.act = act; // select(vertex | null), status(text)
    this.arcs = new ArcLayer(model, (vertex) => this.#wide[vertex] ?? RADIUS);
    this.vertexLayer = s("g", {});
    this.rubber = s("path", { class: "rubber" });
    this.title = s("title", { id: "graph-title" }, "The graph");
    this.description = s("desc", { id: "graph-description" }, "");
    this.svg = s("svg", { class: "board", role: "group", "aria-labelledby": "graph-title", "aria-describedby": "graph-description" },
      this.title, this.description, markers(), this.arcs.group, this.rubber, this.vertexLayer);
    this.camera = new Camera(this.svg, model);
    this.gestures = new Gestures(this);
    model.addEventListener("change", ({ detail: { kind, vertex } }) => {
      if (kind === "structure") this.labels = null; // they were another graph's
      if (kind === "place" && vertex !== null) { this.#place(vertex); this.arcs.moved(vertex); }
      else if (kind !== "history" && kind !== "place") this.draw();
    });
  }

  /** The number of the chosen vertex, or null. */
  get selected() { return this.model.numberOf(this.#selected); }

  draw() {
    const focused = this.vertexLayer.contains(document.activeElement) ? Number(document.activeElement.dataset.vertex) : null;
    if (this.selected === null) this.#selected = null;
    const tokens = new Map();
    for (const token of this.model.tokens) tokens.set(token, (tokens.get(token) ?? 0) + 1);
    this.vertices = this.model.names.map((_, vertex) => this.#vertex(vertex, tokens.get(vertex) ?? 0));
    this.vertexLayer.replaceChildren(...this.vertices);
    this.vertices.forEach((_, vertex) => this.#place(vertex));
    this.arcs.draw((vertex) => { const { outcome } = this.#shown(vertex); return outcome === "unknown" ? "plain" : `to-${outcome}`; });
    this.#describe();
    if (focused !== null) this.vertices[Math.min(focused, this.vertices.length - 1)]?.focus({ preventScroll: true });
  }

  /** Choose a vertex, or none. */
  select(vertex) {
    for (const [number, selected] of [[this.selected, false], [vertex, true]]) {
      this.vertices?.[number]?.classList.toggle("selected", selected);
      this.vertices?.[number]?.setAttribute("aria-pressed", String(selected));
    }
    this.#selected = vertex === null ? null : this.model.ids[vertex];
  }

  #label(vertex) { return this.labels?.vertices[vertex] ?? null; }
  #shown(vertex) {
    if (this.steps) return this.steps.get(vertex) ?? { text: "", outcome: "unknown" };
    const label = this.#label(vertex);
    return label ? { text: valueText(label), outcome: label.outcome } : { text: "?", outcome: "unknown" };
  }

  #vertex(vertex, tokens) {
    const name = this.model.names[vertex];
    const { text, outcome, current } = this.#shown(vertex);
    const short = name.length > 12 ? `${name.slice(0, 11)}…` : name;
    const wide = Math.max(RADIUS, short.length * 4.6 + text.length * 3.4 + 10);
    this.#wide[vertex] = wide;
    const label = this.steps ? null : this.#label(vertex);
    const told = label ? `${name}: value ${valueText(label)}, ${OUTCOMES[label.outcome]}` : `${name}${text && text !== "?" ? `: ${text}` : ""}`;
    const selected = this.model.ids[vertex] === this.#selected;
    const classes = `vertex ${outcome}${selected ? " selected" : ""}${current ? " current" : ""}`;
    return s("g", { class: classes, tabindex: "0", role: "button", "data-vertex": vertex,
      "aria-label": told + (tokens ? `, ${tokens} token${tokens > 1 ? "s" : ""}` : ""), "aria-pressed": String(selected) },
      s("title", {}, told), outline(outcome, wide, "ring", { more: 6, plain: this.plain }), outline(outcome, wide, "shape", { plain: this.plain }),
      s("text", {}, short, text === "" ? null : s("tspan", { dy: 5, dx: 2, class: "value" }, text)),
      outcome === "unknown" ? null : s("text", { class: "letter", x: wide + 6, y: -RADIUS - 6 }, outcome),
      tokens ? s("circle", { class: "token", cx: wide - 4, cy: RADIUS - 6, r: 10 }) : null,
      tokens ? s("text", { class: "token-count", x: wide - 4, y: RADIUS - 6 }, String(tokens)) : null);
  }

  #place(vertex) { this.vertices?.[vertex]?.setAttribute("transform", `translate(${this.model.places[vertex].join(" ")})`); }

  #describe() {
    const labels = this.labels?.vertices ?? [];
    const known = this.model.names.map((name, i) => (labels[i] ? `${name} ${valueText(labels[i])}` : name));
    const [n, m] = [this.model.names.length, this.model.arcs.length];
    this.title.textContent = `A digraph with ${n} ${n === 1 ? "vertex" : "vertices"} and ${m} arc${m === 1 ? "" : "s"}`;
    this.description.textContent = known.length > 60 ? `${known.slice(0, 60).join(", ")}, …` : known.join(", ") || "Nothing is drawn yet.";
  }
}
