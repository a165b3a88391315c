// What moves of Sprouts are called by the names of the spots that are drawn.
import { inside } from "./geometry.js";
import { nameOf } from "./picture.js";

function said(a, b, around) {
  const [one, other] = [a, b].sort((p, q) => p - q).map(nameOf);
  const way = a === b ? `loop at ${one}` : `join ${one} to ${other}`;
  return around.length ? `${way} around ${around.map(nameOf).join(", ")}` : way;
}

/**
 * A curve in words, by the places that it joins and goes round.
 *
 * @param {{ends: number[], around: number[]}} curve
 * @param {{corner: {spot: number}}[]} places
 */
export function curveInWords({ ends, around }, places) {
  const [a, b] = ends.map((place) => places[place].corner.spot);
  const others = new Set(around.map((place) => places[place].corner.spot));
  return said(
    a,
    b,
    [...others].filter((spot) => spot !== a && spot !== b).sort((p, q) => p - q),
  );
}

/** The last curve of a drawing in words: where it goes, and what a loop has inside. */
export function lastInWords({ spots, curves }) {
  const [one, other] = curves.slice(-2);
  const [a, b] = [one.a, other.b];
  if (a !== b) return said(a, b, []);
  const line = [...one.points, ...other.points.slice(1)];
  const isIn = (spot) => spot !== a && spot !== one.b && inside(spots[spot], line);
  return said(a, b, [...spots.keys()].filter(isIn));
}

/** The name of a curve; where others have it too it says which of them this is. */
export function distinct(names, at) {
  const same = names.slice(0, at).filter((name) => name === names[at]).length;
  return same ? `${names[at]}, way ${same + 1}` : names[at];
}
