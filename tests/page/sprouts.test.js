import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  fitted,
  problem,
  withCurve,
} from "../../src/grundy/web/static/js/game/sprouts/drawing.js";
import {
  cross,
  halves,
  inside,
  meet,
  simplify,
} from "../../src/grundy/web/static/js/game/sprouts/geometry.js";
import {
  curveInWords,
  distinct,
  lastInWords,
} from "../../src/grundy/web/static/js/game/sprouts/naming.js";
import { path } from "../../src/grundy/web/static/js/game/sprouts/picture.js";
import { byHand, routes } from "../../src/grundy/web/static/js/game/sprouts/route.js";
import { read, written } from "../../src/grundy/web/static/js/game/sprouts/written.js";
import { regions, words } from "../../src/grundy/web/static/js/game/sprouts/plane.js";

const at = (x, y) => ({ x, y });
const line = (...numbers) => {
  const points = [];
  for (let i = 0; i < numbers.length; i += 2) points.push(at(numbers[i], numbers[i + 1]));
  return points;
};
const two = { spots: [at(200, 200), at(400, 200)], curves: [] };
const joined = withCurve(two, 0, 1, line(200, 200, 300, 150, 400, 200));
const looped = withCurve(two, 0, 0, line(200, 200, 150, 120, 250, 120, 200, 200));

test("segments meet where they cross or touch, and parallel ones do not", () => {
  assert.ok(meet(at(0, 0), at(2, 2), at(0, 2), at(2, 0)));
  assert.ok(meet(at(0, 0), at(2, 0), at(1, 0), at(1, 5)));
  assert.ok(!meet(at(0, 0), at(2, 0), at(0, 1), at(2, 1)));
});

test("lines may share an end, and nothing else", () => {
  assert.ok(!cross(line(0, 0, 10, 0), line(0, 0, 0, 10)));
  assert.ok(cross(line(0, 0, 10, 0), line(5, 0, 5, 10)));
  assert.ok(cross(line(0, 0, 10, 0, 10, 10), line(0, 0, 20, 5)));
});

test("a simplified line keeps its corners", () => {
  assert.deepEqual(simplify(line(0, 0, 5, 0.5, 10, 0, 10, 10), 1), line(0, 0, 10, 0, 10, 10));
});

test("a line is cut in its middle", () => {
  assert.deepEqual(halves(line(0, 0, 10, 0, 10, 10)), [line(0, 0, 10, 0), line(10, 0, 10, 10)]);
  assert.deepEqual(halves(line(0, 0, 4, 0)), [line(0, 0, 2, 0), line(2, 0, 4, 0)]);
});

test("a point lies in a ring or not", () => {
  const ring = line(0, 0, 10, 0, 10, 10, 0, 10);
  assert.ok(inside(at(5, 5), ring));
  assert.ok(!inside(at(15, 5), ring));
});

test("the regions of a drawing are written as a position", () => {
  assert.deepEqual(words(begin(3)).regions, [["0", "0", "0"]]);
  assert.deepEqual(words(joined).regions, [["a1a1"]]);
  const [open, loop] = words(looped).regions;
  assert.deepEqual([open.length, loop.length], [2, 1]);
  assert.deepEqual([...open[0]].sort(), ["A", "B"]);
  assert.equal(open[1], "0");
});

test("a spot inside a loop is in the region inside", () => {
  const round = withCurve(
    two,
    0,
    0,
    line(200, 200, 300, 100, 500, 100, 500, 300, 300, 300, 200, 200),
  );
  const found = regions(round).map((region) => region.walks.length);
  assert.deepEqual(found, [1, 2]);
});

test("two regions side by side share what lies between them", () => {
  const cut = withCurve(joined, 0, 1, line(200, 200, 300, 260, 400, 200));
  const found = words(cut).regions;
  assert.deepEqual(
    found.map((region) => region[0].length),
    [4, 4],
  );
  assert.deepEqual([...found[0][0]].sort(), [...found[1][0]].sort());
});

test("dead spots are not written", () => {
  const cut = withCurve(joined, 0, 1, line(200, 200, 300, 260, 400, 200));
  const dead = withCurve(cut, 0, 1, line(200, 200, 120, 60, 480, 60, 400, 200));
  assert.ok(!words(dead).places.some(({ corner }) => corner.spot < 2));
});

test("an illegal curve gets its reason", () => {
  const reason = (a, b, points, drawing = joined) => problem(drawing, a, b, points);
  assert.equal(reason(0, 1, line(200, 200, 300, 260, 400, 200)), "");
  assert.match(reason(0, 1, line(200, 200, 300, 100, 300, 250, 400, 200)), /crosses another/);
  assert.match(
    reason(0, 1, line(200, 200, 380, 300, 220, 300, 380, 260, 400, 200)),
    /crosses itself/,
  );
  assert.match(reason(0, 0, line(200, 200, 190, 195, 200, 200), two), /short/);
  assert.match(reason(2, 2, line(300, 150, 250, 60, 350, 60, 300, 150), joined), /two lives/);
  assert.match(reason(0, 1, line(200, 200, -10, 300, 400, 200), two), /leaves the board/);
  const full = [1, 2].reduce(
    (drawing, i) => withCurve(drawing, 0, 1, line(200, 200, 300, 200 + 60 * i, 400, 200)),
    joined,
  );
  assert.match(reason(0, 3, line(200, 200, 100, 300, 300, 330), full), /three ends/);
});

