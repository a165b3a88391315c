// A graph from which positions are left out: one vertex stands for all of them and leads to itself,
// so that the labels decide nothing that hangs on it. Of that is known what the game itself says.
import { valueText } from "../dom.js";

/** The name of that vertex. */
export const REST = "…";
/** What stands in place of a value that is being computed. */
export const COMING = "…";
export const BEING_COMPUTED = "being computed";
export const UNKNOWN = "not known, as it hangs on positions that are left out";

/**
 * @typedef {object} Known who wins by a play, vertex by vertex, as far as the game itself says
 * @property {string} play
 * @property {({value: number | null, infinite?: number[], outcome: string} | null)[]} vertices
 */

/**
 * Labels in which what hangs on the rest is as known, where positions are left out; else as they are.
 *
 * @template {{play: string, vertices: any[]}} T
 * @param {T} labels
 * @param {{names: string[], known: Known | null}} model
 * @returns {T}
 */
export function withoutRest(labels, { names, known }) {
  if (!names.includes(REST)) return labels;
  const of = known?.play === labels.play ? known.vertices : [];
  const vertices = labels.vertices.map((label, vertex) => {
    if (label.value !== null) return label;
    const outcome = label.outcome === "D" ? "unknown" : label.outcome;
    return { ...label, ...OPEN, outcome, ...of[vertex] };
  });
  for (const label of vertices.filter(({ isPartial }) => isPartial)) {
    label.winning = label.followers.filter((vertex) => vertices[vertex].outcome === "P");
    label.best = label.winning[0] ?? null;
  }
  return { ...labels, vertices };
}

/**
 * The value of a vertex as it stands in the picture: what is still to come is no question mark, and
 * where it is known who wins, an unknown value is none.
 *
 * @param {{value: number | null, infinite?: number[], outcome: string} | undefined} label
 * @param {{refused: boolean, isComing: boolean}} view whether there will be no labels, or better ones
 */
export function shownValue(label, { refused, isComing }) {
  if (!label) return refused ? "" : COMING;
  const text = valueText(label);
  if (text !== "?") return text;
  return isComing ? COMING : label.outcome === "unknown" ? text : "";
}

/** The sum of tokens, in the same way; of a single one it is known what is known of its vertex. */
export function sumWithoutRest(sum, { names, tokens }, labels) {
  if (!names.includes(REST) || !sum) return sum;
  const known = tokens.map((vertex) => labels.vertices[vertex]);
  if (!known.some(({ isPartial }) => isPartial)) return sum;
  const outcome = sum.outcome === "D" ? "unknown" : sum.outcome;
  const alone = tokens.length === 1 ? known[0] : { value: null, outcome };
  const winning = tokens.length === 1 ? known[0].winning.map((to) => ({ token: 0, to })) : [];
  return {
    ...sum,
    outcome: alone.outcome,
    values: sum.values && known,
    sum: sum.sum && alone,
    winning,
    best: winning[0] ?? null,
    explanation: "",
  };
}

const OPEN = { value: null, infinite: undefined, isPartial: true };
