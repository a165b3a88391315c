// A way for a curve that nobody has drawn: on a grid, clear of all other curves, with the figures
// that are to be on one side of it on that side.
import { sleep } from "../../patience.js";
import { cross, distance, fromLine, meetsItself, simplify, smooth } from "./geometry.js";
import { tip } from "./crosses.js";
import { HEIGHT, problem, WIDTH, withCurve } from "./drawing.js";
import { along } from "./plane.js";

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Drawing} Drawing
 * @typedef {ReturnType<typeof import("./plane.js").words>["places"][number]} Place
 */

const STEP = 5; // from one point of the grid to the next
const COLUMNS = Math.floor(WIDTH / STEP);
const ROWS = Math.floor(HEIGHT / STEP);
const STARTS = [22, 13]; // how far from a spot the way on the grid begins, if there is room
const ARM_STARTS = [28, 21]; // and that of a curve from the end of an arm
const LOOP_STARTS = [60, 44, 30, 22]; // and that of a loop, which is round then
const CLEAR = 8; // steps from other curves beyond which it makes no difference how far they are
/** Steps from a point of the grid, and what each costs. */
const DIRECTIONS = [-1, 0, 1]
  .flatMap((dy) =>
    [-1, 0, 1].map((dx) => ({ dx, by: dx + dy * COLUMNS, price: dx && dy ? 14 : 10 })),
  )
  .filter(({ by }) => by);
/** The points that have all their neighbours on the grid: a curve stays on them. */
const INNER = Uint8Array.from({ length: COLUMNS * ROWS }, (_, at) => {
  const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  return Number(column > 0 && column < COLUMNS - 1 && row > 0 && row < ROWS - 1);
});
const NEAR_COST = [400, 90, 60, 40, 25, 15, 8, 3, 0];
const MOST_FIGURES = 7;
const BIT = 30_000; // points that are looked at between two pauses

/**
 * Find curves between two places of a drawing, the best first; none where there is no room.
 *
 * With others on one side of it a curve has that side inside or outside; both ways are given, for
 * what is outside in one region may be inside in another.
 *
 * @param {Drawing} drawing
 * @param {Place} start
 * @param {Place} end
 * @param {Set<any>} near the walks of the region that are on the side where the walk goes on from
 *   start to end
 * @returns {AsyncGenerator<Point[]>} one that is looked for with pauses, so that the page never waits
 */
export async function* routes(drawing, start, end, near) {
  const [a, b] = [start.corner.spot, end.corner.spot];
  const isCut = start.walk === end.walk;
  const others = isCut ? figures(drawing, start, end, near) : [];
  if (others.length > MOST_FIGURES) return;
  const border = isCut ? along(drawing, start.walk, start.corner, end.corner) : [];
  const fixed = parity(border, others);
  const wanted = others.reduce((mask, one, k) => mask | (one.isNear ? 1 << k : 0), 0);
  const all = (1 << others.length) - 1;
  const grid = distances(drawing);
  /** @type {[any, any]} */
  const ends = [drawing.spots[a], drawing.spots[b]];
  for (const target of others.length ? [wanted ^ fixed, wanted ^ fixed ^ all] : [0]) {
    for (const { away, from, to } of tries(drawing, start, end)) {
      const line = await way(grid, others, from, to, target, ends, away - 4);
      const fits = line && fitting(drawing, a, b, [ends[0], ...line, ends[1]]);
      if (fits) yield fits;
      if (fits) break;
    }
  }
}

/** Where the way on the grid may begin and end, and how far from the spots. */
function* tries(drawing, start, end) {
  for (const away of starts(start, end))
    for (const [from, to] of beginnings(drawing, start, end, away)) yield { away, from, to };
}

/** How far from its spots a curve may leave its first direction. */
function starts(start, end) {
  if (start.turn !== undefined)
    return start.corner.spot === end.corner.spot ? [70, 48, ...ARM_STARTS] : ARM_STARTS;
  return start.corner === end.corner ? LOOP_STARTS : STARTS;
}

