// Editing the picture by mouse and finger.

const STILL = 5; // pixels that a finger may slip without dragging

export class Gestures {
  mode = "move"; // or "vertex", "arc", "delete"
  #pointers = new Map();
  #drag = null;
  #source = null; // the id of the vertex at which an arc begins, while one is drawn

  constructor(view) {
    this.view = view;
    this.model = view.model;
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"])
      svg.addEventListener(name, (event) => this.#up(event));
    svg.addEventListener("dblclick", (event) => {
      const vertex = view.vertexAt(event);
      if (this.mode !== "move") return;
      if (vertex !== null) view.act.rename?.(vertex);
      else if (event.target === svg) this.#addAt(event);
    });
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.model.addEventListener("change", ({ detail: { kind } }) => {
      if (kind === "structure") this.#changed();
    });
  }

  // What was begun at a vertex ends when the graph is another one, or the vertex is gone.
  #changed() {
    this.#drag = null;
    this.view.rubber.removeAttribute("d");
    if (this.#source !== null && this.model.numberOf(this.#source) === null) this.forgetArc();
  }

  #addAt(event) {
    const { x, y } = this.view.camera.point(event);
    this.view.act.select(this.model.addVertex(Math.round(x), Math.round(y)));
  }
  #down(event) {
    if (event.button > 0) return;
    this.#pointers.set(event.pointerId, event);
    const vertex = this.view.vertexAt(event);
    const arc = vertex === null && this.mode === "delete" ? this.view.arcAt(event) : null;
    this.view.svg.setPointerCapture(event.pointerId);
    if (this.#pointers.size === 2) {
      this.#drag = null;
      this.view.rubber.removeAttribute("d");
      return;
    }
    const start = { at: [event.clientX, event.clientY], moved: false };
    if (vertex !== null && this.mode === "delete") this.model.removeVertex(vertex);
    else if (arc !== null) this.model.toggleArc(...this.model.arcs[arc]);
    else if (vertex !== null && (this.mode === "arc" || event.shiftKey))
      this.#drag = { kind: "arc", vertex, ...start };
    else if (vertex !== null)
      this.#drag = {
        kind: "vertex",
        vertex,
        from: this.view.camera.point(event),
        place: this.model.places[vertex],
        ...start,
      };
    else if (this.mode === "vertex" && this.view.arcAt(event) === null) this.#addAt(event);
    else this.#drag = { kind: "pan", ...start };
  }
  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    const before = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, event);
    if (before.length === 2) {
      this.#pinch(before, [...this.#pointers.values()]);
      return;
    }
    const drag = this.#drag;
    if (
      !drag ||
      (!drag.moved && Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) < STILL)
    )
      return;
    const point = this.view.camera.point(event);
    if (drag.kind === "vertex") {
      if (!drag.moved) this.model.edit(() => {}, { kind: "place" });
      this.model.move(
        drag.vertex,
        Math.round(drag.place[0] + point.x - drag.from.x),
        Math.round(drag.place[1] + point.y - drag.from.y),
      );
    } else if (drag.kind === "arc") {
      this.view.rubber.setAttribute(
        "d",
        `M ${this.model.places[drag.vertex]} L ${point.x} ${point.y}`,
      );
    } else {
      this.view.camera.pan(event.clientX - drag.at[0], event.clientY - drag.at[1]);
      drag.at = [event.clientX, event.clientY];
    }
    drag.moved = true;
  }
  #up(event) {
    this.#pointers.delete(event.pointerId);
    const drag = this.#drag;
    this.#drag = null;
    this.view.rubber.removeAttribute("d");
    if (!drag || event.type === "pointercancel") return;
    const target = this.view.vertexAt(event);
    if (drag.kind === "vertex" && drag.moved)
      this.view.draw(); // arcs go round the vertex where it now is
    else if (drag.kind === "arc" && drag.moved && target !== drag.vertex) {
      if (target !== null) this.model.toggleArc(drag.vertex, target);
    } else if (drag.kind === "arc") this.beginArc(drag.vertex);
    else if (!drag.moved && drag.kind === "vertex" && this.#source !== null)
      this.beginArc(drag.vertex);
    else if (!drag.moved) this.view.act.select(drag.kind === "vertex" ? drag.vertex : null);
  }
  #pinch(before, after) {
    const distance = (pair) =>
      Math.hypot(pair[0].clientX - pair[1].clientX, pair[0].clientY - pair[1].clientY) || 1;
    const middle = (pair) => ({
      clientX: (pair[0].clientX + pair[1].clientX) / 2,
      clientY: (pair[0].clientY + pair[1].clientY) / 2,
    });
    const [old, now] = [middle(before), middle(after)];
    this.view.camera.pan(now.clientX - old.clientX, now.clientY - old.clientY);
    this.view.camera.zoom(distance(before) / distance(after), now);
  }
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls; with Ctrl the picture grows
    event.preventDefault();
    this.view.camera.zoom(event.deltaY > 0 ? 1.12 : 1 / 1.12, event);
  }

  /** A vertex is chosen by keyboard: the end of an arc that has been begun, or to be looked at. */
  choose(vertex) {
    if (this.#source === null) this.view.act.select(vertex);
    else this.beginArc(vertex);
  }
  /** Begin an arc, or end it where one has been begun. */
  beginArc(vertex) {
    const { names } = this.model;
    if (this.#source === null) {
      this.#source = this.model.ids[vertex];
      this.view.act.status(`An arc begins at ${names[vertex]}: choose its end, or press Escape.`);
      return;
    }
    const source = this.model.numberOf(this.#source);
    this.#source = null;
    this.model.toggleArc(source, vertex);
    this.view.act.status(
      `Arc from ${names[source]} to ${names[vertex]}${this.model.hasArc(source, vertex) ? " added." : " taken away."}`,
    );
  }
  /** Leave an arc that has been begun. */
  forgetArc() {
    this.#source = null;
    this.view.act.status("");
  }
}
