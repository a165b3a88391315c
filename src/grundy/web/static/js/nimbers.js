// The calculator: nim-sum with its binary columns, product, inverse, root, tables.
import { ask } from "./api.js";
import { choice, h, later } from "./dom.js";

const EXAMPLES = ["4 + 8 + 17", "2*3 + 4", "sqrt(5)", "inverse(7)", "mex(0, 1, 3)", "(3 + 5) * 6 / 2"];

export function create() {
  const problem = h("p", { class: "problem", role: "alert" });
  const answer = h("div", { "aria-live": "polite" });
  const input = h("input", { type: "text", id: "expression", maxlength: "1000", value: "4 + 8 + 17", spellcheck: "false",
    autocomplete: "off", oninput: () => soon() });
  let asked = 0;
  const calculate = async () => {
    const number = ++asked; // an answer that comes after a later question is not shown
    if (!input.value.trim()) { answer.replaceChildren(); problem.textContent = ""; return; }
    try {
      const found = await ask("nimbers/calculate", { expression: input.value });
      if (number !== asked) return;
      answer.replaceChildren(...result(found));
      problem.textContent = "";
    } catch (error) { if (number === asked) { problem.textContent = error.message; answer.replaceChildren(); } }
  };
  const soon = later(calculate, 150);
  const examples = EXAMPLES.map((text) => h("button", { type: "button", onclick: () => {
    input.value = text;
    calculate();
  } }, text));
  calculate();
  return h("div", { class: "two" },
    h("section", { class: "card" },
      h("h2", {}, "Calculate with nimbers"),
      h("label", { class: "field", for: "expression" }, h("span", {}, "Expression: + or ⊕ nim-sum, * nim-product, /, **, sqrt( ), inverse( ), mex( )"), input),
      h("div", { class: "bar", "aria-label": "Examples", role: "group" }, examples), problem, answer),
    tables());
}

function result(found) {
  const facts = [
    ["in binary", found.binary], ["nim-square", `${found.value} ⊗ ${found.value} = ${found.square}`],
    ["square root", `${found.sqrt}, for ${found.sqrt} ⊗ ${found.sqrt} = ${found.value}`],
    ["inverse", found.inverse === null ? "0 has none" : `${found.inverse}, for ${found.value} ⊗ ${found.inverse} = 1`],
  ];
  const parts = [h("p", { class: "big" }, `= ${found.value}`),
    h("dl", { class: "facts" }, facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]))];
  if (found.terms.length > 1) parts.push(columns(found));
  return parts;
}

function columns(found) {
  const width = Math.max(1, ...found.terms.map((term) => term.binary.length), found.binary.length);
  const cells = (binary) => [...binary.padStart(width, " ")].map((bit) => h("td", {}, bit.trim()));
  const rows = found.terms.map((term) => h("tr", {}, h("th", { scope: "row" }, term.text), h("td", { class: "number" }, term.value), cells(term.binary)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Column by column" }, h("h3", {}, "Column by column"),
    h("p", { class: "quiet" }, "A column of the sum is 1 exactly when an odd number of terms has 1 there."),
    h("table", { class: "bits" }, h("caption", { class: "visually-hidden" }, "The terms in binary, and their nim-sum"),
      h("tbody", {}, rows, h("tr", {}, h("th", { scope: "row" }, "nim-sum"), h("td", { class: "number" }, found.value), cells(found.binary)))));
}

function tables() {
  const wanted = { operation: "product", size: 16 };
  const place = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" });
  let asked = 0;
  const draw = async () => {
    const number = ++asked;
    const { operation } = wanted;
    let rows;
    try { ({ rows } = await ask("nimbers/table", wanted)); } catch (error) {
      if (number === asked) place.replaceChildren(h("p", { class: "problem" }, error.message));
      return;
    }
    if (number !== asked) return;
    const sign = operation === "sum" ? "⊕" : "⊗";
    place.replaceChildren(h("table", { class: "nim-table" },
      h("caption", { class: "visually-hidden" }, operation === "sum" ? "Nim-sums" : "Nim-products"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, sign), rows.map((_, b) => h("th", { scope: "col" }, String(b))))),
      h("tbody", {}, rows.map((row, a) => h("tr", {}, h("th", { scope: "row" }, String(a)), row.map((value) => h("td", {}, String(value))))))));
  };
  draw();
  return h("section", { class: "card" }, h("h2", {}, "Tables"),
    h("div", { class: "bar" },
      choice("Operation", [["product", "nim-product"], ["sum", "nim-sum"]], "product", (value) => { wanted.operation = value; draw(); }),
      choice("Size", [["8", "8"], ["16", "16"], ["32", "32"], ["64", "64"]], "16", (value) => { wanted.size = Number(value); draw(); })),
    place);
}
