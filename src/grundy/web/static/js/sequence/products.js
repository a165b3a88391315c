// The multiplication table of a quotient: the kernel comes last, so that it is a block; P-elements are shaded.
import { h } from "../dom.js";

/** The table with its legend; a sentence where there are too many elements for one. */
export function products(found) {
  if (!found.table)
    return [
      h(
        "p",
        {},
        `There are ${found.order.toLocaleString("en")} elements; the table is shown up to 60.`,
      ),
    ];
  const kernel = new Set(found.kernel.elements);
  const lost = new Set(found.p_portion);
  const length = (element) => [...found.words[element]].length;
  const order = found.words
    .map((_, element) => element)
    .sort(
      (a, b) =>
        Number(kernel.has(a)) - Number(kernel.has(b)) ||
        length(a) - length(b) ||
        (found.words[a] < found.words[b] ? -1 : 1),
    );
  const look = (element) =>
    [lost.has(element) ? "lost" : "", kernel.has(element) ? "kernel" : ""]
      .filter(Boolean)
      .join(" ") || null;
  const head = (element, scope) => h("th", { scope, class: look(element) }, found.words[element]);
  const row = (a) =>
    h(
      "tr",
      {},
      head(a, "row"),
      order.map((b) => {
        const product = found.table[a][b];
        return h("td", { class: look(product) }, found.words[product]);
      }),
    );
  return [
    h(
      "div",
      {
        class: "scroll products",
        tabindex: "0",
        role: "region",
        "aria-label": "Multiplication table",
      },
      h(
        "table",
        { class: "nim-table" },
        h("caption", { class: "visually-hidden" }, "Products of elements"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "·"),
            order.map((element) => head(element, "col")),
          ),
        ),
        h("tbody", {}, order.map(row)),
      ),
    ),
    legend(),
  ];
}

function legend() {
  const sign = (look, text) =>
    h(
      "span",
      { class: "sign" },
      h("span", { class: `swatch ${look}`, "aria-hidden": "true" }, "ab"),
      text,
    );
  return h(
    "div",
    { class: "legend" },
    sign("lost", "P-portion: who has to move loses"),
    sign("kernel", "kernel"),
    sign("lost kernel", "both"),
  );
}
