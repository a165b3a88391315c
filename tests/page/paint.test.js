// The phases of a period, by which points are coloured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseColours, phaseOf } from "../../src/grundy/web/static/js/sequence/paint.js";

test("heaps a period apart have one colour, and those before it begins have none", () => {
  const phase = phaseOf({ period: 12, preperiod: 71 });
  assert.deepEqual([0, 70, 71, 82, 83, 71 + 12 * 9 + 5].map(phase), [-1, -1, 0, 11, 0, 5]);
});

test("without a period all points are alike", () => {
  assert.equal(phaseOf(null)(5), phaseOf(null)(17));
});

test("twelve neighbouring phases differ, in both themes", () => {
  for (const dark of [false, true]) assert.equal(new Set(phaseColours(dark)).size, 12);
});
