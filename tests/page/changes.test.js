import assert from "node:assert/strict";
import { test } from "node:test";
import { changes } from "../../src/grundy/web/static/js/game/changes.js";

const cell = (kind, x, text = "") => ({ kind, text, x, y: 0 });
const what = (before, after) =>
  changes(before, after).map(({ what: name, at, from }) => [name, at.x, ...(from ? [from.x] : [])]);

test("a coin slides to where the nearest coin has left", () => {
  const before = [cell("coin", 0), cell("square", 1), cell("square", 2), cell("coin", 3)];
  const after = [cell("coin", 0), cell("coin", 1), cell("square", 2), cell("square", 3)];
  assert.deepEqual(what(before, after), [["slide", 1, 3]]);
});

test("pins fall, and stones leave", () => {
  assert.deepEqual(what([cell("pin", 0), cell("pin", 1)], [cell("pin", 0)]), [["fall", 1]]);
  assert.deepEqual(what([cell("stone", 0)], []), [["leave", 0]]);
  assert.deepEqual(what([cell("stick", 0, "1")], [cell("gap", 0, "1")]), [["fall", 0]]);
});

test("coins turn, and dominoes and crosses land", () => {
  assert.deepEqual(what([cell("heads", 0)], [cell("tails", 0)]), [["turn", 0]]);
  assert.deepEqual(what([cell("square", 0)], [cell("taken", 0)]), [["land", 0]]);
  assert.deepEqual(what([cell("square", 0)], [cell("crossed", 0)]), [["land", 0]]);
});

test("a coin that is gone for good leaves", () => {
  assert.deepEqual(what([cell("coin", 0)], [cell("square", 0)]), [["leave", 0]]);
});

test("writing and what stays are no change", () => {
  assert.deepEqual(what([cell("mark", 0, "1"), cell("pin", 1)], [cell("pin", 1)]), []);
});
