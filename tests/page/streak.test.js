// The streak of puzzles: what the storage may hold, and how it grows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { after, NEW, read, written } from "../../src/grundy/web/static/js/game/streak.js";

test("a right answer makes it longer, a wrong one ends it, and the longest is kept", () => {
  let streak = NEW;
  for (const right of [true, true, false, true]) streak = after(streak, right);
  assert.deepEqual(streak, { now: 1, best: 2 });
});

test("it is read back as it was written", () => {
  const streak = { now: 3, best: 17 };
  assert.deepEqual(read(written(streak)), streak);
});

test("whatever else the storage holds is a new one", () => {
  for (const text of [null, "", "x", "3", "5 2", "-1 4", "1e3 1e4", "{}"])
    assert.deepEqual(read(text), NEW, String(text));
});
