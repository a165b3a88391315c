import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutName } from "../../src/grundy/web/static/js/game/panels.js";
import { inBoardWords, inWordsOf } from "../../src/grundy/web/static/js/game/wording.js";

const row = (kind) => ({ row: true, cells: [{ kind }, { kind }] });

test("on a row of squares a cross is put, and nothing is taken from a heap", () => {
  const said = (text) => inWordsOf(text, [row("square"), row("mark")]);
  assert.equal(
    said("square 4: take 3 from 9 and split the rest into 3 and 3"),
    "cross on square 4",
  );
  assert.equal(said("square 1: take 3 from 10"), "cross on square 1");
  assert.equal(
    said("Play square 2: take 3 from 9 and split the rest into 1 and 5, in the centre."),
    "Play cross on square 2, in the centre.",
  );
  assert.equal(said("A  square 7: take 3 from 9  3 → 0"), "A  cross on square 7  3 → 0");
});

test("pins stand in rows, and stones lie on heaps", () => {
  const sentence = "All its heaps are tame: a heap of 3 is.";
  assert.equal(inWordsOf(sentence, [row("pin")]), "All its rows are tame: a row of 3 is.");
  assert.equal(inWordsOf(sentence, [row("pin"), row("stone")]), sentence);
  assert.equal(inWordsOf(sentence, [{ cells: [{ kind: "square" }] }]), sentence);
  assert.equal(inWordsOf(sentence, [null]), sentence);
});

test("a queen goes to a square, and takes from no heap", () => {
  const board = { row: false, cells: [{ kind: "square" }, { kind: "queen" }] };
  const move = { name: "take 3 from heaps 1 and 2", ways: [["2,4", "5,7"]] };
  assert.equal(inBoardWords(move, board), "queen to 2,4");
  assert.equal(inBoardWords({ ...move, ways: [] }, board), "queen 3 up and left");
  const said = (text) => inWordsOf(text, [board, row("square")]);
  assert.equal(said("take 2 from heaps 1 and 2"), "queen 2 up and left");
  assert.equal(said("A: take 7 from heap 2"), "A: queen 7 left");
  assert.equal(said("Play take 6 from heap 1, or 1 more."), "Play queen 6 up, or 1 more.");
  assert.equal(inWordsOf(move.name, [board, row("stone")]), move.name);
  const shot = { name: "a1 to b1, arrow on a1", ways: [["a1", "b1"]] };
  assert.equal(inBoardWords(shot, board), shot.name);
  assert.equal(inBoardWords({ name: "take 1 from 3", ways: [["1"]] }, null), "take 1 from 3");
});

test("moves on one board alone do not say where they are", () => {
  const answers = {
    kind: "table",
    header: ["player 1", "", "player 2", "leaves"],
    right: [false, false, false, false],
    rows: [["A", "queen 1 up", "A: queen 7 left", "5,3"]],
  };
  const { header, rows } = withoutName(answers);
  assert.deepEqual(header, ["player 1", "player 2", "leaves"]);
  assert.deepEqual(rows, [["queen 1 up", "queen 7 left", "5,3"]]);
  const split = { ...answers, rows: [...answers.rows, ["A2", "take 1 from 3", "A1: x", "2"]] };
  assert.equal(withoutName(split), split);
  assert.equal(withoutName({ kind: "text", text: "A" }).text, "A");
});
