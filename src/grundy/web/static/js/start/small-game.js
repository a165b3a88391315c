// A game of Nim on the first page: your move, and the computer's answer.
import { written } from "../address.js";
import { h, isPhone, Press } from "../dom.js";
import { TableTop } from "../game/table-top.js";
import { moved } from "../game/telling.js";
import { OPPONENTS } from "../game/words.js";

const START = "nim 3 4 5";
const HIGH = 280; // pixels of the boards

export class SmallGame {
  constructor() {
    this.status = h("p", { class: "start-status", role: "status" });
    this.table = new TableTop({
      failed: (text) => {
        this.status.textContent = text;
      },
      high: () => (isPhone() ? innerHeight / 2 : HIGH),
      ended: () => queueMicrotask(() => this.again.focus()), // it is shown by then
    });
    this.table.play.judging = false; // the first play is a play
    this.again = h(
      "button",
      { type: "button", hidden: true, onclick: () => this.begin() },
      "Play again",
    );
    this.why = h("a", { class: "main button", hidden: true, href: "#game" }, "Why did I lose?");
    this.more = h("a", { href: "#game" }, "Hints, history and the other games");
    this.element = h(
      "section",
      { class: "card play start-game", "aria-label": "A game of Nim" },
      h("h2", {}, "Nim: your move"),
      h(
        "p",
        { class: "quiet" },
        "Take as many stones as you like from one heap. Whoever takes the last stone wins.",
      ),
      this.table.element,
      this.status,
      h("div", { class: "bar" }, this.why, this.again, this.more),
    );
    this.table.play.addEventListener("change", () => this.show());
  }
  opened() {
    if (!this.table.play.line.length && !this.table.play.loading) this.begin();
  }
  begin() {
    return this.table.guarded(this.table.play.begin(START));
  }

  show() {
    const { play } = this.table;
    if (!play.position) return;
    this.again.hidden = !play.over;
    this.why.hidden = !play.over || play.winner === play.first;
    this.why.href = written("game", { ...play.fields, why: 1 });
    this.status.textContent = this.#said();
    this.more.href = written("game", play.fields);
  }
  #said() {
    const { play } = this.table;
    const [one] = OPPONENTS[play.against];
    if (play.over) return play.winner === play.first ? "You win!" : `${one} wins. Once more?`;
    if (play.computersTurn) return `${one} is thinking …`;
    return `${moved(play)}${Press} a stone: it goes, with those after it.`;
  }
}
