// Pictures, JSON, and a link that brings the graph back.
import { download, toast } from "../dom.js";

const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline", "display"];

/** The picture as it stands, with its styles written into it. */
export function svgText(view) {
  const copy = view.svg.cloneNode(true);
  const originals = view.svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "data-vertex", "data-arc", "role", "aria-pressed"]) element.removeAttribute(name);
  });
  copy.querySelectorAll('[display="none"]').forEach((element) => element.remove());
  const box = view.svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", box.width);
  copy.setAttribute("height", box.height);
  copy.setAttribute("role", "img");
  for (const name of ["class", "aria-label", "data-focus"]) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(view) { download("graph.svg", svgText(view), "image/svg+xml"); }

export async function savePng(view) {
  const box = view.svg.viewBox.baseVal;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svgText(view)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = box.width * 2;
  canvas.height = box.height * 2;
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(view.svg).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  download("graph.png", await new Promise((done) => { canvas.toBlob(done, "image/png"); }), "image/png");
}

export function saveJson(model, labels) {
  const vertices = model.names.map((name, i) => ({ name, ...labels?.vertices[i], place: model.places[i] }));
  download("graph.json", JSON.stringify({ vertices, arcs: model.arcs, play: labels?.play ?? "normal" }, null, 2), "application/json");
}

export async function link(model, play) {
  const text = JSON.stringify({ n: model.names, a: model.arcs, p: model.places, t: model.tokens, m: play === "misere" ? 1 : 0 });
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const code = btoa(String.fromCharCode(...new Uint8Array(packed))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#graph=${code}`;
}

export async function copyLink(model, play) {
  const address = await link(model, play);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    toast("The link is copied.");
  } catch { toast("The link is in the address bar."); }
}

/** Read what a link holds, or null. */
export async function unpack(hash) {
  if (!hash.startsWith("graph=")) return null;
  const bytes = Uint8Array.from(atob(hash.slice(6).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  const { n: names, a: arcs, p: places, t: tokens, m: misere } = JSON.parse(text);
  const isNumber = (number) => Number.isInteger(number) && number >= 0 && number < names.length;
  const good = Array.isArray(names) && names.every((name) => typeof name === "string") && places.length === names.length
    && places.flat().every(Number.isFinite) && arcs.every((arc) => arc.length === 2 && arc.every(isNumber)) && tokens.every(isNumber);
  if (!good) throw new Error("The link does not hold a graph.");
  return { names, arcs, places, tokens, play: misere ? "misere" : "normal" };
}
