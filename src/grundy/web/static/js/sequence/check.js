// The check of the certificate, played step by step: its lines, and the two heaps that are compared.
import { ask } from "../api.js";
import { h } from "../dom.js";
import { lines, partOf, repeats, steps } from "./check-steps.js";

const BESIDE = 6; // heaps shown on each side of the one that is compared
const BESIDE_NARROW = 2;
const NARROW = 560; // pixels
const SPEEDS = [400, 120, 30]; // milliseconds a step: of few steps, of more, of many

export class Check {
  at = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  playing = null;
  game = null;

  /** @param {(part: import("./check-steps.js").Part | null) => void} light shows on the plot what is checked */
  constructor(light) {
    this.light = light;
    const button = (text, onclick, label) =>
      h("button", { type: "button", onclick, "aria-label": label }, text);
    this.start = button("Check the certificate step by step", () => this.load());
    this.play = button("Play", () => this.toggle());
    this.slider = h("input", {
      type: "range",
      min: "0",
      value: "0",
      "aria-label": "Step of the check",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.argument = h("ol", { class: "argument" });
    this.pair = h("div", { class: "scroll", tabindex: "0", role: "region" });
    this.pair.setAttribute("aria-label", "Heaps compared");
    this.said = h("p", { role: "status" });
    this.body = h(
      "div",
      { hidden: true },
      h(
        "div",
        { class: "bar" },
        button("◀", () => this.go(this.at - 1), "Step back"),
        this.play,
        button("▶", () => this.go(this.at + 1), "Step forward"),
        this.slider,
      ),
      this.argument,
      this.said,
      this.pair,
    );
    this.element = h("div", {}, this.start, this.body);
  }

  /** Take a game whose period has a certificate. */
  take(wanted) {
    this.clear();
    this.game = wanted;
  }
  clear() {
    this.leave();
    this.game = null;
    this.checked = null;
    this.body.hidden = true;
    this.start.hidden = false;
    this.said.textContent = "";
  }

  async load() {
    const { game } = this;
    this.start.disabled = true;
    try {
      const checked = await ask("sequence/check", game);
      if (game !== this.game) return;
      this.checked = checked;
      this.steps = steps(checked);
      this.slider.max = String(this.steps.length - 1);
      this.argument.replaceChildren(...lines(checked).map((text) => h("li", {}, text)));
      this.start.hidden = true;
      this.body.hidden = false;
      this.go(0);
    } catch (error) {
      this.start.after(h("p", { class: "problem" }, error.message));
    } finally {
      this.start.disabled = false;
    }
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at === this.steps.length - 1) this.go(0);
    const speed = SPEEDS[this.steps.length > 400 ? 2 : this.steps.length > 60 ? 1 : 0];
    this.play.textContent = "Pause";
    this.playing = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.steps.length - 1) this.stop();
    }, speed);
  }
  /** Something else is looked at: the check rests, and lights nothing. */
  leave() {
    this.stop();
    this.light(null);
  }
  comeBack() {
    if (this.checked) this.go(this.at);
  }
  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.play.textContent = "Play";
  }

  go(at) {
    this.at = Math.min(Math.max(0, at), this.steps.length - 1);
    this.slider.value = String(this.at);
    const { line, heap, holds } = this.steps[this.at];
    this.light(partOf(this.checked, this.steps[this.at]));
    for (const [number, item] of [...this.argument.children].entries()) {
      item.classList.toggle("lit", number === line);
      if (number === line) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    this.pair.replaceChildren(...(heap === null ? [] : [this.heaps(heap)]));
    this.said.textContent = heap === null ? "" : this.sentence(heap, holds);
  }
  sentence(heap, holds) {
    const { values, period, saltus } = this.checked;
    const sign = repeats(this.checked, heap) ? "=" : "≠";
    const lifted = saltus ? ` + ${saltus}` : "";
    return `G(${heap + period}) = ${values[heap + period]} ${sign} ${values[heap]}${lifted} = G(${heap})${lifted} ${holds ? "✓" : "✗"}`;
  }
  /** The heaps around one, and those a period later below them. */
  heaps(heap) {
    const { values, period, heaps } = this.checked;
    const beside = this.pair.clientWidth < NARROW ? BESIDE_NARROW : BESIDE;
    const first = Math.max(0, Math.min(heap - beside, heaps - period - 2 * beside - 1));
    const last = Math.min(first + 2 * beside, heaps - period - 1);
    const shown = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const row = (name, shift) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        shown.map((one) =>
          h(
            "td",
            { class: one === heap ? "lit number" : "number", title: `Heap ${one + shift}` },
            String(values[one + shift]),
          ),
        ),
      );
    return h(
      "table",
      { class: "compared" },
      h("caption", { class: "visually-hidden" }, "Values of heaps, and of those a period later"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "n"),
          shown.map((one) =>
            h("th", { scope: "col", class: one === heap ? "lit number" : "number" }, String(one)),
          ),
        ),
      ),
      h("tbody", {}, row("G(n)", 0), row(`G(n + ${period})`, period)),
    );
  }
}
