// The algorithm beside its graph: the text with the line lit, the queue, the table, the levels.
import { h } from "../dom.js";
import { levelsOf } from "./moments.js";

/** The text of the algorithm; the line that was carried out last is lit. */
export function textOf(lines, moment) {
  const items = lines.map((line, number) => {
    const depth = (line.length - line.trimStart().length) / 4;
    const lit = number === moment?.line;
    return h(
      "li",
      { class: `depth-${depth}${lit ? " lit" : ""}`, "aria-current": lit ? "step" : null },
      line.trim(),
    );
  });
  return h("ol", { class: "algorithm", "aria-label": "The algorithm" }, items);
}

/** The queue C, its head first. */
export function queueOf(queue, name, taken) {
  const boxes = queue.map((vertex, i) =>
    h("li", { class: i ? null : "head" }, name(vertex), i ? "" : h("span", {}, "first")),
  );
  const contents = `Queue C: ${queue.map(name).join(", ") || "empty"}`;
  return h(
    "div",
    { class: "queue" },
    h("span", {}, "C ="),
    h(
      "ol",
      { "aria-label": contents },
      boxes.length ? boxes : h("li", { class: "empty" }, "empty"),
    ),
    taken === null ? null : h("span", {}, "x = ", h("strong", {}, name(taken))),
  );
}

const set = (numbers, word) => `{${numbers.map(word).join(", ")}}`;

/** The table of Algorithm 1, with the columns of the paper; it is never wider than its place. */
export function tableOf(state, name, hidden) {
  const heads = ["", "Succ", "Prec", "L_succ", "l"].map((text) =>
    h(
      "th",
      { scope: "col" },
      text === "L_succ"
        ? ["L", h("sub", {}, "succ")]
        : text || h("span", { class: "visually-hidden" }, "vertex"),
    ),
  );
  const rows = [...state.rows].map(([vertex, row]) => {
    const asked = vertex === hidden;
    const names = [
      vertex === state.moment?.taken && "taken",
      (asked || state.changed.has(vertex)) && "current",
    ];
    return h(
      "tr",
      { class: names.filter(Boolean).join(" ") || null },
      h("th", { scope: "row" }, name(vertex)),
      h("td", {}, set(row.remaining, name)),
      h("td", {}, set(row.predecessors, name)),
      h("td", {}, set(row.labels, String)),
      h("td", { class: "label" }, asked ? "?" : row.label === null ? "" : String(row.label)),
    );
  });
  return h(
    "div",
    {
      class: "scroll succ",
      tabindex: "0",
      role: "region",
      "aria-label": "The table of Algorithm 1",
    },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
  );
}

/** The levels of Algorithm 2: who got the label i, with ranks, who became ∞, who has none yet. */
export function levelsTable(state, name, count) {
  const given = new Set(state.given.map(({ vertex }) => vertex));
  const left = Array.from({ length: count }, (_, vertex) => vertex).filter(
    (vertex) => !given.has(vertex),
  );
  const last = state.given.at(-1)?.vertex;
  const one = ({ vertex, counter }) =>
    h(
      "li",
      { class: vertex === last && state.moment?.labelled ? "current" : null },
      name(vertex),
      counter === null ? null : h("small", {}, ` c = ${counter}`),
    );
  const list = (all) => (all.length ? h("ul", { class: "vertices" }, all.map(one)) : "–");
  const levels = levelsOf(state.given);
  const level = state.moment?.level ?? 0;
  if (levels.at(-1)?.level !== level) levels.push({ level, finite: [], infinite: [] });
  const rows = levels.map(({ level: i, finite, infinite }) =>
    h(
      "tr",
      { class: i === level ? "current" : null },
      h("th", { scope: "row" }, String(i)),
      h("td", {}, list(finite)),
      h("td", {}, list(infinite)),
    ),
  );
  return h(
    "div",
    {},
    h("p", { class: "queue" }, `S_ν = ${set(left, name)}`),
    h(
      "div",
      { class: "scroll succ", tabindex: "0", role: "region", "aria-label": "The levels" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["level i", "l = i, with rank c", "l = ∞"].map((text) =>
              h("th", { scope: "col" }, text),
            ),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

/** Bring the row that is lit into its table's view, without moving the page. */
export function showRow(place) {
  for (const inner of place.querySelectorAll(".scroll.succ")) {
    const row = /** @type {HTMLElement | null} */ (inner.querySelector("tbody .current"));
    if (!row) continue;
    const head = inner.querySelector("thead").getBoundingClientRect().height;
    const top = row.offsetTop - head;
    const bottom = row.offsetTop + row.offsetHeight;
    if (top < inner.scrollTop) inner.scrollTop = top;
    else if (bottom > inner.scrollTop + inner.clientHeight)
      inner.scrollTop = bottom - inner.clientHeight;
  }
}
