// The first words of each part, said once; the reader can stop them.
import { h } from "./dom.js";
import { keep, recall } from "./storage.js";

const WORDS = {
  graph: [
    "Each circle is a position, each arrow a move; whoever cannot move loses.",
    "The number says who wins: 0 means that whoever has to move loses, any other number that they win, by moving to a 0. It is the least number that no arrow leads to.",
  ],
  sequence: [
    "Each heap has a number: 0 means that whoever has to move loses.",
    "Several heaps are one game: write their numbers in binary and add without carry; whoever faces 0 loses. Where the numbers repeat without end, that is proved here.",
  ],
  nimbers: [
    "Nimbers are the numbers 0, 1, 2, … that add like heaps of Nim: 3 ⊕ 5 = 6, and every number is its own negative.",
    "They multiply and divide too, and even have square roots.",
  ],
};
const NAME = "introduced";

/**
 * Make the first words of a part, or null where they were said or are not wanted.
 *
 * @param {string} part
 */
export function intro(part) {
  const seen = recall(NAME) ?? [];
  if (!(part in WORDS) || seen.includes(part) || seen.includes("all")) return null;
  const stop = (name) => {
    keep(NAME, [...new Set([...(recall(NAME) ?? []), name])]);
    box.remove();
    document.getElementById("content").focus({ preventScroll: true });
  };
  const box = h(
    "aside",
    { class: "intro", "aria-label": "First words" },
    h(
      "div",
      {},
      WORDS[part].map((text) => h("p", {}, text)),
    ),
    h(
      "div",
      { class: "bar" },
      h("button", { type: "button", class: "main", onclick: () => stop(part) }, "Got it"),
      h("button", { type: "button", onclick: () => stop("all") }, "No more of these"),
    ),
  );
  return box;
}
