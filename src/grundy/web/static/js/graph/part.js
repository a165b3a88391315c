// The part "Graph": a digraph that is labelled as it is edited.
import { ask } from "../api.js";
import { choice, h, later, toast } from "../dom.js";
import { LAYOUTS, layout } from "./layout.js";
import { Model } from "./model.js";
import { edgesPanel, tokensPanel, vertexPanel } from "./panels.js";
import { copyLink, saveJson, savePng, saveSvg, unpack } from "./share.js";
import { Steps } from "./steps.js";
import { View } from "./view.js";

const EXAMPLES = {
  lecture: ["The lecture's digraph", "v1 v2\nv1 v3\nv2 v4\nv3 v4\nv3 v6\nv5 v4\nv7 v6\nv7 v2\nv1 v5\nv6 v5\nv6 v4\nv3 v5\nv1 v4"],
  loop: ["A loop with a way out", "a b\nb a\nb t"],
  paper: ["The paper's digraph with cycles", "a b\nb c\nc a\nc d\nd e"],
};
const MODES = [["move", "Move"], ["vertex", "Add vertices"], ["arc", "Add arcs"], ["delete", "Delete"]];

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
  labels = null;
  sum = null;
  panel = "vertex";

  constructor() {
    this.model = new Model();
    this.status = h("p", { class: "quiet", role: "status" });
    this.view = new View(this.model, { select: (vertex) => this.select(vertex), status: (text) => { this.status.textContent = text; } });
    this.steps = new Steps(this.model, this.view, () => this.play);
    this.side = h("div", {});
    this.element = h("div", { "data-palette": "source" }, this.toolbar(), h("div", { class: "two" },
      h("section", { "aria-label": "Picture" }, this.view.svg, legend(), this.status, help()),
      h("section", { class: "card", "aria-label": "Details" }, this.tabs(), this.side)));
    this.relabel = later(() => this.ask(), 80);
    this.model.addEventListener("change", ({ detail }) => { if (detail !== "place") this.relabel(); this.buttons(); });
    this.example("a b\nb a\nb t\nd b\nd c\nc t\ne d\ne c");
  }

  toolbar() {
    const mode = MODES.map(([key, text]) => h("button", { type: "button", "aria-pressed": String(key === "move"), onclick: (event) => {
      this.view.mode = key;
      mode.forEach((other) => other.setAttribute("aria-pressed", String(other === event.currentTarget)));
    } }, text));
    this.undoButton = h("button", { type: "button", onclick: () => this.model.undo() }, "Undo");
    this.redoButton = h("button", { type: "button", onclick: () => this.model.redo() }, "Redo");
    const save = h("select", { "aria-label": "Export", onchange: () => { this.export(save.value); save.value = ""; } },
      [["", "Export…"], ["png", "PNG"], ["svg", "SVG"], ["json", "JSON"], ["link", "Link"]].map(([key, text]) => h("option", { value: key }, text)));
    this.playChoice = choice("Play", [["normal", "normal"], ["misere", "misère"]], "normal", (value) => { this.play = value; this.ask(); });
    return h("div", { class: "bar", role: "toolbar", "aria-label": "Graph" }, mode, this.undoButton, this.redoButton,
      choice("Layout", LAYOUTS, "dot", (value) => { this.layout = value; this.relayout(); }),
      h("button", { type: "button", onclick: () => this.relayout() }, "Lay out"),
      h("button", { type: "button", onclick: () => this.view.zoom(1 / 1.2), "aria-label": "Zoom in" }, "+"), h("button", { type: "button", onclick: () => this.view.zoom(1.2), "aria-label": "Zoom out" }, "−"),
      this.playChoice,
      choice("Colours", [["source", "red and green"], ["safe", "colour-blind safe"], ["bw", "black and white"]], "source", (value) => { this.element.dataset.palette = value; }),
      choice("Example", [["", "…"], ...Object.entries(EXAMPLES).map(([key, [text]]) => [key, text])], "", (value) => { if (value) this.example(EXAMPLES[value][1]); }),
      h("button", { type: "button", onclick: () => this.model.replace([], []) }, "New"), save);
  }
  tabs() {
    const tabs = [["vertex", "Vertex"], ["edges", "Edges"], ["tokens", "Tokens"], ["steps", "Steps"]].map(([key, text]) => h("button", { type: "button", "aria-pressed": String(key === this.panel), onclick: () => this.open(key) }, text));
    this.tabButtons = tabs;
    return h("div", { class: "tabs", role: "group", "aria-label": "Details" }, tabs);
  }
  open(key) {
    if (this.panel === "steps" && key !== "steps") this.steps.close();
    this.panel = key;
    ["vertex", "edges", "tokens", "steps"].forEach((name, i) => this.tabButtons[i].setAttribute("aria-pressed", String(name === key)));
    this.show(true);
    if (key === "tokens") this.ask();
  }
  show(fresh = false) {
    if (this.panel === "vertex") this.side.replaceChildren(...vertexPanel(this.model, this.view, this.current, { status: (text) => { this.status.textContent = text; } }));
    if (this.panel === "tokens") this.side.replaceChildren(...tokensPanel(this.model, this.play, this.sum));
    if (this.panel === "edges" && (fresh || !this.side.contains(document.activeElement))) this.side.replaceChildren(...edgesPanel(this.model, { relayout: () => this.relayout() }));
    if (this.panel === "steps" && fresh) this.steps.panel(this.side);
  }
  get current() { return this.labels && this.labels.vertices.length === this.model.names.length ? this.labels : null; }

  select(vertex) {
    this.view.selected = vertex;
    this.view.draw();
    if (this.panel === "vertex" || vertex !== null && this.panel === "edges") this.open("vertex"); else this.show();
  }
  async ask() {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const body = { graph: this.model.graph, play: this.play };
    try {
      this.labels = await ask("graph/label", body, signal);
      this.view.labels = this.labels;
      this.view.draw();
      this.sum = this.model.tokens.length ? await ask("graph/sum", { ...body, tokens: this.model.tokens }, signal) : null;
      this.show(this.panel === "steps");
    } catch (error) { if (error.name !== "AbortError") this.status.textContent = error.message; }
  }
  async relayout() {
    try {
      const places = await layout(this.model, this.layout);
      this.model.edit(() => { this.model.places = places; });
    } catch (error) { this.status.textContent = `This layout did not work: ${error.message}`; }
    this.view.fit();
  }
  async example(text) {
    const { parseEdges } = await import("./model.js");
    const { names, arcs } = parseEdges(text);
    this.model.replace(names, arcs);
    await this.relayout();
  }
  load({ names, arcs, places, tokens, play }) {
    this.play = play;
    this.playChoice.querySelector("select").value = play;
    this.model.replace(names, arcs, places, tokens);
    this.view.fit();
  }
  export(kind) {
    if (kind === "png") savePng(this.view);
    if (kind === "svg") saveSvg(this.view);
    if (kind === "json") saveJson(this.model, this.current);
    if (kind === "link") copyLink(this.model, this.play);
  }
  buttons() {
    this.undoButton.disabled = !this.model.canUndo;
    this.redoButton.disabled = !this.model.canRedo;
  }
}

function legend() {
  const item = (letter, text) => h("span", {}, h("span", { class: `badge ${letter}` }, letter), ` ${text}`);
  return h("div", { class: "legend" }, item("P", "who is to move loses"), item("N", "who is to move wins"), item("D", "a draw"),
    h("span", { class: "quiet" }, "Arcs: solid into P (a winning move), dashed into D, dotted into N."));
}

function help() {
  return h("details", { class: "quiet" }, h("summary", {}, "Mouse and keyboard"), h("ul", {},
    ["Double-click an empty place for a vertex; drag a vertex to move it.", "Hold Shift and drag from vertex to vertex for an arc; the same again takes it away.", "Tab goes from vertex to vertex; Enter chooses one, arrow keys move it.",
      "n: a new vertex; a: begin or end an arc; t: put a token; Delete: take the vertex away.", "Ctrl and the wheel, or two fingers, zoom."].map((text) => h("li", {}, text))));
}
