// One vertex as elements: outline, name, value and the letter of its outcome.
import { s } from "../dom.js";
import { outline, RADIUS } from "./shapes.js";

/**
 * @typedef {object} Look what a vertex looks like
 * @property {string} name as it stands in the vertex
 * @property {string} text its value, "?" or ""
 * @property {string} outcome P, N, D or "unknown"
 * @property {string} tone the class of its colour, where that is by value
 * @property {number} wide half of its width
 * @property {string} words all of it in words
 * @property {number} tokens
 * @property {boolean} selected
 * @property {boolean} current whether the algorithm is at it
 */

/** The letter of an outcome, "" where it is not known. */
export const letterOf = (outcome) => (outcome === "unknown" ? "" : outcome);

/** Where the lines stand: the name above value and letter, unless there are none. */
export function lines(look, plain) {
  const lower = plain && look.outcome === "P" ? 2 : 0; // a triangle is widest below
  const letter = letterOf(look.outcome);
  const second = [look.text, letter].filter(Boolean).join(" ");
  return { second, letter, first: second ? (lower ? -5 : -8) : lower, under: lower ? 11 : 10 };
}

/**
 * @param {Look} look
 * @param {number} number of the vertex
 */
export function vertexElement(look, number, { plain = false, reached = false } = {}) {
  const { outcome, wide, text, tokens } = look;
  const { letter, first, under } = lines(look, plain);
  const names = ["vertex", outcome, look.tone, look.selected && "selected"];
  if (look.current) names.push("current");
  return s(
    "g",
    {
      class: names.filter(Boolean).join(" "),
      tabindex: reached ? "0" : "-1",
      role: "button",
      "data-vertex": number,
      "aria-label": look.words + (tokens ? `, ${tokens} token${tokens > 1 ? "s" : ""}` : ""),
      "aria-pressed": String(look.selected),
    },
    s("title", {}, look.words),
    outline(outcome, wide, "ring", { more: 6, plain }),
    outline(outcome, wide, "shape", { plain }),
    s("text", { y: first }, look.name),
    s(
      "text",
      { y: under, class: "second" },
      text ? s("tspan", { class: "value" }, text) : null,
      letter ? s("tspan", { class: "letter", dx: text ? 6 : null }, letter) : null,
    ),
    tokens ? s("circle", { class: "token", cx: wide - 4, cy: RADIUS - 4, r: 10 }) : null,
    tokens ? s("text", { class: "token-count", x: wide - 4, y: RADIUS - 4 }, String(tokens)) : null,
  );
}

/** The vertex that an element belongs to, or null. */
export function vertexOf(element) {
  const group = element?.closest?.("[data-vertex]");
  return group ? Number(group.dataset.vertex) : null;
}
