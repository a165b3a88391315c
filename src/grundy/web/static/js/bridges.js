// Ways from one part to another: what the address there is for what is shown here.
import { written } from "./address.js";

const PLAIN = /^[A-Za-z0-9]+$/;
const HEAPS = /^[0-9]+( [0-9]+)*$/;

/**
 * The address under which a graph is played: a token that walks along its arcs, from each start.
 *
 * @param {{names: string[], arcs: [number, number][], tokens: number[]}} graph
 * @param {number} selected where it begins if there is no token, -1 for the first vertex with a move
 */
export function toPlay({ names, arcs, tokens }, selected) {
  if (!arcs.length) return null;
  const plain = names.every((name) => PLAIN.test(name));
  const word = (vertex) => (plain ? names[vertex] : `v${vertex + 1}`);
  const starts = tokens.length ? tokens : [selected >= 0 ? selected : arcs[0][0]];
  const touched = new Set(arcs.flat());
  const walks = arcs.map(([from, to]) => `${word(from)}>${word(to)}`).join(",");
  if (!starts.every((vertex) => touched.has(vertex))) return null;
  const parts = starts.map((vertex) => `token ${walks}@${word(vertex)}`);
  return written("game", { game: parts.join(" + "), against: "perfect", first: 1 });
}

/**
 * The address of the sequence of a position's game, where it is one of heaps alone; else null.
 *
 * @param {string} position such as "kayles 5 7"
 */
export function toSequence(position) {
  const [game, ...heaps] = position.trim().split(" ");
  return HEAPS.test(heaps.join(" ")) ? written("sequence", { sequence: game, n: 1000 }) : null;
}

/**
 * The address of a play with two heaps of a game.
 *
 * @param {string} game
 */
export function toGame(game) {
  return written("game", { game: `${game} 5 8`, against: "perfect", first: 1 });
}
