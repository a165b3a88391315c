// What the part "Sequence" shows, as the fields of its address, and back.

export const MOST = 5_000_000;
export const MOST_MISERE = 10_000;

/**
 * @typedef {{
 *   game: string, stop: number, vs: string, play: "normal" | "misere",
 *   x: "linear" | "log", y: "linear" | "log",
 * }} Shown
 */

/** @type {Shown} */
export const DEFAULT = {
  game: "0.77",
  stop: 1000,
  vs: "",
  play: "normal",
  x: "linear",
  y: "linear",
};

/**
 * How many heaps are wanted, of what was typed or linked.
 *
 * @param {string | number | null} text
 * @param {string} play
 */
export function stopOf(text, play) {
  const most = play === "misere" ? MOST_MISERE : MOST;
  return Math.min(most, Math.max(1, Math.floor(Number(text)) || DEFAULT.stop));
}

/**
 * @param {URLSearchParams} fields
 * @returns {Shown | null} null where the address names no game
 */
export function fromFields(fields) {
  const game = fields.get("sequence")?.trim();
  if (!game) return null;
  const play = fields.get("play") === "misere" ? "misere" : "normal";
  const axis = (name) => (fields.get(name) === "log" ? "log" : "linear");
  return {
    game,
    stop: stopOf(fields.get("n"), play),
    vs: fields.get("vs")?.trim() ?? "",
    play,
    x: axis("x"),
    y: axis("y"),
  };
}

/**
 * @param {Shown} shown
 */
export function fieldsOf({ game, stop, vs, play, x, y }) {
  return {
    sequence: game,
    n: stop,
    vs,
    play: play === "misere" ? play : "",
    x: x === "log" ? x : "",
    y: y === "log" ? y : "",
  };
}
