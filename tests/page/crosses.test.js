import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  fitted,
  problem,
  withCurve,
} from "../../src/grundy/web/static/js/game/sprouts/drawing.js";
import { words } from "../../src/grundy/web/static/js/game/sprouts/plane.js";
import { routes } from "../../src/grundy/web/static/js/game/sprouts/route.js";

const at = (x, y) => ({ x, y });
const start = begin(2, true);
const [one, other] = start.spots;
/** From the right end of the first cross to the left end of the second. */
const line = [at(one.x + 14, one.y), at(360, 180), at(other.x - 14, other.y)];

/** All routes, one after another. */
async function collected(given) {
  const found = [];
  for await (const points of given) found.push(points);
  return found;
}

test("crosses are written by their free ends", () => {
  assert.deepEqual(words(start).regions, [["4", "4"]]);
  assert.equal(words(start).places.length, 8);
});

test("a curve takes two ends, and its stroke has two", () => {
  const points = fitted(start, 0, 1, line);
  assert.equal(problem(start, 0, 1, points), "");
  const next = withCurve(start, 0, 1, points);
  assert.deepEqual(words(next).regions, [["8"]]);
  assert.deepEqual(
    next.spots.map((spot) => spot.arms.length),
    [3, 3, 2],
  );
});

test("a curve cuts a region between its ends", async () => {
  const { places } = words(start);
  const own = places.filter(({ corner }) => corner.spot === 0);
  for (const [p, q] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ]) {
    const all = await collected(routes(start, own[p], own[q], new Set()));
    const found = all.map((points) => words(withCurve(start, 0, 0, points)).regions);
    const ends = (regions) => regions.map((region) => region.map(Number).sort().join()).sort();
    // The other cross is on the far side of the ends between.
    const [near, far] = [q - p, 4 - (q - p)];
    const wanted = [String(near), [far, 4].sort().join()].sort();
    assert.ok(
      found.some((regions) => String(ends(regions)) === String(wanted)),
      `${p} ${q}`,
    );
  }
});

test("no curve crosses a free end, or begins where none is", () => {
  const through = [
    at(one.x + 14, one.y),
    at(other.x, other.y - 8),
    at(other.x + 40, other.y - 8),
    at(other.x + 14, other.y),
  ];
  assert.match(problem(start, 0, 1, fitted(start, 0, 1, through)), /free end/);
  const slant = [one, at(one.x + 60, one.y - 60), at(other.x - 14, other.y), other];
  assert.match(problem(start, 0, 1, slant), /free end to a free end/);
});
