// JSON, and a link that brings the graph back.
import { download } from "../dom.js";
import * as packed from "../packed.js";
import { share } from "../sharing.js";
import { requireSmall, textOf } from "./model.js";

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
    const places = new Map(
      JSON.parse(text).vertices.map(({ vertex, place }) => [String(vertex), place]),
    );
    const good = [...places.values()].every(
      (place) => Array.isArray(place) && place.length === 2 && place.every(Number.isFinite),
    );
    return good ? places : null;
  } catch {
    return null;
  }
}

/** The graph as a word that can stand in an address. */
export async function pack({ names, arcs, places, tokens, known }, play) {
  const text = JSON.stringify({
    n: names,
    a: arcs,
    p: places,
    t: tokens,
    m: play === "misere" ? 1 : 0,
    k: known ?? undefined,
  });
  return packed.pack(text);
}

/** Show the link that brings a graph back. */
export async function shareLink(model, play, height) {
  const hash = `#graph=${await pack(model, play)}`;
  history.replaceState(null, "", hash);
  share(hash, { title: "A digraph", height });
}

/** Read what a link holds. */
export async function unpack(code) {
  const {
    n: names,
    a: arcs,
    p: places,
    t: tokens,
    m: misere,
    k: known = null,
  } = JSON.parse(await packed.unpack(code));
  const found = checked({ names, arcs, places, tokens, known });
  return { ...found, text: textOf(found), play: misere ? "misere" : "normal" };
}

/** Give back a drawing that is one; what anybody may have written is not trusted. */
export function checked({ names, arcs, places, tokens, known }) {
  const all = (things, good) => Array.isArray(things) && things.every(good);
  const isNumber = (number) => Number.isInteger(number) && number >= 0 && number < names.length;
  const isPair = (pair, good) => all(pair, good) && pair.length === 2;
  const good =
    all(names, (name) => typeof name === "string" && name.length <= 200) &&
    new Set(names).size === names.length &&
    all(places, (place) => isPair(place, Number.isFinite)) &&
    places.length === names.length &&
    all(arcs, (arc) => isPair(arc, isNumber)) &&
    all(tokens, isNumber) &&
    tokens.length <= 20 &&
    (known === null || (all(known.vertices, isKnown) && known.vertices.length === names.length));
  if (!good) throw new Error("The link does not hold a graph.");
  requireSmall(names.length, arcs.length);
  return { names, arcs, places, tokens, known };
}

/** Whether this is what a game may say of one of its positions, or null. */
function isKnown(one) {
  const isNatural = (number) => Number.isInteger(number) && number >= 0;
  return (
    one === null ||
    (["P", "N", "D"].includes(one.outcome) &&
      (one.value === null || isNatural(one.value)) &&
      (one.infinite === undefined ||
        (Array.isArray(one.infinite) && one.infinite.every(isNatural))))
  );
}
