// Puzzles: positions in which exactly one move wins, one after the other, with a streak.
import { ask } from "../api.js";
import { choice, h } from "../dom.js";
import { keep, recall } from "../storage.js";
import { after, read, written } from "./streak.js";

const KEY = "puzzles";
const SIZES = [
  ["6", "small"],
  ["12", "middle"],
  ["24", "large"],
];

/** The card "Puzzle" of the part "Game"; it begins plays there and watches their first move. */
export class Puzzles {
  puzzle = null; // the one that stands on the board and is not decided yet
  size = 12;
  streak = read(recall(KEY));

  /** @param {any} part the part whose play and start(text, moves, settings) are used */
  constructor(part) {
    this.part = part;
    this.play = part.play;
    this.verdict = h("p", { class: "play-verdict", role: "status" }); // it stands beside the board
    this.score = h("p", { class: "quiet" });
    this.next = h(
      "button",
      { type: "button", disabled: true, onclick: () => this.draw() },
      "New puzzle",
    );
    this.again = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.play.goTo(0) },
      "Try again",
    );
    this.element = h(
      "section",
      { class: "card play-puzzle", "aria-label": "Puzzle" },
      h("h2", {}, "Puzzle"),
      h("p", {}, "A position of this game in which exactly one move wins."),
      h(
        "div",
        { class: "bar" },
        this.next,
        this.again,
        choice("Size", SIZES, String(this.size), (value) => {
          this.size = Number(value);
        }),
      ),
      this.score,
    );
    this.say();
    this.play.addEventListener("change", (event) => this.changed(event.detail));
  }

  /** Ask for a puzzle of the game that is played, and begin it. */
  async draw() {
    this.next.disabled = true;
    try {
      const found = await ask("game/puzzle", {
        game: this.play.start,
        size: this.size,
        play: this.play.rules,
      });
      this.puzzle = null;
      const settings = {
        first: 1,
        against: this.play.alone ? this.play.against : "perfect",
      };
      if (!(await this.part.start(found.position, [], settings))) return;
      this.puzzle = found;
      this.again.hidden = true;
      this.verdict.textContent = `Level ${found.level} of 5: exactly one of ${found.moves} moves wins. Your move.`;
    } catch (error) {
      this.verdict.textContent = error.message;
    } finally {
      this.next.disabled = false;
    }
  }

  changed(what) {
    if (what === "begin") this.next.disabled = false; // until then there is no game to draw from
    if (what === "begin" && this.puzzle && this.play.start !== this.puzzle.position) this.leave();
    if (what === "move" && this.play.at === 1 && this.puzzle) this.decide(this.play.node);
  }
  leave() {
    this.puzzle = null;
    this.again.hidden = true;
    this.verdict.textContent = "";
  }
  /** The first move is made: right or wrong; only the first try counts. */
  decide({ text, move }) {
    const right = text === this.puzzle.winning.to;
    if (!this.puzzle.tried) {
      this.streak = after(this.streak, right);
      keep(KEY, written(this.streak));
      this.puzzle.tried = true;
      this.say();
    }
    this.again.hidden = right;
    this.verdict.textContent = right
      ? `Right: ${move.name}. It is the only move that wins.`
      : `Not this one: after "${move.name}" you lose, or do not win, with best play.`;
  }
  say() {
    const { now, best } = this.streak;
    this.score.textContent = `Solved in a row: ${now}; most: ${best}.`;
  }
}
