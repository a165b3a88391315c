// The part "Sequence": the values of a heap game, as they are computed.
import { ask, stream } from "../api.js";
import { h } from "../dom.js";
import { known, partial, summary } from "./facts.js";
import { Plot } from "./plot.js";
import { Values } from "./values.js";

const EXAMPLES = ["0.6", "0.77", "4.[3]", "0.137", "0.007", "grundys-game", "{1,2,3}", "allbut{1,4}", "take-a-square"];
const LISTED = 2000;
const MOST = 5_000_000;
const many = (number) => number.toLocaleString("en");

let part = null;

export function create() {
  part = new SequencePart();
  return part.element;
}

export function opened() { part.first(); }

class SequencePart {
  values = new Values();

  constructor() {
    this.game = h("input", { type: "text", id: "sequence-game", list: "sequence-games", value: "0.77", spellcheck: "false", autocomplete: "off", maxlength: "200", required: true });
    this.games = h("datalist", { id: "sequence-games" });
    this.stop = h("input", { type: "number", id: "sequence-stop", value: "1000", min: "1", max: String(MOST), required: true });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.said = h("p", { class: "quiet", role: "status" });
    this.bar = h("progress", { class: "wide", "aria-label": "Values computed", hidden: true });
    this.halt = h("button", { type: "button", disabled: true, onclick: () => this.request?.abort() }, "Stop");
    this.place = h("div", { class: "plot", tabindex: "0", role: "group", "aria-label": "Plot of value against heap", "aria-describedby": "plot-description" });
    this.plot = new Plot(this.place);
    this.described = h("p", { class: "visually-hidden", id: "plot-description" });
    this.facts = h("div", {});
    this.known = h("div", {});
    this.list = h("div", { class: "values", tabindex: "0", role: "region", "aria-label": "Values from heap 0 on" });
    this.element = h("div", {}, this.form(), h("div", { class: "two" },
      h("div", {}, this.picture(), h("section", { class: "card" }, h("h2", {}, "Values"), this.list)),
      h("section", { class: "card" }, h("h2", {}, "What is known"), this.facts, this.known)));
  }
  form() {
    const submit = (event) => { event.preventDefault(); this.compute(); };
    const chips = EXAMPLES.map((text) => h("button", { type: "button", onclick: () => { this.game.value = text; this.compute(); } }, text));
    return h("section", { class: "card" }, h("h2", {}, "Sequence"), h("form", { onsubmit: submit },
      h("div", { class: "ask" }, h("label", { class: "field grow", for: "sequence-game" }, h("span", {}, "Game: a code (0.6, 4.[3]), a set ({1,3,4}) or a name (kayles)"), this.game, this.games),
        h("label", { class: "field", for: "sequence-stop" }, h("span", {}, "Heaps below"), this.stop),
        h("div", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Compute"), this.halt)),
      h("div", { class: "bar chips", role: "group", "aria-label": "Examples" }, chips)), this.problem, this.said, this.bar);
  }
  picture() {
    const buttons = [["All", () => this.plot.all()], ["First 200", () => this.plot.zoom(0, 200)], ["−", () => this.plot.scale(2), "Zoom out"], ["+", () => this.plot.scale(0.5), "Zoom in"]]
      .map(([text, onclick, label]) => h("button", { type: "button", "aria-label": label, onclick }, text));
    return h("section", { class: "card", "aria-label": "Plot" }, this.place, this.described, h("div", { class: "bar" }, h("span", { class: "joined" }, buttons),
      h("span", { class: "quiet" }, "Drag over a part to zoom in; double-click shows all. Keys: + − ← → 0.")));
  }

  /** Compute what the form says, when the part is opened for the first time. */
  async first() {
    if (this.request) return;
    this.compute();
    try {
      const { games } = await ask("sequence/games", {});
      this.games.replaceChildren(...games.map(({ game, name }) => h("option", { value: game }, name)));
    } catch { /* the list only helps */ }
  }

  async compute() {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const wanted = { game: this.game.value.trim(), stop: Math.min(MOST, Math.max(1, Math.floor(Number(this.stop.value)) || 1000)) };
    this.stop.value = String(wanted.stop);
    this.begin(wanted);
    try {
      await stream("sequence/values", wanted, (line) => { if (request === this.request) this.take(wanted, line); }, request.signal);
      if (request !== this.request) return;
      this.said.textContent = `All ${many(wanted.stop)} values are computed.`;
      this.draw();
      this.about(wanted, request);
    } catch (error) {
      if (request !== this.request) return;
      if (error.name !== "AbortError") this.problem.textContent = error.message;
      this.said.textContent = this.values.length ? `Stopped after ${many(this.values.length)} values.` : "";
      this.draw();
      if (this.values.length && !this.facts.hasChildNodes()) this.facts.replaceChildren(...partial(wanted, this.values));
    } finally { if (request === this.request) { this.halt.disabled = true; this.bar.hidden = true; } }
  }
  begin(wanted) {
    this.values = new Values();
    this.drawn = 0;
    this.problem.textContent = "";
    this.said.textContent = `The values of ${wanted.game} are being computed.`;
    for (const place of [this.facts, this.known, this.list]) place.replaceChildren();
    this.plot.clear();
    this.halt.disabled = false;
    this.bar.hidden = wanted.stop < 50_000;
    this.bar.max = wanted.stop;
    this.bar.value = 0;
  }
  take(wanted, line) {
    if (line.values) {
      this.values.push(line.values);
      this.bar.value = this.values.length;
      if (performance.now() - this.drawn > 300) this.draw();
      if (this.values.length === wanted.stop) this.said.textContent = "The values are computed; now the period is looked for.";
    }
    if (line.summary) this.facts.replaceChildren(...summary(wanted, line.summary, (text) => { this.problem.textContent = text; }));
  }
  draw() {
    if (!this.values.length) return;
    this.plot.draw(this.values);
    this.drawn = performance.now();
    this.described.textContent = `Values of heaps 0 to ${many(this.values.length - 1)}; the greatest is ${many(this.values.top)}. The same numbers stand under Values.`;
    const { length } = this.values;
    this.list.textContent = this.values.values.subarray(0, LISTED).join(", ") + (length > LISTED ? `, … (${many(length - LISTED)} more)` : "");
  }
  async about(wanted, request) {
    try {
      const found = await ask("sequence/about", wanted, request.signal);
      if (request === this.request) this.known.replaceChildren(...known(found, (game) => { this.game.value = game; this.compute(); }));
    } catch { /* the rest stands */ }
  }
}
