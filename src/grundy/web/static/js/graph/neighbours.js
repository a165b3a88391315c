// Where the arrow keys lead: from vertex to vertex as they stand.

/** @type {Record<string, [number, number]>} */
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The vertex that is nearest in a direction; what stands aside counts as farther away.
 *
 * @param {number[][]} places
 * @param {number} vertex where one is
 * @param {[number, number]} direction a unit step
 * @returns {number | null} null where nothing stands in that half
 */
export function beside(places, vertex, [dx, dy]) {
  const [x, y] = places[vertex];
  let [best, least] = [null, Infinity];
  places.forEach((place, other) => {
    const along = (place[0] - x) * dx + (place[1] - y) * dy;
    const across = Math.abs((place[0] - x) * dy) + Math.abs((place[1] - y) * dx);
    if (other === vertex || along <= 0 || across > 3 * along) return;
    const far = along + 2 * across;
    if (far < least) [best, least] = [other, far];
  });
  return best;
}

/**
 * Where a key leads among vertices, or null where it is no such key or leads nowhere. By Page up
 * and Page down every vertex can be reached, wherever it stands.
 *
 * @param {number[][]} places
 * @param {number | null} vertex
 * @param {string} key
 */
export function reached(places, vertex, key) {
  const last = places.length - 1;
  if (last < 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "PageDown") return vertex === null || vertex === last ? 0 : vertex + 1;
  if (key === "PageUp") return vertex ? vertex - 1 : last;
  if (!Object.hasOwn(ARROWS, key)) return null;
  return vertex === null ? 0 : beside(places, vertex, ARROWS[key]);
}
