// A layout by forces: arcs pull, vertices push, and none comes to stand on another.
//
// It begins from distances to some pivots, which sets the large shape right; forces then do the
// small. The same graph always gets the same places.
//
// Sources: U. Brandes and C. Pich, "Eigensolver methods for progressive multidimensional scaling
// of large data", 2007; T. Fruchterman and E. Reingold, "Graph drawing by force-directed
// placement", 1991; J. Barnes and P. Hut, "A hierarchical O(N log N) force-calculation
// algorithm", 1986.

const PIVOTS = 24;
const ROUNDS = 120;
const THETA = 0.9; // how far a crowd is, compared to its size, to count as one
const LENGTH = 130; // of an arc at rest
const GAP = 14; // between two vertices, at least
const HEIGHT = 56; // of a vertex and a gap

/**
 * Place the vertices.
 *
 * @param {number[]} wide half of the width of each vertex
 * @param {[number, number][]} arcs
 * @returns {number[][]}
 */
export function forced(wide, arcs) {
  const count = wide.length;
  if (!count) return [];
  const joined = neighbours(count, arcs);
  const places = start(count, joined);
  relax(places, joined);
  return apart(places, wide);
}

/** @returns {number[][]} of each vertex those that it is joined with */
function neighbours(count, arcs) {
  const found = Array.from({ length: count }, () => new Set());
  for (const [u, v] of arcs) {
    if (u === v) continue;
    found[u].add(v);
    found[v].add(u);
  }
  return found.map((set) => [...set]);
}

// ---- the beginning ------------------------------------------------------------------------

function distances(from, joined) {
  const far = new Int32Array(joined.length).fill(-1);
  far[from] = 0;
  const queue = [from];
  for (let at = 0; at < queue.length; at++) {
    for (const next of joined[queue[at]]) {
      if (far[next] < 0) {
        far[next] = far[queue[at]] + 1;
        queue.push(next);
      }
    }
  }
  const beyond = far[queue.at(-1)] + 2; // where no way leads
  return far.map((one) => (one < 0 ? beyond : one));
}

function start(count, joined) {
  const columns = [];
  const nearest = new Float64Array(count).fill(Infinity);
  let pivot = 0;
  for (let k = 0; k < Math.min(PIVOTS, count); k++) {
    const far = distances(pivot, joined);
    columns.push(Float64Array.from(far, (one) => one * one));
    far.forEach((one, vertex) => {
      nearest[vertex] = Math.min(nearest[vertex], one);
    });
    pivot = nearest.indexOf(Math.max(...nearest));
  }
  centre(columns);
  const first = principal(columns, count, null);
  const second = principal(columns, count, first);
  const stretch = LENGTH * Math.sqrt(count);
  const [a, b] = [first, second].map((axis) => {
    const most = Math.max(1e-9, ...axis.map(Math.abs));
    return axis.map((one) => (one / most) * stretch * 0.5);
  });
  // Vertices with the same distances would stand on one another: a turn of the golden angle apart.
  return Array.from({ length: count }, (_, i) => {
    const radius = LENGTH * Math.sqrt((i + 0.5) / count);
    return [a[i] + radius * Math.cos(2.39996 * i), b[i] + radius * Math.sin(2.39996 * i)];
  });
}

/** Centre squared distances twice, as classical scaling does. */
function centre(columns) {
  const count = columns[0].length;
  const rows = new Float64Array(count);
  for (const column of columns) {
    const mean = column.reduce((sum, one) => sum + one, 0) / count;
    for (let i = 0; i < count; i++) {
      column[i] = mean - column[i];
      rows[i] += column[i] / columns.length;
    }
  }
  for (const column of columns) for (let i = 0; i < count; i++) column[i] -= rows[i];
}

/** The first axis of the columns that is not along another one, by power iteration. */
function principal(columns, count, other) {
  let weights = columns.map((_, k) => 1 + (k % 3));
  let axis = new Float64Array(count);
  for (let round = 0; round < 30; round++) {
    axis = new Float64Array(count);
    columns.forEach((column, k) => {
      for (let i = 0; i < count; i++) axis[i] += weights[k] * column[i];
    });
    if (other) {
      const along = dot(axis, other) / (dot(other, other) || 1);
      for (let i = 0; i < count; i++) axis[i] -= along * other[i];
    }
    weights = columns.map((column) => dot(column, axis));
    const size = Math.hypot(...weights) || 1;
    weights = weights.map((one) => one / size);
  }
  return axis;
}
const dot = (a, b) => a.reduce((sum, one, i) => sum + one * b[i], 0);

// ---- forces -------------------------------------------------------------------------------

/** How strongly each vertex is drawn to the middle: the more so, the less hangs together with it. */
function gravities(joined) {
  const found = new Float64Array(joined.length);
  joined.forEach((_, vertex) => {
    if (found[vertex]) return;
    const part = [vertex];
    found[vertex] = 1;
    for (let at = 0; at < part.length; at++)
      for (const next of joined[part[at]])
        if (!found[next]) {
          found[next] = 1;
          part.push(next);
        }
    for (const one of part) found[one] = 0.08 + 0.9 * (1 - part.length / joined.length);
  });
  return found;
}

