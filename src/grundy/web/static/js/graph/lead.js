// The way from another part to the graph of a position, and what is to be done with it there.
import { written } from "../address.js";
import { ask } from "../api.js";
import { pack } from "./share.js";

/** @type {{asSheet: boolean, first: number[], said: string} | null} */
let wanted = null;

/**
 * Show all positions that one leads to as a graph, or print an exercise sheet of it.
 *
 * @param {string} position
 * @param {string} play "normal" or "misere"
 * @param {{asSheet?: boolean}} how
 */
export async function leadToGraph(position, play, { asSheet = false } = {}) {
  const { vertices: names, arcs, places, first, complete } = await ask("game/graph", { position });
  const packed = await pack({ names, arcs, places, tokens: [0] }, play);
  wanted = { asSheet, first, said: sentence(names.length, first.length, complete) };
  location.hash = written("graph", { graph: packed });
}

function sentence(all, shown, complete) {
  if (!complete)
    return `The first ${all - 1} positions from here; … stands for all others, and ? for what hangs on these.`;
  return all > shown ? `The first ${shown} of ${all} positions from here; Fit shows all.` : "";
}

/** What is to be done with the graph that is opened now; asked once. */
export function takeWanted() {
  const found = wanted;
  wanted = null;
  return found;
}
