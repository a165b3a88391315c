// The check of a certificate, step by step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lines, partOf, steps } from "../../src/grundy/web/static/js/sequence/check-steps.js";

const CHECKED = {
  rule: "{1,2}",
  theorem: "repetition",
  reason: "1 · (0 + 3) + 2 − 1 + 1 = 5",
  heaps: 5,
  preperiod: 0,
  period: 3,
  saltus: 0,
  values: [0, 1, 2, 0, 1],
};

test("every pair of heaps that the proof rests on is a step", () => {
  const pairs = steps(CHECKED).filter(({ line }) => line === 2);
  assert.deepEqual(pairs, [
    { line: 2, heap: 0, holds: true },
    { line: 2, heap: 1, holds: true },
  ]);
  assert.equal(lines(CHECKED).length, 5);
});

test("a value that is changed makes its step fail", () => {
  const spoilt = { ...CHECKED, values: [0, 1, 2, 0, 2] };
  assert.deepEqual(
    steps(spoilt).filter(({ holds }) => !holds),
    [{ line: 2, heap: 1, holds: false }],
  );
});

test("the heap before the period begins must not repeat", () => {
  const later = { ...CHECKED, preperiod: 1, values: [5, 1, 2, 0, 1] };
  assert.deepEqual(steps(later).at(-2), { line: 3, heap: 0, holds: true });
  const earlier = { ...CHECKED, preperiod: 1 };
  assert.equal(steps(earlier).at(-2).holds, false);
});

test("a saltus lifts the values", () => {
  const lifted = { ...CHECKED, saltus: 3, values: [0, 1, 2, 3, 4] };
  assert.ok(steps(lifted).every(({ holds }) => holds));
  assert.match(lines(lifted)[2], /G\(n\) \+ 3/);
});

test("each step lights what is checked by then", () => {
  const parts = steps(CHECKED).map((step) => partOf(CHECKED, step));
  assert.deepEqual(
    parts.map(({ from, to }) => [from, to]),
    [
      [0, 5],
      [0, 5],
      [0, 1],
      [0, 2],
      [0, 2],
      [0, Infinity],
    ],
  );
  assert.deepEqual(parts[3].pair, [1, 4]);
});
