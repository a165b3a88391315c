// The calculator: nim-sum with its binary columns, product, inverse, root, tables.
import { remember, written } from "./address.js";
import { ask } from "./api.js";
import { bitTable } from "./bits.js";
import { choice, h, later } from "./dom.js";

const EXAMPLES = [
  "4 + 8 + 17",
  "2*3 + 4",
  "sqrt(5)",
  "inverse(7)",
  "mex(0, 1, 3)",
  "(3 + 5) * 6 / 2",
];

const DEFAULT = { expression: "4 + 8 + 17", operation: "product", size: 16 };
const SIZES = [8, 16, 32, 64];
const FIELDS = [2, 4, 16]; // orders of fields: the nimbers below each are one
const LONGEST_HEAP = 3; // digits of a heap that is still played
const PLAIN_PAUSE = 1000; // milliseconds without a key, after which Back leads to what stands there

/** What is shown, and how to show something else. */
let shown = { ...DEFAULT };
let show = () => {};

/** Show what an address says, or keep what is shown in it. */
export function opened(fields) {
  if (!fields.get("nimbers")) {
    keep();
    return;
  }
  const size = Number(fields.get("size"));
  shown = {
    expression: fields.get("nimbers").slice(0, 1000),
    operation: fields.get("op") === "sum" ? "sum" : "product",
    size: SIZES.includes(size) ? size : DEFAULT.size,
  };
  show();
}

function keep(how) {
  const { expression, operation, size } = shown;
  const other = { op: operation === "sum" ? "sum" : "", size: size === DEFAULT.size ? "" : size };
  remember("nimbers", { nimbers: expression.trim(), ...other }, how);
}

export function create() {
  const problem = h("p", { class: "problem", role: "alert" });
  const answer = h("div", { class: "nim-answer", "aria-live": "polite" });
  const input = h("input", {
    type: "text",
    id: "expression",
    maxlength: "1000",
    value: shown.expression,
    spellcheck: "false",
    autocomplete: "off",
    oninput: () => {
      soon();
      keepSoon();
    },
  });
  let asked = 0;
  const calculate = async () => {
    const number = ++asked; // an answer that comes after a later question is not shown
    if (!input.value.trim()) {
      answer.replaceChildren();
      problem.textContent = "";
      return;
    }
    try {
      const found = await ask("nimbers/calculate", { expression: input.value });
      if (number !== asked) return;
      answer.replaceChildren(...result(found));
      problem.textContent = "";
    } catch (error) {
      if (number === asked) {
        problem.textContent = error.message;
        answer.replaceChildren();
      }
    }
  };
  const soon = later(calculate, 150);
  const keepSoon = later(() => {
    shown.expression = input.value;
    keep();
  }, PLAIN_PAUSE);
  const examples = EXAMPLES.map((text) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          input.value = text;
          shown.expression = text;
          keep();
          calculate();
        },
      },
      text,
    ),
  );
  calculate();
  const table = tables();
  show = () => {
    input.value = shown.expression;
    calculate();
    table.show();
  };
  return h(
    "div",
    { class: "nimbers" },
    h(
      "section",
      { class: "card" },
      h("h2", {}, "Calculate with nimbers"),
      h(
        "label",
        { class: "field", for: "expression" },
        h(
          "span",
          {},
          "Expression: + or ⊕ nim-sum (^ in C and Python), * nim-product, /, **, sqrt( ), inverse( ), mex( )",
        ),
        input,
      ),
      h("div", { class: "bar", "aria-label": "Examples", role: "group" }, examples),
      problem,
      answer,
    ),
    table.element,
  );
}

function result(found) {
  const facts = [
    ["in binary", found.binary],
    ["nim-square", `${found.value} ⊗ ${found.value} = ${found.square}`],
    ["square root", `${found.sqrt}, for ${found.sqrt} ⊗ ${found.sqrt} = ${found.value}`],
    [
      "inverse",
      found.inverse === null
        ? "0 has none"
        : `${found.inverse}, for ${found.value} ⊗ ${found.inverse} = 1`,
    ],
  ];
  const parts = [
    h("p", { class: "big" }, `= ${found.value}`),
    h(
      "dl",
      { class: "facts" },
      facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]),
    ),
  ];
  if (found.terms.length > 1) parts.push(columns(found));
  const heaps = found.terms.map((term) => term.value).filter((value) => value !== "0");
  if (heaps.length && heaps.every((value) => value.length <= LONGEST_HEAP))
    parts.push(
      h(
        "p",
        {},
        h(
          "a",
          { href: written("game", { game: `nim ${heaps.join(" ")}` }) },
          "Play it: heaps of Nim",
        ),
      ),
    );
  return parts;
}

