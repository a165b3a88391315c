// What stands beside the boards: the moves, the history, the explanation.
import { h } from "../dom.js";
import { Play } from "./play.js";

/** The list of moves; candidates first say which are shown. */
export function moveList(moves, { candidates, leads, called, act }) {
  if (!moves.length) return h("p", { class: "quiet" }, "There is no move.");
  if (!candidates.length)
    return h(
      "p",
      { class: "quiet" },
      "No move has these words; press Enter to try them as a move.",
    );
  return h(
    "ol",
    { class: "play-moves" },
    candidates.map((move) => {
      const lead = leads[moves.indexOf(move)] ?? "";
      return h(
        "li",
        { value: String(moves.indexOf(move) + 1) },
        h(
          "button",
          {
            type: "button",
            class: "play-move",
            onclick: () => act.make(move),
            onpointerenter: () => act.hover(move),
            onpointerleave: () => act.hover(null),
            onfocus: () => act.hover(move),
            onblur: () => act.hover(null),
          },
          lead ? h("span", { class: `badge ${lead}` }, Play.word(lead)) : null,
          h("span", {}, called(move)),
        ),
      );
    }),
  );
}

/** An explanation: titled sections of sentences, pictures and tables. */
export function explanation(explained) {
  return explained.sections.map((section) =>
    h("section", {}, section.title ? h("h3", {}, section.title) : null, section.blocks.map(block)),
  );
}

function block(piece) {
  if (piece.kind === "text") return h("p", {}, piece.text);
  if (piece.kind === "picture") return h("pre", {}, piece.text);
  const cells = (row, tag) =>
    row.map((text, i) =>
      h(
        text ? tag : "td",
        { class: piece.right[i] ? "number" : null, scope: tag === "th" && text ? "col" : null },
        text,
      ),
    );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" },
    h(
      "table",
      {},
      piece.header.length ? h("thead", {}, h("tr", {}, cells(piece.header, "th"))) : null,
      h(
        "tbody",
        {},
        piece.rows.map((row, i) =>
          h(
            "tr",
            { class: piece.total && i === piece.rows.length - 1 ? "total" : null },
            cells(row, "td"),
          ),
        ),
      ),
    ),
  );
}
