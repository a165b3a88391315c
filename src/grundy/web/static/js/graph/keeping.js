// The drawing is kept: in the address, so that Back and Forward lead from graph to graph, and in
// the browser's storage, so that it can be taken up again after the page was closed.
import { remember } from "../address.js";
import { h, later, toast } from "../dom.js";
import { fresh } from "../page.js";
import { Drafts } from "./drafts.js";
import { EXAMPLES } from "./examples.js";
import { parts } from "./model.js";
import { checked, pack, unpack } from "./share.js";

const FIRST = "first";
const PAUSE = 120; // milliseconds without a change: what came together is one step of Back
const LONGEST = 200_000; // characters of a graph in the address
const STEPS = ["structure", "name", "tokens", "play"]; // a layout or a move belongs to the step before

export class Keeper {
  #id = fresh(); // of this visit
  #drafts = new Drafts();
  #first = ""; // the text of the first example once it is laid out
  #begun = false;
  #step = false; // whether what changed is a step of its own
  #visits = 0; // how often Back, Forward or a link has led to another address
  #visit = 0; // the one in which something changed
  #turn = 0;

  /** @param {any} part the part "Graph" */
  constructor(part) {
    this.part = part;
    this.model = part.model;
    this.bar = h("div", { class: "offer", hidden: true, role: "region" });
    this.bar.setAttribute("aria-label", "Your last drawing");
    this.write = later(() => this.now(), PAUSE);
    this.model.addEventListener("change", ({ detail: { kind } }) => this.changed(kind));
    addEventListener("pagehide", () => this.store());
    addEventListener("popstate", () => this.#visits++);
  }

  /** Something of the drawing is another. */
  changed(kind) {
    if (!this.#begun || kind === "history") return;
    this.#step ||= STEPS.includes(kind);
    this.#visit = this.#visits;
    this.write();
  }
  /** Write the drawing down. */
  async now() {
    if (!this.#begun) return;
    this.store();
    const { text } = this.model;
    const code = await this.code();
    if (text !== this.model.text) return; // another change is on its way
    if (this.#visit !== this.#visits) return; // the address is no longer that of this step
    const replace = !this.#step;
    this.#step = false;
    if (code.length <= LONGEST) remember("graph", { graph: code }, { replace });
  }
  /** Keep the drawing in the browser's storage, unless it is the one that everybody begins with. */
  store() {
    if (!this.#begun) return;
    const { text } = this.model;
    if (text === this.#first && this.part.play === "normal") this.#drafts.forget(this.#id);
    else this.#drafts.keep({ id: this.#id, text, play: this.part.play });
  }
  async code() {
    if (this.model.text === this.#first && this.part.play === "normal") return FIRST;
    return pack(this.model, this.part.play);
  }

  /** Show what an address says; what stands there now can be had again by Undo. */
  async open(code) {
    const turn = ++this.#turn;
    const found = await this.#read(code);
    if (turn !== this.#turn) return;
    this.#visit = this.#visits;
    if (!this.#begun) await this.#begin(found);
    else if (found?.text) this.#show(found);
    else if (found?.example) await this.part.example(found.example);
    else await this.now();
  }
  /** @returns {Promise<any>} a drawing, the name of an example, or null */
  async #read(code) {
    if (!code) return null;
    if (code === FIRST && this.#first)
      return { text: this.#first, ...parts(this.#first), play: "normal" };
    if (Object.hasOwn(EXAMPLES, code)) return { example: code };
    try {
      return await unpack(code);
    } catch {
      toast("The link does not hold a graph.");
      return null;
    }
  }
  async #begin(found) {
    if (found?.text) this.part.load(found);
    else await this.part.begin(found?.example ?? FIRST);
    this.#begun = true;
    const untouched = !this.model.canUndo;
    if (untouched && !found?.text && (found?.example ?? FIRST) === FIRST)
      this.#first = this.model.text;
    // A page that was loaded again shows the drawing that is kept already.
    const same = this.#drafts.all().find(({ text }) => text === this.model.text);
    if (same) this.#drafts.forget(same.id);
    if (!found) this.#offer();
    this.#step = false;
    await this.now();
  }
  #show({ text, names, arcs, places, tokens, known, play }) {
    this.part.setPlay(play);
    if (this.model.go(text)) return;
    this.model.replace(names, arcs, places, tokens, known);
    this.part.view.camera.fit();
  }

  /** Offer the drawing of the last visit again. */
  #offer() {
    const [draft] = this.#drafts.all();
    const found = draft && sound(draft);
    if (!found) return;
    const count = found.names.length;
    const close = () => {
      this.bar.hidden = true;
    };
    const again = () => {
      close();
      this.#drafts.forget(draft.id);
      this.#show({ ...found, play: draft.play === "misere" ? "misere" : "normal" });
    };
    const anew = () => {
      close();
      this.#drafts.forget(draft.id);
    };
    this.bar.replaceChildren(
      h(
        "span",
        {},
        `You have drawn a graph here before: ${count} ${count === 1 ? "vertex" : "vertices"}.`,
      ),
      h("button", { type: "button", class: "main", onclick: again }, "Continue your drawing"),
      h("button", { type: "button", onclick: anew }, "Start anew"),
    );
    this.bar.hidden = false;
  }
}

/** The drawing of a draft, or null where somebody has spoilt it. */
function sound(draft) {
  try {
    return { ...checked(parts(draft.text)), text: draft.text };
  } catch {
    return null;
  }
}
