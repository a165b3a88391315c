// Puzzles: positions in which exactly one move wins, one after the other, with a streak; a link
// holds one, and every day has its own.
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

/** The day that it is here, such as 2026-11-26. */
function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The card "Puzzle" of the part "Game"; it begins plays there and watches their first move. */
export class Puzzles {
  /** @type {{winning: string, count: number, isDecided: boolean} | null} */
  puzzle = null; // the one that stands on the board
  isHelped = false; // by a hint, or by what is said of who wins
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
      { type: "button", disabled: true, onclick: () => this.draw({ game: this.play.start }) },
      "New puzzle",
    );
    this.daily = h("button", { type: "button", onclick: () => this.today() }, "Puzzle of the day");
    this.element = h(
      "section",
      { class: "card play-puzzle", "aria-label": "Puzzle" },
      h("h2", {}, "Puzzle"),
      h("p", {}, "A position of this game in which exactly one move wins."),
      h(
        "div",
        { class: "bar" },
        this.next,
        choice("Size", SIZES, String(this.size), (value) => {
          this.size = Number(value);
        }),
        this.daily,
      ),
      this.score,
    );
    this.say();
    this.play.addEventListener("change", (event) => this.changed(event.detail));
  }

  today() {
    return this.draw({ day: today() });
  }
  /** Ask for a puzzle, and begin it. */
  async draw(wanted) {
    this.next.disabled = this.daily.disabled = true;
    try {
      const { rules } = this.play;
      const play = wanted.day ? "normal" : rules;
      const found = await ask("game/puzzle", { size: this.size, play, ...wanted });
      const settings = {
        first: 1,
        against: this.play.alone ? this.play.against : "perfect",
        rules: play,
        puzzle: true,
      };
      this.puzzle = null;
      if (!(await this.part.start(found.position, [], settings))) return;
      this.set(found.winning.to, found.moves, `Level ${found.level} of 5: `);
    } catch (error) {
      this.verdict.textContent = error.message;
    } finally {
      this.next.disabled = this.daily.disabled = false;
    }
  }
  /** A link has brought a puzzle: find the move that wins. */
  async take() {
    const { play } = this;
    const { node, rules } = play;
    if (play.at) return; // it is played already
    this.verdict.textContent = "A puzzle …";
    const judged = await ask("game/judge", { position: node.text, play: rules, moves: true });
    if (node !== play.node || rules !== play.rules) return;
    const { moves } = node.position;
    const winning = moves.filter((_, i) => judged.leads[i] === "P");
    const isOne = winning.length > 0 && winning.every(({ to }) => to === winning[0].to);
    if (isOne) this.set(winning[0].to, moves.length);
    else this.leave();
  }
  set(winning, count, level = "") {
    this.puzzle = { winning, count, isDecided: false };
    this.isHelped = false;
    this.verdict.textContent = `${level}${level ? "e" : "E"}xactly one of ${count} moves wins. Your move.`;
  }

  changed(what) {
    const { play } = this;
    if (what === "begin") {
      this.next.disabled = false; // until then there is no game to draw from
      if (!play.puzzle) this.leave();
    }
    if (what === "move" && play.at === 1 && this.puzzle) this.decide(play.node);
  }
  leave() {
    this.puzzle = null;
    this.play.puzzle = false;
    this.verdict.textContent = "";
  }
  /** The first move is made: right, or wrong and taken back; only the first try without help counts. */
  decide({ text, move }) {
    const { play, puzzle } = this;
    const isRight = text === puzzle.winning;
    const isHelped = this.isHelped || play.judging || play.colouring;
    if (!puzzle.isDecided && !(isRight && isHelped)) {
      this.streak = after(this.streak, isRight);
      keep(KEY, written(this.streak));
      this.say();
    }
    puzzle.isDecided = true;
    const what = play.called(move, 0);
    this.verdict.textContent = isRight
      ? `✓ Right${isHelped ? ", with help" : ""}: ${what}. It is the only move that wins.`
      : `✗ Not this one: after “${what}” the other player need not lose. Try again.`;
    if (!isRight) queueMicrotask(() => play.goTo(0));
  }
  say() {
    const { now, best } = this.streak;
    this.score.textContent = `Solved in a row: ${now}; most: ${best}.`;
  }
}
