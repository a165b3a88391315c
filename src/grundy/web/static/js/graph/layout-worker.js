// Graphviz as WebAssembly, away from the page. Vertices go in by number: no name reaches it.
import { Graphviz } from "../../vendor/graphviz/graphviz.js";

const loading = Graphviz.load();
const UNIT = 80; // pixels of the page to an inch of Graphviz

onmessage = async ({ data: { number, wide, arcs } }) => {
  try {
    const graphviz = await loading;
    const lines = wide.map((half, i) => `n${i} [width=${((2 * half) / UNIT).toFixed(2)}];`);
    lines.push(...arcs.map(([u, v]) => `n${u} -> n${v};`));
    const looks = wide.length < 150 ? "" : "splines=false; nslimit=2; nslimit1=2; mclimit=0.5; ";
    const text = `digraph { node [shape=box, height=0.6, label=""]; nodesep=0.45; ranksep=0.65; ${looks}${lines.join("\n")} }`;
    const places = wide.map(() => [0, 0]);
    for (const line of graphviz.layout(text, "plain", "dot").split("\n")) {
      const [word, name, x, y] = line.split(" ");
      if (word === "node") places[Number(name.slice(1))] = [Number(x) * UNIT, -Number(y) * UNIT];
    }
    postMessage({ number, places });
  } catch (error) {
    postMessage({ number, problem: String(error.message ?? error) });
  }
};