function columns(found) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Column by column" },
    h("h3", {}, "Column by column"),
    h(
      "p",
      { class: "quiet" },
      "A column of the sum is 1 exactly when an odd number of terms has 1 there.",
    ),
    bitTable(
      found.terms.map((term) => ({ name: term.text, value: term.value, binary: term.binary })),
      { name: "nim-sum", value: found.value, binary: found.binary },
      "The terms in binary, and their nim-sum",
    ),
  );
}

function tables() {
  const field = h("p", { class: "quiet" });
  let operations;
  let sizes;
  const place = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" });
  let asked = 0;
  const draw = async () => {
    const number = ++asked;
    const { operation, size } = shown;
    let rows;
    try {
      ({ rows } = await ask("nimbers/table", { operation, size }));
    } catch (error) {
      if (number === asked) place.replaceChildren(h("p", { class: "problem" }, error.message));
      return;
    }
    if (number !== asked) return;
    field.textContent = fieldText(operation, size);
    const look = (a, b) => {
      const last = (n) => FIELDS.includes(n + 1) && n + 1 < size;
      return [last(b) ? "field-right" : "", last(a) ? "field-below" : ""].join(" ").trim() || null;
    };
    place.replaceChildren(coloured(rows, operation, look));
  };
  draw();
  const change = (name, value) => {
    shown[name] = value;
    keep();
    draw();
  };
  const element = h(
    "section",
    { class: "card" },
    h("h2", {}, "Tables"),
    h(
      "div",
      { class: "bar" },
      (operations = choice(
        "Operation",
        [
          ["product", "nim-product"],
          ["sum", "nim-sum"],
        ],
        shown.operation,
        (value) => change("operation", value),
      )),
      (sizes = choice(
        "Size",
        SIZES.map((size) => [String(size), String(size)]),
        String(shown.size),
        (value) => change("size", Number(value)),
      )),
    ),
    field,
    place,
  );
  return {
    element,
    show() {
      operations.querySelector("select").value = shown.operation;
      sizes.querySelector("select").value = String(shown.size);
      draw();
    },
  };
}

/** A table whose cells have the colour of their value; the row and column pointed at are lit. */
function coloured(rows, operation, look) {
  const most = Math.max(1, ...rows.flat());
  const cell = (value, a, b) => {
    const td = h("td", { class: look(a, b) }, String(value));
    td.style.setProperty("--share", String(value / most));
    return td;
  };
  const heads = rows.map((_, b) => h("th", { scope: "col" }, String(b)));
  const lines = rows.map((row, a) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(a)),
      row.map((value, b) => cell(value, a, b)),
    ),
  );
  const light = ({ target }) => {
    const at = target.closest("td")?.cellIndex ?? -1;
    for (const line of lines) {
      line.classList.toggle("lit", at > 0 && line.contains(target));
      for (const one of line.cells) one.classList.toggle("lit", at > 0 && one.cellIndex === at);
    }
    heads.forEach((head, b) => head.classList.toggle("lit", b + 1 === at));
  };
  return h(
    "table",
    { class: "nim-table wide", onpointerover: light, onpointerleave: light },
    h("caption", { class: "visually-hidden" }, operation === "sum" ? "Nim-sums" : "Nim-products"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, operation === "sum" ? "⊕" : "⊗"), heads)),
    h("tbody", {}, lines),
  );
}

/** Which fields the table shows: the nimbers below 2, 4, 16, 256, … are one each. */
function fieldText(operation, size) {
  if (FIELDS.includes(size))
    return `This is the field of order ${size}: sums and products of nimbers below ${size} stay below ${size}, and each but 0 has an inverse.${operation === "product" ? " Every row but the first holds each number once." : ""} Thick lines bound the fields within it.`;
  return `Thick lines bound the fields of order ${FIELDS.filter((order) => order < size).join(", ")}; the nimbers below ${size} are none${operation === "product" ? ", for some products are larger" : ""}.`;
}
