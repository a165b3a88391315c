// The graph as text, one edge a line, or from a file.
import { ask } from "../api.js";
import { h } from "../dom.js";
import { parseEdges } from "./model.js";
import { placesIn } from "./share.js";

const MOST_WRITTEN = 8_000; // edges: a browser lays out a field of 20,000 lines for a quarter of a second
const MOST_BYTES = 700_000; // in base 64 it is a third more, and a request has a million

export function edgesPanel(model, act) {
  const area = h("textarea", {
    rows: "14",
    id: "edges",
    spellcheck: "false",
    "aria-describedby": "edges-help",
    oninput: () => act.begin(),
  });
  const write = () => {
    const { length } = model.arcs;
    const isShort = length <= MOST_WRITTEN;
    area.placeholder = isShort
      ? ""
      : `${length.toLocaleString("en")} edges are not written out here.`;
    area.defaultValue = isShort ? model.edgesText : ""; // a text that differs from it is being written
  };
  write();
  const problem = h("p", { class: "problem", role: "alert" });
  const attempt = async (work) => {
    const signal = act.begin();
    try {
      problem.textContent = "";
      await work(signal);
    } catch (error) {
      if (!signal.aborted) problem.textContent = error.message;
    }
  };
  const use = () =>
    attempt(async () => {
      if (area.placeholder && !area.value) throw new Error(area.placeholder);
      const { names, arcs } = parseEdges(area.value);
      area.defaultValue = area.value;
      model.replace(names, arcs);
      await act.relayout(false);
    });
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    id: "graph-file",
    onchange: () =>
      attempt(async (signal) => {
        const [chosen] = file.files;
        if (!chosen) return;
        if (chosen.size > MOST_BYTES)
          throw new Error("The file is too large for the page; use grundy label.");
        const found = await ask(
          "graph/read",
          { name: chosen.name, base64: await base64(chosen) },
          signal,
        );
        const places = chosen.name.endsWith(".json") ? placesIn(await chosen.text()) : null;
        if (signal.aborted) return;
        model.replace(found.vertices, found.arcs);
        write();
        area.value = area.defaultValue;
        await act.relayout(places ? found.vertices.map((name) => places.get(name)) : false);
      }).finally(() => {
        file.value = "";
      }),
  });
  return [
    h("label", { class: "field", for: "edges" }, h("span", {}, "One edge a line"), area),
    h(
      "div",
      { class: "bar" },
      h("button", { type: "button", class: "main", onclick: use }, "Use these edges"),
      file,
      h("label", { class: "file-button", for: "graph-file" }, "Open a file…"),
    ),
    problem,
    h(
      "p",
      { class: "quiet", id: "edges-help" },
      'Write a b, a -> b or a,b; a word alone is a vertex without arcs; names with spaces stand in "quotes". ',
      "Files: DOT, GraphML, GML, Pajek, edge and adjacency lists, CSV, Matrix Market, JSON, npz, Parquet, digraph6.",
    ),
  ];
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
