// The part "Graph": a digraph that is labelled as it is edited.
import { ask } from "../api.js";
import { choice, h, later, toast } from "../dom.js";
import { LAYOUTS, layout } from "./layout.js";
import { Model, parseEdges } from "./model.js";
import { edgesPanel } from "./edges.js";
import { badge, tokensPanel, vertexPanel } from "./panels.js";
import { copyLink, saveJson, savePng, saveSvg, unpack } from "./share.js";
import { Steps } from "./steps.js";
import { View } from "./view.js";

const EXAMPLES = {
  first: ["Six vertices and a cycle", "a b\nb a\nb t\nd b\nd c\nc t\ne d\ne c"],
  lecture: ["The lecture's digraph", "v1 v2\nv1 v3\nv2 v4\nv3 v4\nv3 v6\nv5 v4\nv7 v6\nv7 v2\nv1 v5\nv6 v5\nv6 v4\nv3 v5\nv1 v4"],
  loop: ["A loop with a way out", "a b\nb a\nb t"],
  draws: ["Draws: values ∞(K)", "a b\nb c\nc a\nc d\nd e\nd f\nf e\nb f"],
};
const MODES = [["move", "Move"], ["vertex", "Vertex"], ["arc", "Arc"], ["delete", "Delete"]];
const TABS = [["vertex", "Vertex"], ["edges", "Edges"], ["tokens", "Tokens"], ["steps", "Steps"]];
const SAID = {
  move: "", vertex: "Click an empty place for a vertex.",
  arc: "Drag from vertex to vertex, or click one and then the other; the same again takes an arc away.",
  delete: "Click a vertex or an arc to take it away.",
};

let part = null;

export function create() {
  part = new GraphPart();
  return part.element;
}

export async function opened(hash) {
  try {
    const found = await unpack(hash);
    if (found) part.load(found);
  } catch { toast("The link does not hold a graph."); }
}

class GraphPart {
  play = "normal";
  layout = "dot";
  sum = null; // of the tokens as they now stand, or null
  panel = "vertex";
  #lost = -1; // which control had the focus, while it is not there

  constructor() {
    this.model = new Model();
    this.status = h("p", { class: "quiet status", role: "status" });
    this.view = new View(this.model, { select: (vertex) => this.select(vertex), status: (text) => this.say(text) });
    this.steps = new Steps(this.model, this.view, () => this.play);
    this.side = h("div", { tabindex: "-1" });
    this.element = h("div", { "data-palette": "source" }, h("h2", { class: "visually-hidden" }, "Graph"), this.tools(), this.options(), h("div", { class: "two" },
      h("section", { "aria-label": "Picture" }, this.view.svg, this.status, legend(), help()),
      h("section", { class: "card", "aria-label": "Details" }, this.tabs(), this.side)));
    this.relabel = later(() => this.ask(), 60);
    this.model.addEventListener("change", ({ detail: { kind } }) => { if (["structure", "name", "tokens"].includes(kind)) this.changed(kind); this.buttons(); });
    this.start();
  }
  async start() {
    await this.example(EXAMPLES.first[1]);
    this.model.forget();
  }
  say(text) { this.status.textContent = text; }

