// Polylines in the plane: where they cross, how far they are from a point, simpler ones.

/** @typedef {{x: number, y: number}} Point */

/** How far two points are from each other. @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** How long a polyline is. @param {Point[]} points */
export function length(points) {
  return points.slice(1).reduce((sum, point, i) => sum + distance(points[i], point), 0);
}

/** On which side of the line from a to b a point lies. */
function side(a, b, point) {
  return Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));
}

/** Whether two segments have a point in common. */
export function meet(a, b, c, d) {
  const [p, q, r, t] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (p !== q && r !== t) return true;
  return (
    (p === 0 && within(a, b, c)) ||
    (q === 0 && within(a, b, d)) ||
    (r === 0 && within(c, d, a)) ||
    (t === 0 && within(c, d, b))
  );
}

function within(a, b, point) {
  return (
    Math.min(a.x, b.x) <= point.x &&
    point.x <= Math.max(a.x, b.x) &&
    Math.min(a.y, b.y) <= point.y &&
    point.y <= Math.max(a.y, b.y)
  );
}

/** How far a point is from a segment. */
export function fromSegment(point, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}

/** How far a point is from a polyline. */
export function fromLine(point, points) {
  return Math.min(...points.slice(1).map((other, i) => fromSegment(point, points[i], other)));
}

/**
 * Whether a polyline meets itself, but for neighbours, and for its ends where it is closed.
 *
 * @param {Point[]} points
 */
export function meetsItself(points) {
  const last = points.length - 2;
  const isClosed = distance(points[0], points[points.length - 1]) < 1e-9;
  for (let i = 0; i <= last; i++)
    for (let j = i + 2; j <= last; j++) {
      if (isClosed && i === 0 && j === last) continue;
      if (meet(points[i], points[i + 1], points[j], points[j + 1])) return true;
    }
  return false;
}

/**
 * Whether two polylines meet anywhere but at ends that they share.
 *
 * @param {Point[]} one
 * @param {Point[]} other
 */
export function cross(one, other) {
  const ends = [other[0], other[other.length - 1]];
  const isShared = (point) => ends.some((end) => distance(end, point) < 1e-9);
  for (let i = 0; i + 1 < one.length; i++)
    for (let j = 0; j + 1 < other.length; j++) {
      const [a, b, c, d] = [one[i], one[i + 1], other[j], other[j + 1]];
      if (!meet(a, b, c, d)) continue;
      const isEnd =
        (i === 0 && isShared(a) && (same(a, c) || same(a, d))) ||
        (i === one.length - 2 && isShared(b) && (same(b, c) || same(b, d)));
      if (!isEnd) return true;
    }
  return false;
}
const same = (a, b) => distance(a, b) < 1e-9;

/** A polyline with fewer points that is nowhere further than so much from it: Douglas and Peucker's. */
export function simplify(points, most) {
  if (points.length < 3) return points;
  const [first, last] = [points[0], points[points.length - 1]];
  let [far, at] = [0, 0];
  for (let i = 1; i < points.length - 1; i++) {
    const off = fromSegment(points[i], first, last);
    if (off > far) [far, at] = [off, i];
  }
  if (far <= most) return [first, last];
  return [
    ...simplify(points.slice(0, at + 1), most).slice(0, -1),
    ...simplify(points.slice(at), most),
  ];
}

/** Cut a polyline in its middle. @returns {[Point[], Point[]]} the point in the middle is in both */
export function halves(points) {
  let left = length(points) / 2;
  for (let i = 1; i < points.length; i++) {
    const step = distance(points[i - 1], points[i]);
    if (step >= left) {
      const t = left / step;
      const middle = {
        x: points[i - 1].x + t * (points[i].x - points[i - 1].x),
        y: points[i - 1].y + t * (points[i].y - points[i - 1].y),
      };
      const [before, after] = [points.slice(0, i), points.slice(i)];
      return [
        distance(before[before.length - 1], middle) < 1e-6
          ? [...before.slice(0, -1), middle]
          : [...before, middle],
        distance(after[0], middle) < 1e-6 ? [middle, ...after.slice(1)] : [middle, ...after],
      ];
    }
    left -= step;
  }
  return [points, [points[points.length - 1]]];
}

/** Twice the area that a closed polyline goes round, with a sign for the way round. */
export function area(points) {
  return points.reduce((sum, point, i) => {
    const next = points[(i + 1) % points.length];
    return sum + point.x * next.y - next.x * point.y;
  }, 0);
}

/** Whether a point lies in a closed polyline. */
export function inside(point, points) {
  let isIn = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[i], points[j]];
    if (a.y > point.y !== b.y > point.y) {
      const x = ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x;
      if (point.x < x) isIn = !isIn;
    }
  }
  return isIn;
}

/** Cut the corners of a polyline. */
export function smooth(points, times = 2) {
  if (!times || points.length < 3) return points;
  const found = [points[0]];
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]];
    found.push(mix(a, b, i === 1 ? 0.5 : 0.75), mix(b, c, i === points.length - 2 ? 0.5 : 0.25));
  }
  return smooth([...found, points[points.length - 1]], times - 1);
}
const mix = (a, b, t) => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });
