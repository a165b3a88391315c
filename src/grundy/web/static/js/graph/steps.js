// The algorithm, one labelling at a time, forwards and back.
import { ask } from "../api.js";
import { h } from "../dom.js";

const TITLES = {
  1: "Algorithm 1: the graph has no cycle. A vertex gets its label when all its followers have theirs.",
  2: "Algorithm 2: the graph has a cycle. Labels are given level by level; what is left gets ∞.",
};

export class Steps {
  #found = null;
  #at = 0;
  #request = null;
  constructor(model, view, play) { this.model = model; this.view = view; this.play = play; }

  /** Show the steps in a place of the page; again when the graph has changed: at the same step. */
  async panel(place, fresh) {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const found = await ask("graph/trace", { graph: this.model.graph, play: this.play() }, request.signal);
      if (request.signal.aborted) return;
      if (fresh || found.algorithm !== this.#found?.algorithm) this.#at = 0;
      this.#found = found;
      this.#at = Math.min(this.#at, this.last);
      this.#build(place);
    } catch (error) {
      if (request.signal.aborted) return;
      this.#found = null;
      this.#leave();
      place.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }
  /** The graph is another one: nothing is known of its steps until they are asked for again. */
  drop(place) {
    this.#request?.abort();
    place.replaceChildren();
    this.view.steps = new Map();
    this.view.draw();
  }
  get last() { return this.#found.steps.length - (this.#found.algorithm === 1 ? 1 : 0); }

  /** Show values again. */
  close() { this.#request?.abort(); this.#found = null; this.#leave(); }
  #leave() { this.view.steps = null; this.view.draw(); }

  #build(place) {
    const hadFocus = place.contains(document.activeElement) ? document.activeElement.dataset.step : null;
    this.said = h("div", { "aria-live": "polite" });
    this.slider = h("input", { type: "range", min: "0", max: String(this.last), "aria-label": "Step", "data-step": "slider", oninput: () => this.#go(Number(this.slider.value)) });
    this.count = h("span", { class: "quiet" });
    const buttons = [["First", -Infinity], ["Back", -1], ["Next", 1], ["Last", Infinity]].map(([text, by]) => h("button",
      { type: "button", class: by === 1 ? "main" : null, "data-step": text, onclick: () => this.#go(this.#at + by) }, text));
    place.replaceChildren(h("p", { class: "quiet" }, TITLES[this.#found.algorithm]), h("div", { class: "bar" }, buttons), h("div", { class: "bar" }, this.slider, this.count), this.said);
    if (hadFocus) place.querySelector(`[data-step="${hadFocus}"]`)?.focus();
    this.#go(this.#at);
  }

  #go(to) {
    this.#at = Math.max(0, Math.min(this.last, to));
    this.slider.value = String(this.#at);
    this.count.textContent = `${this.#at} of ${this.last}`;
    if (this.#found.algorithm === 1) this.#first(this.#found.steps[this.#at]); else this.#second(this.#found.steps.slice(0, this.#at));
    this.view.draw();
  }

  #first(step) {
    this.view.steps = new Map();
    (step?.rows ?? []).forEach(({ label }, vertex) => this.view.steps.set(vertex, this.#mark(label, vertex === step.taken)));
    const name = (vertex) => this.model.names[vertex];
    const text = !step ? "There is no vertex." : step.taken === null ? "At the start only the sinks have a label." : `${name(step.taken)} is taken from the queue: its predecessors note its label.`;
    this.said.replaceChildren(h("p", {}, text), step ? table(step, name) : "");
  }
  #second(done) {
    this.view.steps = new Map(done.map((step, i) => [step.vertex, this.#mark(step.label ?? Infinity, i === done.length - 1)]));
    const step = done.at(-1);
    if (!step) { this.said.replaceChildren(h("p", {}, "No vertex has a label yet.")); return; }
    const counter = step.counter === null ? "" : `, counter ${step.counter}`;
    this.said.replaceChildren(h("p", {}, h("strong", {}, `${this.model.names[step.vertex]} gets ${step.label ?? "∞"}${counter}. `), `Why: ${step.reason}.`));
  }
  #mark(label, current) {
    if (label === null) return { text: "", outcome: "unknown", current };
    if (label === Infinity) return { text: "∞", outcome: "unknown", current };
    return { text: String(label), outcome: this.#winner(label), current };
  }
  #winner(label) { return this.play() === "normal" ? (label === 0 ? "P" : "N") : "unknown"; }
}

function table(step, name) {
  const list = (numbers) => numbers.map(name).join(" ");
  const heads = ["vertex", "followers left", "predecessors", "labels seen", "label"].map((text) => h("th", { scope: "col" }, text));
  const rows = step.rows.map((row, vertex) => h("tr", { class: vertex === step.taken ? "current" : null }, h("th", { scope: "row" }, name(vertex)), h("td", {}, list(row.remaining)),
    h("td", {}, list(row.predecessors)), h("td", {}, row.labels.join(" ")), h("td", {}, row.label === null ? "" : String(row.label))));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The table of Algorithm 1" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)));
}
