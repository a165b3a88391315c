// The algorithms play: line by line or label by label, forwards and back; or as a quiz.
import { ask } from "../api.js";
import { h } from "../dom.js";
import { levelsTable, queueOf, showRow, tableOf, textOf } from "./algorithm.js";
import { answered, beforeLabel, stateAfter, stops } from "./moments.js";
import { Player } from "./player.js";
import { REST } from "./rest.js";

const TITLES = {
  1: "Algorithm 1: the graph has no cycle. A vertex gets its label when all its followers have theirs.",
  2: "Algorithm 2: the graph has a cycle. Labels are given level by level; what is left gets ∞.",
};

const LEFT_OUT = ` It goes by what is drawn: what hangs on the vertex ${REST} gets ∞.`;

export class Steps {
  #found = null;
  #request = null;
  #fine = true; // whether each line is a step
  #quiz = null; // {right, asked, verdict} while labels are asked for

  constructor(model, view, play) {
    this.model = model;
    this.view = view;
    this.play = play;
    this.player = new Player((at) => this.#show(at));
  }

  /** Show the steps in a place of the page; again when the graph has changed: at the same step. */
  async panel(place, fresh) {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const found = await ask(
        "graph/trace",
        { graph: this.model.graph, play: this.play() },
        request.signal,
      );
      if (request.signal.aborted) return;
      const again = !fresh && found.algorithm === this.#found?.algorithm;
      this.#found = found;
      this.#build(place, again ? this.player.at : 0);
    } catch (error) {
      if (request.signal.aborted) return;
      this.#found = null;
      this.#leave();
      place.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }
  /** The graph is another one: nothing is known of its steps until they are asked for again. */
  drop(place) {
    this.#request?.abort();
    this.player.pause();
    place.replaceChildren();
    this.view.steps = new Map();
    this.view.draw();
  }
  /** Show values again. */
  close() {
    this.#request?.abort();
    this.player.pause();
    this.#found = null;
    this.#quiz = null;
    this.#leave();
  }
  #leave() {
    this.view.steps = null;
    this.view.draw();
  }

