// The nim-sum as a picture: numbers in binary below each other, column by column.
import { h } from "./dom.js";

/**
 * @typedef {{name: string, value: string, binary: string, changed?: boolean}} Row
 */

/**
 * Make the table of some numbers in binary, and their nim-sum below.
 *
 * A column with an odd number of ones is marked; in it the sum has a 1.
 *
 * @param {Row[]} rows
 * @param {Row} total
 * @param {string} caption what the table is, for who hears it
 */
export function bitTable(rows, total, caption) {
  const width = Math.max(1, ...[...rows, total].map((row) => row.binary.length));
  const padded = total.binary.padStart(width, "0");
  const cells = (binary) =>
    [...binary.padStart(width, " ")].map((bit, i) =>
      h(
        "td",
        { class: `bit${bit === "1" ? " one" : ""}${padded[i] === "1" ? " odd" : ""}` },
        bit.trim(),
      ),
    );
  const line = (row, name = null) =>
    h(
      "tr",
      { class: name ?? (row.changed ? "changed" : null) },
      h("th", { scope: "row" }, row.name),
      h("td", { class: "number" }, row.value),
      cells(row.binary),
    );
  return h(
    "table",
    { class: "bits" },
    h("caption", { class: "visually-hidden" }, caption),
    h(
      "tbody",
      {},
      rows.map((row) => line(row)),
      line({ ...total, binary: padded }, "total"),
    ),
  );
}

/** Write a row for a number, given as text. @returns {Row} */
export function bitRow(name, value, changed = false) {
  return { name, value, binary: BigInt(value).toString(2), changed };
}

/** The nim-sum of numbers that are given as text. */
export function nimSum(values) {
  return values.reduce((sum, value) => sum ^ BigInt(value), 0n).toString();
}
