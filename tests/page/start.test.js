import assert from "node:assert/strict";
import { test } from "node:test";
import { ARCS, KAYLES, VERTICES } from "../../src/grundy/web/static/js/start/pictures.js";

/** @param {number[]} values */
function mex(values) {
  let least = 0;
  while (values.includes(least)) least += 1;
  return least;
}

test("the graph on the first page bears its true values", () => {
  VERTICES.forEach(([, , value], vertex) => {
    const followers = ARCS.filter(([from]) => from === vertex).map(([, to]) => VERTICES[to][2]);
    assert.equal(value, mex(followers), `vertex ${vertex}`);
  });
});

test("the dots on the first page are the values of Kayles", () => {
  KAYLES.forEach((value, pins) => {
    const options = [];
    for (const taken of [1, 2])
      for (let left = 0; left + taken <= pins; left += 1)
        options.push(KAYLES[left] ^ KAYLES[pins - taken - left]);
    assert.equal(value, mex(options), `${pins} pins`);
  });
});