/**
 * A drawing with one more curve of a hand, which it keeps for the address.
 *
 * @param {Drawing} drawing
 * @param {import("./written.js").Hand} hand
 * @returns {Drawing & {hand: import("./written.js").Hand}}
 */
export function byHand(drawing, hand) {
  const { a, b, inner } = hand;
  const points = [drawing.spots[a], ...inner, drawing.spots[b]];
  return { ...withCurve(drawing, a, b, fitting(drawing, a, b, points) ?? points), hand };
}

/** A line as smooth as it may be drawn, or nothing. */
export function fitting(drawing, a, b, points) {
  return [smooth(simplify(points, 2.5)), smooth(simplify(points, 1)), simplify(points, 1)].find(
    (one) => !meetsItself(one) && !problem(drawing, a, b, one),
  );
}

/** A point of each other figure that has to be on a side, and on which. */
function figures(drawing, start, end, near) {
  const isLoop = start.corner === end.corner;
  const { walk, corner, region } = start;
  const others = region.walks
    .filter((one) => one !== walk)
    .map((one) => ({ at: drawing.spots[one.corners[0].spot], isNear: near.has(one) }));
  // A loop has what else hangs on its spot on the far side.
  if (start.turn !== undefined && isLoop) {
    const { turn } = start;
    const at = (angle) => ({
      x: drawing.spots[corner.spot].x + 9 * Math.cos(angle),
      y: drawing.spots[corner.spot].y + 9 * Math.sin(angle),
    });
    return [
      ...others,
      { at: at((turn + end.turn) / 2), isNear: true },
      { at: at(turn + 0.25), isNear: false },
    ];
  }
  const own = walk.corners.find((one) => one.spot !== corner.spot);
  return isLoop && own ? [...others, { at: drawing.spots[own.spot], isNear: false }] : others;
}

/** Which rays upwards from the figures a line crosses an odd number of times. */
function parity(points, others) {
  let mask = 0;
  for (let i = 1; i < points.length; i++)
    others.forEach(({ at }, k) => {
      const [p, q] = [points[i - 1], points[i]];
      if (p.x > at.x === q.x > at.x) return;
      const y = p.y + ((q.y - p.y) * (at.x - p.x)) / (q.x - p.x);
      if (y < at.y) mask ^= 1 << k;
    });
  return mask;
}

/** Where a curve may leave a spot and come to one, from the middle of the corner on. */
function beginnings(drawing, start, end, away) {
  const out = (place, turns) => {
    const spot = drawing.spots[place.corner.spot];
    const isArm = place.turn !== undefined;
    const [low, high] = isArm ? [place.turn, place.turn] : place.corner.sector;
    return (isArm ? [0] : turns)
      .map((t) => low + t * (high - low))
      .map((turn) => ({ x: spot.x + away * Math.cos(turn), y: spot.y + away * Math.sin(turn) }))
      .filter(
        (point) =>
          !drawing.curves.some(
            (curve) => fromLine(point, curve.points) < 6 || cross([spot, point], curve.points),
          ),
      );
  };
  const turns = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95];
  if (start.corner === end.corner && start.turn === undefined) {
    const pairs = [
      [0.35, 0.65],
      [0.1, 0.4],
      [0.6, 0.9],
      [0.2, 0.8],
    ];
    return pairs
      .flatMap(([one, other]) => [
        [one, other],
        [other, one],
      ])
      .map((pair) => pair.map((turn) => out(start, [turn])[0]))
      .filter(([one, other]) => one && other);
  }
  const [from, to] = [out(start, turns).slice(0, 4), out(end, turns).slice(0, 4)];
  return from.flatMap((one) => to.map((other) => [one, other]));
}

