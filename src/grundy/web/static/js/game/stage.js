// The stage: the boards as large as their place allows, and around them what a player needs to
// see: the game and its rule, who is to move, what a pick needs next, and the buttons.
import { h, isPhone } from "../dom.js";
import { Place } from "./place.js";
import { meaning, moved, turn } from "./telling.js";
import { short } from "./words.js";

const SHARE_OF_PHONE = 0.5; // of the screen's height

export class Stage {
  /** @param {{settings: Element, choose: Element, note: Element, buttons: Element, room: Element,
   *   unpick: () => void}} around */
  constructor({ settings, choose, note, buttons, room, unpick }) {
    this.title = h("div", {});
    this.status = h("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.judged = h("div", { class: "play-judged" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.boards = new Place(({ clientHeight }) =>
      isPhone() ? innerHeight * SHARE_OF_PHONE : clientHeight,
    );
    this.place = this.boards.element;
    this.picked = h("span", { role: "status" });
    this.unpick = h("button", { type: "button", hidden: true, onclick: unpick }, "Unpick");
    this.element = h(
      "section",
      { class: "card play-table", "aria-label": "Board" },
      h("div", { class: "play-head" }, this.title, choose),
      settings,
      this.status,
      note,
      this.judged,
      this.problem,
      this.place,
      h("p", { class: "quiet play-picked" }, this.picked, " ", this.unpick),
      buttons,
      room,
    );
  }

  // ---- words ------------------------------------------------------------------------------------

  /** Name the games of a position, with their rules. */
  name(parts) {
    const [title, ...rules] = titled(parts);
    if (this.title.firstChild?.textContent === title.textContent) return;
    this.title.replaceChildren(title, ...rules);
  }
  /** Say what a click does now, and whether something is picked. */
  choose(words, isPicked) {
    this.picked.textContent = words;
    this.unpick.hidden = !isPicked;
  }
  /** Say who has moved, and who is to move. */
  say(play) {
    const text = moved(play) + turn(play);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("over", play.over);
  }
  /** What a frame of another page has to know: the name of the game, and how high all is. */
  get shown() {
    const { height } = this.element.getBoundingClientRect();
    return { title: this.title.querySelector("h2")?.textContent ?? "A game", height };
  }
  /** Bring the boards into view, above what covers the lower part of a phone. */
  rise() {
    if (isPhone()) this.place.scrollIntoView({ block: "start" });
  }
  /** On a phone show what a move of the list below has done. */
  tell() {
    if (isPhone()) this.status.scrollIntoView({ block: "nearest" });
  }
  /** Say who can win, where that is to be seen. */
  judge(play) {
    const { judged } = play.node;
    if (!(play.judging || play.colouring)) this.judged.replaceChildren();
    else if (!judged) this.judged.replaceChildren(h("p", { class: "quiet" }, "Who wins? …"));
    else
      this.judged.replaceChildren(
        ...[
          judged.outcome && !play.over ? outcome(judged, play.rules) : null,
          judged.message ? h("p", { class: "quiet" }, judged.message) : null,
        ].filter(Boolean),
      );
  }
}

/** The names of the games of a position as a heading, and their rules below it. */
export function titled(parts) {
  const games = [...new Set(parts.map((part) => part.game))];
  const rules = [...new Set(parts.map((part) => part.rule).filter(Boolean))];
  const lines = rules.map((rule) => h("p", { class: "quiet play-rule" }, rule));
  return [
    h("h2", {}, games.length ? games.join(" + ") : "Nothing is left"),
    ...(lines.length > 2
      ? [h("details", {}, h("summary", { class: "quiet" }, "Rules"), lines)]
      : lines),
  ];
}

function outcome({ outcome, values, value }, rules) {
  return h(
    "p",
    {},
    h("span", { class: `badge ${outcome}` }, outcome),
    ` ${meaning(outcome)}`,
    rules === "normal" && value !== null
      ? h("span", { class: "quiet" }, ` Value ${sum(values, value)}`)
      : null,
  );
}
const sum = (values, value) =>
  (values.length > 1 ? `${values.map(short).join(" ⊕ ")} = ` : "") + short(value);
