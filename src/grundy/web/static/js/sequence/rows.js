// The values in rows as long as the period, or some short ones, so that its columns are seen to repeat; what does not
// fit yet, before the period begins, is marked.
import { h } from "../dom.js";

const SHORT = 10; // heaps that a row has at least, where several periods are as long
const LONGEST = 48; // heaps in a row: a longer one is wider than a page

/**
 * The rows of some values.
 *
 * @param {ArrayLike<number>} values
 * @param {{period: number, preperiod: number, saltus?: number}} found
 * @param {number} width of a row
 * @returns {{begin: number, cells: {value: number, isException: boolean}[]}[]} an exception is a
 *   value that the period, continued backwards, does not have
 */
export function rowsOf(values, { period, preperiod, saltus = 0 }, width = period) {
  const settled = (heap) => {
    const steps = Math.max(0, Math.ceil((preperiod - heap) / period));
    return values[heap + steps * period] - steps * saltus;
  };
  const found = [];
  for (let begin = 0; begin < values.length; begin += width) {
    const cells = [];
    for (let heap = begin; heap < Math.min(begin + width, values.length); heap++)
      cells.push({ value: values[heap], isException: values[heap] !== settled(heap) });
    found.push({ begin, cells });
  }
  return found;
}

/** Show values in rows of their period, or null where that is too long to be seen, or unknown. */
export function periodTable(values, found) {
  if (!found || found.period > LONGEST || found.preperiod + found.period > values.length)
    return null;
  const width = found.period * Math.max(1, Math.floor(SHORT / found.period));
  return h(
    "table",
    { class: "period-rows" },
    h(
      "caption",
      { class: "quiet" },
      `Rows of ${width} heaps.`,
      found.preperiod ? " Marked is what does not repeat." : "",
    ),
    h(
      "tbody",
      {},
      rowsOf(values, found, width).map(({ begin, cells }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(begin)),
          cells.map(({ value, isException }) =>
            h("td", { class: isException ? "exception" : null }, String(value)),
          ),
        ),
      ),
    ),
  );
}
