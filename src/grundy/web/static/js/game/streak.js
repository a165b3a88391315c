// How many puzzles were solved in a row: kept as text in the browser's storage.

/** @typedef {{now: number, best: number}} Streak */

/** @type {Streak} */
export const NEW = { now: 0, best: 0 };

/**
 * Read a streak; whatever is no streak is a new one.
 *
 * @param {string | null} text
 * @returns {Streak}
 */
export function read(text) {
  const [now, best] = /^([0-9]{1,9}) ([0-9]{1,9})$/
    .exec(text ?? "")
    ?.slice(1)
    .map(Number) ?? [0, 0];
  return now <= best ? { now, best } : NEW;
}

/**
 * @param {Streak} streak
 */
export function written({ now, best }) {
  return `${now} ${best}`;
}

/**
 * The streak after one more puzzle.
 *
 * @param {Streak} streak
 * @param {boolean} right
 * @returns {Streak}
 */
export function after({ now, best }, right) {
  const length = right ? now + 1 : 0;
  return { now: length, best: Math.max(best, length) };
}
