// The first page: what this is, a small game, and the way to each part.
import { h } from "../dom.js";
import { moving } from "./pictures.js";
import { SmallGame } from "./small-game.js";

const CARDS = [
  [
    "game",
    "Play",
    "Named games on their boards, and any sum of them, with a reason for each move.",
  ],
  ["graph", "Draw", "Positions and moves as a graph; its values appear as you draw."],
  ["sequence", "Sequences", "The values of a game on heaps, with a proof of their period."],
  ["nimbers", "Nimbers", "Add, multiply and divide the numbers behind all of this."],
];

/** @type {SmallGame} */
let game;

export function create() {
  game = new SmallGame();
  return h(
    "div",
    { class: "start" },
    h(
      "div",
      { class: "start-first" },
      h(
        "div",
        {},
        h(
          "p",
          { class: "start-what" },
          "Can you beat Ada? ",
          h("strong", {}, "She never errs. But you begin, and you can win."),
        ),
        h(
          "p",
          { class: "quiet" },
          "Here are games in which both players have the same moves: who wins, which move wins, and why.",
        ),
        h(
          "p",
          {},
          h("a", { class: "main button", href: "#game=&puzzle=today" }, "The puzzle of the day"),
        ),
      ),
      game.element,
    ),
    h(
      "nav",
      { class: "start-cards", "aria-label": "What you can do here" },
      CARDS.map(([part, title, text]) =>
        h(
          "a",
          { class: "card start-card", href: `#${part}` },
          moving(part),
          h("h2", {}, title),
          h("p", {}, text),
        ),
      ),
    ),
    about(),
  );
}

/** What the program is, and the way to its book, where that stands beside the page. */
function about() {
  const book = document.querySelector('footer a[href^="book/"]');
  const code = (text) => h("code", {}, text);
  return h(
    "section",
    { class: "card start-about", "aria-label": "What grundy is" },
    h("h2", {}, "What grundy is"),
    h(
      "p",
      {},
      "A Python library that finds out who wins an impartial game, and why. This page asks it; so do the command line, ",
      code("grundy solve kayles 5 7"),
      ", and a notebook, ",
      code('grundy.catalogue["kayles"][7].explain()'),
      ". All give the same answers, with proofs that a second program checks.",
    ),
    book ? h("p", {}, book.cloneNode(true), " explains games, theory and commands.") : null,
  );
}

export function opened() {
  game.opened();
}
