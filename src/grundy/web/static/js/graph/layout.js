// Layouts in workers of the browser, so that the page never waits for one: layers by Graphviz,
// forces by our own; a circle is arithmetic. Which one suits is chosen by size; where one fails, another does.
import { circle } from "./model.js";

export const LAYOUTS = [
  ["auto", "automatic"],
  ["dot", "layers"],
  ["circular", "circle"],
  ["force", "force"],
];
const SECONDS = 12;
const MANY = 150; // vertices, from which on layers say nothing any more
const DENSE = 500; // arcs, from which on they take seconds

const WORKERS = {
  graphviz: () => new Worker(new URL("./layout-worker.js", import.meta.url), { type: "module" }),
  force: () => new Worker(new URL("./force-worker.js", import.meta.url), { type: "module" }),
};
/** @type {Record<string, Worker>} */
const workers = {};
let number = 0;
let given = null; // the promise that waits for an answer, and the worker that is to give it

/** The layout that suits a graph of this size. */
export function suiting(vertices, arcs) {
  return vertices <= MANY && arcs <= DENSE ? "dot" : "force";
}

/**
 * Give the places of the vertices, and what there is to say of them; a layout that is asked for
 * meanwhile ends this one.
 *
 * @param {{names: string[], arcs: [number, number][]}} model
 * @param {string} kind
 * @param {number[]} wide half of the width of each vertex
 * @returns {Promise<{places: number[][], said: string}>}
 */
export async function layout(model, kind, wide) {
  stop(new DOMException("Another layout was asked for.", "AbortError"));
  const chosen = kind === "auto" ? suiting(wide.length, model.arcs.length) : kind;
  if (chosen === "circular") return placed(circle(wide.length, Math.max(...wide)));
  const force = () => run("force", { wide, arcs: model.arcs });
  if (chosen === "force") return placed(await force());
  try {
    return placed(await run("graphviz", { wide, arcs: model.arcs }));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return placed(await force(), `Layers: ${error.message}; these places are by force.`);
  }
}
const placed = (places, said = "") => ({ places: centred(places), said });

function run(name, task) {
  return new Promise((resolve, reject) => {
    workers[name] ??= started(name);
    const late = setTimeout(
      () => stop(new Error(`this takes more than ${SECONDS} seconds`)),
      SECONDS * 1000,
    );
    given = { name, number: ++number, late, resolve, reject };
    workers[name].postMessage({ ...task, number });
  });
}

function started(name) {
  const fresh = WORKERS[name]();
  fresh.onmessage = ({ data }) => {
    if (data.number !== given?.number) return;
    if (data.problem) {
      stop(new Error("the graph is too much for it"));
      return;
    } // its memory may be spoilt
    clearTimeout(given.late);
    given.resolve(data.places);
    given = null;
  };
  fresh.onerror = () => stop(new Error("the layout program does not start"));
  return fresh;
}

function stop(error) {
  if (!given) return;
  workers[given.name].terminate();
  delete workers[given.name];
  clearTimeout(given.late);
  given.reject(error);
  given = null;
}

function centred(places) {
  const mean = (axis) =>
    places.reduce((sum, place) => sum + place[axis], 0) / Math.max(places.length, 1);
  const [x, y] = [mean(0), mean(1)];
  return places.map((place) => [Math.round(place[0] - x), Math.round(place[1] - y)]);
}