test("a drawn line begins and ends in the spots", () => {
  const points = [at(203, 198), at(206, 196), at(250, 180), at(300, 150), at(395, 199)];
  const curve = fitted(two, 0, 1, points);
  assert.deepEqual([curve[0], curve.at(-1)], two.spots);
  assert.ok(!curve.some((point) => point.x === 206));
});

/** All routes, one after another. */
async function collected(given) {
  const found = [];
  for await (const points of given) found.push(points);
  return found;
}

/** The routes between the places of two spots, with these spots on the side of the first walk. */
function routed(drawing, a, b, around = []) {
  const { places } = words(drawing);
  const [start, end] = [a, b].map((spot) => places.find(({ corner }) => corner.spot === spot));
  const near = new Set(
    places.filter(({ corner }) => around.includes(corner.spot)).map(({ walk }) => walk),
  );
  return collected(routes(drawing, start, end, near));
}

test("a route joins two spots, and may be drawn", async () => {
  const [points] = await routed(begin(3), 0, 1);
  assert.equal(problem(begin(3), 0, 1, points), "");
});

test("a loop has those inside that it goes around", async () => {
  const start = begin(4);
  const loops = await routed(start, 0, 0, [1]);
  assert.ok(loops.length > 0);
  for (const points of loops) {
    assert.equal(problem(start, 0, 0, points), "");
    const sides = words(withCurve(start, 0, 0, points))
      .regions.map((region) => region.length)
      .sort();
    assert.deepEqual(sides, [2, 3]);
  }
});

test("a route goes from the side of a curve that it is to go from", async () => {
  const start = begin(2);
  const once = withCurve(start, 0, 1, (await routed(start, 0, 1))[0]);
  const { places } = words(once);
  for (const corner of places.filter((place) => place.corner.spot === 2)) {
    const to = places.find((place) => place.corner.spot === 0);
    const [points] = await collected(routes(once, corner, to, new Set()));
    assert.equal(problem(once, 2, 0, points), "");
  }
});

test("a spot in a ring that is in a ring is in the inner one", () => {
  const spots = [at(100, 230), at(250, 230), at(360, 230)];
  const ring = (x, far) => [
    at(x, 230),
    at(x + far, 30),
    at(x + 3 * far, 230),
    at(x + far, 430),
    at(x, 230),
  ];
  const outer = withCurve({ spots, curves: [] }, 0, 0, ring(100, 150));
  const inner = withCurve(outer, 1, 1, ring(250, 70));
  const found = words(inner).regions.map((region) => region.length);
  assert.deepEqual(found.sort(), [1, 2, 2]);
  const own = words(inner).places.find(({ corner }) => corner.spot === 2);
  assert.ok(own.region.walks.some((walk) => walk.corners.some(({ spot }) => spot === 1)));
});

test("a curve of an address is drawn as the hand has drawn it", () => {
  const hand = { a: 0, b: 1, inner: line(230, 120, 300, 90, 371, 118) };
  const again = read(written(hand));
  assert.deepEqual(again, hand);
  assert.deepEqual(byHand(two, again), byHand(two, hand));
  assert.equal(byHand(two, hand).spots.length, 3);
  for (const text of ["", "0.1.", "0.1.zz", "x.1.0000", "0.1.00_0"]) assert.equal(read(text), null);
});

test("a curve is drawn without corners, from its first point to its last", () => {
  assert.equal(path(line(0, 0, 10, 0)), "M0.0,0.0 L10.0,0.0");
  assert.equal(
    path(line(0, 0, 10, 0, 10, 10, 20, 10)),
    "M0.0,0.0 Q10.0,0.0 10.0,5.0 Q10.0,10.0 15.0,10.0 L20.0,10.0",
  );
});

test("moves are called by the names of spots, and equal names are told apart", () => {
  const places = [0, 1, 2, 1].map((spot) => ({ corner: { spot } }));
  assert.equal(curveInWords({ ends: [1, 0], around: [2, 1] }, places), "join a to b around c");
  assert.equal(curveInWords({ ends: [1, 3], around: [0] }, places), "loop at b around a");
  assert.equal(lastInWords(joined), "join a to b");
  assert.equal(lastInWords(looped), "loop at a");
  const around = withCurve(begin(3), 0, 0, line(360, 90, 640, 200, 640, 400, 420, 400, 360, 90));
  assert.equal(lastInWords(around), "loop at a around b");
  assert.deepEqual(
    [0, 1, 2].map((at) => distinct(["x", "y", "x"], at)),
    ["x", "y", "x, way 2"],
  );
});