  #build(place, at) {
    const { held } = this.player;
    this.said = h("p", { class: "said", "aria-live": "polite" });
    this.asked = h("div", {});
    this.shown = h("div", { class: "algorithm-state" });
    const fine = h("input", {
      type: "checkbox",
      checked: this.#fine,
      onchange: () => {
        const moment = this.#stops[this.player.at];
        this.#fine = fine.checked;
        const all = this.#stops;
        const same = all.findLastIndex((stop) => stop <= moment);
        this.player.reset(all.length - 1, same);
      },
    });
    this.quizButton = h(
      "button",
      {
        type: "button",
        "data-step": "quiz",
        "aria-pressed": String(this.#quiz !== null),
        onclick: () => this.#toggleQuiz(),
      },
      "Quiz",
    );
    place.replaceChildren(
      h(
        "p",
        { class: "quiet" },
        TITLES[this.#found.algorithm],
        this.model.names.includes(REST) ? LEFT_OUT : "",
      ),
      h(
        "div",
        { class: "bar" },
        h("label", {}, fine, "every line"),
        h("span", { class: "gap" }),
        this.quizButton,
      ),
      this.asked,
      h("div", { class: "controls" }, this.player.element, this.said),
      this.shown,
    );
    this.player.reset(this.#stops.length - 1, at);
    if (held) place.querySelector(`[data-step="${held}"]`)?.focus();
  }
  get #stops() {
    return stops(this.#found.moments, this.#fine);
  }

  // ---- what is shown ----------------------------------------------------------------------

  #show(at) {
    if (!this.#found || !this.shown) return;
    this.#quiz = null;
    this.quizButton.setAttribute("aria-pressed", "false");
    this.asked.replaceChildren();
    this.#paint(this.#stops[at] ?? 0);
  }
  /** Show the state after so many moments; a label that is asked for stays hidden. */
  #paint(count, hidden = null) {
    const { moments, text, algorithm } = this.#found;
    const state = stateAfter(moments, count);
    const { moment } = state;
    const name = (vertex) => this.model.names[vertex];
    this.view.steps = new Map();
    for (const { vertex, label } of state.given) this.view.steps.set(vertex, this.#mark(label));
    for (const vertex of [moment?.vertex, hidden]) {
      if (vertex === null || vertex === undefined) continue;
      const mark = this.view.steps.get(vertex) ?? { text: "", outcome: "unknown" };
      this.view.steps.set(vertex, {
        ...mark,
        text: vertex === hidden ? "?" : mark.text,
        current: true,
      });
    }
    this.view.draw();
    const words = moment ? this.#inWords(moment) : "There is no vertex.";
    this.said.replaceChildren(words);
    const { rows } = state;
    const parts =
      algorithm === 1
        ? [
            moment ? queueOf(moment.queue, name, moment.taken) : "",
            rows.size ? tableOf(state, name, hidden) : "",
          ]
        : [levelsTable(state, name, this.model.names.length)];
    this.shown.replaceChildren(h("div", {}, parts), textOf(text, moment));
    showRow(this.shown);
  }
  #inWords({ said, labelled, vertex, label, counter, level }) {
    if (this.#found.algorithm === 1) return said;
    const why = `${said[0].toUpperCase()}${said.slice(1)}.`;
    if (!labelled) return `Level ${level}. ${why}`;
    const rank = counter === null ? "" : `, counter ${counter}`;
    return h(
      "span",
      {},
      h("strong", {}, `${this.model.names[vertex]} gets ${label ?? "∞"}${rank}. `),
      `Why: ${said}.`,
    );
  }
  #mark(label) {
    if (label === null) return { text: "∞", outcome: "unknown", current: false };
    return { text: String(label), outcome: this.#winner(label), current: false };
  }
  #winner(label) {
    return this.play() === "normal" ? (label === 0 ? "P" : "N") : "unknown";
  }

  // ---- the quiz ---------------------------------------------------------------------------

  #toggleQuiz() {
    this.player.pause();
    if (this.#quiz) {
      this.player.go(this.player.at);
      return;
    }
    const from = this.player.at === this.player.last ? 0 : this.#stops[this.player.at];
    this.#quiz = { right: 0, asked: 0, at: from, verdict: "" };
    this.quizButton.setAttribute("aria-pressed", "true");
    this.#question(true);
  }
  /** Ask for the next label: all that leads to it is shown, and nothing after it. */
  #question(focus = false) {
    const quiz = this.#quiz;
    const { moments } = this.#found;
    const next = beforeLabel(moments, quiz.at);
    const score = quiz.asked ? `${quiz.right} of ${quiz.asked} right. ` : "";
    if (next === moments.length) {
      this.#paint(next);
      this.asked.replaceChildren(
        h(
          "p",
          { class: "asked", role: "status" },
          quiz.verdict,
          " ",
          h("strong", {}, `That was the last. ${score}`),
        ),
      );
      return;
    }
    const { vertex } = moments[next];
    this.#paint(next, vertex);
    const field = h("input", {
      type: "text",
      inputmode: "numeric",
      size: "4",
      class: "short",
      "aria-label": `The label of ${this.model.names[vertex]}`,
      autocomplete: "off",
    });
    const form = h(
      "form",
      {
        class: "asked",
        onsubmit: (event) => {
          event.preventDefault();
          this.#judge(moments[next], next, field.value);
        },
      },
      h("p", { role: "status" }, quiz.verdict, score ? ` ${score}` : ""),
      h(
        "p",
        {},
        "What is the next label: ",
        h("strong", {}, `l(${this.model.names[vertex]})`),
        " = ",
        field,
        " ",
        h("button", { type: "submit", class: "main" }, "Check"),
      ),
      this.#found.algorithm === 2 ? h("p", { class: "quiet" }, "A number, or inf for ∞.") : "",
    );
    this.asked.replaceChildren(form);
    if (focus) field.focus({ preventScroll: true });
  }
  #judge(moment, next, text) {
    const quiz = this.#quiz;
    const given = answered(text);
    if (given === undefined) {
      quiz.verdict = "Write a number from 0 up, or inf.";
      this.#question(true);
      return;
    }
    quiz.asked += 1;
    const right = given === moment.label;
    if (right) quiz.right += 1;
    const name = this.model.names[moment.vertex];
    const why =
      this.#found.algorithm === 1
        ? moment.said
        : `${name} gets ${moment.label ?? "∞"}: ${moment.said}.`;
    quiz.verdict = `${right ? "Right." : "No."} ${why}`;
    quiz.at = next + 1;
    this.#question(true);
  }
}
