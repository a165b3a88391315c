// The stage: the boards as large as their place allows, and around them what a player needs to
// see: the game and its rule, who is to move, what a pick needs next, and the buttons.
import { h } from "../dom.js";
import { picture } from "./board.js";
import { meaning, moved, turn } from "./telling.js";
import { short } from "./words.js";

const GAP = 24; // pixels between boards
const CAPTION = 30; // and above one, for its name
const LARGEST = 3; // times the natural size
const SMALLEST = 0.546; // a cell has 24 pixels then; a board that is wider scrolls
const SHARE_OF_PHONE = 0.5; // of the screen's height

export const isPhone = () => innerWidth <= 850;

export class Stage {
  /** @type {any[]} */
  boards = [];

  /** @param {{settings: Element, choose: Element, note: Element, buttons: Element, room: Element,
   *   unpick: () => void}} around */
  constructor({ settings, choose, note, buttons, room, unpick }) {
    this.title = h("div", {});
    this.status = h("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.judged = h("div", { class: "play-judged" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.place = h("div", { class: "play-boards" });
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
    new ResizeObserver(() => this.fit()).observe(this.place);
  }

  // ---- the boards -------------------------------------------------------------------------------

  /** Show boards, in figures with the names of their parts; where there is none, its picture. */
  show(tables, boards, parts, naming) {
    this.boards = boards;
    this.place.replaceChildren(
      ...tables.map((table, i) =>
        h(
          "figure",
          { class: "play-part" },
          caption(table, parts, naming, boards[i]),
          boards[i]?.element ?? picture(parts[table.parts[0]]),
        ),
      ),
    );
    if (!tables.length)
      this.place.replaceChildren(h("p", { class: "quiet" }, "The board is empty."));
    this.fit();
  }
  /** Give all boards the largest scale at which they stand in their place together. */
  fit() {
    const drawn = this.boards.filter(Boolean);
    const { clientWidth, clientHeight } = this.place;
    if (!drawn.length || !clientWidth) return;
    const high = isPhone() ? innerHeight * SHARE_OF_PHONE : clientHeight;
    const found = scale(drawn, clientWidth, high);
    for (const board of drawn) {
      board.grow(found);
      const figure = board.element.closest("figure");
      const isWide = !board.drawing && board.width * found > clientWidth;
      figure.classList.toggle("wide", isWide);
      if (isWide) showPiece(figure);
    }
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

/** Scroll a board that is wider than its place so that its piece is in view. */
function showPiece(figure) {
  const piece = figure.querySelector(".queen, .token, .coin");
  if (!piece) return;
  const [at, seen] = [piece.getBoundingClientRect(), figure.getBoundingClientRect()];
  figure.scrollLeft += (at.left + at.right - seen.left - seen.right) / 2;
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

/**
 * The largest scale at which boards stand in rows within a width and a height.
 *
 * @param {{width: number, height: number}[]} boards in pixels of their natural size
 * @param {number} width
 * @param {number} height
 */
export function scale(boards, width, height) {
  const fits = (factor) => {
    let [rows, row, along] = [0, 0, 0];
    for (const board of boards) {
      const [wide, high] = [board.width * factor, board.height * factor + CAPTION];
      if (wide > width) return false;
      if (along && along + GAP + wide > width) [rows, row, along] = [rows + row + GAP, 0, 0];
      along += (along ? GAP : 0) + wide;
      row = Math.max(row, high);
    }
    return rows + row <= height;
  };
  let factor = LARGEST;
  while (factor > SMALLEST && !fits(factor)) factor -= 0.05;
  return Math.max(factor, SMALLEST);
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

/** The names of the parts on a board; where a row has fallen apart, each above its own pins. */
export function caption(table, parts, naming, board) {
  if (!naming.isNeeded || !table.parts.length) return null;
  const isSplit = table.parts.length > 1 && board?.middleOf;
  const names = table.parts.map((i) => {
    const { scene, text, game } = parts[i];
    const what = scene && text.length <= 24 ? text : "";
    const name = naming.parts[i].name;
    return h("span", {}, h("strong", {}, name), ` ${isSplit ? "" : game} ${what}`.trimEnd());
  });
  if (isSplit)
    names.forEach((name, i) => {
      name.style.left = `${100 * board.middleOf(table.parts[i])}%`;
    });
  return h("figcaption", { class: isSplit ? "split" : null }, names);
}
