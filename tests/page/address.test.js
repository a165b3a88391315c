import assert from "node:assert/strict";
import { test } from "node:test";
import { read, written } from "../../src/grundy/web/static/js/address.js";

test("an address is read as it was written", () => {
  const hash = written("game", { game: "nim 3 + kayles 5", m: ["1", "=2"], play: "misere" });
  const { part, fields } = read(hash);
  assert.equal(part, "game");
  assert.equal(fields.get("game"), "nim 3 + kayles 5");
  assert.deepEqual(fields.getAll("m"), ["1", "=2"]);
});

test("a plus sign in a link that was written by hand is one", () => {
  assert.equal(read("#game=nim 3 + kayles 5").fields.get("game"), "nim 3 + kayles 5");
  assert.equal(read("#game=nim%203%20+%20kayles%205").fields.get("game"), "nim 3 + kayles 5");
});

test("fields that are empty are left out, but not 0", () => {
  assert.equal(written("sequence", { sequence: "0.6", n: 0, vs: "" }), "#sequence=0.6&n=0");
});

test("a part without anything to say is its name alone", () => {
  assert.equal(written("graph", {}), "#graph");
});

test("an unknown part is named", () => {
  assert.equal(read("#nosuch=3").part, null);
  for (const name of ["constructor", "__proto__", "toString=3"])
    assert.equal(read(`#${name}`).part, null); // which every object of JavaScript has
  assert.equal(read("").part, "start");
});
