// What the page asks, and what it says of waiting for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, carryBy, listen, watch } from "../../src/grundy/web/static/js/api.js";

test("an answer is waited for, and what comes when something happens is not", async () => {
  const said = [];
  watch((isWaiting) => said.push(isWaiting));
  carryBy(async (name, body, signal, take) => take(Response.json({ name })));
  assert.deepEqual(await listen("room", {}), { name: "room" });
  assert.deepEqual(said, []);
  assert.deepEqual(await ask("game/move", {}), { name: "game/move" });
  assert.deepEqual(said, [true, false]);
});
