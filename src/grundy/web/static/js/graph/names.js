// Names that fit: how wide a text is, and what of a name stands in its vertex.

const FAMILY = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const MOST = 100; // pixels of a name in its vertex
const LARGE = 15; // size of a name
const SMALL = 13; // size of what stands below it

/** @type {CanvasRenderingContext2D | null} */
let context = null;
/** @type {Map<string, number>} */
const known = new Map();

/** The font of a text in the picture. */
export function font(size, weight = 400) {
  return `${weight} ${size}px ${FAMILY}`;
}

/** How many pixels wide a text is; about, where nothing can be measured. */
export function widthOf(text, size = LARGE) {
  if (typeof document === "undefined") return 0.6 * size * text.length;
  const key = `${size} ${text}`;
  let found = known.get(key);
  if (found === undefined) {
    context ??= document.createElement("canvas").getContext("2d");
    context.font = font(size);
    found = context.measureText(text).width;
    if (known.size > 20_000) known.clear();
    known.set(key, found);
  }
  return found;
}

/**
 * A name, its end left out where it is too wide.
 *
 * @param {string} name
 * @param {(text: string) => number} measure
 */
export function shortened(name, measure = widthOf, most = MOST) {
  const text = name.slice(0, 60);
  if (text === name && measure(text) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}…`) > most) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * What stands in a vertex: its name, and half of the width that it and a line below it need.
 *
 * Values stand below names, never beside them: beside the name "2 + 3" one reads as a part of it.
 *
 * @param {string} name
 * @param {string} below the second line, "" for none
 */
export function written(name, below, measure = widthOf) {
  const short = shortened(name, (part) => measure(part, LARGE));
  return { name: short, half: Math.max(measure(short, LARGE), measure(below, SMALL)) / 2 };
}
