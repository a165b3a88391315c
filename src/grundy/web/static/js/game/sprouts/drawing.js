// A drawing of Sprouts: spots, and curves that stay where they were drawn and cross no other.
import { cross, distance, fromLine, halves, length, meetsItself, simplify } from "./geometry.js";
import { ARM, armTowards, hasArms, tip } from "./crosses.js";
import { degrees } from "./plane.js";

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Drawing} Drawing
 */

export const WIDTH = 720;
export const HEIGHT = 460;
export const REACH = 24; // pixels from a spot in which a finger catches it
const STUB = 12; // so far from its spot a curve is straight, so that curves leave in clear directions
const NEAREST = 11; // to a spot that it passes
const LEAST_ANGLE = 0.2; // between curves at a spot
const SHORTEST = 40;
const ROUGH = 2; // a drawn line is simplified by no more

/** Spots, or crosses, for a beginning, on a ring. @returns {Drawing} */
export function begin(count, isCrossed = false) {
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const radius = count === 1 ? 0 : count === 2 ? 110 : 140;
  const spots = Array.from({ length: count }, (_, i) => {
    const turn = (2 * Math.PI * i) / count - (count === 2 ? Math.PI : Math.PI / 2);
    const spot = { x: x + 1.35 * radius * Math.cos(turn), y: y + radius * Math.sin(turn) };
    return isCrossed ? { ...spot, arms: [0, 1, 2, 3].map((arm) => (arm * Math.PI) / 2) } : spot;
  });
  return { spots, curves: [] };
}

/** The spot within reach of a point, or -1. @param {Drawing} drawing @param {Point} point */
export function spotAt({ spots }, point, reach = REACH) {
  const near = spots
    .map((spot, i) => [distance(spot, point), i])
    .filter(([far]) => far <= reach)
    .sort((a, b) => a[0] - b[0]);
  return near.length ? near[0][1] : -1;
}

/**
 * A drawn line as a curve from spot to spot: it begins and ends in them, is simpler, and has whole
 * numbers between, as an address has it.
 *
 * @param {Drawing} drawing
 * @param {Point[]} points
 */
export function fitted({ spots }, a, b, points) {
  const [start, end] = [spots[a], spots[b]];
  const far = start.arms ? ARM + 4 : STUB;
  const first = points.findIndex((point) => distance(point, start) > far);
  const last = points.findLastIndex((point) => distance(point, end) > far);
  const line = first < 0 || last < first ? [] : points.slice(first, last + 1);
  // The straight ends are kept as they are.
  const middle = line.length > 2 ? simplify(line, ROUGH) : line;
  const whole = ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) });
  if (!start.arms) return [start, ...middle.map(whole), end];
  const arm = (spot, point) => {
    const number = armTowards(spot, point);
    return number < 0 ? [] : [tip(spot, spot.arms[number])];
  };
  const [one, other] = [points[0], points[points.length - 1]];
  return [start, ...[...arm(start, one), ...middle, ...arm(end, other)].map(whole), end];
}

/**
 * Say why a curve cannot be drawn, or "".
 *
 * @param {Drawing} drawing
 * @param {number} a the spot where it begins
 * @param {number} b the spot where it ends
 * @param {Point[]} points
 */
