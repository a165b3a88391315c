// The way from another part to the graph of a position, and what is to be done with it there.
import { written } from "../address.js";
import { ask } from "../api.js";
import { REST } from "./rest.js";
import { pack } from "./share.js";

const PATIENCE = [2, 6]; // seconds
const COMPUTING = "Who wins them is being computed…";

/**
 * @typedef {object} Wanted
 * @property {boolean} asSheet
 * @property {number[]} first the vertices to be seen
 * @property {string} said
 * @property {{position: string, play: string} | null} open the question whose answer is to come
 */

/** @type {Wanted | null} */
let wanted = null;

/**
 * Show all positions that one leads to as a graph, or print an exercise sheet of it.
 *
 * @param {string} position
 * @param {string} play "normal" or "misere"
 * @param {{asSheet?: boolean}} how
 */
export async function leadToGraph(position, play, { asSheet = false } = {}) {
  const asked = { position, play };
  const found = await ask("game/graph", { ...asked, seconds: 0 }); // the picture first
  const { vertices: names, arcs, places, first, complete } = found;
  const known = complete ? null : { play, vertices: found.known };
  const packed = await pack({ names, arcs, places, tokens: [0], known }, play);
  wanted = { asSheet, first, said: sentence(first.length, found), open: complete ? null : asked };
  location.hash = written("graph", { graph: packed });
}

function sentence(shown, { vertices: names, complete }) {
  if (!complete)
    return `The first ${names.length - 1} positions from here; … stands for all others.`;
  return names.length > shown
    ? `The first ${shown} of ${names.length} positions from here; Fit shows all.`
    : "";
}

/**
 * Ask the game who wins the positions that are drawn: in a moment, and what is open then once more.
 *
 * @param {import("./model.js").Model} model
 * @param {import("./view.js").View} view
 * @param {{position: string, play: string}} asked
 * @param {(sentence: string) => void} say
 */
export async function learn(model, view, asked, say) {
  const { names } = model;
  view.coming = model.known;
  say(COMPUTING);
  for (const seconds of PATIENCE) {
    const { known: vertices } = await ask("game/graph", { ...asked, seconds });
    if (!view.isComing) return; // another graph is there, or this one was changed
    view.coming = { play: asked.play, vertices };
    model.know(view.coming);
    if (names.every((name, vertex) => name === REST || vertices[vertex])) break;
  }
  view.coming = null;
  model.know(model.known);
  const isOpen = names.some((name, vertex) => name !== REST && !model.known.vertices[vertex]);
  say(isOpen ? "Who wins where a ? stands takes too long to find out." : "");
}

/** What is to be done with the graph that is opened now; asked once. */
export function takeWanted() {
  const found = wanted;
  wanted = null;
  return found;
}
