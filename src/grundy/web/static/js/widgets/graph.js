// A labelled digraph in a notebook: its picture, why a vertex has its value, and the algorithm
// step by step.
import { ask } from "../api.js";
import { h } from "../dom.js";
import { forced } from "../graph/force.js";
import { Legend } from "../graph/legend.js";
import { Model } from "../graph/model.js";
import { vertexPanel } from "../graph/panels.js";
import { Steps } from "../graph/steps.js";
import { View } from "../graph/view.js";

const RULES = { normal: "who cannot move loses", misere: "who cannot move wins" };

/**
 * Make the widget.
 *
 * @param {{vertices: string[], arcs: [number, number][], play: string, places: number[][] | null}}
 *   shown the places are null where a play can go round: then forces find them
 */
export function create(shown) {
  return new GraphWidget(shown).element;
}

class GraphWidget {
  constructor({ vertices, arcs, play, places }) {
    this.play = play;
    this.model = new Model();
    this.status = h("p", { class: "quiet status", role: "status" });
    this.view = new View(this.model, {
      select: (vertex) => this.select(vertex),
      status: (text) => this.say(text),
    });
    this.steps = new Steps(this.model, this.view, () => play);
    this.legend = new Legend(this.view);
    this.side = h("div", { class: "graph-side" });
    this.stepping = h(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => this.toggle() },
      "Algorithm step by step",
    );
    this.element = h(
      "div",
      { class: "card graph in-notebook", "data-palette": "source" },
      h("p", { class: "quiet" }, `A move is along an arc; ${RULES[play]}.`),
      this.view.frame,
      this.view.minimap.canvas,
      this.legend.element,
      h("div", { class: "bar" }, this.stepping, this.status),
      this.side,
    );
    this.model.addEventListener("change", (/** @type {any} */ { detail: { kind } }) => {
      if (kind === "structure") this.label();
    });
    const wide = vertices.map((name) => 12 + 5 * name.length);
    this.model.replace(vertices, arcs, places ?? forced(wide, arcs));
    this.model.forget();
    // How large the picture is is known once it stands in the page.
    new ResizeObserver(() => this.view.camera.fit()).observe(this.view.svg);
  }
  say(text) {
    this.status.textContent = text;
  }
  /** Ask for the labels; of a graph that was changed meanwhile they are dropped. */
  async label() {
    const { graph } = this.model;
    this.asked = graph;
    try {
      const labels = await ask("graph/label", { graph, play: this.play });
      if (graph !== this.asked) return;
      this.view.labels = labels;
      this.view.draw();
      this.legend.draw();
      this.show();
    } catch (error) {
      this.say(error.message);
    }
  }
  select(vertex) {
    this.view.select(vertex);
    this.show();
  }
  show() {
    if (this.stepping.getAttribute("aria-pressed") === "true") return;
    const act = { say: (text) => this.say(text) };
    this.side.replaceChildren(...vertexPanel(this.model, this.view, act).slice(1));
  }
  toggle() {
    const on = this.stepping.getAttribute("aria-pressed") !== "true";
    this.stepping.setAttribute("aria-pressed", String(on));
    if (on) this.steps.panel(this.side, true);
    else {
      this.steps.close();
      this.show();
    }
  }
}
