// The check of a period's certificate as steps: which line of the argument, and which heap.

/**
 * @typedef {{
 *   rule: string, theorem: string, reason: string, heaps: number,
 *   preperiod: number, period: number, saltus: number, values: number[],
 * }} Checked
 * @typedef {{line: number, heap: number | null, holds: boolean}} Step
 * @typedef {{from: number, to: number, pair: number[]}} Part heaps that are checked, the last left
 *   out, and the two that are compared now
 */

/** The lines of the argument. */
export function lines({ rule, theorem, reason, heaps, preperiod, period, saltus }) {
  const lifted = saltus ? ` + ${saltus}` : "";
  return [
    `The values of ${rule} for heaps 0 to ${heaps - 1} are worked out anew, by the definition.`,
    `The theorem (${theorem}) asks for ${reason} heaps; there are ${heaps}.`,
    `G(n + ${period}) = G(n)${lifted} for each n from ${preperiod} to ${heaps - period - 1}?`,
    preperiod
      ? `It fails for n = ${preperiod - 1}, so the period begins no earlier than heap ${preperiod}.`
      : "It begins with heap 0, so no earlier start is possible.",
    `So it repeats for all larger heaps: G(n + ${period}) = G(n)${lifted} for all n from ${preperiod} on.`,
  ];
}

/**
 * The steps in order: a step for each pair of heaps that is compared.
 *
 * @param {Checked} checked
 * @returns {Step[]}
 */
export function steps(checked) {
  const { heaps, preperiod, period } = checked;
  const found = [
    { line: 0, heap: null, holds: true },
    { line: 1, heap: null, holds: true },
  ];
  for (let heap = preperiod; heap < heaps - period; heap++)
    found.push({ line: 2, heap, holds: repeats(checked, heap) });
  const before = preperiod ? preperiod - 1 : null;
  found.push({ line: 3, heap: before, holds: before === null || !repeats(checked, before) });
  found.push({ line: 4, heap: null, holds: true });
  return found;
}

/**
 * What of the plot a step has reached: all heaps whose values are worked out anew, then those that
 * are compared, period by period; at the end all larger heaps, too.
 *
 * @param {Checked} checked
 * @param {Step} step
 * @returns {Part}
 */
export function partOf({ heaps, preperiod, period }, { line, heap }) {
  if (line < 2) return { from: 0, to: heaps, pair: [] };
  const pair = heap === null ? [] : [heap, heap + period];
  if (line > 3) return { from: preperiod, to: Infinity, pair };
  return { from: preperiod, to: line === 2 ? heap + 1 : heaps - period, pair };
}

/** Whether the value of a heap comes again a period later, lifted by the saltus. */
export function repeats({ values, period, saltus }, heap) {
  return values[heap + period] === values[heap] + saltus;
}
