// The picture of the graph: SVG that is edited with mouse, finger and keyboard.
import { s, valueText } from "../dom.js";

const RADIUS = 24;
const STEP = 12;

export class View {
  #pointers = new Map();
  #drag = null;
  #source = null; // the vertex at which an arc begins, while one is drawn
  #scale = 1;
  #centre = [0, 0];
  labels = null;
  selected = null;
  selectedArc = null;
  marked = new Map(); // vertex -> text of a step of the algorithm, instead of its value
  mode = "move"; // or "vertex", "arc", "delete"

  constructor(model, act) {
    this.model = model;
    this.act = act; // select(vertex | null), status(text)
    this.arcLayer = s("g", {});
    this.vertexLayer = s("g", {});
    this.rubber = s("path", { class: "rubber" });
    this.title = s("title", {}, "The graph");
    this.description = s("desc", {}, "");
    this.svg = s("svg", { class: "board", role: "group", "aria-label": "The graph: Tab goes from vertex to vertex" },
      this.title, this.description, markers(), this.arcLayer, this.rubber, this.vertexLayer);
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (event) => this.#up(event));
    this.svg.addEventListener("dblclick", (event) => { if (event.target === this.svg) this.#addAt(event); });
    this.svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#box()).observe(this.svg);
    model.addEventListener("change", ({ detail }) => (detail === "place" ? this.#place() : this.draw()));
  }

  /** Show everything, with some room around it. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.svg;
    const [xs, ys] = [0, 1].map((axis) => this.model.places.map((place) => place[axis]));
    const [left, right, top, bottom] = [Math.min(0, ...xs), Math.max(0, ...xs), Math.min(0, ...ys), Math.max(0, ...ys)];
    this.#centre = [(left + right) / 2, (top + bottom) / 2];
    const room = 2 * RADIUS + 40;
    this.#scale = Math.max(1, 0.8, (right - left + room) / (width || 1), (bottom - top + room) / (height || 1));
    if (this.model.names.length < 9) this.#scale = Math.max(0.8, this.#scale);
    this.#box();
  }

  #box() {
    const width = this.svg.clientWidth * this.#scale;
    const height = this.svg.clientHeight * this.#scale;
    if (!width) return;
    this.svg.setAttribute("viewBox", `${this.#centre[0] - width / 2} ${this.#centre[1] - height / 2} ${width} ${height}`);
  }

  draw() {
    const focused = this.vertexLayer.contains(document.activeElement) ? Number(document.activeElement.dataset.vertex) : null;
    if (this.selected !== null && this.selected >= this.model.names.length) this.selected = null;
    this.vertices = this.model.names.map((_, vertex) => this.#vertex(vertex));
    this.vertexLayer.replaceChildren(...this.vertices);
    this.arcs = this.model.arcs.map((arc, number) => this.#arc(arc, number));
    this.arcLayer.replaceChildren(...this.arcs);
    this.#place();
    this.#describe();
    if (focused !== null) this.vertices[Math.min(focused, this.vertices.length - 1)]?.focus({ preventScroll: true });
  }

  #label(vertex) {
    const labels = this.labels?.vertices;
    return labels && labels.length === this.model.names.length ? labels[vertex] : null;
  }

  #vertex(vertex) {
    const label = this.#label(vertex);
    const name = this.model.names[vertex];
    const marked = this.marked.size ? this.marked.get(vertex) ?? "" : null;
    const value = marked ?? (label ? valueText(label) : "?");
    const outcome = label && marked === null ? label.outcome : "unknown";
    const tokens = this.model.tokens.filter((token) => token === vertex).length;
    const shown = name.length > 12 ? `${name.slice(0, 11)}…` : name;
    const wide = Math.max(RADIUS, shown.length * 4.6 + value.length * 3 + 12);
    const told = label ? `${name}: value ${valueText(label)}, ${OUTCOMES[label.outcome]}` : name;
    return s("g", { class: `vertex ${outcome}${vertex === this.selected ? " selected" : ""}`, tabindex: "0", role: "button", "data-vertex": vertex,
      "aria-label": told + (tokens ? `, ${tokens} token${tokens > 1 ? "s" : ""}` : ""), "aria-pressed": String(vertex === this.selected),
      onfocus: () => { this.svg.dataset.focus = vertex; } },
      s("title", {}, told), ring(outcome, wide), shape(outcome, wide),
      s("text", { y: outcome === "P" ? 2 : 0 }, shown, s("tspan", { dy: 5, "font-size": 12 }, value === "" ? "" : ` ${value}`)),
      outcome === "unknown" ? null : s("text", { class: "letter", x: wide + 7, y: -RADIUS + 8 }, outcome),
      tokens ? s("circle", { class: "token", cx: wide - 6, cy: RADIUS - 6, r: 10 }) : null,
      tokens ? s("text", { class: "token-count", x: wide - 6, y: RADIUS - 6 }, String(tokens)) : null);
  }

  #arc([source, target], number) {
    const label = this.marked.size ? null : this.#label(target);
    const kind = label ? `to-${label.outcome}` : "";
    return s("g", { class: `arc-group${this.selectedArc === number ? " selected" : ""}`, "data-arc": number },
      s("title", {}, `${this.model.names[source]} → ${this.model.names[target]}`),
      s("path", { class: "arc-hit" }), s("path", { class: `arc ${kind}`, "marker-end": `url(#head-${kind || "plain"})` }));
  }

  #place() {
    this.model.places.forEach(([x, y], vertex) => this.vertices?.[vertex]?.setAttribute("transform", `translate(${x} ${y})`));
    this.model.arcs.forEach(([u, v], number) => {
      const path = this.#path(u, v);
      for (const line of this.arcs?.[number]?.querySelectorAll("path") ?? []) line.setAttribute("d", path);
    });
  }

  #path(u, v) {
    const [from, to] = [this.model.places[u], this.model.places[v]];
    if (u === v) return `M ${from[0] - 12} ${from[1] - RADIUS + 2} c -30 -50, 54 -50, 25 -3`;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const bend = this.model.hasArc(v, u) ? 26 : 0;
    const middle = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
    const start = rim(from, middle, this.#wide(u));
    const end = rim(to, middle, this.#wide(v) + 5);
    return `M ${start} Q ${middle} ${end}`;
  }
  #wide(vertex) { return Number(this.vertices?.[vertex]?.querySelector(".ring")?.getAttribute("data-wide") ?? RADIUS); }

  #describe() {
    const labels = this.labels?.vertices ?? [];
    const known = this.model.names.map((name, i) => (labels[i] ? `${name} ${valueText(labels[i])}` : name));
    this.title.textContent = `A digraph with ${this.model.names.length} vertices and ${this.model.arcs.length} arcs`;
    this.description.textContent = known.length > 60 ? `${known.slice(0, 60).join(", ")}, …` : known.join(", ");
  }

  // ---- mouse and finger -------------------------------------------------------------------

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }
  #addAt(event) {
    const { x, y } = this.#point(event);
    this.act.select(this.model.addVertex(Math.round(x), Math.round(y)));
  }
  #down(event) {
    this.#pointers.set(event.pointerId, event);
    this.svg.setPointerCapture(event.pointerId);
    const vertex = numberOf(event.target, "vertex");
    const arc = numberOf(event.target, "arc");
    if (this.#pointers.size === 2) { this.#drag = null; return; }
    if (vertex !== null && this.mode === "delete") this.model.removeVertex(vertex);
    else if (arc !== null && this.mode === "delete") this.model.toggleArc(...this.model.arcs[arc]);
    else if (vertex !== null && (this.mode === "arc" || event.shiftKey)) this.#drag = { kind: "arc", vertex, moved: false };
    else if (vertex !== null) this.#drag = { kind: "vertex", vertex, start: this.#point(event), at: this.model.places[vertex], moved: false };
    else if (this.mode === "vertex" && arc === null) this.#addAt(event);
    else this.#drag = { kind: "pan", at: [event.clientX, event.clientY], moved: false };
  }
  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    const before = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 2) { this.#pinch(before, [...this.#pointers.values()]); return; }
    const drag = this.#drag;
    if (!drag) return;
    const point = this.#point(event);
    if (drag.kind === "vertex") {
      const [dx, dy] = [point.x - drag.start.x, point.y - drag.start.y];
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      if (!drag.moved) { drag.moved = true; this.model.edit(() => {}, { kind: "place" }); }
      this.model.move(drag.vertex, Math.round(drag.at[0] + dx), Math.round(drag.at[1] + dy));
    } else if (drag.kind === "arc") {
      drag.moved = true;
      this.rubber.setAttribute("d", `M ${this.model.places[drag.vertex]} L ${point.x} ${point.y}`);
    } else {
      drag.moved = true;
      this.#centre = [this.#centre[0] - (event.clientX - drag.at[0]) * this.#scale, this.#centre[1] - (event.clientY - drag.at[1]) * this.#scale];
      drag.at = [event.clientX, event.clientY];
      this.#box();
    }
  }
  #up(event) {
    this.#pointers.delete(event.pointerId);
    const drag = this.#drag;
    this.#drag = null;
    this.rubber.removeAttribute("d");
    if (!drag) return;
    const target = numberOf(document.elementFromPoint(event.clientX, event.clientY), "vertex");
    if (drag.kind === "arc") {
      if (target !== null && (drag.moved && target !== drag.vertex)) this.model.toggleArc(drag.vertex, target);
      else if (target === drag.vertex) this.beginArc(drag.vertex);
    } else if (!drag.moved) this.act.select(drag.kind === "vertex" ? drag.vertex : null);
  }
  #pinch(before, after) {
    const distance = (pair) => Math.hypot(pair[0].clientX - pair[1].clientX, pair[0].clientY - pair[1].clientY);
    this.#zoom(distance(before) / (distance(after) || 1));
  }
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls; with Ctrl the picture grows
    event.preventDefault();
    this.#zoom(event.deltaY > 0 ? 1.12 : 1 / 1.12);
  }
  #zoom(factor) { this.#scale = Math.min(12, Math.max(0.2, this.#scale * factor)); this.#box(); }
  zoom(factor) { this.#zoom(factor); }

  // ---- keyboard ---------------------------------------------------------------------------

  /** Begin an arc, or end it where one has been begun. */
  beginArc(vertex) {
    if (this.#source === null) {
      this.#source = vertex;
      this.act.status(`An arc begins at ${this.model.names[vertex]}; choose its end, or press Escape.`);
    } else {
      const source = this.#source;
      this.#source = null;
      this.model.toggleArc(source, vertex);
      this.act.status(`Arc from ${this.model.names[source]} to ${this.model.names[vertex]}${this.model.hasArc(source, vertex) ? "." : " removed."}`);
    }
  }
  #key(event) {
    const vertex = numberOf(event.target, "vertex");
    if (event.key === "Escape") { this.#source = null; this.act.status(""); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") { const place = vertex === null ? [0, 0] : this.model.places[vertex];
      const added = this.model.addVertex(place[0] + 90, place[1] + 60); this.act.select(added); this.vertices[added].focus(); }
    else if (vertex === null) return;
    else if (event.key === "Enter" || event.key === " ") { if (this.#source === null) this.act.select(vertex); else this.beginArc(vertex); }
    else if (event.key === "a") this.beginArc(vertex);
    else if (event.key === "t") this.model.addToken(vertex);
    else if (event.key === "Delete" || event.key === "Backspace") this.model.removeVertex(vertex);
    else if (event.key in ARROWS) this.model.move(vertex, ...this.model.places[vertex].map((at, axis) => at + ARROWS[event.key][axis] * STEP));
    else return;
    event.preventDefault();
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const OUTCOMES = { P: "P, who is to move loses", N: "N, who is to move wins", D: "D, a draw" };

function numberOf(target, kind) {
  const group = target?.closest?.(`[data-${kind}]`);
  return group ? Number(group.dataset[kind]) : null;
}

/** The point of a vertex's rim in the direction of another point. */
function rim([x, y], [tx, ty], wide) {
  const [dx, dy] = [tx - x, ty - y];
  const scale = 1 / Math.hypot(dx / wide, dy / (RADIUS + (wide > RADIUS ? 3 : wide - RADIUS)) || 1);
  return [x + dx * scale, y + dy * scale];
}

/** Outcomes have shapes of their own: P an ellipse, N a rectangle, D an octagon. */
function shape(outcome, wide) { return outline(outcome, wide, 0, "shape"); }
function ring(outcome, wide) { const found = outline(outcome, wide, 5, "ring"); found.setAttribute("data-wide", wide); return found; }
function outline(outcome, wide, more, name) {
  const [a, b] = [wide + more, RADIUS + more];
  if (outcome === "N") return s("rect", { class: name, x: -a, y: -b + 3, width: 2 * a, height: 2 * b - 6, rx: 4 });
  if (outcome === "D") return s("polygon", { class: name, points: [[-a, -b / 2.4], [-a * .6, -b], [a * .6, -b], [a, -b / 2.4], [a, b / 2.4], [a * .6, b], [-a * .6, b], [-a, b / 2.4]].map((p) => p.join()).join(" ") });
  return s("ellipse", { class: name, rx: a, ry: b });
}

function markers() {
  return s("defs", {}, ["plain", "to-P", "to-D", "to-N"].map((kind) => s("marker",
    { id: `head-${kind}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
    s("path", { class: `head ${kind}`, d: "M 0 0 L 10 5 L 0 10 z" }))));
}
