// The way from another part to the graph of a position, and what is to be done with it there.
import { written } from "../address.js";
import { ask } from "../api.js";
import { REST } from "./rest.js";
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
  const found = await ask("game/graph", { position, play });
  const { vertices: names, arcs, places, first, complete } = found;
  const known = complete ? null : { play, vertices: found.known };
  const packed = await pack({ names, arcs, places, tokens: [0], known }, play);
  wanted = { asSheet, first, said: sentence(first.length, found) };
  location.hash = written("graph", { graph: packed });
}

function sentence(shown, { vertices: names, complete, known }) {
  if (complete)
    return names.length > shown
      ? `The first ${shown} of ${names.length} positions from here; Fit shows all.`
      : "";
  const isOpen = (one) => !one || (one.value === null && !one.infinite);
  const open = names.some((name, vertex) => name !== REST && isOpen(known[vertex]));
  return `The first ${names.length - 1} positions from here; … stands for all others${open ? ", ? for what is not soon known" : ""}.`;
}

/** What is to be done with the graph that is opened now; asked once. */
export function takeWanted() {
  const found = wanted;
  wanted = null;
  return found;
}
