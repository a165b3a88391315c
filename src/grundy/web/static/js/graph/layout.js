// Layouts by Graphviz, which runs in the page. Vertices go in by number: no name reaches it.
let loading = null;

const PROGRAMS = { dot: "dot", circular: "circo", force: "fdp" };
export const LAYOUTS = [["dot", "layers"], ["circular", "circle"], ["force", "force"]];

export async function layout(model, kind) {
  loading ??= import("../../vendor/graphviz/graphviz.js").then(({ Graphviz }) => Graphviz.load());
  const graphviz = await loading;
  const lines = model.names.map((name, i) => `n${i} [width=${Math.max(0.6, name.length * 0.11).toFixed(2)}];`);
  lines.push(...model.arcs.map(([u, v]) => `n${u} -> n${v};`));
  const text = `digraph { node [shape=ellipse, height=0.6, label=""]; nodesep=0.5; ranksep=0.65; K=1.1; ${lines.join("\n")} }`;
  const places = model.names.map(() => [0, 0]);
  for (const line of graphviz.layout(text, "plain", PROGRAMS[kind]).split("\n")) {
    const [word, name, x, y] = line.split(" ");
    if (word === "node") places[Number(name.slice(1))] = [Number(x) * 80, -Number(y) * 80];
  }
  return centred(places);
}

function centred(places) {
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / Math.max(places.length, 1);
  const [x, y] = [mean(0), mean(1)];
  return places.map((place) => [Math.round(place[0] - x), Math.round(place[1] - y)]);
}
