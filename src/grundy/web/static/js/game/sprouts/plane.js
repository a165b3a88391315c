// A drawing of Sprouts as a plane graph: its regions, and the walks along their boundaries.
import { crossWords, hasArms } from "./crosses.js";
import { area, inside } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{a: number, b: number, points: Point[]}} Curve from one spot to another, or to itself
 * @typedef {Point & {arms?: number[]}} Spot of Brussels Sprouts with the directions of its free ends
 * @typedef {{spots: Spot[], curves: Curve[]}} Drawing
 * @typedef {object} Corner a spot as a walk meets it
 * @property {number} spot
 * @property {number} arrives the half-edge by which it is met; -1 for a spot without curves
 * @property {number} leaves the half-edge by which the walk goes on
 * @property {[number, number]} sector the angles between which the region lies there
 * @typedef {{corners: Corner[], points: Point[]}} Walk
 * @typedef {{walks: Walk[]}} Region
 */

/** How many ends of curves are at each spot. @param {Drawing} drawing */
export function degrees({ spots, curves }) {
  const found = spots.map(() => 0);
  for (const { a, b } of curves) {
    found[a] += 1;
    found[b] += 1;
  }
  return found;
}

/** Half-edge 2k goes along curve k, and 2k + 1 back. */
function halfEdge({ curves }, number) {
  const { a, b, points } = curves[number >> 1];
  return number % 2
    ? { from: b, to: a, points: [...points].reverse() }
    : { from: a, to: b, points };
}

/** In which direction a half-edge leaves its spot. */
function angle(drawing, number) {
  const [p, q] = halfEdge(drawing, number).points;
  return Math.atan2(q.y - p.y, q.x - p.x);
}

/** The walks along all boundaries, each with the region on the same side of it. */
function walks(drawing) {
  const around = drawing.spots.map(() => []);
  const count = 2 * drawing.curves.length;
  const angles = Array.from({ length: count }, (_, h) => angle(drawing, h));
  for (let h = 0; h < count; h++) around[halfEdge(drawing, h).from].push(h);
  for (const list of around) list.sort((g, h) => angles[g] - angles[h]);
  const next = (h) => {
    const list = around[halfEdge(drawing, h).to];
    const back = list.indexOf(h ^ 1);
    return list[(back + list.length - 1) % list.length];
  };
  const met = new Set();
  const found = [];
  for (let start = 0; start < count; start++) {
    if (met.has(start)) continue;
    const corners = [];
    const points = [];
    let h = start;
    do {
      met.add(h);
      const leaves = next(h);
      const [low, high] = [angles[leaves], angles[h ^ 1]];
      corners.push({
        spot: halfEdge(drawing, h).to,
        arrives: h,
        leaves,
        sector: [low, high > low ? high : high + 2 * Math.PI],
      });
      points.push(...halfEdge(drawing, h).points.slice(1));
      h = leaves;
    } while (h !== start);
    found.push({ corners, points });
  }
  const alone = drawing.spots.map((_, spot) => spot).filter((spot) => !around[spot].length);
  for (const spot of alone)
    found.push({
      corners: [{ spot, arrives: -1, leaves: -1, sector: [-Math.PI, Math.PI] }],
      points: [drawing.spots[spot]],
    });
  return found;
}

/** Number the connected figures of a drawing. @returns {number[]} the figure of each spot */
function figures({ spots, curves }) {
  const figure = spots.map((_, spot) => spot);
  const root = (spot) => (figure[spot] === spot ? spot : root(figure[spot]));
  for (const { a, b } of curves) figure[root(a)] = root(b);
  return spots.map((_, spot) => root(spot));
}

/**
 * Give the regions of a drawing, each with the walks along its boundaries.
 *
 * A figure has one walk round its outside; the others go round the regions that it encloses. An
 * outside lies in the smallest region of another figure that encloses it, or in the open plane.
 *
 * @param {Drawing} drawing
 * @returns {Region[]} the open plane first
 */
export function regions(drawing) {
  const figure = figures(drawing);
  const all = walks(drawing).map((walk) => ({
    ...walk,
    figure: figure[walk.corners[0].spot],
    area: area(walk.points),
  }));
  const outer = new Map();
  for (const walk of all)
    if (!outer.has(walk.figure) || walk.area < outer.get(walk.figure).area)
      outer.set(walk.figure, walk);
  const inner = all.filter((walk) => outer.get(walk.figure) !== walk);
  const open = { walks: [] };
  const enclosed = new Map(inner.map((walk) => [walk, { walks: [walk] }]));
  for (const walk of outer.values()) {
    const spot = drawing.spots[walk.corners[0].spot];
    const around = inner
      .filter((one) => one.figure !== walk.figure && inside(spot, one.points))
      .sort((a, b) => a.area - b.area);
    (around.length ? enclosed.get(around[0]) : open).walks.push(walk);
  }
  return [open, ...enclosed.values()].filter((region) => region.walks.length);
}

/**
 * Write the regions as a position of Sprouts is written, and say what stands where.
 *
 * @param {Drawing} drawing
 * @returns {{regions: string[][],
 *   places: {region: Region, walk: Walk, corner: Corner, turn?: number}[]}} the boundaries of each
 *   region, and their vertices one after the other; of Brussels Sprouts the free ends
 */
export function words(drawing) {
  if (hasArms(drawing)) return crossWords(drawing, regions(drawing));
  const degree = degrees(drawing);
  const met = new Map();
  const all = regions(drawing);
  for (const region of all)
    for (const walk of region.walks)
      for (const { spot } of walk.corners) met.set(spot, [...(met.get(spot) ?? []), walk]);
  const capitals = new Map();
  const places = [];
  const found = [];
  for (const region of all) {
    const boundaries = [];
    for (const walk of region.walks) {
      const small = new Map();
      let word = "";
      for (const corner of walk.corners) {
        const { spot } = corner;
        if (degree[spot] > 2) continue;
        places.push({ region, walk, corner });
        if (degree[spot] < 2) word += String(degree[spot]);
        else {
          const names = met.get(spot).every((one) => one === walk) ? small : capitals;
          if (!names.has(spot)) names.set(spot, names.size);
          word += String.fromCharCode((names === small ? 97 : 65) + names.get(spot));
        }
      }
      if (word) boundaries.push(word);
    }
    if (boundaries.length) found.push(boundaries);
  }
  return { regions: found, places };
}

/**
 * The points along a walk from one of its corners to another.
 *
 * @param {Drawing} drawing
 * @param {Walk} walk
 * @param {Corner} from
 * @param {Corner} to
 */
export function along(drawing, walk, from, to) {
  const points = [drawing.spots[from.spot]];
  if (from === to) return points;
  const begin = walk.corners.indexOf(from);
  for (let step = 1; step <= walk.corners.length; step++) {
    const corner = walk.corners[(begin + step) % walk.corners.length];
    points.push(...halfEdge(drawing, corner.arrives).points.slice(1));
    if (corner === to) break;
  }
  return points;
}
