import assert from "node:assert/strict";
import { test } from "node:test";
import { shade, tints } from "../../src/grundy/web/static/js/game/tints.js";

const moves = [
  { part: 0, ways: [["1", "2"]] },
  { part: 0, ways: [["1", "3"]] },
  { part: 0, ways: [["2", "3"]] },
];
const judged = { leads: ["N", "P", "N"], lasts: [4, 2, 1] };
const all = new Set(moves);
const found = (choice) =>
  Object.fromEntries([...tints(moves, judged, all, choice)].map(([key, one]) => [key, one.lead]));

test("a place has the best of the moves that it stands for", () => {
  assert.deepEqual(found({ part: null, picked: [] }), { "0 1": "P", "0 2": "N" });
});

test("a place that is picked keeps its win, and the ends of its moves have theirs", () => {
  const picked = new Set(moves.slice(0, 2));
  const shown = tints(moves, judged, picked, { part: 0, picked: ["1"] });
  assert.deepEqual(
    [...shown].map(([key, one]) => [key, one.lead]),
    [
      ["0 1", "P"],
      ["0 2", "N"],
      ["0 3", "P"],
    ],
  );
  assert.equal(shown.get("0 1").soon, " in 3 moves");
});

test("the sooner, the stronger", () => {
  assert.deepEqual(
    [1, 4, 7, 10].map((last) => shade(last, 1, 10)),
    [4, 3, 2, 1],
  );
  assert.equal(shade(null, 1, 10), 3);
  assert.equal(shade(5, 5, 5), 4);
});
