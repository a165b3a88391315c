import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../src/grundy/web/static/js/graph/model.js";

function drawn() {
  const model = new Model();
  model.replace(["a", "b"], [[0, 1]]);
  model.forget();
  return model;
}

test("a run of small moves is undone as one", () => {
  const model = drawn();
  const before = model.text;
  model.nudge(0, 12, 0);
  model.nudge(0, 12, 0);
  model.nudge(1, 0, 12);
  assert.equal(model.steps, 2);
  model.undo();
  model.undo();
  assert.equal(model.text, before);
});

test("an edit between two moves parts their runs", () => {
  const model = drawn();
  model.nudge(0, 12, 0);
  model.toggleArc(1, 0);
  model.nudge(0, 12, 0);
  assert.equal(model.steps, 3);
});

test("a state of the past is reached with all between still to be redone", () => {
  const model = drawn();
  const first = model.text;
  model.addVertex(5, 5);
  model.toggleArc(0, 2);
  const last = model.text;
  assert.ok(model.go(first));
  assert.equal(model.text, first);
  assert.ok(model.go(last));
  assert.equal(model.text, last);
});

test("a state that never was is not gone to", () => {
  const model = drawn();
  const before = model.text;
  assert.ok(!model.go("[[],[],[],[]]"));
  assert.equal(model.text, before);
});

test("what a game says of its positions goes with the first change of the drawing, and comes back", () => {
  const model = new Model();
  const known = { play: "normal", vertices: [{ value: 3, outcome: "N" }, null] };
  const places = [
    [0, 0],
    [1, 1],
  ];
  model.replace(["a", "…"], [[0, 1]], places, [0], known);
  model.addToken(0);
  assert.deepEqual(model.known, known);
  model.toggleArc(1, 1);
  assert.equal(model.known, null);
  model.undo();
  assert.deepEqual(model.known, known);
});
