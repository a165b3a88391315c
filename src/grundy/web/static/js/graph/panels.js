// What stands beside the graph: one vertex, edges as text, tokens, the algorithm's steps.
import { ask } from "../api.js";
import { h, valueText } from "../dom.js";
import { OUTCOMES } from "./view.js";
import { parseEdges } from "./model.js";

const named = (model, numbers) => numbers.map((number) => model.names[number]).join(", ");

/** One vertex: its followers' values, the mex worked out, outcome, counter, winning moves. */
export function vertexPanel(model, view, labels, act) {
  const vertex = view.selected;
  if (vertex === null) return [h("p", { class: "quiet" }, "Click a vertex, or reach one with Tab and press Enter, to see why it has its value."), overview(model, labels)];
  const name = h("input", { type: "text", value: model.names[vertex], "aria-label": "Name", maxlength: "200",
    onchange: () => act.status(model.rename(vertex, name.value)) });
  const buttons = h("div", { class: "bar" },
    h("button", { type: "button", onclick: () => view.beginArc(vertex) }, "Arc from or to here"),
    h("button", { type: "button", onclick: () => model.addToken(vertex) }, "Put a token"),
    h("button", { type: "button", onclick: () => model.removeVertex(vertex) }, "Delete"));
  const label = labels?.vertices[vertex];
  return [h("label", { class: "field" }, h("span", {}, "Name"), name), buttons, ...(label ? reasons(model, labels, vertex, label) : [])];
}

function reasons(model, labels, vertex, label) {
  const rows = label.followers.map((follower) => {
    const other = labels.vertices[follower];
    return h("tr", {}, h("td", {}, model.names[follower]), h("td", {}, valueText(other)), h("td", {}, badge(other.outcome)),
      h("td", {}, label.winning.includes(follower) ? "wins" : ""));
  });
  const finite = [...new Set(label.followers.map((v) => labels.vertices[v].value).filter((value) => value !== null))].sort((a, b) => a - b);
  const facts = [
    ["value", valueText(label)], ["outcome", OUTCOMES[label.outcome]],
    ["counter", label.counter === null ? "∞" : String(label.counter)],
    ["remoteness", label.remoteness === null ? "none: it is a draw" : `${label.remoteness} move${label.remoteness === 1 ? "" : "s"} to the end`],
    ["winning moves", named(model, label.winning) || "none"],
    ["best move", label.best === null ? "none" : model.names[label.best]],
  ];
  return [
    h("p", { class: "big" }, `${model.names[vertex]} has value ${valueText(label)} `, badge(label.outcome)),
    h("p", {}, why(model, labels, label, finite)),
    h("dl", { class: "facts" }, facts.map(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])),
    label.followers.length ? h("table", {}, h("caption", { class: "quiet" }, "Followers"),
      h("thead", {}, h("tr", {}, ["vertex", "value", "outcome", "move"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)) : null,
  ].filter(Boolean);
}

function why(model, labels, label, finite) {
  const set = `{${finite.join(", ")}}`;
  const misere = labels.play === "misere";
  if (!label.followers.length) return misere ? "It has no followers: under misère play who cannot move wins." : "It has no followers: mex ∅ = 0, and who is to move loses.";
  if (label.value === null) return `The finite values of its followers are ${set}, but no number is its value for good: play can go round from here. As ∞(K) it wins against a Nim heap of a size in K = ${set}, and draws otherwise.`;
  const higher = label.followers.some((v) => labels.vertices[v].value === null || labels.vertices[v].value > label.value);
  const answer = higher ? " A follower with a greater value, or ∞, can be answered by a move back to this value with a lower counter." : "";
  return `mex ${set} = ${label.mex}: the least number that no follower has.${answer}`;
}

function overview(model, labels) {
  if (!labels?.vertices.length) return "";
  const rows = labels.vertices.slice(0, 300).map((label, i) => h("tr", {}, h("td", {}, model.names[i]), h("td", {}, valueText(label)), h("td", {}, badge(label.outcome)), h("td", {}, named(model, label.winning))));
  return h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "quiet" }, "All vertices"),
    h("thead", {}, h("tr", {}, ["vertex", "value", "outcome", "winning moves"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)));
}

export function badge(outcome) { return h("span", { class: `badge ${outcome}`, title: OUTCOMES[outcome] }, outcome); }

/** Edges as text, or from a file. */
export function edgesPanel(model, act) {
  const area = h("textarea", { rows: "14", id: "edges", spellcheck: "false" });
  area.value = model.edgesText;
  const problem = h("p", { class: "problem", role: "alert" });
  const use = async () => {
    try {
      const { names, arcs } = parseEdges(area.value);
      if (names.length > 2000 || arcs.length > 20000) throw new Error("The page shows 2,000 vertices and 20,000 arcs at most.");
      model.replace(names, arcs);
      problem.textContent = "";
      await act.relayout();
    } catch (error) { problem.textContent = error.message; }
  };
  const file = h("input", { type: "file", class: "visually-hidden", id: "graph-file", onchange: async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      if (chosen.size > 600_000) throw new Error("The file is too large for the page; use grundy label.");
      const found = await ask("graph/read", { name: chosen.name, base64: await base64(chosen) });
      model.replace(found.vertices, found.arcs);
      area.value = model.edgesText;
      problem.textContent = "";
      await act.relayout();
    } catch (error) { problem.textContent = error.message; }
    file.value = "";
  } });
  return [h("label", { class: "field", for: "edges" }, h("span", {}, "One edge a line, such as: a b"), area),
    h("div", { class: "bar" }, h("button", { type: "button", class: "main", onclick: use }, "Use these edges"),
      file, h("label", { class: "file-button", for: "graph-file" }, "Open a file…")), problem,
    h("p", { class: "quiet" }, "Files: DOT, GraphML, GML, Pajek, edge and adjacency lists, CSV, Matrix Market, JSON, npz, Parquet.")];
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Several tokens: the sum, its value, the winning moves. */
export function tokensPanel(model, play, sum) {
  if (!model.tokens.length) return [h("p", { class: "quiet" }, "Put tokens on vertices (choose a vertex, then “Put a token”, or press t). A move takes one token along an arc.")];
  const items = model.tokens.map((vertex, place) => h("li", {}, `${model.names[vertex]} `, sum?.values ? `value ${valueText(sum.values[place])} ` : "",
    h("button", { type: "button", "aria-label": `Take the token off ${model.names[vertex]}`, onclick: () => model.removeToken(place) }, "×")));
  const moves = (sum?.winning ?? []).map((move) => h("li", {}, h("button", { type: "button", onclick: () => model.edit(() => { model.tokens[move.token] = move.to; }, { kind: "tokens" }) },
    `${model.names[model.tokens[move.token]]} → ${model.names[move.to]}`), move.token === sum.best?.token && move.to === sum.best?.to ? " best" : ""));
  return [h("ul", { class: "plain" }, items), h("button", { type: "button", onclick: () => model.clearTokens() }, "Take all off"),
    sum ? h("div", { "aria-live": "polite" }, h("p", { class: "big" }, sum.sum ? `value ${valueText(sum.sum)} ` : "", badge(sum.outcome)),
      h("h3", {}, sum.winning.length ? "Winning moves" : "There is no winning move."), h("ul", { class: "plain" }, moves), h("pre", {}, sum.explanation)) : null].filter(Boolean);
}
