// Brussels Sprouts: each spot is a cross with free ends, its arms; a curve joins two of them, and
// the stroke across it has one arm on either side.

/**
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./plane.js").Drawing} Drawing
 * @typedef {import("./plane.js").Corner} Corner
 */

export const ARM = 16; // how long an arm is
const ASIDE = 0.45; // how far a curve may begin off the direction of its arm

/** Whether a drawing is one of crosses. @param {Drawing} drawing */
export const hasArms = ({ spots }) => spots.some((spot) => spot.arms);

/** Where an arm ends. @returns {Point} */
export function tip({ x, y }, turn) {
  return { x: x + ARM * Math.cos(turn), y: y + ARM * Math.sin(turn) };
}

/** The arm of a spot that points to a point, by number; -1 where none does. */
export function armTowards(spot, { x, y }) {
  const turn = Math.atan2(y - spot.y, x - spot.x);
  const off = (arm) => Math.abs(Math.atan2(Math.sin(arm - turn), Math.cos(arm - turn)));
  const found = (spot.arms ?? [])
    .map((arm, i) => [off(arm), i])
    .filter(([far]) => far < ASIDE)
    .sort((a, b) => a[0] - b[0]);
  return found.length ? found[0][1] : -1;
}

/** The arms in a corner, in the order in which a walk along the boundary meets them. */
function armsIn(spot, { sector: [low, high] }) {
  const full = 2 * Math.PI;
  return spot.arms
    .map((arm) => low + ((((arm - low) % full) + full) % full))
    .filter((turn) => turn <= high)
    .sort((a, b) => b - a);
}

/**
 * Write the regions as a position of Brussels Sprouts is written, and say where each arm is.
 *
 * @param {Drawing} drawing
 * @param {import("./plane.js").Region[]} regions those of the drawing
 */
export function crossWords(drawing, regions) {
  const places = [];
  const found = regions.map((region) =>
    region.walks.map((walk) => {
      const before = places.length;
      for (const corner of walk.corners)
        for (const turn of armsIn(drawing.spots[corner.spot], corner))
          places.push({ region, walk, corner, turn });
      return String(places.length - before);
    }),
  );
  return { regions: found, places };
}
