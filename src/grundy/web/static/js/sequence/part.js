// The part "Sequence": the values of a heap game, as they are computed.
import { leadToGraph } from "../graph/lead.js";
import { remember } from "../address.js";
import { ask, stream } from "../api.js";
import { toGame } from "../bridges.js";
import { h } from "../dom.js";
import { Tabs } from "../tabs.js";
import { Check } from "./check.js";
import { code } from "./code.js";
import { Form } from "./form.js";
import { known, partial, rule, summary, verdict } from "./facts.js";
import { looks } from "./looks.js";
import { Misere } from "./misere.js";
import { loaded, Plot } from "./plot.js";
import { fieldsOf, fromFields } from "./state.js";
import { periodTable } from "./rows.js";
import { Values } from "./values.js";

const SMALL = 6; // a heap whose graph is seen at a glance
/** @type {[string, string][]} */
const TABS = [
  ["values", "Values"],
  ["check", "The proof, checked"],
];
const LISTED = 2000;
const BESIDE = 16; // heaps in a row, up to which there is room for the plot beside it
const many = (number) => number.toLocaleString("en");

let part = null;

export function create() {
  part = new SequencePart();
  return part.element;
}

export async function opened(fields) {
  await loaded();
  part.opened(fields);
}

class SequencePart {
  values = new Values();
  /** @type {import("./state.js").Shown | null} */
  wanted = null;
  misere = new Misere((text) => this.form.refuse(text));

