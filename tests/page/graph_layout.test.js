import assert from "node:assert/strict";
import { test } from "node:test";
import { within } from "../../src/grundy/web/static/js/graph/camera.js";
import { apart, forced } from "../../src/grundy/web/static/js/graph/force.js";
import { suiting } from "../../src/grundy/web/static/js/graph/layout.js";
import { shortened, shortNames, written } from "../../src/grundy/web/static/js/graph/names.js";
import { beside, reached } from "../../src/grundy/web/static/js/graph/neighbours.js";
import { matches } from "../../src/grundy/web/static/js/graph/search.js";
import { toneOf, tonesOf } from "../../src/grundy/web/static/js/graph/tones.js";

/** @returns {[number, number][]} */
function someArcs(count, many) {
  let seed = 1;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed % count;
  };
  return Array.from({ length: many }, () => [next(), next()]);
}

function covered(places, wide) {
  let found = 0;
  places.forEach(([x, y], u) => {
    for (let v = 0; v < u; v++)
      if (Math.abs(x - places[v][0]) < wide[u] + wide[v] && Math.abs(y - places[v][1]) < 48)
        found++;
  });
  return found;
}

for (const [count, arcs] of [
  [0, 0],
  [1, 1],
  [40, 0],
  [500, 1_200],
  [300, 6_000],
]) {
  test(`no name covers another: ${count} vertices, ${arcs} arcs`, () => {
    const wide = Array.from({ length: count }, (_, i) => 24 + (i % 9) * 10);
    const drawn = count ? someArcs(count, arcs) : [];
    const places = forced(wide, drawn);
    assert.equal(places.length, count);
    assert.ok(places.flat().every(Number.isInteger));
    assert.equal(covered(places, wide), 0);
    assert.deepEqual(forced(wide, drawn), places); // the same graph, the same places
  });
}

test("vertices on one place come apart", () => {
  const wide = [30, 30, 60, 24];
  assert.equal(
    covered(
      apart(
        wide.map(() => [0, 0]),
        wide,
      ),
      wide,
    ),
    0,
  );
});

test("a path is laid out along itself", () => {
  const arcs = Array.from({ length: 29 }, (_, i) => /** @type {[number, number]} */ ([i, i + 1]));
  const places = forced(
    Array.from({ length: 30 }, () => 24),
    arcs,
  );
  const far = (u, v) => Math.hypot(places[u][0] - places[v][0], places[u][1] - places[v][1]);
  assert.ok(far(0, 29) > 5 * Math.max(...arcs.map(([u, v]) => far(u, v))));
});

test("layers suit small graphs, force large and dense ones", () => {
  assert.equal(suiting(150, 300), "dot");
  assert.equal(suiting(151, 100), "force");
  assert.equal(suiting(100, 2_000), "force");
});

test("arrow keys lead to the next vertex that way, pages to every one", () => {
  const places = [
    [0, 0],
    [100, 0],
    [90, 80],
    [-50, 300],
  ];
  assert.equal(beside(places, 0, [1, 0]), 1);
  assert.equal(beside(places, 0, [0, 1]), 2);
  assert.equal(beside(places, 0, [-1, 0]), null);
  assert.equal(reached(places, null, "ArrowUp"), 0);
  assert.equal(reached(places, 3, "PageDown"), 0);
  assert.equal(reached(places, 0, "PageUp"), 3);
  assert.equal(reached(places, 2, "Home"), 0);
  assert.equal(reached(places, 0, "x"), null);
  assert.equal(reached([], null, "End"), null);
});

test("a name is cut where it would not fit, and what stands below it has room", () => {
  const measure = (text) => 10 * text.length;
  assert.equal(shortened("abcdef", measure, 60), "abcdef");
  assert.equal(shortened("abcdefg", measure, 60), "abcde…");
  assert.equal(written("abcdefghij", "1 N", measure).half, 50);
  assert.equal(written("a", "∞(0,1) D", measure).half, 40);
});

test("long names that look alike begin where they differ, and equal terms are taken together", () => {
  const measure = (text) => 10 * text.length;
  const strings = ["a1-b1,a2-b2,c1", "a1-b1,a2-b2,d1", "a1-b1,a2-b2,d1-d2", "b1-b2,c1-c2", "c1"];
  assert.deepEqual(shortNames(strings, measure), ["…c1", "…d1", "…d1-d2", "b1-b2,c1-…", "c1"]);
  const sums = ["1 + 1 + 1 + 1", "1 + 1 + 1 + 1 + 2", "1 + 2"];
  assert.deepEqual(shortNames(sums, measure), ["4×1", "4×1 + 2", "1 + 2"]);
  const equal = ["abcdefghijkl", "abcdefghijkl"];
  assert.deepEqual(shortNames(equal, measure), ["abcdefghi…", "abcdefghi…"]);
});

test("a vertex is found by its name, the exact one first", () => {
  assert.deepEqual(matches(["v10", "xv1", "V1", "w"], "v1"), [2, 0, 1]);
  assert.deepEqual(matches(["a"], " "), []);
});

test("values have tones, and the legend says which", () => {
  assert.equal(toneOf({ value: 3 }), "tone-3");
  assert.equal(toneOf({ value: 30 }), "tone-9");
  assert.equal(toneOf({ value: null, infinite: [] }), "tone-inf");
  const found = tonesOf([
    { value: 12 },
    { value: 0 },
    { value: null, infinite: [] },
    { value: 9 },
    { value: 0 },
  ]);
  assert.deepEqual(
    found.map(({ text }) => text),
    ["0", "9 to 12", "∞(K)"],
  );
});

test("a picture around a vertex shows no empty ground where there is more to be seen", () => {
  const bounds = [0, 0, 1000, 300];
  assert.deepEqual(within(bounds, [400, 400], [990, 20]), [800, 150]);
  assert.deepEqual(within(bounds, [400, 100], [500, 20]), [500, 50]);
  assert.deepEqual(within(bounds, [400, 100], [10, 280]), [200, 250]);
});
