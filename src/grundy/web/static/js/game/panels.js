// What stands beside the boards: the moves, the history, the explanation.
import { h } from "../dom.js";
import { Play } from "./play.js";
import { letter, short } from "./words.js";

/** The list of moves; candidates first say which are shown. */
export function moveList(moves, { candidates, leads, letters, act }) {
  if (!moves.length) return h("p", { class: "quiet" }, "There is no move.");
  if (!candidates.length) return h("p", { class: "quiet" }, "No move has these words; press Enter to try them as a move.");
  return h("ol", { class: "play-moves" }, candidates.map((move) => {
    const lead = leads[moves.indexOf(move)] ?? "";
    return h("li", { value: String(moves.indexOf(move) + 1) }, h("button", {
      type: "button", class: "play-move", onclick: () => act.make(move), onmouseenter: () => act.hover(move), onmouseleave: () => act.hover(null), onfocus: () => act.hover(move), onblur: () => act.hover(null),
    }, lead ? h("span", { class: `badge ${lead}` }, Play.word(lead)) : null, h("span", {}, move.name, letters ? ` in ${letter(move.part)}` : "")));
  }));
}

/** A strip of the moves: who made each, who wins after it, and where that changed. */
export function historyStrip(play) {
  return play.line.map((node, at) => {
    const wins = play.judging ? play.wins(at) : null;
    const winner = wins === null ? "" : wins === 0 ? "a draw" : `${play.name(wins)} can win`;
    const value = node.judged?.value;
    const changed = play.judging && at > 0 && play.changed(at);
    const mover = at ? play.name(2 - (at % 2)) : "";
    const lane = wins === null ? "unknown" : wins === 0 ? "drawn" : wins === 1 ? "first" : "second";
    return h("li", { class: `play-step ${lane}${changed ? " changed" : ""}` }, h("button", {
      type: "button", "aria-current": at === play.at ? "step" : null, onclick: () => play.goTo(at),
    },
    h("span", { class: "who" }, at ? `${at}. ${mover}` : "Start"),
    h("span", { class: "what" }, at ? node.move.name : play.start || "nothing"),
    winner ? h("span", { class: "wins" }, winner, value !== null && value !== undefined && play.rules === "normal" ? ` · value ${short(value)}` : "") : null,
    changed ? h("span", { class: "flag" }, wins === 0 || play.wins(at - 1) === 0 ? "⚑ the outcome changes" : "⚑ the win changes hands") : null));
  });
}

/** An explanation: titled sections of sentences, pictures and tables. */
export function explanation(told) {
  return told.sections.map((section) => h("section", {}, section.title ? h("h3", {}, section.title) : null, section.blocks.map(block)));
}

function block(told) {
  if (told.kind === "text") return h("p", {}, told.text);
  if (told.kind === "picture") return h("pre", {}, told.text);
  const cells = (row, tag) => row.map((text, i) => h(text ? tag : "td", { class: told.right[i] ? "number" : null, scope: tag === "th" && text ? "col" : null }, text));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, h("table", {},
    told.header.length ? h("thead", {}, h("tr", {}, cells(told.header, "th"))) : null,
    h("tbody", {}, told.rows.map((row, i) => h("tr", { class: told.total && i === told.rows.length - 1 ? "total" : null }, cells(row, "td"))))));
}
