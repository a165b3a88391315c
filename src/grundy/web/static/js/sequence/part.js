// The part "Sequence": the values of a heap game, as they are computed.
import { ask, fetchFile, stream } from "../api.js";
import { download, h } from "../dom.js";
import { Plot } from "./plot.js";

const EXAMPLES = ["0.6", "0.77", "4.[3]", "0.137", "0.007", "grundys-game", "{1,2,3}", "allbut{1,4}", "take-a-square"];
const LISTED = 2000;

export function create() {
  const element = new SequencePart().element;
  return element;
}

class SequencePart {
  values = [];

  constructor() {
    this.game = h("input", { type: "text", id: "sequence-game", value: "0.77", spellcheck: "false", autocomplete: "off" });
    this.stop = h("input", { type: "number", id: "sequence-stop", value: "1000", min: "1", max: "5000000" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.said = h("p", { class: "quiet", role: "status" });
    this.go = h("button", { type: "submit", class: "main" }, "Compute");
    this.halt = h("button", { type: "button", disabled: true, onclick: () => this.request?.abort() }, "Stop");
    this.place = h("div", { class: "plot", role: "img", "aria-label": "Value against heap" });
    this.plot = new Plot(this.place);
    this.facts = h("div", {});
    this.list = h("div", { class: "values", tabindex: "0", role: "region", "aria-label": "Values" });
    const form = h("form", { onsubmit: (event) => { event.preventDefault(); this.compute(); } },
      h("label", { class: "field", for: "sequence-game" }, h("span", {}, "A code (0.6, 4.[3]), a set ({1,3,4}) or a name (kayles)"), this.game),
      h("label", { class: "field", for: "sequence-stop" }, h("span", {}, "Heaps below"), this.stop),
      h("div", { class: "bar" }, this.go, this.halt),
      h("div", { class: "bar", role: "group", "aria-label": "Examples" }, EXAMPLES.map((text) => h("button", { type: "button", onclick: () => { this.game.value = text; this.compute(); } }, text))), this.problem, this.said);
    this.element = h("div", { class: "two" },
      h("div", {}, h("section", { class: "card", "aria-label": "Plot" }, h("p", { class: "quiet" }, "Drag over a part of the plot to zoom in; double-click shows all."), this.place,
        h("div", { class: "bar" }, h("button", { type: "button", onclick: () => this.plot.zoom(0, Math.max(1, this.values.length - 1)) }, "Show all"), h("button", { type: "button", onclick: () => this.plot.zoom(0, Math.min(200, this.values.length)) }, "First 200"))),
        h("section", { class: "card" }, h("h2", {}, "Values"), this.list)),
      h("div", {}, h("section", { class: "card" }, h("h2", {}, "Sequence"), form), h("section", { class: "card", "aria-live": "polite" }, h("h2", {}, "What is known"), this.facts)));
    new ResizeObserver(() => this.plot.resize()).observe(this.place);
    setTimeout(() => this.compute());
  }

  async compute() {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.values = [];
    this.problem.textContent = "";
    this.facts.replaceChildren();
    this.halt.disabled = false;
    const wanted = { game: this.game.value.trim(), stop: Math.floor(Number(this.stop.value)) || 1000 };
    let drawn = 0;
    const draw = () => { this.plot.draw(this.values); drawn = performance.now(); this.show(); };
    try {
      await stream("sequence/values", wanted, (line) => {
        if (line.values) {
          for (const value of line.values) this.values.push(value);
          this.said.textContent = `${this.values.length.toLocaleString("en")} of ${wanted.stop.toLocaleString("en")} values`;
          if (performance.now() - drawn > 400) draw();
        }
        if (line.summary) this.summary(wanted, line.summary);
      }, request.signal);
      draw();
      this.about(wanted);
    } catch (error) {
      if (request !== this.request) return;
      if (error.name === "AbortError") { this.said.textContent = `Stopped after ${this.values.length.toLocaleString("en")} values.`; draw(); }
      else this.problem.textContent = error.message;
    } finally { if (request === this.request) this.halt.disabled = true; }
  }
  show() {
    const shown = this.values.slice(0, LISTED).join(", ");
    this.list.textContent = shown + (this.values.length > LISTED ? `, … (${(this.values.length - LISTED).toLocaleString("en")} more)` : "");
  }
  summary(wanted, found) {
    const { period, guess } = found;
    const rise = (p) => (p.saltus ? ` with saltus ${p.saltus}` : "");
    const told = period ? `Period ${period.period}${rise(period)} from heap ${period.preperiod} on, proved.`
      : guess ? `Period ${guess.period}${rise(guess)} from heap ${guess.preperiod} on is observed up to ${wanted.stop}, not proved.` : `No period is found up to ${wanted.stop.toLocaleString("en")}.`;
    const often = [...found.frequencies].sort((a, b) => b[1] - a[1]).slice(0, 40);
    const most = often[0]?.[1] ?? 1;
    const save = (format, ending) => h("button", { type: "button", onclick: async () => {
      try { download(`${wanted.game.replaceAll(/[^\w.-]/g, "_")}.${ending}`, await fetchFile("sequence/file", { ...wanted, format })); } catch (error) { this.problem.textContent = error.message; }
    } }, { csv: "CSV", "b-file": "b-file", certificate: "Certificate" }[format]);
    this.facts.replaceChildren(h("p", {}, h("strong", {}, told)),
      h("div", { class: "bar" }, save("csv", "csv"), save("b-file", "txt"), period ? save("certificate", "json") : null),
      h("p", {}, `${found.zero_count.toLocaleString("en")} heap${found.zero_count === 1 ? "" : "s"} with value 0 (P-positions): `, found.zeros.join(", "), found.zero_count > found.zeros.length ? ", …" : ""),
      h("p", {}, "Records (heap: value): ", found.records.slice(-30).map(([heap, value]) => `${heap}: ${value}`).join(", ")),
      h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "quiet" }, "How often each value occurs"), h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, "value"), h("th", { scope: "col", class: "number" }, "heaps"), h("th", { scope: "col" }, "share"))),
        h("tbody", {}, often.map(([value, count]) => h("tr", {}, h("td", { class: "number" }, String(value)), h("td", { class: "number" }, count.toLocaleString("en")), h("td", {}, h("progress", { max: String(most), value: count, "aria-label": `${count} heaps` }))))))), this.known = h("pre", {}));
  }
  async about(wanted) {
    try { const found = await ask("sequence/about", wanted); if (this.known) this.known.textContent = found.text; } catch { /* the rest stands */ }
  }
}