/** How many steps each point of the grid is from the next curve or spot, up to CLEAR. */
function distances({ spots, curves }) {
  const found = new Uint8Array(COLUMNS * ROWS).fill(CLEAR);
  let wave = [];
  const put = (x, y) => {
    const at = cell({ x, y });
    if (found[at]) {
      found[at] = 0;
      wave.push(at);
    }
  };
  const reach = (points) => {
    for (let i = 1; i < points.length; i++) {
      const [p, q] = [points[i - 1], points[i]];
      const steps = Math.ceil(distance(p, q));
      for (let t = 0; t <= steps; t++)
        put(p.x + ((q.x - p.x) * t) / (steps || 1), p.y + ((q.y - p.y) * t) / (steps || 1));
    }
  };
  for (const spot of spots) {
    put(spot.x, spot.y);
    for (const arm of spot.arms ?? []) reach([spot, tip(spot, arm)]);
  }
  for (const { points } of curves) reach(points);
  for (let far = 1; far < CLEAR; far++) {
    const next = [];
    for (const at of wave)
      for (const { by } of DIRECTIONS) {
        const other = at + by;
        if (INNER[other] && found[other] > far) {
          found[other] = far;
          next.push(other);
        }
      }
    wave = next;
  }
  return found;
}

function cell({ x, y }) {
  const column = Math.max(0, Math.min(COLUMNS - 1, Math.floor(x / STEP)));
  const row = Math.max(0, Math.min(ROWS - 1, Math.floor(y / STEP)));
  return row * COLUMNS + column;
}
const centre = (at) => ({
  x: ((at % COLUMNS) + 0.5) * STEP,
  y: (Math.floor(at / COLUMNS) + 0.5) * STEP,
});

/** The points of the grid on which a curve may go. */
function room(grid, ends, spots, close) {
  const isFree = (at) => grid[at] > 1 && !spots.some((spot) => distance(centre(at), spot) < close);
  return INNER.map((inner, at) => Number(inner && (ends.includes(at) ? grid[at] > 0 : isFree(at))));
}

/** The columns between which and the next one a ray goes up. */
function rayed(others) {
  const found = new Uint8Array(COLUMNS);
  for (const { at } of others) found[Math.max(0, Math.floor(at.x / STEP - 0.5))] = 1;
  return found;
}

/** The cheapest way from a point to another that crosses the rays as it should. */
async function way(grid, others, from, to, target, spots, close) {
  const [spotA, spotB] = spots;
  const size = COLUMNS * ROWS;
  const sides = 1 << others.length;
  const cost = new Int32Array(size * sides).fill(-1);
  const before = new Int32Array(size * sides).fill(-1);
  const [first, last] = [cell(from), cell(to)];
  const [free, rays] = [room(grid, [first, last], spots, close), rayed(others)];
  const ends = parity([centre(last), to, spotB], others);
  const begin = first + size * parity([spotA, from, centre(first)], others);
  const goal = last + size * (target ^ ends);
  const queue = [[begin]];
  cost[begin] = 0;
  let seen = BIT;
  for (let now = 0; now < queue.length; now++) {
    if (seen >= BIT) await sleep(0);
    if (seen >= BIT) seen = 0;
    seen += queue[now]?.length ?? 0;
    for (const state of queue[now] ?? []) {
      if (cost[state] !== now) continue;
      if (state === goal) return traced(before, state, size, from, to);
      const [at, mask] = [state % size, Math.floor(state / size)];
      const column = at % COLUMNS;
      for (const { dx, by, price: step } of DIRECTIONS) {
        const next = at + by;
        if (!free[next]) continue;
        const isRayed = dx && rays[column + Math.min(dx, 0)];
        const turned = isRayed ? mask ^ parity([centre(at), centre(next)], others) : mask;
        const other = next + size * turned;
        const price = now + step + NEAR_COST[grid[next]];
        if (cost[other] < 0 || price < cost[other]) {
          cost[other] = price;
          before[other] = state;
          (queue[price] ??= []).push(other);
        }
      }
    }
  }
  return null;
}

function traced(before, goal, size, from, to) {
  const points = [];
  for (let state = goal; state >= 0; state = before[state]) points.push(centre(state % size));
  return [from, ...points.reverse().slice(1, -1), to];
}
