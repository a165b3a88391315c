// The picture of the graph: it shows the model, its labels and the steps of the algorithm. Small
// graphs are SVG, an element for each vertex and arc; large ones are painted on a canvas, and of
// their vertices only the one that the keyboard is at is an element. Gestures are the same.
import { h, press, s, valueText } from "../dom.js";
import { ArcLayer, markers } from "./arcs.js";
import { Camera } from "./camera.js";
import { Gestures } from "./gestures.js";
import { Keyboard } from "./keyboard.js";
import { Minimap } from "./minimap.js";
import { shortNames, written } from "./names.js";
import { Painting } from "./painting.js";
import { BEING_COMPUTED, COMING, shownValue, UNKNOWN } from "./rest.js";
import { RADIUS, roomFor } from "./shapes.js";
import { toneOf } from "./tones.js";
import { letterOf, vertexElement, vertexOf } from "./vertex.js";

export const OUTCOMES = {
  P: "P, the player to move loses",
  N: "N, the player to move wins",
  D: "D, a draw",
  unknown: UNKNOWN,
};
export const MOST_ELEMENTS = 300; // vertices, above which the picture is painted
const MOST_ARC_ELEMENTS = 1_500;

export class View {
  labels = null;
  refused = false; // there will be no labels
  /** @type {object | null} */
  coming = null; // what the model knows of a game's positions, as long as there is more to come
  steps = null; // while the algorithm is shown: vertex -> {text, outcome, current}, instead of its value
  /** @type {import("./walk.js").Walk | null} */
  walk = null; // while the graph is played on
  plain = false; // black and white, with the source's shapes
  byValue = false; // colours are those of values
  /** @type {number[]} */
  #wide = [];
  /** @type {string[]} */
  #short = []; // names as they stand in their vertices
  #selected = null; // the id of the chosen vertex
  #current = null; // the id of the vertex that the keyboard is at

  constructor(model, act) {
    this.model = model;
    this.act = act; // select(vertex | null), rename(vertex), status(text)
    this.arcs = new ArcLayer(model, this.wideOf);
    this.vertexLayer = s("g", {});
    this.rubber = s("path", { class: "rubber" });
    this.title = s("title", { id: "graph-title" }, "The graph");
    this.description = s("desc", { id: "graph-description" }, "");
    this.svg = s(
      "svg",
      {
        class: "board",
        role: "group",
        "aria-labelledby": "graph-title",
        "aria-describedby": "graph-description",
      },
      this.title,
      this.description,
      markers(),
      this.arcs.group,
      this.rubber,
      this.vertexLayer,
    );
    this.camera = new Camera(this.svg, model, () => {
      this.painting?.shifted();
      this.minimap?.draw();
    });
    this.camera.wideOf = this.wideOf;
    this.painting = new Painting(this);
    this.minimap = new Minimap(this);
    this.invitation = h(
      "p",
      { class: "invitation quiet", hidden: true },
      ...(press === "tap"
        ? [
            "Choose Vertex, and tap here for one.",
            h("br", {}),
            "Choose Arc, and drag from one to another.",
          ]
        : [
            "Double-click here for a vertex, or press n.",
            h("br", {}),
            "Hold Shift and drag from one to another for an arc.",
          ]),
    );
    this.frame = h("div", { class: "picture" }, this.painting.canvas, this.svg, this.invitation);
    this.gestures = new Gestures(this);
    this.keyboard = new Keyboard(this, this.gestures);
    model.addEventListener("change", ({ detail: { kind, vertex } }) => {
      if (kind === "structure") [this.labels, this.refused] = [null, false]; // of another graph
      if (kind === "place" && vertex !== null) this.#moved(vertex);
      else if (kind !== "history" && kind !== "place") this.draw();
    });
    for (const type of ["pointerover", "pointerout"])
      this.vertexLayer.addEventListener(type, ({ target }) =>
        this.arcs.light(type === "pointerover" ? vertexOf(target) : this.selected),
      );
    this.vertexLayer.addEventListener("focusin", ({ target }) => {
      const vertex = vertexOf(target);
      if (vertex !== null) this.#reach(vertex);
    });
  }

  wideOf = (vertex) => this.#wide[vertex] ?? RADIUS;

