// Pictures for files and paper: the whole graph in light colours, whatever the theme, with what
// the colours mean.
import { download, h, s } from "../dom.js";
import { arcElement, KINDS, markers } from "./arcs.js";
import { legendGroup } from "./legend.js";
import { Paths, rim } from "./shapes.js";
import { vertexElement } from "./vertex.js";

const STYLED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "dominant-baseline",
];
const DROPPED = [
  "class",
  "tabindex",
  "data-vertex",
  "data-arc",
  "role",
  "aria-pressed",
  "aria-label",
];
const MOST_PIXELS = 8_000; // a side of a PNG; browsers refuse more
const LEAST_WIDTH = 440; // so that the legend has room
const MANY = 1_500; // arcs, above which they are one straight line each
const NOT_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu; // one in a name, and nobody can read the picture

/**
 * The picture of a graph as an element, styled by the classes of the page.
 *
 * @param {import("./view.js").View} view
 * @param {object} how
 * @param {import("./vertex.js").Look[]} how.looks
 * @param {boolean} how.legend
 * @param {boolean} [how.described] whether a description lists the values
 * @param {string} how.heads the name of its arrow heads, its own in the document
 */
export function pictureOf(view, { looks, legend, heads, described = true }) {
  const { model } = view;
  const [edge, top, wide, height] = view.camera.bounds((vertex) => looks[vertex].wide);
  const width = Math.max(wide, LEAST_WIDTH);
  const left = edge - (width - wide) / 2;
  const found = legend ? legendGroup(view, width - 32) : null;
  const full = height + (found ? found.height + 8 : 0);
  found?.group.setAttribute("transform", `translate(${left + 16} ${top + height})`);
  return s(
    "svg",
    { role: "img", width, height: full, viewBox: `${left} ${top} ${width} ${full}` },
    s("title", {}, view.title.textContent),
    described ? s("desc", {}, view.description.textContent) : null,
    markers(heads),
    s("rect", { class: "paper", x: left, y: top, width, height: full }),
    s("g", {}, arcs(model, looks, heads)),
    s(
      "g",
      {},
      looks.map((look, vertex) => {
        const element = vertexElement({ ...look, selected: false }, vertex, { plain: view.plain });
        element.setAttribute("transform", `translate(${model.places[vertex].join(" ")})`);
        return element;
      }),
    ),
    found?.group,
  );
}

function arcs(model, looks, heads) {
  const kindOf = (vertex) =>
    looks[vertex].outcome === "unknown" ? "plain" : `to-${looks[vertex].outcome}`;
  const wideOf = (vertex) => looks[vertex].wide;
  if (model.arcs.length <= MANY) {
    const paths = new Paths(model, wideOf);
    return model.arcs.map(([u, v], number) =>
      arcElement(model, paths.path(u, v), number, kindOf(v), heads),
    );
  }
  const line = ([u, v]) => {
    const [from, to] = [model.places[u], model.places[v]];
    const ends = [rim(from, to, wideOf(u)), rim(to, from, wideOf(v))];
    return `M${ends.map((end) => end.map(Math.round).join(" ")).join("L")}`;
  };
  return KINDS.map((kind) => {
    const chosen = model.arcs.filter(([u, v]) => u !== v && kindOf(v) === kind);
    return s("path", { class: `arc many ${kind}`, d: chosen.map(line).join("") });
  });
}

/** Do something with a picture while it stands in the document, in light colours, unseen. */
function whileThere(view, picture, f) {
  const { palette } = view.frame.closest("[data-palette]").dataset;
  const place = h("div", { class: "graph light unseen", "data-palette": palette }, picture);
  document.body.append(place);
  try {
    return f();
  } finally {
    place.remove();
  }
}

/** The whole picture as text, with its styles written into it. */
export function svgText(view) {
  const looks = view.model.names.map((_, vertex) => view.look(vertex));
  const picture = pictureOf(view, { looks, legend: true, heads: "file-head" });
  whileThere(view, picture, () => writeStyles(picture));
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(picture).replace(NOT_XML, "\ufffd");
}
function writeStyles(picture) {
  picture.querySelectorAll(".ring, .arc-hit").forEach((element) => element.remove());
  const all = [...picture.querySelectorAll("*")];
  // Elements of the same classes look the same: a large graph has thousands of them.
  const known = new Map();
  const found = all.map((element) => {
    if (!/^(path|ellipse|rect|polygon|circle|text|tspan)$/.test(element.localName)) return null;
    const above = element.closest("g[class]")?.getAttribute("class") ?? "";
    const parent = element.parentElement.getAttribute("class") ?? "";
    const key = `${element.localName} ${element.getAttribute("class")} / ${parent} / ${above}`;
    if (!known.has(key)) {
      const style = getComputedStyle(element);
      known.set(
        key,
        STYLED.map((name) => [name, style.getPropertyValue(name)]),
      );
    }
    return known.get(key);
  });
  all.forEach((element, i) => {
    for (const [name, value] of found[i] ?? []) element.setAttribute(name, value);
    for (const name of DROPPED) element.removeAttribute(name);
  });
}

export function saveSvg(view) {
  download("graph.svg", svgText(view), "image/svg+xml");
}

export async function savePng(view) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svgText(view)], { type: "image/svg+xml" }));
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height));
  const canvas = h("canvas", {});
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (!blob) throw new Error("This picture is too large for a PNG; take SVG.");
  download("graph.png", blob, "image/png");
}
