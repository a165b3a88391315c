import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  beforeLabel,
  levelsOf,
  stateAfter,
  stops,
} from "../../src/grundy/web/static/js/graph/moments.js";

const row = (label) => ({ remaining: [], predecessors: [], labels: [], label });
const moment = (more) => ({
  line: 0,
  vertex: null,
  said: "",
  labelled: false,
  label: null,
  counter: null,
  whole: false,
  taken: null,
  queue: [],
  rows: [],
  level: null,
  ...more,
});
const MOMENTS = [
  moment({
    rows: [
      [0, row(null)],
      [1, row(null)],
    ],
  }),
  moment({ vertex: 1, labelled: true, label: 0, level: 0, counter: 0, rows: [[1, row(0)]] }),
  moment({ whole: true }),
  moment({ vertex: 0, labelled: true, level: 1, whole: true }),
];

test("a state is what the moments before it have changed", () => {
  const state = stateAfter(MOMENTS, 2);
  assert.equal(state.rows.get(1).label, 0);
  assert.equal(state.rows.get(0).label, null);
  assert.deepEqual([...state.changed], [1]);
  assert.deepEqual(state.given, [{ vertex: 1, label: 0, counter: 0, level: 0 }]);
  assert.equal(stateAfter(MOMENTS, 0).moment, null);
});

test("one stops after each line, or where a table or label is complete", () => {
  assert.deepEqual(stops(MOMENTS, true), [1, 2, 3, 4]);
  assert.deepEqual(stops(MOMENTS, false), [3, 4]);
  const levels = MOMENTS.map((one) => ({ ...one, rows: [] }));
  assert.deepEqual(stops(levels, false), [1, 3, 4]);
  assert.deepEqual(stops([], false), [0]);
});

test("a quiz stops before a label is given", () => {
  assert.equal(beforeLabel(MOMENTS, 0), 1);
  assert.equal(beforeLabel(MOMENTS, 2), 3);
  assert.equal(beforeLabel(MOMENTS, 4), 4);
});

test("labels stand in their levels", () => {
  const found = levelsOf(stateAfter(MOMENTS, 4).given);
  assert.deepEqual(
    found.map(({ level, finite, infinite }) => [level, finite.length, infinite.length]),
    [
      [0, 1, 0],
      [1, 0, 1],
    ],
  );
});

test("an answer is a number or infinity", () => {
  assert.equal(answered(" 12 "), 12);
  assert.equal(answered("∞"), null);
  assert.equal(answered("INF"), null);
  for (const text of ["", "-1", "1.5", "a", "1234567"]) assert.equal(answered(text), undefined);
});