function relax(places, joined) {
  const count = places.length;
  const gravity = gravities(joined);
  let heat = LENGTH * Math.max(1, Math.sqrt(count) / 5);
  const cooling = ((LENGTH * 0.02) / heat) ** (1 / ROUNDS);
  for (let round = 0; round < ROUNDS; round++) {
    const tree = grown(places);
    const pushes = places.map((place) => pushed(tree, place));
    const middle = [tree.x, tree.y];
    places.forEach((place, vertex) => {
      let [fx, fy] = pushes[vertex];
      for (const other of joined[vertex]) {
        const [dx, dy] = [places[other][0] - place[0], places[other][1] - place[1]];
        const pull = Math.hypot(dx, dy) / LENGTH;
        // Who has many arcs would be torn to the middle of them all: each pulls less then.
        const share = 1 / Math.sqrt(Math.min(joined[vertex].length, joined[other].length));
        fx += dx * pull * share;
        fy += dy * pull * share;
      }
      // Parts that nothing joins stay in the picture.
      fx += (middle[0] - place[0]) * gravity[vertex];
      fy += (middle[1] - place[1]) * gravity[vertex];
      const size = Math.hypot(fx, fy) || 1;
      const step = Math.min(size, heat) / size;
      pushes[vertex] = [fx * step, fy * step];
    });
    places.forEach((place, vertex) => {
      place[0] += pushes[vertex][0];
      place[1] += pushes[vertex][1];
    });
    heat *= cooling;
  }
}

/** A tree of squares: each with the mean of its vertices, and their number. */
function grown(places) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const side = Math.max(right - left, bottom - top, 1);
  const root = square(left, top, side);
  for (const [x, y] of places) put(root, x, y, 0);
  finish(root);
  return root;
}
const square = (left, top, side) => ({ left, top, side, x: 0, y: 0, mass: 0, parts: null });

function put(node, x, y, depth) {
  if (node.mass && depth < 24) {
    if (!node.parts) {
      node.parts = [null, null, null, null];
      const mean = [node.x / node.mass, node.y / node.mass];
      for (let i = 0; i < node.mass; i++) lower(node, mean[0], mean[1], depth);
    }
    lower(node, x, y, depth);
  }
  node.x += x;
  node.y += y;
  node.mass++;
}
function lower(node, x, y, depth) {
  const half = node.side / 2;
  const [right, below] = [x >= node.left + half, y >= node.top + half];
  const at = (right ? 1 : 0) + (below ? 2 : 0);
  node.parts[at] ??= square(node.left + (right ? half : 0), node.top + (below ? half : 0), half);
  put(node.parts[at], x, y, depth + 1);
}
function finish(node) {
  node.x /= node.mass;
  node.y /= node.mass;
  for (const part of node.parts ?? []) if (part) finish(part);
}

function pushed(tree, [x, y]) {
  let [fx, fy] = [0, 0];
  const open = [tree];
  while (open.length) {
    const node = open.pop();
    const [dx, dy] = [x - node.x, y - node.y];
    const square = dx * dx + dy * dy;
    if (node.parts && node.side * node.side > THETA * THETA * square) {
      for (const part of node.parts) if (part) open.push(part);
    } else if (square > 1e-9) {
      const push = (node.mass * LENGTH * LENGTH) / square;
      fx += dx * push;
      fy += dy * push;
    }
  }
  return [fx, fy];
}

// ---- apart --------------------------------------------------------------------------------

/**
 * Move vertices that cover each other, names included, until none does.
 *
 * @param {number[][]} places
 * @param {number[]} wide
 * @returns {number[][]} whole numbers
 */
export function apart(places, wide) {
  const found = places.map(([x, y]) => [x, y]);
  const cell = 2 * Math.max(...wide, HEIGHT / 2) + GAP;
  for (let round = 0; round < 400; round++) {
    if (!separated(found, wide, cell)) break;
    // Where it is too crowded for pushing alone, everything moves outwards a little.
    if (round % 8 === 7)
      for (const place of found) {
        place[0] *= 1.06;
        place[1] *= 1.06;
      }
  }
  return found.map((place) => place.map(Math.round));
}

/** Push apart once whatever covers another; whether something did. */
function separated(places, wide, cell) {
  const grid = new Map();
  const key = (column, row) => column * 100_003 + row;
  let any = false;
  places.forEach((place, vertex) => {
    const [column, row] = place.map((at) => Math.floor(at / cell));
    for (let i = column - 1; i <= column + 1; i++)
      for (let j = row - 1; j <= row + 1; j++)
        for (const other of grid.get(key(i, j)) ?? [])
          any = pushApart(places, wide, vertex, other) || any;
    const [now, below] = place.map((at) => Math.floor(at / cell));
    const crowd = grid.get(key(now, below));
    if (crowd) crowd.push(vertex);
    else grid.set(key(now, below), [vertex]);
  });
  return any;
}
function pushApart(places, wide, u, v) {
  const [dx, dy] = [places[u][0] - places[v][0], places[u][1] - places[v][1]];
  const across = wide[u] + wide[v] + GAP - Math.abs(dx);
  const down = HEIGHT - Math.abs(dy);
  if (across <= 0.5 || down <= 0.5) return false;
  const axis = across < down ? 0 : 1;
  const by = (axis ? down : across) / 2 + 0.5;
  const way = (axis ? dy : dx) < 0 || (!(axis ? dy : dx) && u < v) ? -1 : 1;
  places[u][axis] += way * by;
  places[v][axis] -= way * by;
  return true;
}
