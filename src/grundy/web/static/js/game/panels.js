// What stands beside the boards: the moves, the history, the explanation.
import { h } from "../dom.js";
import { Play } from "./play.js";
import { inWordsOf } from "./wording.js";

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

/** An explanation: titled sections of sentences, pictures and tables, in words of the boards. */
export function explanation(explained, parts) {
  const scenes = parts.map(({ scene }) => scene);
  const say = (text) => inWordsOf(text, scenes);
  const shown = parts.length === 1 ? withoutName : (piece) => piece;
  return explained.sections.map(({ title, blocks }) =>
    h(
      "section",
      {},
      title ? h("h3", {}, title) : null,
      blocks.map((one) => block(shown(one), say)),
    ),
  );
}

/** A table of moves on one board alone, which need not say where they are. */
export function withoutName(piece) {
  const { header, rows, right } = piece;
  if (!rows?.length || !rows.every(([first, ...rest]) => first === "A" && rest.length > 2))
    return piece;
  return {
    ...piece,
    header: header.filter((_, i) => i !== 1), // the first is over both
    right: right.slice(1),
    rows: rows.map(([, ...rest]) => rest.map((text) => text.replace(/^A: /, ""))),
  };
}

function block(piece, say) {
  if (piece.kind === "text") return h("p", {}, say(piece.text));
  if (piece.kind === "picture") return h("pre", {}, piece.text);
  const cells = (row, tag) =>
    row.map((text, i) =>
      h(
        text ? tag : "td",
        { class: piece.right[i] ? "number" : null, scope: tag === "th" && text ? "col" : null },
        say(text),
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
