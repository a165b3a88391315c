// The state of an algorithm after so many of its lines: replayed from what each line changed.

/**
 * @typedef {object} Moment as the server tells it
 * @property {number} line
 * @property {number | null} vertex
 * @property {string} said
 * @property {boolean} labelled
 * @property {number | null} label
 * @property {number | null} counter
 * @property {boolean} whole
 * @property {number | null} taken
 * @property {number[]} queue
 * @property {[number, {remaining: number[], predecessors: number[], labels: number[], label: number | null}][]} rows
 * @property {number | null} level
 */

/**
 * @typedef {object} State
 * @property {Moment | null} moment the last one
 * @property {Map<number, any>} rows of the table of Algorithm 1
 * @property {Set<number>} changed the vertices whose row the last moment changed
 * @property {{vertex: number, label: number | null, counter: number | null, level: number | null}[]} given labels in their order
 */

/**
 * The state after the first moments.
 *
 * @param {Moment[]} moments
 * @param {number} count
 * @returns {State}
 */
export function stateAfter(moments, count) {
  /** @type {State} */
  const state = { moment: null, rows: new Map(), changed: new Set(), given: [] };
  for (const moment of moments.slice(0, count)) {
    state.moment = moment;
    state.changed = new Set();
    for (const [vertex, row] of moment.rows) {
      state.rows.set(vertex, row);
      state.changed.add(vertex);
    }
    if (moment.labelled)
      state.given.push({
        vertex: moment.vertex,
        label: moment.label,
        counter: moment.counter,
        level: moment.level,
      });
  }
  return state;
}

/**
 * Where one stops: after each line, or only where a table or a label is complete.
 *
 * @param {Moment[]} moments
 * @param {boolean} fine
 * @returns {number[]} numbers of moments that have passed, rising from the beginning to the end
 */
export function stops(moments, fine) {
  const all = moments.map((_, i) => i + 1);
  const found = fine ? all : all.filter((count) => moments[count - 1].whole);
  // A table that begins says what it begins with once the sinks have their labels.
  const begin = fine || moments[0]?.rows.length ? [] : [Math.min(1, moments.length)];
  return [...new Set([...begin, ...found])];
}

/**
 * The moment before the next label is given, from one on; the number of moments if there is none.
 *
 * @param {Moment[]} moments
 * @param {number} count
 */
export function beforeLabel(moments, count) {
  const next = moments.findIndex((moment, i) => i >= count && moment.labelled);
  return next < 0 ? moments.length : next;
}

/**
 * The labels of Algorithm 2 level by level.
 *
 * @param {State["given"]} given
 * @returns {{level: number, finite: State["given"], infinite: State["given"]}[]}
 */
export function levelsOf(given) {
  const found = [];
  for (const one of given) {
    if (found.at(-1)?.level !== one.level)
      found.push({ level: one.level, finite: [], infinite: [] });
    found.at(-1)[one.label === null ? "infinite" : "finite"].push(one);
  }
  return found;
}

/** What an answer in a quiz means: a number, null for ∞, undefined where it is neither. */
export function answered(text) {
  const word = text.trim().toLowerCase();
  if (/^\d{1,6}$/.test(word)) return Number(word);
  return ["∞", "inf", "infinity", "oo"].includes(word) ? null : undefined;
}
