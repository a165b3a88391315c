// The part "Graph": a digraph that is labelled as it is edited.
import { ask } from "../api.js";
import { choice, h, later } from "../dom.js";
import { edgesPanel } from "./edges.js";
import { EXAMPLES } from "./examples.js";
import { Keeper } from "./keeping.js";
import { layout } from "./layout.js";
import { Legend } from "./legend.js";
import { Model, parseEdges } from "./model.js";
import { tokensPanel, vertexPanel } from "./panels.js";
import { RandomPanel } from "./random.js";
import { Search } from "./search.js";
import { savePng, saveSvg } from "./pictures.js";
import { sumWithoutRest, withoutRest } from "./rest.js";
import { saveJson, shareLink } from "./share.js";
import { learn, takeWanted } from "./lead.js";
import { printSheet } from "./sheet.js";
import { Steps } from "./steps.js";
import { help, toolbar } from "./tools.js";
import { View } from "./view.js";
import { playElsewhere, Walk } from "./walk.js";
import { Tabs } from "../tabs.js";
import { undoKeys } from "../undo-keys.js";

/** @type {[string, string][]} */
const TABS = [
  ["vertex", "Vertex"],
  ["edges", "Edges"],
  ["tokens", "Tokens"],
  ["steps", "Steps"],
  ["random", "Random"],
  ["walk", "Play"],
];

const COMPUTING = "The layout is being computed…";
const ROOM = 8; // beside a vertex in a layout: its value may be wider than the "?" that stands there now

let part = null;

export function create() {
  part = new GraphPart();
  return part.element;
}

export async function opened(fields) {
  await part.keeper.open(fields.get("graph") ?? "");
  part.arrive(takeWanted());
}

class GraphPart {
  play = "normal";
  layout = "auto";
  sheetWanted = false; // an exercise sheet, as soon as the values are there
  useMouseToMove = () => {}; // not to draw or delete; set by the tool bar
  sum = null; // of the tokens as they now stand, or null
  refusal = ""; // why there are no labels
  panel = "vertex";
  #lost = -1; // which control had the focus, while it is not there

  constructor() {
    this.model = new Model();
    this.status = h("p", { class: "quiet status", role: "status" });
    this.view = new View(this.model, {
      select: (vertex) => this.select(vertex),
      rename: (vertex) => this.rename(vertex),
      status: (text) => this.say(text),
    });
    this.legend = new Legend(this.view);
    this.steps = new Steps(this.model, this.view, () => this.play);
    this.search = new Search(this);
    this.random = new RandomPanel(this);
    this.walk = new Walk(this);
    this.keeper = new Keeper(this);
    this.side = h("div", { class: "side", tabindex: "-1" });
    this.tabs = new Tabs("Details", TABS, this.panel, (key) => this.open(key));
    this.tabs.offer("walk", false);
    this.playChoice = choice(
      "Play",
      [
        ["normal", "normal"],
        ["misere", "misère"],
      ],
      "normal",
      (value) => this.setPlay(value),
    );
    this.columns = h(
      "div",
      { class: "two" },
      h(
        "section",
        { "aria-label": "Picture" },
        this.view.frame,
        this.view.minimap.canvas,
        this.status,
        help(),
      ),
      h(
        "div",
        { class: "beside" },
        this.legend.element,
        h("section", { class: "card", "aria-label": "Details" }, this.tabs.element, this.side),
      ),
    );
    this.element = h(
      "div",
      { class: "graph", "data-palette": "source" },
      h("h2", { class: "visually-hidden" }, "Graph"),
      this.keeper.bar,
      toolbar(this),
      this.columns,
    );
    this.relabel = later(() => this.ask(), 60);
    this.model.addEventListener("change", (/** @type {any} */ { detail: { kind } }) => {
      if (["structure", "name", "tokens"].includes(kind)) this.changed(kind);
      if (kind === "known") this.relabel();
    });
    undoKeys(this.element, { undo: () => this.model.undo(), redo: () => this.model.redo() });
  }

  say(text) {
    this.status.textContent = text;
  }
  /** Take back what was said, unless something else stands there by now. */
  unsay(text) {
    if (this.status.textContent === text) this.say("");
  }

