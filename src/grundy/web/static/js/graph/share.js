// Pictures, JSON, and a link that brings the graph back.
import { download, toast } from "../dom.js";
import { requireSmall } from "./model.js";

const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];
const MOST_PIXELS = 8_000; // a side of a PNG; browsers refuse more
const MOST_TEXT = 4_000_000; // characters that a link may unpack to
const NOT_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu; // one in a name, and nobody can read the picture

/** The whole picture, with its styles written into it, on the ground of the page. */
export function svgText(view) {
  const copy = view.svg.cloneNode(true);
  const originals = view.svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    if (style.display === "none" || element.matches(".ring, .arc-hit, .rubber")) { element.dataset.gone = "1"; return; }
    if (/^(path|ellipse|rect|polygon|circle|text|tspan)$/.test(element.localName)) {
      for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const name of ["class", "tabindex", "data-vertex", "data-arc", "role", "aria-pressed", "aria-label"]) element.removeAttribute(name);
  });
  copy.querySelectorAll("[data-gone]").forEach((element) => element.remove());
  const [left, top, width, height] = view.camera.bounds();
  for (const name of ["class", "style"]) copy.removeAttribute(name);
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `${left} ${top} ${width} ${height}`, role: "img" };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  const ground = document.createElementNS(attributes.xmlns, "rect");
  for (const [name, value] of Object.entries({ x: left, y: top, width, height, fill: getComputedStyle(view.svg).backgroundColor })) ground.setAttribute(name, value);
  copy.querySelector("defs").before(ground);
  return new XMLSerializer().serializeToString(copy).replace(NOT_XML, "\ufffd");
}

export function saveSvg(view) { download("graph.svg", svgText(view), "image/svg+xml"); }

export async function savePng(view) {
  const [, , width, height] = view.camera.bounds();
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height));
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svgText(view)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  if (!blob) throw new Error("This picture is too large for a PNG; take SVG.");
  download("graph.png", blob, "image/png");
}

/** JSON that `grundy label` reads, and that opens here again with its places. */
export function saveJson(model, labels, play) {
  const vertices = model.names.map((name, i) => {
    const { value, infinite, outcome, counter, remoteness } = labels?.vertices[i] ?? {};
    return { vertex: name, value, infinite, outcome, counter, remoteness, place: model.places[i] };
  });
  const arcs = model.arcs.map(([u, v]) => [model.names[u], model.names[v]]);
  download("graph.json", JSON.stringify({ play, vertices, arcs }, null, 2), "application/json");
}

/** The places in a text that saveJson has written, by name; or null. */
export function placesIn(text) {
  try {
    const places = new Map(JSON.parse(text).vertices.map(({ vertex, place }) => [String(vertex), place]));
    const good = [...places.values()].every((place) => Array.isArray(place) && place.length === 2 && place.every(Number.isFinite));
    return good ? places : null;
  } catch { return null; }
}

export async function link(model, play) {
  const text = JSON.stringify({ n: model.names, a: model.arcs, p: model.places, t: model.tokens, m: play === "misere" ? 1 : 0 });
  const packed = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  let bytes = "";
  for (let at = 0; at < packed.length; at += 8192) bytes += String.fromCharCode(...packed.subarray(at, at + 8192));
  const code = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#graph=${code}`;
}

export async function copyLink(model, play) {
  const address = await link(model, play);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    toast("The link is copied; it stands in the address bar, too.");
  } catch { toast("The link stands in the address bar."); }
}

/** Read what a link holds, or null. */
export async function unpack(hash) {
  if (!hash.startsWith("graph=")) return null;
  const bytes = Uint8Array.from(atob(hash.slice(6).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const { n: names, a: arcs, p: places, t: tokens, m: misere } = JSON.parse(await unpacked(bytes));
  requireSmall(names.length, arcs.length);
  const isNumber = (number) => Number.isInteger(number) && number >= 0 && number < names.length;
  const good = Array.isArray(names) && names.every((name) => typeof name === "string" && name.length <= 200) && new Set(names).size === names.length
    && places.length === names.length && places.every((place) => place.length === 2 && place.every(Number.isFinite))
    && arcs.every((arc) => arc.length === 2 && arc.every(isNumber)) && tokens.length <= 20 && tokens.every(isNumber);
  if (!good) throw new Error("The link does not hold a graph.");
  return { names, arcs, places, tokens, play: misere ? "misere" : "normal" };
}

async function unpacked(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MOST_TEXT) throw new Error("The link is too long.");
  }
}
