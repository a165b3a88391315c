// After a loss: the moves that gave the win away, to be made better, one by one.
import { ask } from "../api.js";
import { h } from "../dom.js";

const WORTH = { P: 2, D: 1, N: 0 }; // what a move leads to, for who makes it
const KEEPS = { N: 2, D: 1, P: 0 }; // and what the position is worth

/**
 * The moves of a player that gave something away, by their number in the play.
 *
 * @param {any} play each step of which is judged
 * @param {number} player
 */
export function mistakes(play, player) {
  return play.line
    .map((_, at) => at)
    .filter((at) => at > 0 && 2 - (at % 2) === player && play.changed(at));
}

export class Retry {
  /**
   * @param {any} play
   * @param {{goOn: (move: any) => void, rise: () => void}} act goOn makes a move for good, rise
   *   brings the boards into view
   */
  constructor(play, act) {
    this.play = play;
    this.act = act;
    this.left = null;
    this.message = h("div", { role: "status" });
    this.offer = h(
      "button",
      { type: "button", class: "main", hidden: true, onclick: () => this.begin() },
      "Why did I lose?",
    );
    this.element = h(
      "section",
      { class: "card play-retry", hidden: true, "aria-label": "Why did I lose?" },
      h("h2", {}, "Why did I lose?"),
      this.message,
    );
  }
  get isOn() {
    return this.left !== null;
  }
  /** Whether a person has lost here, and so may have made a mistake. */
  get loser() {
    const { play } = this;
    const loser = play.winner ? 3 - play.winner : null;
    return loser && play.isMine(loser) ? loser : null;
  }
  update() {
    this.offer.hidden = this.isOn || !this.loser;
  }
  stop() {
    this.left = null;
    this.element.hidden = true;
    this.update();
  }

  /** Judge the whole play, and go to the first mistake. */
  async begin() {
    const { play, loser } = this;
    if (!loser) return;
    const { line, rules } = play;
    this.offer.hidden = true;
    this.element.hidden = false;
    this.message.replaceChildren(h("p", { class: "quiet" }, "Looking at every move …"));
    for (const node of line) if (!node.judged?.outcome) await play.judgeNode(node, false);
    if (line !== play.line || rules !== play.rules) return;
    this.left = mistakes(play, loser);
    this.all = this.left.length;
    this.next();
  }
  next() {
    const { play } = this;
    const [at] = this.left;
    if (at === undefined) {
      const done = this.all
        ? "That was the last one. Play again, and win."
        : "You made none: the start was lost, or what you lost by could not be found out.";
      this.left = null;
      this.message.replaceChildren(h("p", {}, done));
      return;
    }
    this.at = at - 1;
    const what = KEEPS[play.line[this.at].judged.outcome] === 2 ? "win" : "draw";
    this.message.replaceChildren(
      h(
        "p",
        {},
        h("strong", {}, `Mistake ${this.all - this.left.length + 1} of ${this.all}. `),
        `Here you played “${play.called(play.line[at].move, this.at)}” and gave the ${what} away. `,
        "Find a better move on the board.",
      ),
      h(
        "div",
        { class: "bar" },
        h("button", { type: "button", onclick: () => this.skip() }, "Skip"),
        h("button", { type: "button", onclick: () => this.stop() }, "Stop"),
      ),
    );
    play.goTo(this.at);
    this.act.rise();
  }
  skip() {
    this.left.shift();
    this.next();
  }

  /** Return whether a move is better than the one that was played; it is not made. */
  async judge(move) {
    const { play } = this;
    const { at } = this;
    const found = await ask("game/judge", { position: move.to, play: play.rules, moves: false });
    if (!this.isOn || at !== this.at) return;
    const isGood =
      found.outcome !== null && WORTH[found.outcome] >= KEEPS[play.line[at].judged.outcome];
    const isLast = this.left.length === 1;
    this.message.replaceChildren(
      h(
        "p",
        {},
        h("strong", {}, isGood ? "✓ Right. " : "✗ Not yet. "),
        isGood
          ? `“${play.called(move)}” keeps what you had.`
          : `“${play.called(move)}” gives it away too; try another one.`,
      ),
      h(
        "div",
        { class: "bar" },
        h(
          "button",
          { type: "button", class: isGood ? "main" : null, onclick: () => this.skip() },
          isLast ? "Done" : "Next mistake",
        ),
        isGood
          ? h("button", { type: "button", onclick: () => this.act.goOn(move) }, "Play on from here")
          : h("button", { type: "button", onclick: () => this.stop() }, "Stop"),
      ),
    );
  }
}
