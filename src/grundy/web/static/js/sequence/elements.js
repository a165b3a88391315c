// The elements of heaps as coloured rows: a row for each element that heaps have, a column for each heap.
import { h, s } from "../dom.js";

const MOST_ROWS = 60;
const MOST_HEAPS = 400;
const CELL = 13;
const HEAD = 30; // above the rows: marks and numbers of heaps
const GROWN = "M-4,0L4,0L0,7Z";
const many = (number) => number.toLocaleString("en");

/** The picture of the first heaps, with its legend and the same in words. */
export function elements(found) {
  const { shown, rows } = firstRows(found.phi);
  const words = shown.map((element) => found.words[element]);
  const height = HEAD + CELL * rows.length;
  const lost = new Set(found.p_portion);
  const labels = h(
    "ul",
    { class: "element-names", "aria-label": "Elements, from the top row on" },
    rows.map((element) =>
      h(
        "li",
        {},
        h("span", { class: "element-name" }, found.words[element]),
        lost.has(element) ? h("span", { class: "badge P" }, "P") : null,
      ),
    ),
  );
  const picture = s(
    "svg",
    {
      width: CELL * shown.length,
      height,
      role: "img",
      "aria-label": `The elements of heaps 0 to ${many(shown.length - 1)}; the same stand below in words`,
    },
    bands(shown.length, rows.length),
    columns(shown.length, height),
    shown.map((element, heap) => square(heap, rows.indexOf(element))),
    marks(found, shown.length, height),
  );
  return [
    h(
      "div",
      { class: "elements" },
      labels,
      h(
        "div",
        {
          class: "scroll",
          tabindex: "0",
          role: "region",
          "aria-label": "Elements of heaps as coloured rows",
        },
        picture,
      ),
    ),
    legend(found, shown.length),
    h(
      "div",
      { class: "values", tabindex: "0", role: "region", "aria-label": "Elements from heap 0 on" },
      words.join(", ") + (found.stop > shown.length ? ", …" : ""),
    ),
  ];
}

/** As many heaps as the picture has room for, and the elements that they have, in the order of the heaps. */
function firstRows(phi) {
  const rows = [];
  const shown = [];
  for (const element of phi.slice(0, MOST_HEAPS)) {
    if (!rows.includes(element)) {
      if (rows.length === MOST_ROWS) break;
      rows.push(element);
    }
    shown.push(element);
  }
  return { shown, rows };
}

function square(heap, row) {
  return s("rect", {
    class: "square",
    x: CELL * heap + 1,
    y: HEAD + CELL * row + 1,
    width: CELL - 2,
    height: CELL - 2,
    rx: 2,
    fill: `hsl(${Math.round(137.5 * row) % 360} 60% 50%)`,
  });
}

/** Every other row on a darker ground, so that the eye finds the way from a name to a square. */
function bands(count, rows) {
  return Array.from({ length: Math.ceil(rows / 2) }, (_, pair) =>
    s("rect", {
      class: "band",
      x: 0,
      y: HEAD + 2 * CELL * pair,
      width: CELL * count,
      height: CELL,
    }),
  );
}

function columns(count, height) {
  const tens = Array.from({ length: Math.ceil(count / 10) }, (_, ten) => 10 * ten);
  return tens.map((heap) => [
    s("line", { class: "tenth", x1: CELL * heap, x2: CELL * heap, y1: 14, y2: height }),
    s("text", { class: "heap", x: CELL * heap + 2, y: 12 }, many(heap)),
  ]);
}

/** Triangles at the heaps at which the quotient grew, and lines where a period begins. */
function marks(found, count, height) {
  const grown = found.growth
    .filter(({ heap }) => heap < count)
    .map((step) =>
      s(
        "path",
        { class: "grown", d: GROWN, transform: `translate(${CELL * (step.heap + 0.5)}, 18)` },
        s("title", {}, grew(step)),
      ),
    );
  const starts = found.proved_for_all
    ? [found.preperiod, found.preperiod + found.period].filter((heap) => heap < count)
    : [];
  return [
    grown,
    starts.map((heap) =>
      s("line", { class: "begins", x1: CELL * heap, x2: CELL * heap, y1: 14, y2: height }),
    ),
  ];
}

function grew({ heap, order, p_count: lost }) {
  return `Heap ${many(heap)}: ${many(order)} elements, ${many(lost)} of them P`;
}

function legend(found, shown) {
  const sign = (inner, text) =>
    h(
      "span",
      { class: "sign" },
      s("svg", { width: 14, height: 14, "aria-hidden": "true" }, inner),
      text,
    );
  const parts = [
    sign(
      s("path", { class: "grown", d: GROWN, transform: "translate(7, 4)" }),
      "the quotient grew at this heap",
    ),
    h("span", {}, "P: who has to move loses this heap alone"),
  ];
  if (found.proved_for_all && found.preperiod + found.period < shown)
    parts.push(
      sign(
        s("line", { class: "begins", x1: 7, x2: 7, y1: 0, y2: 14 }),
        "the period begins, and begins again",
      ),
    );
  if (shown < found.stop)
    parts.push(h("span", {}, `the first ${many(shown)} of ${many(found.stop)} heaps`));
  return h("div", { class: "legend" }, parts);
}
