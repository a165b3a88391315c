import assert from "node:assert/strict";
import { test } from "node:test";
import { valueText } from "../../src/grundy/web/static/js/dom.js";
import { sumWithoutRest, withoutRest } from "../../src/grundy/web/static/js/graph/rest.js";
import { toneOf } from "../../src/grundy/web/static/js/graph/tones.js";

const labels = {
  vertices: [
    { value: 0, outcome: "P" },
    { value: null, infinite: [0], outcome: "N" },
    { value: null, infinite: [], outcome: "D" },
  ],
};

test("what hangs on positions that are left out is not known, and no draw", () => {
  const { vertices } = withoutRest(labels, ["a", "b", "…"]);
  assert.deepEqual(vertices.map(valueText), ["0", "∞(0)", "?"]);
  assert.deepEqual(
    vertices.map(({ outcome }) => outcome),
    ["P", "N", "unknown"],
  );
  assert.deepEqual(vertices.map(toneOf), ["tone-0", "tone-inf", ""]);
  const sum = { outcome: "D", values: [{ value: null, infinite: [] }], explanation: "A draw." };
  const open = sumWithoutRest(sum, ["a", "…"]);
  assert.deepEqual(
    [open.outcome, open.values.map(valueText), open.explanation],
    ["unknown", ["?"], ""],
  );
});

test("in a whole graph a draw is a draw", () => {
  const sum = { outcome: "D", explanation: "A draw." };
  assert.equal(withoutRest(labels, ["a", "b", "c"]), labels);
  assert.equal(sumWithoutRest(sum, ["a", "b"]), sum);
});
