// The part "Sequence" in the address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read, written } from "../../src/grundy/web/static/js/address.js";
import {
  DEFAULT,
  fieldsOf,
  fromFields,
  MOST,
  MOST_MISERE,
  stopOf,
} from "../../src/grundy/web/static/js/sequence/state.js";

const there = (hash) => fromFields(read(hash).fields);

test("what is shown comes back from its address", () => {
  for (const shown of [
    DEFAULT,
    { ...DEFAULT, game: "{1,3,4}", vs: "allbut{1,4}", x: "log", stop: 77 },
    { ...DEFAULT, game: "0.6", play: "misere", y: "log" },
  ])
    assert.deepEqual(there(written("sequence", fieldsOf(/** @type {any} */ (shown)))), shown);
});

test("an address as people write it is read", () => {
  assert.deepEqual(there("#sequence=0.6&n=1000&vs=kayles"), {
    ...DEFAULT,
    game: "0.6",
    vs: "kayles",
  });
});

test("an address without a game says nothing", () => {
  assert.equal(there("#sequence"), null);
  assert.equal(there("#sequence=&n=3"), null);
});

test("heaps are between 1 and what the page shows", () => {
  assert.deepEqual(
    ["0", "-5", "x", null, "12.9", "1e9"].map((text) => stopOf(text, "normal")),
    [DEFAULT.stop, 1, DEFAULT.stop, DEFAULT.stop, 12, MOST],
  );
  assert.equal(stopOf("99999", "misere"), MOST_MISERE);
});