  open(key) {
    if (this.panel === "steps" && key !== "steps") this.steps.close();
    if (this.panel === "walk" && key !== "walk") this.walk.end();
    this.panel = key;
    this.tabs.offer("walk", key === "walk");
    this.columns.classList.toggle("playing", key === "steps");
    this.tabs.press(key);
    this.show(true);
    if (key === "tokens" && this.model.tokens.length && !this.sum) this.ask();
  }
  show(fresh = false) {
    // What is shown is made anew; who uses the keyboard stays there, and comes back to a list that is away for a moment.
    const controls = () => [...this.side.querySelectorAll("button, input, select, textarea")];
    const focused =
      document.activeElement !== this.side
        ? controls().indexOf(document.activeElement)
        : fresh
          ? -1
          : this.#lost;
    this.#fill(fresh);
    const control = controls()[focused];
    this.#lost = control ? -1 : focused;
    if (focused >= 0 && this.panel !== "edges")
      (control ?? this.side).focus({ preventScroll: true });
  }
  #fill(fresh) {
    const act = {
      say: (text) => this.say(text),
      relayout: (places) => this.relayout(places),
      begin: () => this.begins(),
    };
    if (this.panel === "vertex") {
      const [above, below] = vertexPanel(this.model, this.view, act);
      const typing = this.side.querySelector("input[data-id]:focus"); // a name that is being typed is left alone
      if (typing && typing.dataset.id === above.querySelector("input")?.dataset.id)
        this.side.lastChild.replaceWith(below);
      else this.side.replaceChildren(above, below);
    }
    if (this.panel === "tokens") this.side.replaceChildren(...tokensPanel(this.model, this.sum));
    if (this.panel === "random" && fresh) this.side.replaceChildren(...this.random.content());
    if (this.panel === "edges" && (fresh || !this.#writing()))
      this.side.replaceChildren(...edgesPanel(this.model, act));
    if (this.panel === "steps") this.steps.panel(this.side, fresh);
    if (this.panel === "walk") this.side.replaceChildren(...this.walk.content());
  }
  /** Play on the drawing; the sum of several tokens is played in the part "Game". */
  playHere() {
    if (this.model.tokens.length > 1) {
      playElsewhere(this, null);
      return;
    }
    this.useMouseToMove();
    this.open("walk");
    this.walk.begin();
  }
  /** Whether edges are being written: nothing takes their text away. */
  #writing() {
    const area = this.side.querySelector("textarea");
    return this.side.contains(document.activeElement) || area?.value !== area?.defaultValue;
  }
  /** The graph, its tokens or the play are others now: what was found or begun before counts no more. */
  changed(kind) {
    this.request?.abort();
    this.reading?.abort();
    this.sum = null;
    if (this.panel === "steps") {
      if (kind !== "tokens") this.steps.drop(this.side);
    } else if (this.panel === "walk") this.walk.changed();
    else if (kind !== "name") this.show(); // a name ends with a click, often on a button that must still stand there
    this.relabel();
  }
  /** Begin to read another graph; the signal says when something newer was done. */
  begins() {
    this.reading?.abort();
    this.reading = new AbortController();
    return this.reading.signal;
  }

  select(vertex) {
    if (this.panel === "walk") {
      if (vertex !== null) this.walk.go(vertex);
      return;
    }
    this.view.select(vertex);
    if (this.panel === "vertex" || (vertex !== null && this.panel === "edges")) this.open("vertex");
  }
  rename(vertex) {
    if (this.panel === "walk") return;
    this.select(vertex);
    const name = this.side.querySelector("input[data-id]");
    name.focus();
    name.select();
  }
  async ask() {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const body = { graph: this.model.graph, play: this.play };
    try {
      const labels = await ask("graph/label", body, signal);
      if (signal.aborted) return;
      this.unsay(this.refusal);
      this.view.refused = false;
      this.view.labels = withoutRest(labels, this.model);
      this.view.draw();
      this.legend.draw();
      if (this.sheetWanted) {
        this.sheetWanted = false;
        await this.export("sheet");
      }
      const sum = this.model.tokens.length
        ? await ask("graph/sum", { ...body, tokens: this.model.tokens }, signal)
        : null;
      if (signal.aborted) return;
      this.sum = sumWithoutRest(sum, this.model, this.view.labels);
      this.show();
    } catch (error) {
      if (signal.aborted) return;
      this.refusal = error.message;
      this.say(this.refusal);
      this.view.refused = true;
      this.view.draw();
      this.show();
    }
  }

