// The card "Moves": all moves of the position, found by words or typed, folded on a phone.
import { h, isPhone, press } from "../dom.js";
import { moveList } from "./panels.js";
import { isSprouts } from "./sprouts/known.js";

const NUMBERS = "The numbers count the spots of the position as it is written. ";
const DRAWN = `Of moves that come to the same only one is listed.${
  press === "tap" ? "" : " Point at a move, and its curve is dashed in the drawing."
}`;

export class Moves {
  /** @type {any[]} */
  candidates = [];

  /** @param {{make: (move: any) => void, hover: (move: any) => void, enter: () => void, typed: () => void}} act */
  constructor(act) {
    this.act = act;
    this.filter = h("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => act.typed(),
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          act.enter();
        }
      },
    });
    this.list = h("div", { class: "play-list" });
    this.element = h(
      "details",
      { class: "card play-now", open: !isPhone() },
      h("summary", {}, h("h2", {}, "Moves")),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Find a move, or type one and press Enter"),
        this.filter,
      ),
      this.list,
    );
  }

  /** Show the moves of a choice that have the words of the filter; none where nobody is to move here. */
  show(play, choosing, leads) {
    const { position } = play;
    const isMine = !play.waits && !play.over;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const called = (move) => play.called(move);
    const fits = (move) => words.every((word) => called(move).toLowerCase().includes(word));
    this.candidates = isMine ? choosing.candidates.filter(fits) : [];
    const focused = this.hasFocus ? this.buttons.indexOf(document.activeElement) : -1;
    const isDrawn = isMine && position.parts.some(isSprouts);
    this.list.replaceChildren(
      isDrawn ? h("p", { class: "quiet" }, play.node.letters?.size ? "" : NUMBERS, DRAWN) : "",
      isMine
        ? moveList(position.moves, {
            candidates: this.candidates,
            leads,
            called,
            act: this.act,
          })
        : h(
            "p",
            { class: "quiet" },
            play.over ? "The play is over." : `${play.name(play.player)} is to move.`,
          ),
    );
    if (focused >= 0) this.buttons[focused]?.focus();
  }
  /** The move that has the name that is typed, or the only one that is left. */
  meant(play) {
    const { candidates } = this;
    const typed = this.filter.value.trim();
    if (candidates.length === 1) return candidates[0];
    return candidates.find((move) => play.called(move) === typed);
  }
  get buttons() {
    return /** @type {any[]} */ ([...this.list.querySelectorAll("button")]);
  }
  get hasFocus() {
    return this.list.contains(document.activeElement);
  }
}