  /** Whether the picture is painted on a canvas. */
  get painted() {
    return this.model.names.length > MOST_ELEMENTS || this.model.arcs.length > MOST_ARC_ELEMENTS;
  }
  /** The number of the chosen vertex, or null. */
  get selected() {
    return this.model.numberOf(this.#selected);
  }
  /** The number of the vertex that the keyboard is at, or null. */
  get current() {
    return this.model.numberOf(this.#current);
  }

  draw() {
    const focused = vertexOf(document.activeElement);
    const { names } = this.model;
    const last = names.length - 1;
    if (this.selected === null) this.#selected = null;
    if (this.current === null)
      this.#current = last < 0 ? null : this.model.ids[Math.min(focused ?? 0, last)];
    this.#short = shortNames(names);
    this.looks = names.map((_, vertex) => this.look(vertex));
    this.#wide = this.looks.map(({ wide }) => wide);
    const { painted } = this;
    this.svg.classList.toggle("painted", painted);
    // Where there is no vertex, the picture itself is where the keyboard begins.
    this.svg.setAttribute("tabindex", names.length ? "-1" : "0");
    this.invitation.hidden = names.length > 0;
    if (painted) this.arcs.clear();
    else this.arcs.draw((vertex) => this.kindOf(vertex));
    this.arcs.light(this.selected);
    this.#elements();
    this.painting.draw();
    this.minimap.draw();
    this.#describe();
    if (focused !== null) this.focus(this.current);
  }
  #elements() {
    const { current, painted } = this;
    const shown = painted ? (current === null ? [] : [current]) : this.looks.keys();
    this.vertices = [];
    for (const vertex of shown) {
      this.vertices[vertex] = vertexElement(this.looks[vertex], vertex, {
        plain: this.plain,
        reached: vertex === current,
      });
      this.#place(vertex);
    }
    this.vertexLayer.replaceChildren(...this.vertices.filter(Boolean));
  }
  /** The kind of the arcs into a vertex. */
  kindOf(vertex) {
    const { outcome } = this.looks[vertex];
    return outcome === "unknown" ? "plain" : `to-${outcome}`;
  }

  /** Choose a vertex, or none. */
  select(vertex) {
    const before = this.selected;
    this.#selected = vertex === null ? null : this.model.ids[vertex];
    for (const [number, selected] of [
      [before, false],
      [vertex, true],
    ]) {
      if (number === null || !this.looks?.[number]) continue;
      this.looks[number].selected = selected;
      this.vertices[number]?.classList.toggle("selected", selected);
      this.vertices[number]?.setAttribute("aria-pressed", String(selected));
    }
    this.arcs.light(vertex);
    if (vertex !== null) this.#reach(vertex);
    this.painting.overdraw();
  }

  /** Bring the keyboard to a vertex, and the vertex into the picture. */
  focus(vertex) {
    if (vertex === null) {
      this.svg.focus({ preventScroll: true });
      return;
    }
    this.#reach(vertex);
    this.vertices[vertex].focus({ preventScroll: true });
  }
  #reach(vertex) {
    const before = this.current;
    this.#current = this.model.ids[vertex];
    if (before === vertex && this.vertices[vertex]) return;
    if (this.painted) {
      const held = vertexOf(document.activeElement) !== null;
      this.#elements();
      if (held) this.vertices[vertex].focus({ preventScroll: true });
      this.painting.overdraw();
      return;
    }
    this.vertices[before]?.setAttribute("tabindex", "-1");
    this.vertices[vertex].setAttribute("tabindex", "0");
  }

  /** The vertex at a point of the screen, or null. */
  vertexAt({ clientX, clientY }) {
    if (!this.painted) return vertexOf(document.elementFromPoint(clientX, clientY));
    return this.painting.vertexAt(this.camera.point({ clientX, clientY }));
  }
  /** The arc at a point of the screen, or null. */
  arcAt({ clientX, clientY }) {
    if (this.painted) return this.painting.arcAt(this.camera.point({ clientX, clientY }));
    const group = document.elementFromPoint(clientX, clientY)?.closest("[data-arc]");
    return group ? Number(/** @type {HTMLElement} */ (group).dataset.arc) : null;
  }

  #moved(vertex) {
    this.#place(vertex);
    if (this.painted) this.painting.moved(vertex);
    else this.arcs.moved(vertex);
    this.minimap.draw();
  }

  #shown(vertex, steps) {
    if (steps) return steps.get(vertex) ?? { text: "", outcome: "unknown" };
    const label = this.labels?.vertices[vertex];
    return { text: shownValue(label, this), outcome: label?.outcome ?? "unknown" };
  }
  /** Whether what the game knows of its positions is still being computed. */
  get isComing() {
    return this.coming !== null && this.coming === this.model.known;
  }
  /**
   * What a vertex looks like: by its value, or by what an algorithm has found so far.
   *
   * @returns {import("./vertex.js").Look}
   */
  look(vertex, steps = this.steps) {
    const { names, ids, tokens } = this.model;
    const { walk } = this;
    const { text, outcome, current = false } = this.#shown(vertex, steps);
    const short = shortValue(text);
    const { name, half } = written(
      this.#short[vertex] ?? names[vertex],
      `${short} ${letterOf(outcome)}`.trim(),
    );
    const label = steps ? null : (this.labels?.vertices[vertex] ?? null);
    const words = label
      ? `${names[vertex]}: ${this.#worded(label)}`
      : `${names[vertex]}${text && text !== "?" ? `: ${text === COMING ? BEING_COMPUTED : text}` : ""}`;
    return {
      name,
      text: short,
      outcome,
      tone: this.byValue ? toneOf(label) : "",
      wide: roomFor(half, { plain: this.plain }),
      words: walk?.leadsTo(vertex) ? `${words}, move the token here` : words,
      tokens: walk ? Number(vertex === walk.at) : tokens.filter((token) => token === vertex).length,
      selected: ids[vertex] === this.#selected,
      current: current || Boolean(walk?.leadsTo(vertex)),
    };
  }

  #worded(label) {
    const value = valueText(label);
    if (value !== "?") return `value ${value}, ${OUTCOMES[label.outcome]}`;
    if (this.isComing) return BEING_COMPUTED;
    return label.outcome === "unknown" ? UNKNOWN : OUTCOMES[label.outcome];
  }

  #place(vertex) {
    this.vertices?.[vertex]?.setAttribute(
      "transform",
      `translate(${this.model.places[vertex].join(" ")})`,
    );
  }

  #describe() {
    const labels = this.labels?.vertices ?? [];
    const known = this.model.names
      .slice(0, 61)
      .map((name, i) => (labels[i] ? `${name} ${valueText(labels[i])}` : name));
    const [n, m] = [this.model.names.length, this.model.arcs.length];
    this.title.textContent = `A digraph with ${n} ${n === 1 ? "vertex" : "vertices"} and ${m} arc${m === 1 ? "" : "s"}`;
    this.description.textContent =
      n > 60 ? `${known.slice(0, 60).join(", ")}, …` : known.join(", ") || "Nothing is drawn yet.";
  }
}

/** A long K is cut: "∞(0,1,2,3,4,…)". */
function shortValue(text) {
  const members = text.split(",");
  return members.length > 6 ? `${members.slice(0, 5).join(",")},…)` : text;
}