export function problem(drawing, a, b, points) {
  const { spots, curves } = drawing;
  if (a < 0 || b < 0) return "A curve goes from a spot to a spot.";
  const full = hasArms(drawing) ? armProblem(drawing, a, b, points) : lifeProblem(drawing, a, b);
  if (full) return full;
  if (length(points) < SHORTEST) return "The curve is too short for a new spot on it.";
  if (points.some(({ x, y }) => x < 4 || y < 4 || x > WIDTH - 4 || y > HEIGHT - 4))
    return "The curve leaves the board.";
  if (meetsItself(points)) return "The curve crosses itself.";
  if (curves.some((curve) => cross(points, curve.points))) return "The curve crosses another one.";
  if (spots.some((spot, i) => i !== a && i !== b && fromLine(spot, points) < NEAREST))
    return "The curve passes through another spot.";
  const turns = [direction(spots[a], points[1]), direction(spots[b], points[points.length - 2])];
  const isTight =
    directions(drawing, a).some((other) => apart(turns[0], other) < LEAST_ANGLE) ||
    directions(drawing, b).some((other) => apart(turns[1], other) < LEAST_ANGLE) ||
    (a === b && apart(turns[0], turns[1]) < LEAST_ANGLE);
  // A free end is a direction too, and was looked at as one.
  if (isTight) return "Two curves leave a spot in nearly the same direction.";
  const [middle] = halves(points)[1];
  if (
    spots.some((spot) => distance(spot, middle) < 2 * NEAREST) ||
    curves.some((curve) => fromLine(middle, curve.points) < 7)
  )
    return "There is no room for the new spot in the middle of the curve.";
  return "";
}

function lifeProblem(drawing, a, b) {
  const degree = degrees(drawing);
  if (degree[a] > 2 || degree[b] > 2) return "A spot has room for three ends of curves at most.";
  if (a === b && degree[a] > 1) return "A curve back to its spot needs two lives there.";
  return "";
}

/** The free ends that a curve joins, by number. */
function armsOf(spots, a, b, points) {
  return [armTowards(spots[a], points[1]), armTowards(spots[b], points[points.length - 2])];
}

function armProblem(drawing, a, b, points) {
  const { spots, curves } = drawing;
  if (points.length < 3) return "A curve goes from a free end to a free end.";
  const [p, q] = armsOf(spots, a, b, points);
  if (p < 0 || q < 0) return "A curve goes from a free end to a free end.";
  if (a === b && p === q) return "A curve joins two free ends.";
  const isHit = spots.some((spot, i) =>
    spot.arms.some(
      (arm, n) =>
        !((i === a && n === p) || (i === b && n === q)) && cross(points, [spot, tip(spot, arm)]),
    ),
  );
  if (isHit) return "The curve crosses a free end.";
  const [one, other] = halves(points);
  const [middle] = other;
  const isCrowded = across(one, other).some((turn) => {
    const stroke = [middle, tip(middle, turn)];
    return (
      [one, other, ...curves.map((curve) => curve.points)].some((line) => cross(stroke, line)) ||
      curves.some((curve) => fromLine(stroke[1], curve.points) < 5)
    );
  });
  return isCrowded ? "There is no room for the stroke across the curve." : "";
}

/** The directions of the stroke across a curve, where it was cut. */
function across(one, other) {
  const turn = direction(one[one.length - 2], other[1]);
  return [turn + Math.PI / 2, turn - Math.PI / 2];
}

const direction = (from, to) => Math.atan2(to.y - from.y, to.x - from.x);
const apart = (one, other) => {
  const off = Math.abs(one - other) % (2 * Math.PI);
  return Math.min(off, 2 * Math.PI - off);
};
function directions({ spots, curves }, spot) {
  return curves.flatMap(({ a, b, points }) => [
    ...(a === spot ? [direction(spots[spot], points[1])] : []),
    ...(b === spot ? [direction(spots[spot], points[points.length - 2])] : []),
  ]);
}

/**
 * A drawing with one more curve, and a new spot in its middle.
 *
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
export function withCurve({ spots, curves }, a, b, points) {
  const [one, other] = halves(points);
  if (spots.some((spot) => spot.arms)) {
    const [p, q] = armsOf(spots, a, b, points);
    const left = spots.map((spot, i) => ({
      ...spot,
      arms: spot.arms.filter((_, n) => !((i === a && n === p) || (i === b && n === q))),
    }));
    return added({ spots: left, curves }, a, b, one, other, { arms: across(one, other) });
  }
  return added({ spots, curves }, a, b, one, other, {});
}

function added({ spots, curves }, a, b, one, other, more) {
  const middle = spots.length;
  return {
    spots: [...spots, { ...other[0], ...more }],
    curves: [...curves, { a, b: middle, points: one }, { a: middle, b, points: other }],
  };
}
