// An exercise sheet: the graph without values and a table to be filled in; the solutions on a
// second page.
import { h, valueText } from "../dom.js";
import { printPages } from "../paper.js";
import { pictureOf } from "./pictures.js";

const MOST = 60; // vertices that somebody works out by hand

/** Print the sheet of the graph that a view shows. */
export function printSheet(view) {
  const { model, labels } = view;
  if (!labels?.vertices.length) throw new Error("There are no values yet.");
  if (model.names.length > MOST)
    throw new Error(`A sheet has ${MOST} vertices at most: somebody is to find their values.`);
  const { palette } = view.frame.closest("[data-palette]").dataset;
  printPages(
    { class: "sheet light graph", "data-palette": palette },
    page(view, { title: "Exercise", solved: false }),
    page(view, { title: "Solutions", solved: true }),
  );
}

function page(view, { title, solved }) {
  const { model, labels } = view;
  const misere = labels.play === "misere";
  const rule = misere ? "misère play: who cannot move wins" : "normal play: who cannot move loses";
  const task = `A token stands on a vertex; a move takes it along an arc; ${rule}. Find the value of each vertex, who wins from there, and the winning moves.`;
  const nothing = new Map();
  const looks = model.names.map((_, vertex) => ({
    ...view.look(vertex, solved ? null : nothing),
    wide: view.look(vertex, null).wide,
    current: false,
    ...(solved ? {} : { tone: "blank" }),
  }));
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    h("p", {}, solved ? `The values, for ${rule}.` : task),
    pictureOf(view, {
      looks,
      legend: solved,
      heads: solved ? "solved-head" : "blank-head",
      described: solved,
    }),
    h("div", { class: "answers" }, answers(model, labels, solved)),
  );
}

/** Tables side by side, so that they stand on one page with the picture. */
function answers(model, labels, solved) {
  const rows = model.names.map((name, vertex) => {
    const label = labels.vertices[vertex];
    const winning = label.winning.map((one) => model.names[one]).join(", ") || "none";
    const cells = solved ? [valueText(label), label.outcome, winning] : ["", "", ""];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      cells.map((text) => h("td", {}, text)),
    );
  });
  const columns = rows.length > 8 ? 2 : 1;
  const length = Math.ceil(rows.length / columns);
  return Array.from({ length: columns }, (_, i) =>
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["vertex", "value", "outcome", "winning moves"].map((text) =>
            h("th", { scope: "col" }, text),
          ),
        ),
      ),
      h("tbody", {}, rows.slice(i * length, (i + 1) * length)),
    ),
  );
}
