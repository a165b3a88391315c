// A graph from which positions are left out: one vertex stands for all of them and leads to itself,
// so that the labels decide nothing that hangs on it. That is not known; it is no draw.

/** The name of that vertex. */
export const REST = "…";
export const UNKNOWN = "not known, as it hangs on positions that are left out";

/**
 * Labels in which a draw is unknown, where positions are left out; else as they are.
 *
 * @template {{vertices: any[]}} T
 * @param {T} labels
 * @param {string[]} names of the vertices
 * @returns {T}
 */
export function withoutRest(labels, names) {
  return names.includes(REST) ? { ...labels, vertices: labels.vertices.map(known) } : labels;
}

/** The sum of tokens, in the same way. */
export function sumWithoutRest(sum, names) {
  if (!names.includes(REST) || sum?.outcome !== "D") return sum;
  const values = sum.values?.map((one) => (one.value === null ? { ...one, ...OPEN } : one));
  return { ...sum, ...OPEN, values, sum: sum.sum && { ...sum.sum, ...OPEN }, explanation: "" };
}

const OPEN = { outcome: "unknown" };
const known = (label) => (label.outcome === "D" ? { ...label, ...OPEN } : label);
