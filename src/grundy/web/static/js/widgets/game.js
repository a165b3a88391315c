// A position in a notebook: its boards to be played on, with hints.
import { choice, h } from "../dom.js";
import { keyOf } from "../game/board.js";
import { Drawn } from "../game/drawn.js";
import { Hint } from "../game/hint.js";
import { Moves } from "../game/moves.js";
import { line } from "../game/settings.js";
import { isSprouts } from "../game/sprouts/known.js";
import * as whole from "../game/sprouts/whole.js";
import { titled } from "../game/stage.js";
import { TableTop } from "../game/table-top.js";
import { meaning, moved, turn } from "../game/telling.js";

const HIGH = 260; // pixels of boards in a notebook
const OPPONENTS = [
  ["person", "both sides"],
  ["perfect", "against Ada, who never errs"],
];

/**
 * Make the widget.
 *
 * @param {{position: string, play: string}} shown what the kernel says
 */
export function create({ position, play: rules }) {
  return new GameWidget(position, rules).element;
}

class GameWidget {
  constructor(position, rules) {
    this.status = h("p", { class: "play-status", role: "status" });
    this.table = new TableTop({ failed: (text) => this.say(text), high: () => HIGH });
    const { play } = this.table;
    this.hinter = new Hint(play, {
      sketch: (move) => this.table.drawn.sketch(this.table.boards, move),
      light: (keys) => this.table.light(keys),
      point: (part) => this.table.place.point(part),
      make: (move) => this.table.guarded(play.make(move)),
    });
    this.list = new Moves({
      make: (move) => this.table.guarded(play.make(move)),
      hover: (move) => this.point(move),
      enter: () => this.enter(),
      typed: () => this.moves(),
    });
    this.table.drawn = this.drawings();
    play.against = "person";
    play.rules = rules;
    this.undo = h("button", { type: "button", onclick: () => play.undo() }, "Undo");
    this.redo = h("button", { type: "button", onclick: () => play.redo() }, "Redo");
    this.hint = h("button", { type: "button", onclick: () => this.hinter.press() }, "Hint");
    this.go = h(
      "button",
      {
        type: "button",
        disabled: true, // until the position is there
        onclick: () => this.table.guarded(play.answer("perfect")),
      },
      "Ada, move",
    );
    this.title = h("div", {});
    this.rules = h("p", { class: "quiet" });
    this.element = h(
      "div",
      { class: "card play" },
      this.title,
      this.rules,
      this.status,
      this.table.element,
      this.table.said,
      h(
        "div",
        { class: "bar play-buttons" },
        this.undo,
        this.redo,
        this.hint,
        this.go,
        choice("Play", OPPONENTS, play.against, (value) =>
          this.table.guarded(play.set("against", value)),
        ),
      ),
      this.hinter.element,
      this.list.element,
    );
    play.addEventListener("change", (/** @type {any} */ event) => this.show(event.detail));
    this.table.guarded(play.begin(position, [], { rules }));
  }
  /** The boards of Sprouts, on which a curve is drawn. */
  drawings() {
    const { table } = this;
    const redraw = () => {
      table.draw();
      this.moves();
    };
    const drawn = new Drawn(table.play, {
      redraw,
      named: redraw,
      make: (move) => table.guarded(table.play.make(move)),
      guarded: (work) => table.guarded(work),
      judged: () => ({ leads: [], lasts: [] }),
      come: () => {},
    });
    drawn.whole = whole;
    return drawn;
  }
  say(text) {
    this.status.textContent = text;
  }
  /** Show what a move of the list changes: by lights, or as a curve. */
  point(move) {
    this.table.light(move?.ways[0]?.map((name) => keyOf(move.part, name)));
    this.table.drawn.sketch(this.table.boards, move);
  }
  /** Make the move that is meant in the list, or typed. */
  enter() {
    const { play } = this.table;
    const { filter } = this.list;
    const meant = this.list.meant(play);
    const work = meant ? play.make(meant) : play.makeTyped(filter.value.trim());
    this.table.guarded(work);
    filter.value = "";
  }
  moves() {
    this.list.show(this.table.play, this.table.choosing, []);
  }
  show(what) {
    const { play } = this.table;
    if (!play.position) return;
    if (what !== "judged" && what !== "thinking") this.hinter.close();
    this.undo.disabled = play.at === 0;
    this.redo.disabled = play.at >= play.line.length - 1;
    this.hint.disabled = this.go.disabled = play.over;
    if (what === "begin") {
      this.title.replaceChildren(...titled(play.position.parts));
      this.list.element.open = play.position.parts.some(isSprouts); // a curve is not for everybody
    }
    this.moves();
    this.rules.textContent = line(play);
    const outcome = play.node.judged?.outcome;
    const wins = outcome && !play.over ? ` ${meaning(outcome)}` : "";
    this.say(`${moved(play)}${turn(play)}${wins}`);
  }
}
