// The way from another part to the graph of a position, and what is to be done with it there.
import { written } from "../address.js";
import { ask } from "../api.js";
import { rows } from "../bridges.js";
import { pack } from "./share.js";

let sheet = false;

/**
 * Show all positions that one leads to as a graph, or print an exercise sheet of it.
 *
 * @param {string} position
 * @param {string} play "normal" or "misere"
 * @param {{asSheet?: boolean}} how
 */
export async function leadToGraph(position, play, { asSheet = false } = {}) {
  const { vertices: names, arcs } = await ask("game/graph", { position });
  const packed = await pack({ names, arcs, places: rows(names.length, arcs), tokens: [0] }, play);
  sheet = asSheet;
  location.hash = written("graph", { graph: packed });
}

/** Whether the graph that is opened now is to become a sheet; asked once. */
export function takeSheet() {
  const wanted = sheet;
  sheet = false;
  return wanted;
}
