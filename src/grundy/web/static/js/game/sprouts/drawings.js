// The drawings of a play: each follows from the one before by its curve, drawn or found.
import { ask } from "../../api.js";
import { tables } from "../frame.js";
import { tip } from "./crosses.js";
import { begin, problem, withCurve } from "./drawing.js";
import { distance } from "./geometry.js";
import { KEYS } from "./known.js";
import { curveInWords, distinct, lastInWords } from "./naming.js";
import { words } from "./plane.js";
import { byHand, routes } from "./route.js";
import { read } from "./written.js";

/** @typedef {import("./plane.js").Drawing} Drawing */

const MOST = 8;
const MOST_TRIED = 6; // curves that do the same
/**
 * Find the drawing of a board at a step of a play, as far back as it has to be followed.
 *
 * @param {any[]} line the steps of the play
 * @param {number} at
 * @param {number} id the board
 * @returns {Promise<Drawing | null>} null where none can be had: the position was typed, or there
 *   is no room for a curve
 */
export async function found(line, at, id) {
  const node = line[at];
  node.drawings ??= new Map();
  if (!node.drawings.has(id)) {
    const drawing = await drawn(line, at, id);
    node.drawings.set(id, drawing);
    if (drawing?.curves.length && !drawing.spots[0].arms && isMovedHere(line, at, id))
      node.move.said = lastInWords(drawing);
  }
  return node.drawings.get(id);
}

async function drawn(line, at, id) {
  const node = line[at];
  const part = partOf(node, id);
  if (!at)
    return /^[0-9]+$/.test(part.text) && Number(part.text) <= MOST
      ? begin(Number(part.text), part.game !== "Sprouts")
      : null;
  const before = line[at - 1];
  const was = await found(line, at - 1, id);
  if (!was) return null;
  if (!isMovedHere(line, at, id)) return was;
  const moving = before.position.parts[node.move.part];
  if (node.move.drawing) return node.move.drawing;
  return (
    (await kept(was, node.move.curve, KEYS[moving.game], part.text)) ??
    routed(was, KEYS[moving.game], part.text)
  );
}

/** Whether the move that led to a step was made on a board. */
function isMovedHere(line, at, id) {
  return tables(line[at - 1]).find((one) => one.parts.includes(line[at].move.part))?.id === id;
}

/** The part that stands on a board; where its last move was made, one where nothing is left. */
function partOf(node, id) {
  const table = tables(node).find((one) => one.id === id);
  return node.position.parts[table?.parts[0]] ?? { text: "0" };
}

/** A drawing with the curve of an address, if it makes a position of it. */
async function kept(drawing, text, game, to) {
  const hand = text ? read(text) : null;
  const count = drawing.spots.length;
  if (!hand || hand.a >= count || hand.b >= count) return null;
  const points = [drawing.spots[hand.a], ...hand.inner, drawing.spots[hand.b]];
  if (problem(drawing, hand.a, hand.b, points)) return null;
  const next = byHand(drawing, hand);
  return (await isOf(next, game, to)) ? next : null;
}

/**
 * What moves are called by the names of the spots that are drawn; of Brussels Sprouts they are
 * called by their free ends.
 *
 * @param {{parts: any[], moves: any[]}} position
 * @returns {Promise<Map<string, string>>} by the names that the rules have for them
 */
export async function lettered({ parts, moves }, drawing) {
  const [part, ...others] = [...parts.keys()].filter((at) => parts[at].game === "Sprouts");
  if (!drawing || part === undefined || others.length) return new Map();
  const own = moves.filter((move) => move.part === part);
  const to = own.map((move) => /(?:^| )sprouts (\S+)/.exec(move.to)?.[1] ?? "0");
  const { regions, places } = words(drawing);
  try {
    const { curves } = await ask("game/curve", { game: "sprouts", regions, to });
    const names = curves.map((found) => curveInWords(nearest(found, drawing, places)[0], places));
    return new Map(own.map(({ name }, i) => [name, distinct(names, i)]));
  } catch {
    return new Map(); // the numbers have to do
  }
}

/** Draw a curve that makes a position of a drawing, checked by what it makes. */
export async function routed(drawing, game, to) {
  const { regions, places } = words(drawing);
  try {
    const { curves } = await ask("game/curve", { game, regions, to: [to] });
    for (const { ends, around } of nearest(curves[0], drawing, places).slice(0, MOST_TRIED)) {
      const [start, end] = ends.map((place) => places[place]);
      const near = new Set(around.map((place) => places[place].walk));
      near.delete(start.walk);
      for await (const points of routes(drawing, start, end, near)) {
        const next = withCurve(drawing, start.corner.spot, end.corner.spot, points);
        if (await isOf(next, game, to)) return next;
      }
    }
  } catch {
    /* The board that is always there has to do. */
  }
  return null;
}

/** Curves that do the same, those between near places first. */
function nearest(curves, drawing, places) {
  const far = ({ ends }) => {
    const [one, other] = ends.map((place) => {
      const { corner, turn } = places[place];
      const spot = drawing.spots[corner.spot];
      return turn === undefined ? spot : tip(spot, turn);
    });
    return distance(one, other);
  };
  // In one corner the way along the boundary is the short one.
  const isTurned = ({ ends: [one, other] }) =>
    one > other && places[one].corner === places[other].corner;
  return curves.filter((curve) => !isTurned(curve)).sort((a, b) => far(a) - far(b));
}

/** Whether a drawing is one of a position. */
async function isOf(drawing, game, to) {
  const { regions } = words(drawing);
  const isAlone = (region) => region.length === 1 && /^[0-9]+$/.test(region[0]);
  const text = regions
    .map((region) => (isAlone(region) ? `${region[0]},` : region.join(",")))
    .join("/");
  const { parts } = await ask("game/position", { position: `${game} ${text || "0"}` });
  return (parts[0]?.text ?? "0") === to;
}