  /** What another part wants with the graph to which it has led. */
  arrive(wanted) {
    if (!wanted) return;
    this.sheetWanted = wanted.asSheet;
    this.view.camera.fitReadable(wanted.first);
    const isAll = this.view.camera.holds(wanted.first);
    const say = (more) =>
      this.say(
        [wanted.said, more, isAll ? "" : "Drag the picture to see more."].filter(Boolean).join(" "),
      );
    say("");
    if (wanted.open)
      learn(this.model, this.view, wanted.open, say).catch((error) => say(error.message));
  }

  // ---- places -----------------------------------------------------------------------------

  /** Place the vertices anew, by a layout or as given; it is undone together with what it lays out.
   * Whether it was done: not where the graph became another one meanwhile. */
  async relayout(given = null, { joined = given !== null } = {}) {
    const before = this.model.changes;
    this.say(given || this.model.names.length <= 200 ? "" : COMPUTING);
    const found = Array.isArray(given) ? { places: given, said: "" } : await this.#laidOut();
    if (found?.places.length !== this.model.names.length) return false;
    if (before !== this.model.changes) return false;
    this.model.edit(
      () => {
        this.model.places = found.places;
      },
      { kind: "layout" },
    );
    if (joined) this.model.joinUndo();
    if (found.said) this.say(found.said);
    else this.unsay(COMPUTING);
    this.view.camera.fit();
    return true;
  }
  /** Places and what there is to say of them; null where another layout was asked for. */
  async #laidOut() {
    try {
      const wide = this.model.names.map((_, vertex) => this.view.wideOf(vertex) + ROOM);
      return await layout(this.model, this.layout, wide);
    } catch (error) {
      if (error.name === "AbortError") return null;
      return { places: this.model.places, said: `This layout did not work: ${error.message}.` };
    }
  }
  async example(key) {
    const { names, arcs } = parseEdges(EXAMPLES[key][1]);
    this.model.replace(names, arcs);
    await this.relayout(false);
  }
  /** Begin with an example; that is nothing to be undone. */
  async begin(key) {
    const { names, arcs } = parseEdges(EXAMPLES[key][1]);
    this.model.replace(names, arcs);
    this.model.forget();
    this.view.camera.fit();
    if (await this.relayout(false)) this.model.forget();
  }
  /** Begin with what a link holds. */
  load({ names, arcs, places, tokens, known, play }) {
    this.setPlay(play);
    this.model.replace(names, arcs, places, tokens, known);
    this.model.forget();
    this.view.camera.fit();
  }
  clear() {
    this.model.replace([], []);
    this.view.camera.fit();
    this.view.focus(null);
    this.say("");
  }

  // ---- play, colours, files ---------------------------------------------------------------

  setPlay(play) {
    if (play === this.play) return;
    this.play = play;
    this.playChoice.querySelector("select").value = play;
    this.view.labels = null;
    this.view.draw();
    this.changed("play");
    this.keeper.changed("play");
  }
  colour(name) {
    this.element.dataset.palette = name === "value" ? "source" : name;
    this.view.plain = name === "bw";
    this.view.byValue = name === "value";
    this.view.draw();
    this.legend.draw();
  }
  async export(kind) {
    try {
      if (kind === "png") await savePng(this.view);
      if (kind === "svg") saveSvg(this.view);
      if (kind === "json") saveJson(this.model, this.view.labels, this.play);
      if (kind === "sheet") this.#sheet();
      if (kind === "link") await shareLink(this.model, this.play, this.view.frame.offsetHeight);
    } catch (error) {
      this.say(error.message);
    }
  }
  /** Print a sheet; one that is asked for before the values are there comes with them. */
  #sheet() {
    this.sheetWanted = this.model.names.length > 0 && !this.view.labels && !this.view.refused;
    if (!this.sheetWanted) printSheet(this.view);
  }
}
