// What the parts of a position are called in a play: names that never change. What is left of A is
// A; where A falls apart, its parts are A1 and A2, and those of A2 are A3 and A4.
import { letter } from "./words.js";

/**
 * @typedef {{name: string, letter: string}} Called
 * @typedef {object} Naming
 * @property {Called[]} parts what each part is called, and the letter that it began with
 * @property {Map<string, number>} given how many parts each letter has fallen apart into
 * @property {boolean} isNeeded whether there have been several
 * @property {boolean} isMixed whether they are of several games
 */

/** Name the parts of a beginning. @param {string[]} games the game of each @returns {Naming} */
export function named(games) {
  const count = games.length;
  const parts = Array.from({ length: count }, (_, i) => ({ name: letter(i), letter: letter(i) }));
  return { parts, given: new Map(), isNeeded: count > 1, isMixed: new Set(games).size > 1 };
}

/**
 * Name the parts after a move that has left so many of one.
 *
 * @param {Naming} before
 * @param {number} part
 * @param {number} count
 * @returns {Naming}
 */
export function namedAfter({ parts, given, isNeeded, isMixed }, part, count) {
  const [moved] = parts.slice(part, part + 1);
  const first = given.get(moved.letter) ?? 0;
  const dot = /^P/.test(moved.letter) ? "." : ""; // P27 is the 27th part
  const fresh = Array.from({ length: count }, (_, i) => ({
    name: `${moved.letter}${dot}${first + i + 1}`,
    letter: moved.letter,
  }));
  const after = [
    ...parts.slice(0, part),
    ...(count === 1 ? [moved] : fresh),
    ...parts.slice(part + 1),
  ];
  return {
    parts: after,
    given: count > 1 ? new Map(given).set(moved.letter, first + count) : given,
    isNeeded: isNeeded || count > 1,
    isMixed,
  };
}
