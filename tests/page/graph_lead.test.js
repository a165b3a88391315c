import assert from "node:assert/strict";
import { test } from "node:test";
import { carryBy } from "../../src/grundy/web/static/js/api.js";
import { learn } from "../../src/grundy/web/static/js/graph/lead.js";

const asked = { position: "cram 4x4", play: "normal" };
const won = { value: 1, outcome: "N" };

/** A graph of three vertices, one of which is all that is left out; and what is said of it. */
function begun(...answers) {
  const seconds = [];
  carryBy(async (name, /** @type {any} */ body, signal, take) => {
    seconds.push(body.seconds);
    return take(Response.json({ known: answers.shift() }));
  });
  /** @type {any} */
  const model = {
    names: ["4,4", "a", "…"],
    known: { play: "normal", vertices: [null, null, null] },
    know(known) {
      this.known = known;
    },
  };
  /** @type {any} */
  const view = {
    coming: null,
    get isComing() {
      return this.coming !== null && this.coming === model.known;
    },
  };
  const said = [];
  return { model, view, seconds, said, done: learn(model, view, asked, (text) => said.push(text)) };
}

test("who wins is asked for once more where it is open, and said to be computed until then", async () => {
  const { model, view, seconds, said, done } = begun([null, won, null], [won, won, null]);
  assert.equal(view.isComing, true);
  assert.deepEqual(said, ["Who wins them is being computed…"]);
  await done;
  assert.deepEqual(seconds, [2, 6]);
  assert.deepEqual(model.known.vertices, [won, won, null]);
  assert.deepEqual([view.isComing, said.at(-1)], [false, ""]);
});

test("what takes too long is said to", async () => {
  const { view, said, done } = begun([null, won, null], [null, won, null]);
  await done;
  assert.equal(view.isComing, false);
  assert.match(said.at(-1), /Who wins where a \? stands takes too long/);
});

test("an answer for a drawing that was changed meanwhile is dropped", async () => {
  const { model, said, done } = begun([won, won, null]);
  model.known = null;
  await done;
  assert.equal(model.known, null);
  assert.equal(said.length, 1);
});
