import assert from "node:assert/strict";
import { test } from "node:test";
import { named, namedAfter } from "../../src/grundy/web/static/js/game/naming.js";
import { letter } from "../../src/grundy/web/static/js/game/words.js";

const names = ({ parts }) => parts.map((part) => part.name).join(" ");

test("what falls apart has new names, and nothing else changes its own", () => {
  const start = named(["Nim", "Nim", "Nim"]);
  const split = namedAfter(start, 0, 2);
  assert.equal(names(split), "A1 A2 B C");
  const gone = namedAfter(split, 2, 0);
  assert.equal(names(gone), "A1 A2 C");
  assert.equal(names(namedAfter(gone, 1, 1)), "A1 A2 C");
  assert.equal(names(namedAfter(gone, 1, 2)), "A1 A3 A4 C");
  assert.equal(names(split), "A1 A2 B C");
});

test("one board needs no name until it has fallen apart, and then as long as the play lasts", () => {
  const split = namedAfter(named(["Nim"]), 0, 2);
  assert.deepEqual(
    [named(["Nim"]), split, namedAfter(split, 0, 0)].map((one) => one.isNeeded),
    [false, true, true],
  );
});

test("letters are those by which a move is typed, and none is given twice", () => {
  assert.deepEqual([0, 25, 26].map(letter), ["A", "Z", "P27"]);
  assert.equal(
    names(namedAfter(named(Array(16).fill("Nim")), 15, 2))
      .split(" ")
      .at(-1),
    "P.2",
  );
});
