// The algorithm, one labelling at a time, forwards and back.
import { ask } from "../api.js";
import { h } from "../dom.js";

export class Steps {
  #found = null;
  #at = 0;
  constructor(model, view, play) { this.model = model; this.view = view; this.play = play; }

  async panel(place) {
    try {
      this.#found = await ask("graph/trace", { graph: this.model.graph, play: this.play() });
    } catch (error) { place.replaceChildren(h("p", { class: "problem" }, error.message)); return; }
    this.#at = 0;
    const said = h("div", { "aria-live": "polite" });
    const go = (to) => { this.#at = Math.max(0, Math.min(this.last, to)); this.#show(said); };
    const slider = h("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
    const step = (by) => () => { go(this.#at + by); slider.value = String(this.#at); };
    place.replaceChildren(
      h("p", { class: "quiet" }, this.#found.algorithm === 1 ? "Algorithm 1: the graph has no cycle. A vertex gets its label when all its followers have theirs." : "Algorithm 2: the graph has a cycle. Labels are given level by level."),
      h("div", { class: "bar" }, h("button", { type: "button", onclick: step(-1e9) }, "First"), h("button", { type: "button", onclick: step(-1) }, "Back"),
        h("button", { type: "button", class: "main", onclick: step(1) }, "Next"), h("button", { type: "button", onclick: step(1e9) }, "Last"), slider), said);
    this.#show(said);
  }
  get last() { const n = this.#found.steps.length; return this.#found.algorithm === 1 ? Math.max(0, n - 1) : n; }
  close() { this.view.marked = new Map(); this.view.draw(); }

  #show(said) {
    const { algorithm, steps } = this.#found;
    const name = (vertex) => this.model.names[vertex];
    this.view.marked = new Map(this.model.names.map((_, vertex) => [vertex, ""]));
    if (algorithm === 1) {
      const step = steps[this.#at];
      step?.rows.forEach((row, vertex) => this.view.marked.set(vertex, row.label === null ? "" : String(row.label)));
      said.replaceChildren(h("p", {}, step?.taken === null || !step ? "At the start the sinks have label 0." : `${name(step.taken)} is taken from the queue: its predecessors note its label.`), step ? this.#table(step, name) : "");
    } else {
      for (const step of steps.slice(0, this.#at)) this.view.marked.set(step.vertex, step.label === null ? "∞" : `${step.label}`);
      const step = steps[this.#at - 1];
      said.replaceChildren(step ? h("p", {}, h("strong", {}, `${name(step.vertex)} gets ${step.label === null ? "∞" : step.label}${step.counter === null ? "" : `, counter ${step.counter}`}. `), step.reason) : h("p", {}, "No vertex has a label yet."));
    }
    if (!this.view.marked.size) this.view.marked.set(-1, "");
    this.view.draw();
  }
  #table(step, name) {
    const list = (numbers) => numbers.map(name).join(" ");
    return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["vertex", "followers left", "predecessors", "labels seen", "label"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, step.rows.map((row, vertex) => h("tr", {}, h("th", { scope: "row" }, name(vertex)), h("td", {}, list(row.remaining)), h("td", {}, list(row.predecessors)), h("td", {}, row.labels.join(" ")), h("td", {}, row.label === null ? "" : String(row.label)))))));
  }
}
