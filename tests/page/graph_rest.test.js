import assert from "node:assert/strict";
import { test } from "node:test";
import { valueText } from "../../src/grundy/web/static/js/dom.js";
import {
  shownValue,
  sumWithoutRest,
  withoutRest,
} from "../../src/grundy/web/static/js/graph/rest.js";
import { toneOf } from "../../src/grundy/web/static/js/graph/tones.js";

const vertex = (value, outcome, followers, more = {}) => ({
  value,
  outcome,
  followers,
  winning: [],
  best: null,
  ...more,
});
const labels = {
  play: "normal",
  vertices: [
    vertex(0, "P", []),
    vertex(null, "N", [0, 3], { infinite: [0] }),
    vertex(null, "D", [0, 3], { infinite: [] }),
    vertex(null, "D", [3], { infinite: [] }),
  ],
};
const names = ["a", "b", "c", "…"];
const outcomes = (found) => found.vertices.map(({ outcome }) => outcome);

test("what hangs on positions that are left out is not known, and no draw", () => {
  const found = withoutRest(labels, { names, known: null });
  assert.deepEqual(found.vertices.map(valueText), ["0", "?", "?", "?"]);
  assert.deepEqual(outcomes(found), ["P", "N", "unknown", "unknown"]);
  assert.deepEqual(found.vertices.map(toneOf), ["tone-0", "", "", ""]);
  const sum = { outcome: "D", values: [{ value: null, infinite: [] }], explanation: "A draw." };
  const open = sumWithoutRest(sum, { names, tokens: [2] }, found);
  assert.deepEqual(
    [open.outcome, open.values.map(valueText), open.explanation],
    ["unknown", ["?"], ""],
  );
});

test("the game itself says what it knows of that, under the play that it was asked about", () => {
  const of = [null, { value: 3, outcome: "N" }, { value: null, infinite: [0], outcome: "N" }, null];
  const known = { play: "normal", vertices: of };
  const found = withoutRest(labels, { names, known });
  assert.deepEqual(found.vertices.map(valueText), ["0", "3", "∞(0)", "?"]);
  assert.deepEqual(outcomes(found), ["P", "N", "N", "unknown"]);
  assert.deepEqual([found.vertices[2].winning, found.vertices[2].best], [[0], 0]);
  const sum = { outcome: "D", values: [], sum: {}, winning: [], explanation: "A draw." };
  const alone = sumWithoutRest(sum, { names, tokens: [1] }, found);
  assert.deepEqual([valueText(alone.sum), alone.winning], ["3", [{ token: 0, to: 0 }]]);
  const two = sumWithoutRest(sum, { names, tokens: [1, 2] }, found);
  assert.deepEqual([valueText(two.sum), two.winning], ["?", []]);
  const other = withoutRest({ ...labels, play: "misere" }, { names, known });
  assert.deepEqual(other.vertices.map(valueText), ["0", "?", "?", "?"]);
});

test("in a whole graph a draw is a draw", () => {
  const whole = { names: ["a", "b", "c", "d"], tokens: [2], known: null };
  const sum = { outcome: "D", explanation: "A draw." };
  assert.equal(withoutRest(labels, whole), labels);
  assert.equal(sumWithoutRest(sum, whole, labels), sum);
});

test("a value that is still to come is no question mark, and one that is not known no mark", () => {
  const text = (label, now) => shownValue(label, { refused: false, isComing: false, ...now });
  const [won, open] = [vertex(null, "N", []), vertex(null, "unknown", [])];
  assert.equal(text(undefined), "…");
  assert.equal(text(undefined, { refused: true }), "");
  assert.deepEqual([text(won), text(open), text(vertex(2, "N", []))], ["", "?", "2"]);
  assert.deepEqual(
    [won, open].map((label) => text(label, { isComing: true })),
    ["…", "…"],
  );
});
