// The card "Elsewhere" of the part "Game": the position as a graph, and its game as a sequence.
import { toSequence } from "../bridges.js";
import { h } from "../dom.js";

export class Bridges {
  /** @param {any} play */
  constructor(play) {
    this.play = play;
    this.problem = h("p", { class: "problem", role: "alert" });
    this.graph = h("button", { type: "button", onclick: () => this.show(false) }, "Show as graph");
    this.sheet = h("button", { type: "button", onclick: () => this.show(true) }, "As exercise");
    this.sequence = h(
      "button",
      {
        type: "button",
        onclick: () => {
          location.hash = toSequence(this.play.start);
        },
      },
      "Show as sequence",
    );
    this.element = h(
      "section",
      { class: "card", "aria-label": "Elsewhere" },
      h("h2", {}, "Elsewhere"),
      h("div", { class: "bar" }, this.graph, this.sequence, this.sheet),
      this.problem,
    );
    this.play.addEventListener("change", () => this.update());
    this.update();
  }
  update() {
    this.problem.textContent = "";
    this.graph.disabled = !this.play.position;
    this.sheet.disabled = !this.play.position;
    this.sequence.hidden = !toSequence(this.play.start);
  }
  /** All positions that this one leads to, in the part "Graph", or as an exercise to be printed. */
  async show(asSheet) {
    this.problem.textContent = "";
    try {
      const { leadToGraph } = await import("../graph/lead.js");
      await leadToGraph(this.play.node.text, this.play.rules, { asSheet });
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
