// A position as an exercise on paper: its boards and questions, the solutions on a second page.
import { ask, Problem } from "../api.js";
import { h } from "../dom.js";
import { printPages } from "../paper.js";
import { miniature, ON_PAPER } from "./miniature.js";
import { explanation } from "./panels.js";
import { titled } from "./stage.js";
import { meaning } from "./telling.js";

const RULES = { normal: "Whoever cannot move loses.", misere: "Whoever cannot move wins." };
const NO_REASON = "Why takes too long to find out here.";

/**
 * Print the position that a play shows.
 *
 * @param {import("./play.js").Play} play
 * @param {((drawing: any, widest: number) => Element) | null} smallDrawing how Sprouts are shown
 */
export async function printExercise(play, smallDrawing = null) {
  const { node, rules } = play;
  const asked = { position: node.text, play: rules };
  const labels = node.naming.parts.map((part) => part.name);
  // A position that is too large to be judged is an exercise all the same.
  const orElse = (answer) => (error) => {
    if (!(error instanceof Problem)) throw error;
    return { ...answer, message: error.message };
  };
  // One after the other: the same worker answers then, which knows who wins already.
  const judged = await ask("game/judge", { ...asked, moves: true }).catch(
    orElse({ outcome: null, leads: [] }),
  );
  const explained = judged.outcome
    ? await ask("game/explain", { ...asked, turn: play.player, labels, seconds: 0.5 }).catch(
        orElse({ sections: [] }),
      )
    : { sections: [] };
  const shown = { node, rules, smallDrawing };
  printPages(
    { class: "sheet light play" },
    page("Exercise", shown, [
      h("ol", {}, questions(node.position, rules)),
      ...Array.from({ length: 6 }, () => h("p", { class: "write" })),
    ]),
    page("Solutions", shown, [
      h("p", {}, h("strong", {}, meaning(judged.outcome) ?? judged.message)),
      judged.outcome ? h("p", {}, winning(play, node.position, judged)) : null,
      explained.message ? h("p", {}, NO_REASON) : explanation(explained, node.position.parts),
    ]),
  );
}

function page(title, { node, rules, smallDrawing }, below) {
  const { parts } = node.position;
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    titled(parts),
    h("p", {}, RULES[rules]),
    h("div", { class: "boards" }, miniature(node, smallDrawing, ON_PAPER)),
    below,
  );
}

function questions({ parts, moves }, rules) {
  return [
    h("li", {}, "Who wins: who is to move, or the other?"),
    moves.length ? h("li", {}, "Which moves win? Mark them, or write them down.") : null,
    rules === "normal"
      ? h("li", {}, parts.length > 1 ? "What is the value of each part?" : "What is its value?")
      : null,
  ];
}

function winning(play, { moves, complete }, { leads }) {
  const names = moves.filter((_, i) => leads[i] === "P").map((move) => play.called(move));
  const all = [...new Set(names)].join("; ") || "none";
  const isSure = complete && leads.every(Boolean);
  return `Winning moves: ${all}${isSure ? "." : ", of those that could be looked at."}`;
}