  constructor() {
    this.form = new Form({ compute: () => this.compute(), stop: () => this.request?.abort() });
    this.place = h("div", {
      class: "plot",
      tabindex: "0",
      role: "group",
      "aria-label": "Plot of value against heap",
      "aria-describedby": "plot-description",
    });
    this.plot = new Plot(this.place);
    this.looks = looks(this.plot, () => this.keep());
    this.described = h("p", { class: "visually-hidden", id: "plot-description" });
    this.check = new Check((part) => this.plot.light(part));
    this.rule = h("div", {});
    this.facts = h("div", {});
    this.known = h("div", {});
    this.list = h("div", {
      class: "values",
      tabindex: "0",
      role: "region",
      "aria-label": "Values from heap 0 on",
    });
    this.under = h("div", {});
    this.tabs = new Tabs("Values and proof", TABS, "values", (key) => this.open(key));
    this.plotted = this.picture();
    this.listed = h(
      "section",
      { class: "card", "aria-label": "Values" },
      this.tabs.element,
      this.under,
    );
    this.seen = h("div", { class: "seen" }, this.plotted, this.listed);
    this.open("values");
    this.normal = h(
      "div",
      { class: "two" },
      this.seen,
      h(
        "section",
        { class: "card" },
        h("h2", {}, "What is known"),
        this.rule,
        this.facts,
        this.known,
      ),
    );
    this.shown = h("div", {}, this.normal);
    this.element = h("div", {}, this.form.element, this.shown);
  }
  picture() {
    const buttons = [
      ["All", () => this.plot.all()],
      ["First 200", () => this.plot.zoom(0, 200)],
      ["−", () => this.plot.scale(2), "Zoom out"],
      ["+", () => this.plot.scale(0.5), "Zoom in"],
    ].map(([text, onclick, label]) =>
      h("button", { type: "button", "aria-label": label, onclick }, text),
    );
    return h(
      "section",
      { class: "card", "aria-label": "Plot" },
      this.place,
      this.described,
      h(
        "div",
        { class: "bar" },
        h("span", { class: "joined" }, buttons),
        h(
          "span",
          { class: "quiet" },
          "Drag over a part to zoom in, or turn the wheel; double-click shows all. Keys: + − ← → 0.",
        ),
      ),
      this.looks.element,
      h(
        "div",
        { class: "bar" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              location.hash = toGame(this.wanted.game);
            },
          },
          "Play this game",
        ),
        [
          ["Show as graph", false],
          ["As exercise", true],
        ].map(([text, asSheet]) =>
          h("button", { type: "button", onclick: () => this.lead(Boolean(asSheet)) }, text),
        ),
      ),
    );
  }

  /** Open a tab below the plot: the values, or the check of the certificate. */
  open(key) {
    this.check.leave();
    this.tabs.press(key);
    this.under.replaceChildren(key === "check" ? this.check.element : this.list);
    this.arrange();
    // What looks after the plot makes room, so that the check and what it lights are seen at once.
    this.normal?.classList.toggle("checking", key === "check");
    if (key !== "check") return;
    this.place.scrollIntoView({ block: "nearest" });
    this.check.comeBack();
  }

  /** Rows of a period come before the plot, beside it where there is room: in them it is seen. */
  arrange() {
    const rows = this.list.querySelector("table") !== null && this.under.contains(this.list);
    this.seen.classList.toggle("rows-first", rows);
    this.seen.classList.toggle(
      "wide",
      this.list.querySelectorAll("tr:first-child > td").length > BESIDE,
    );
    const first = rows ? this.listed : this.plotted;
    if (this.seen.firstChild !== first) this.seen.prepend(first);
  }

  /** Offer the check of a game whose period has a certificate; null for none. */
  offerCheck(wanted) {
    this.tabs.offer("check", Boolean(wanted));
    if (wanted) this.check.take(wanted);
    else {
      this.check.clear();
      this.open("values");
    }
  }

  /** The graph of a small heap of the game, or an exercise of it. */
  async lead(asSheet) {
    this.form.refuse("");
    try {
      await leadToGraph(`${this.wanted.game} ${SMALL}`, this.wanted.play ?? "normal", { asSheet });
    } catch (error) {
      this.form.refuse(error.message);
    }
  }

  /** Show what an address says, or what was shown before. */
  opened(fields) {
    const wanted = fromFields(fields);
    if (wanted && JSON.stringify(wanted) !== JSON.stringify(this.wanted)) this.show(wanted);
    else if (this.wanted) this.keep();
    else this.compute();
    this.form.listGames();
  }
  show(wanted) {
    this.form.fill(wanted);
    for (const name of ["x", "y"]) {
      this.looks.axes[name].checked = wanted[name] === "log";
      this.plot[name] = wanted[name];
    }
    this.compute();
  }
  /** Keep what is shown in the address. */
  keep() {
    this.wanted = { ...this.wanted, x: this.plot.x, y: this.plot.y };
    remember("sequence", fieldsOf(this.wanted));
  }
  compute() {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const { game, stop, vs, play } = this.form.asked;
    const wanted = { game, stop };
    this.wanted = { ...wanted, vs, play, x: this.plot.x, y: this.plot.y };
    this.keep();
    this.form.refuse("");
    this.form.halt.disabled = false;
    if (play === "misere") this.find(wanted, request);
    else this.stream(wanted, request);
  }
  /** The elements of heaps under misère play. */
  async find(wanted, request) {
    this.shown.replaceChildren(); // no headings over nothing
    this.form.bar.hidden = false;
    this.form.bar.removeAttribute("value"); // how long it takes is not known
    this.form.said.textContent = `The misère quotient of ${wanted.game} is being looked for.`;
    try {
      await this.misere.find(wanted, request.signal);
      if (request !== this.request) return;
      this.shown.replaceChildren(this.misere.element);
      this.form.said.textContent = "The misère quotient is checked.";
    } catch (error) {
      if (request !== this.request) return;
      if (error.name !== "AbortError") this.form.refuse(error.message);
      this.form.said.textContent =
        error.name === "AbortError" ? "Stopped before a misère quotient was found." : "";
    } finally {
      this.ended(request);
    }
  }
  /** The values under normal play, as they are computed. */
  async stream(wanted, request) {
    this.begin(wanted);
    try {
      await stream(
        "sequence/values",
        wanted,
        (line) => {
          if (request === this.request) this.take(wanted, line);
        },
        request.signal,
      );
      if (request !== this.request) return;
      this.form.said.textContent =
        `All ${many(wanted.stop)} values are computed. ${this.verdict}`.trim();
      this.draw();
      this.about(wanted, request);
      await this.compare(wanted.stop, request);
    } catch (error) {
      if (request !== this.request) return;
      if (error.name !== "AbortError") this.form.refuse(error.message);
      this.form.said.textContent = this.values.length
        ? `Stopped after ${many(this.values.length)} values.`
        : "";
      this.draw();
      if (this.values.length && !this.facts.hasChildNodes())
        this.facts.replaceChildren(...partial(wanted, this.values));
    } finally {
      this.ended(request);
    }
  }
  /** The values of a second game, over those of the first. */
  async compare(stop, request) {
    const { vs } = this.wanted;
    if (!vs) return;
    const others = new Values();
    await stream(
      "sequence/values",
      { game: vs, stop },
      (line) => {
        if (line.values) others.push(line.values);
      },
      request.signal,
    );
    if (request !== this.request) return;
    this.plot.names = [this.wanted.game, vs];
    this.plot.look({ other: others });
    this.looks.phased.hidden = true;
    const { values } = this.values;
    let equal = 0;
    others.values.forEach((value, heap) => {
      if (value === values[heap]) equal += 1;
    });
    this.form.said.textContent = `${this.wanted.game} as squares, ${vs} as crosses; they agree in ${many(equal)} of ${many(stop)} heaps.`;
  }
  ended(request) {
    if (request !== this.request) return;
    this.form.halt.disabled = true;
    this.form.bar.hidden = true;
  }
  begin(wanted) {
    this.verdict = ""; // of a period
    this.values = new Values();
    this.drawn = 0;
    this.shown.replaceChildren(); // a game that is none leaves no empty plot
    this.offerCheck(null);
    this.looks.phased.hidden = true;
    this.form.said.textContent = `The values of ${wanted.game} are being computed.`;
    for (const place of [this.facts, this.known, this.list]) place.replaceChildren();
    this.plot.clear();
    this.plot.names = [wanted.game];
    this.form.bar.hidden = wanted.stop < 50_000;
    this.form.bar.max = wanted.stop;
    this.form.bar.value = 0;
  }
  take(wanted, line) {
    if (line.game) {
      if (this.values.length) this.begin(wanted); // the server has come back
      this.rule.replaceChildren(...rule(line));
    }
    if (line.values) {
      if (!this.normal.isConnected) this.shown.replaceChildren(this.normal);
      this.values.push(line.values);
      this.form.bar.value = this.values.length;
      if (performance.now() - this.drawn > 300) this.draw();
      if (this.values.length === wanted.stop)
        this.form.said.textContent = "The values are computed; now the period is looked for.";
    }
    if (line.summary) {
      this.verdict = verdict(wanted, line.summary);
      const period = line.summary.period ?? line.summary.guess;
      this.plot.period = period;
      this.looks.phased.hidden = !period;
      this.draw();
      this.plot.build();
      this.offerCheck(line.summary.certificate ? wanted : null);
    }
    if (line.summary)
      this.facts.replaceChildren(
        ...summary(wanted, line.summary, (text) => this.form.refuse(text)),
        code(wanted),
      );
  }
  draw() {
    if (!this.values.length) return;
    this.plot.draw(this.values);
    this.drawn = performance.now();
    this.described.textContent = `Values of heaps 0 to ${many(this.values.length - 1)}; the greatest is ${many(this.values.top)}. The same numbers stand under Values.`;
    const { length } = this.values;
    const listed = this.values.values.subarray(0, LISTED);
    const more = length > LISTED ? `, … (${many(length - LISTED)} more)` : "";
    this.list.replaceChildren(
      ...[periodTable(listed, this.plot.period) ?? listed.join(", "), more].filter(Boolean),
    );
    this.arrange();
  }
  async about(wanted, request) {
    try {
      const found = await ask("sequence/about", wanted, request.signal);
      if (request === this.request)
        this.known.replaceChildren(...known(found, (game) => this.form.take(game)));
    } catch {
      /* the rest stands */
    }
  }
}
