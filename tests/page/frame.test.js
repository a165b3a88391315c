import assert from "node:assert/strict";
import { test } from "node:test";
import { frameAfter, tables } from "../../src/grundy/web/static/js/game/frame.js";

const row = (size, kind = "pin") => ({
  scene: {
    row: true,
    links: [],
    cells: Array.from({ length: size }, (_, i) => ({
      name: `${i + 1}`,
      x: i,
      y: 0,
      kind,
      text: "",
    })),
  },
});
const step = (parts, move) => ({ position: { parts, moves: [] }, move });

/** The x of each cell that a part has on a table. */
const places = (table, part) =>
  [...table.at[table.parts.indexOf(part)].values()].map((cell) => cell.x);

test("a row that falls apart stays on its board, with its gap", () => {
  const before = step([row(10)]);
  const after = step([row(5), row(3)], { part: 0, way: ["6", "7"] });
  const [table, ...others] = frameAfter(before, after);
  assert.equal(others.length, 0);
  assert.equal(table.id, tables(before)[0].id);
  assert.deepEqual(places(table, 0), [0, 1, 2, 3, 4]);
  assert.deepEqual(places(table, 1), [7, 8, 9]);
  assert.deepEqual(
    table.gone.map((cell) => cell.label),
    ["6", "7"],
  );
});

test("the smaller part is named first and stands where it was left", () => {
  const before = step([row(10)]);
  const [table] = frameAfter(before, step([row(3), row(5)], { part: 0, way: ["6", "7"] }));
  assert.deepEqual(places(table, 0), [7, 8, 9]);
});

test("a pin at the front leaves the others in their places", () => {
  const [table] = frameAfter(step([row(4)]), step([row(3)], { part: 0, way: ["1"] }));
  assert.deepEqual(places(table, 0), [1, 2, 3]);
});

test("a second move counts from where the first has left its row", () => {
  const first = step([row(10)]);
  const second = step([row(5), row(3)], { part: 0, way: ["6", "7"] });
  second.frames = frameAfter(first, second);
  const third = step([row(5), row(1), row(1)], { part: 1, way: ["2"] });
  const [table] = frameAfter(second, third);
  assert.deepEqual(places(table, 2), [9]);
  assert.deepEqual(table.gone.map((cell) => cell.label).sort(), ["6", "7", "9"]);
});

test("a cross takes its square and the two on either side", () => {
  const before = step([row(8, "square")]);
  const after = step([row(0, "square"), row(3, "square")], { part: 0, way: ["3"] });
  const [table] = frameAfter(before, after);
  assert.deepEqual(places(table, 1), [5, 6, 7]);
  assert.deepEqual(
    table.gone.map((cell) => cell.kind),
    ["dead", "dead", "crossed", "dead", "dead"],
  );
});

test("parts after one that is gone have a number less, and its board stays", () => {
  const before = step([row(2), row(3)]);
  const after = step([row(3)], { part: 0, way: ["1", "2"] });
  const [one, other] = frameAfter(before, after);
  assert.deepEqual([one.parts, one.gone.length, other.parts], [[], 2, [0]]);
});
