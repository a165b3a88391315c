import assert from "node:assert/strict";
import { test } from "node:test";
import { inRows } from "../../src/grundy/web/static/js/game/rows.js";

const row = (kind) => ({ row: true, cells: [{ kind }, { kind }] });

test("on a row of squares a cross is put, and nothing is taken from a heap", () => {
  const said = (text) => inRows(text, [row("square"), row("mark")]);
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
  assert.equal(inRows(sentence, [row("pin")]), "All its rows are tame: a row of 3 is.");
  assert.equal(inRows(sentence, [row("pin"), row("stone")]), sentence);
  assert.equal(inRows(sentence, [{ cells: [{ kind: "square" }] }]), sentence);
  assert.equal(inRows(sentence, [null]), sentence);
});
