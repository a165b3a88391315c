// Values in rows of their period.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../src/grundy/web/static/js/sequence/rows.js";

test("rows are as long as the period, and exceptions are what does not repeat", () => {
  const values = [0, 1, 9, 1, 2, 0, 1, 2, 0, 1];
  const rows = rowsOf(values, { period: 3, preperiod: 3 });
  assert.deepEqual(
    rows.map(({ begin }) => begin),
    [0, 3, 6, 9],
  );
  assert.deepEqual(
    rows.map(({ cells }) =>
      cells.map(({ value, isException }) => `${value}${isException ? "!" : ""}`),
    ),
    [["0!", "1!", "9!"], ["1", "2", "0"], ["1", "2", "0"], ["1"]],
  );
});

test("with a saltus each row is greater by it", () => {
  const values = [5, 0, 1, 2, 3, 4, 5, 6];
  const rows = rowsOf(values, { period: 2, preperiod: 1, saltus: 2 });
  const marked = rows.flatMap(({ cells }) => cells.map(({ isException }) => isException));
  assert.deepEqual(marked, [true, ...new Array(7).fill(false)]);
});

test("of a short period a row has several", () => {
  const rows = rowsOf([0, 1, 0, 1, 0, 1, 0], { period: 2, preperiod: 0 }, 4);
  const written = rows.map(({ begin, cells }) => [begin, ...cells.map(({ value }) => value)]);
  assert.deepEqual(written, [
    [0, 0, 1, 0, 1],
    [4, 0, 1, 0],
  ]);
});