  tools() {
    const mode = MODES.map(([key, text]) => h("button", { type: "button", "aria-pressed": String(key === "move"), onclick: (event) => {
      this.view.gestures.forgetArc();
      this.view.gestures.mode = key;
      mode.forEach((other) => other.setAttribute("aria-pressed", String(other === event.currentTarget)));
      this.view.svg.dataset.mode = key;
      this.say(SAID[key]);
    } }, text));
    this.undoButton = h("button", { type: "button", onclick: () => this.model.undo() }, "Undo");
    this.redoButton = h("button", { type: "button", onclick: () => this.model.redo() }, "Redo");
    const zoom = [["−", "Zoom out", () => this.view.camera.zoom(1.25)], ["Fit", "Show the whole graph", () => this.view.camera.fit()], ["+", "Zoom in", () => this.view.camera.zoom(0.8)]]
      .map(([text, label, onclick]) => h("button", { type: "button", "aria-label": label, title: label, onclick }, text));
    return h("div", { class: "bar", role: "toolbar", "aria-label": "Tools" }, h("span", { class: "joined", role: "group", "aria-label": "What the mouse does" }, mode),
      h("span", { class: "joined" }, this.undoButton, this.redoButton), h("span", { class: "joined" }, zoom),
      h("button", { type: "button", onclick: () => { this.model.replace([], []); this.view.camera.fit(); this.say("Double-click the empty picture for the first vertex, or press n in it."); } }, "New"));
  }
  options() {
    const save = h("select", { "aria-label": "Export", onchange: () => { this.export(save.value); save.value = ""; } },
      [["", "Export…"], ["png", "PNG"], ["svg", "SVG"], ["json", "JSON"], ["link", "Link"]].map(([key, text]) => h("option", { value: key }, text)));
    this.playChoice = choice("Play", [["normal", "normal"], ["misere", "misère"]], "normal", (value) => {
      this.play = value;
      this.view.labels = null;
      this.view.draw();
      this.changed("play");
    });
    const box = h("details", { class: "options" }, h("summary", {}, "Layout, play, colours, export"), h("div", { class: "bar" },
      choice("Layout", LAYOUTS, "dot", (value) => { this.layout = value; this.relayout(); }),
      h("button", { type: "button", onclick: () => this.relayout() }, "Lay out"), this.playChoice,
      choice("Colours", [["source", "red and green"], ["safe", "colour-blind safe"], ["bw", "black and white"]], "source", (value) => { this.element.dataset.palette = value; this.view.plain = value === "bw"; this.view.draw(); }),
      choice("Example", [["", "choose…"], ...Object.entries(EXAMPLES).map(([key, [text]]) => [key, text])], "", (value) => { if (value) this.example(EXAMPLES[value][1]); }), save));
    const wide = matchMedia("(min-width: 851px)");
    const follow = () => { box.open = wide.matches; };
    wide.addEventListener("change", follow);
    follow();
    return box;
  }
  tabs() {
    this.tabButtons = TABS.map(([key, text]) => h("button", { type: "button", "aria-pressed": String(key === this.panel), onclick: () => this.open(key) }, text));
    return h("div", { class: "tabs", role: "group", "aria-label": "Details" }, this.tabButtons);
  }
  open(key) {
    if (this.panel === "steps" && key !== "steps") this.steps.close();
    this.panel = key;
    TABS.forEach(([name], i) => this.tabButtons[i].setAttribute("aria-pressed", String(name === key)));
    this.show(true);
    if (key === "tokens" && this.model.tokens.length && !this.sum) this.ask();
  }
  show(fresh = false) {
    // What is shown is made anew; who uses the keyboard stays there, and comes back to a list that is away for a moment.
    const controls = () => [...this.side.querySelectorAll("button, input, textarea")];
    const focused = document.activeElement !== this.side ? controls().indexOf(document.activeElement) : fresh ? -1 : this.#lost;
    this.#fill(fresh);
    const control = controls()[focused];
    this.#lost = control ? -1 : focused;
    if (focused >= 0 && this.panel !== "edges") (control ?? this.side).focus({ preventScroll: true });
  }
  #fill(fresh) {
    const act = { say: (text) => this.say(text), relayout: (places) => this.relayout(places), begin: () => this.begin() };
    if (this.panel === "vertex") {
      const [above, below] = vertexPanel(this.model, this.view, act);
      const typing = this.side.querySelector("input[data-id]:focus"); // a name that is being typed is left alone
      if (typing && typing.dataset.id === above.querySelector("input")?.dataset.id) this.side.lastChild.replaceWith(below);
      else this.side.replaceChildren(above, below);
    }
    if (this.panel === "tokens") this.side.replaceChildren(...tokensPanel(this.model, this.sum));
    if (this.panel === "edges" && (fresh || !this.side.contains(document.activeElement))) this.side.replaceChildren(...edgesPanel(this.model, act));
    if (this.panel === "steps") this.steps.panel(this.side, fresh);
  }
  /** The graph, its tokens or the play are others now: what was found or begun before counts no more. */
  changed(kind) {
    this.request?.abort();
    this.reading?.abort();
    this.sum = null;
    if (this.panel === "steps") { if (kind !== "tokens") this.steps.drop(this.side); }
    else if (kind !== "name") this.show(); // a name ends with a click, often on a button that must still stand there
    this.relabel();
  }
  /** Begin to read another graph; the signal says when something newer was done. */
  begin() {
    this.reading?.abort();
    this.reading = new AbortController();
    return this.reading.signal;
  }

  select(vertex) {
    this.view.select(vertex);
    if (this.panel === "vertex" || (vertex !== null && this.panel === "edges")) this.open("vertex");
  }
  async ask() {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const body = { graph: this.model.graph, play: this.play };
    try {
      const labels = await ask("graph/label", body, signal);
      if (signal.aborted) return;
      this.view.labels = labels;
      this.view.draw();
      const sum = this.model.tokens.length ? await ask("graph/sum", { ...body, tokens: this.model.tokens }, signal) : null;
      if (signal.aborted) return;
      this.sum = sum;
      this.show();
    } catch (error) {
      if (signal.aborted) return;
      this.say(error.message);
      this.show();
    }
  }
  /** Place the vertices anew, by Graphviz or as given; it is undone together with what it lays out. */
  async relayout(given = null, { joined = given !== null } = {}) {
    const { names } = this.model;
    if (names.length > 200) this.say("The layout is being computed…");
    try {
      const places = Array.isArray(given) ? given : await layout(this.model, this.layout);
      if (names !== this.model.names || places.length !== names.length) return; // the graph is another by now
      this.model.edit(() => { this.model.places = places; }, { kind: "layout" });
      if (joined) this.model.joinUndo();
      this.say("");
    } catch (error) {
      if (error.name === "AbortError") return;
      this.say(`This layout did not work: ${error.message}. Another one may.`);
    }
    this.view.camera.fit();
  }
  async example(text) {
    const { names, arcs } = parseEdges(text);
    this.model.replace(names, arcs);
    await this.relayout(null, { joined: true });
  }
  load({ names, arcs, places, tokens, play }) {
    this.play = play;
    this.playChoice.querySelector("select").value = play;
    this.model.replace(names, arcs, places, tokens);
    this.model.forget();
    this.view.camera.fit();
  }
  async export(kind) {
    try {
      if (kind === "png") await savePng(this.view);
      if (kind === "svg") saveSvg(this.view);
      if (kind === "json") saveJson(this.model, this.view.labels, this.play);
      if (kind === "link") await copyLink(this.model, this.play);
    } catch (error) { this.say(error.message); }
  }
  buttons() {
    this.undoButton.disabled = !this.model.canUndo;
    this.redoButton.disabled = !this.model.canRedo;
  }
}

function legend() {
  const item = (letter, text) => h("span", {}, badge(letter), ` ${text}`);
  return h("div", { class: "legend" }, item("P", "who is to move loses"), item("N", "who is to move wins"), item("D", "a draw"),
    h("span", { class: "quiet" }, "Arcs: solid into P (a winning move), dashed into D, dotted into N (to be avoided)."));
}

function help() {
  return h("details", { class: "quiet" }, h("summary", {}, "Mouse, finger and keyboard"), h("ul", {},
    ["Double-click an empty place for a vertex; drag a vertex to move it.", "Hold Shift and drag from vertex to vertex for an arc; the same again takes it away.", "With a finger, choose Vertex, Arc or Delete above; two fingers zoom.",
      "Tab goes from vertex to vertex; Enter chooses one, arrow keys move it.", "n: a new vertex; a: begin or end an arc; t: put a token; Delete: take the vertex away; + and −: zoom.", "Ctrl and the wheel zoom."].map((text) => h("li", {}, text))));
}
