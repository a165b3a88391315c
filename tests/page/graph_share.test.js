import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "../../src/grundy/web/static/js/graph/drafts.js";
import { textOf } from "../../src/grundy/web/static/js/graph/model.js";
import { checked, pack, unpack } from "../../src/grundy/web/static/js/graph/share.js";

const GRAPH = {
  names: ["a", "ü 1"],
  arcs: [[0, 1]],
  places: [
    [0, 0],
    [-3.5, 7],
  ],
  tokens: [1],
  known: { play: "misere", vertices: [null, { value: null, infinite: [0], outcome: "N" }] },
};

test("a graph comes back from its word in an address", async () => {
  const { text, ...found } = await unpack(await pack(GRAPH, "misere"));
  assert.deepEqual(found, { ...GRAPH, play: "misere" });
  assert.equal(text, textOf(GRAPH));
});

test("rubbish is no graph", async () => {
  for (const code of ["rubbish", "constructor", "%%%", "AAAA"]) await assert.rejects(unpack(code));
});

test("what a link holds is looked at", () => {
  const wrong = [
    { names: ["a", "a"] },
    { names: "ab" },
    { arcs: [[0, 2]] },
    { arcs: [[0]] },
    { places: [[0, 0]] },
    {
      places: [
        [0, 0],
        [1, null],
      ],
    },
    { tokens: [-1] },
    { tokens: null },
    { known: { vertices: [null] } },
    { known: { vertices: [null, { value: -1, outcome: "N" }] } },
    { known: { vertices: [null, { value: 1, outcome: "<b>" }] } },
  ];
  checked(GRAPH);
  for (const one of wrong)
    assert.throws(() => checked({ ...GRAPH, ...one }), { message: /does not hold a graph/ });
});

function storage(kept = null) {
  return {
    recall: () => kept,
    keep: (_, value) => {
      kept = value;
      return true;
    },
  };
}

test("the newest drawings are kept, one of each visit", () => {
  const drafts = new Drafts(storage());
  for (const id of ["1", "2", "3", "4", "3"]) drafts.keep({ id, text: `t${id}`, play: "normal" });
  assert.deepEqual(
    drafts.all().map(({ id }) => id),
    ["3", "4", "2"],
  );
  drafts.forget("4");
  assert.equal(drafts.all().length, 2);
});

test("what somebody has spoilt is no drawing", () => {
  for (const kept of [3, {}, [{ id: 1 }], [null, "x"], null])
    assert.deepEqual(new Drafts(storage(kept)).all(), []);
});
