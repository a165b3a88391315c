// Layouts by Graphviz in a worker of the browser, so that the page never waits for one.
import { circle } from "./model.js";

export const LAYOUTS = [["dot", "layers"], ["circular", "circle"], ["force", "force"]];
const SECONDS = 12;
const MANY = 150; // from here on another program of the same kind, for large graphs

let worker = null;
let number = 0;
let given = null; // the promise that waits for an answer

/** Give the places of the vertices; a layout that is asked for meanwhile ends this one. */
export async function layout(model, kind) {
  stop(new DOMException("Another layout was asked for.", "AbortError"));
  if (kind === "circular" && model.names.length > MANY) return circle(model.names.length);
  const program = { dot: "dot", circular: "circo", force: model.names.length > MANY ? "sfdp" : "fdp" }[kind];
  const lengths = model.names.map((name) => name.length);
  return centred(await run({ program, lengths, arcs: model.arcs, wide: model.names.length < MANY }));
}

function run(task) {
  return new Promise((resolve, reject) => {
    worker ??= started();
    const late = setTimeout(() => stop(new Error(`it takes more than ${SECONDS} seconds`)), SECONDS * 1000);
    given = { number: ++number, late, resolve, reject };
    worker.postMessage({ ...task, number });
  });
}

function started() {
  const fresh = new Worker(new URL("./layout-worker.js", import.meta.url), { type: "module" });
  fresh.onmessage = ({ data }) => {
    if (data.number !== given?.number) return;
    if (data.problem) { stop(new Error("the graph is too much for it")); return; } // its memory may be spoilt
    clearTimeout(given.late);
    given.resolve(data.places);
    given = null;
  };
  fresh.onerror = () => stop(new Error("the layout program does not start"));
  return fresh;
}

function stop(error) {
  if (!given) return;
  worker.terminate();
  worker = null;
  clearTimeout(given.late);
  given.reject(error);
  given = null;
}

function centred(places) {
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / Math.max(places.length, 1);
  const [x, y] = [mean(0), mean(1)];
  return places.map((place) => [Math.round(place[0] - x), Math.round(place[1] - y)]);
}
