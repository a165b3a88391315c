// Whether a part is Sprouts, and its drawing if there is one already.

/** @type {Record<string, string>} */
export const KEYS = { Sprouts: "sprouts", "Brussels Sprouts": "brussels-sprouts" };

/** Whether a part may be drawn: it is Sprouts. */
export const isSprouts = (part) => Boolean(part) && part.game in KEYS;

/** The drawing of a board at a step of a play, if it is known: null where there is none. */
export function known(node, id) {
  return node.drawings?.get(id);
}
