// Boards beside each other, as large as their place allows.
import { h } from "../dom.js";
import { picture } from "./board.js";

const GAP = 24; // pixels between boards
const LARGEST = 4; // times the natural size
const SMALLEST = 0.546; // a cell has 24 pixels then; a board that is wider scrolls

export class Place {
  /** @type {any[]} */
  boards = [];
  /** @type {{parts: number[]}[]} */
  tables = [];

  /** @param {(element: HTMLElement) => number} high how many pixels of height there are */
  constructor(high) {
    this.high = high;
    this.element = h("div", { class: "play-boards" });
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  /** Show boards, in figures with the names of their parts; where there is none, its picture. */
  show(tables, boards, parts, naming) {
    this.boards = boards;
    this.tables = tables;
    this.element.replaceChildren(
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
      this.element.replaceChildren(h("p", { class: "quiet" }, "The board is empty."));
    this.fit();
  }
  /** Point at the name of a part; null at none. */
  point(part) {
    const parts = this.tables.flatMap((table) => table.parts);
    const names = this.element.querySelectorAll("figcaption > span");
    names.forEach((name, i) => name.classList.toggle("pointed", parts[i] === part));
  }
  /** Give all boards the largest scale at which they stand in their place together. */
  fit() {
    const drawn = this.boards.filter(Boolean);
    const { clientWidth } = this.element;
    if (!drawn.length || !clientWidth) return;
    this.element.classList.remove("high");
    for (const board of drawn) board.grow(1); // what else is in its figure is measured beside that
    const found = scale(drawn.map(sizes), clientWidth, this.high(this.element));
    for (const board of drawn) {
      board.grow(found);
      const figure = board.element.closest("figure");
      const isWide = !board.drawing && board.width * found > clientWidth;
      figure.classList.toggle("wide", isWide);
      if (isWide) showPiece(figure);
    }
    // Boards that are as small as they may be, and still too high, push what stands below them down.
    const isHigh = this.element.scrollHeight > this.element.clientHeight;
    this.element.classList.toggle("high", isHigh);
  }
}

/** The natural size of a board, and what its name adds: how wide that is, and how high. */
function sizes({ width, height, element, svg }) {
  const figure = element.closest("figure");
  const { offsetWidth: least = 0 } = figure.querySelector("figcaption:not(.split)") ?? {};
  const more = figure.offsetHeight - svg.getBoundingClientRect().height;
  return { width, height, least, more };
}

/** Scroll a board that is wider than its place so that its piece is in view. */
function showPiece(figure) {
  const piece = figure.querySelector(".queen, .token, .coin");
  if (!piece) return;
  const [at, seen] = [piece.getBoundingClientRect(), figure.getBoundingClientRect()];
  figure.scrollLeft += (at.left + at.right - seen.left - seen.right) / 2;
}

/**
 * The largest scale at which boards stand in rows within a width and a height.
 *
 * @param {{width: number, height: number, least: number, more: number}[]} boards in pixels of
 *   their natural size, with the width and height of their names
 * @param {number} width
 * @param {number} height
 */
export function scale(boards, width, height) {
  const fits = (factor) => {
    let [rows, row, along] = [0, 0, 0];
    for (const board of boards) {
      const wide = Math.max(board.width * factor, board.least);
      if (board.width * factor > width) return false;
      if (along && along + GAP + wide > width) [rows, row, along] = [rows + row + GAP, 0, 0];
      along += (along ? GAP : 0) + wide;
      row = Math.max(row, board.height * factor + board.more);
    }
    return rows + row <= height;
  };
  let factor = LARGEST;
  while (factor > SMALLEST && !fits(factor)) factor -= 0.05;
  return Math.max(factor, SMALLEST);
}

/** The names of the parts on a board; where a row has fallen apart, each above its own pins. */
function caption(table, parts, naming, board) {
  if (!naming.isNeeded || !table.parts.length) return null;
  const isSplit = table.parts.length > 1 && board?.middleOf;
  const names = table.parts.map((i) => {
    const { scene, text, game } = parts[i];
    const words = [naming.isMixed && !isSplit ? game : "", scene && text.length <= 24 ? text : ""];
    const what = words.filter(Boolean).join(" ");
    return h("span", {}, h("strong", {}, naming.parts[i].name), ` ${what}`.trimEnd());
  });
  if (isSplit)
    names.forEach((name, i) => {
      name.style.left = `${100 * board.middleOf(table.parts[i])}%`;
    });
  return h("figcaption", { class: isSplit ? "split" : null }, names);
}
