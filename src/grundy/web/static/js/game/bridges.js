// The card "Elsewhere" of the part "Game": the position as a graph, and its game as a sequence.
import { toSequence } from "../bridges.js";
import { h } from "../dom.js";
import { savePhoto } from "./photo.js";
import { printExercise } from "./sheet.js";

export class Bridges {
  /** @param {any} play @param {HTMLElement} place where its boards are @param {() => any} smallDrawing */
  constructor(play, place, smallDrawing, room) {
    this.play = play;
    this.problem = h("p", { class: "problem", role: "alert" });
    const button = (text, work) =>
      h("button", { type: "button", onclick: () => this.guarded(work) }, text);
    this.graph = button("Show as graph", async () => {
      const { leadToGraph } = await import("../graph/lead.js");
      await leadToGraph(this.play.node.text, this.play.rules);
    });
    this.sheet = button("As exercise", () => printExercise(this.play, smallDrawing()));
    this.photo = button("Save as PNG", () => savePhoto(place));
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
      h("div", { class: "bar" }, this.graph, this.sequence, this.sheet, this.photo, room),
      this.problem,
    );
    this.play.addEventListener("change", () => this.update());
    this.update();
  }
  update() {
    this.problem.textContent = "";
    this.graph.disabled = !this.play.position;
    this.sheet.disabled = this.photo.disabled = !this.play.position;
    this.sequence.hidden = !toSequence(this.play.start);
  }
  async guarded(work) {
    this.problem.textContent = "";
    try {
      await work();
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
