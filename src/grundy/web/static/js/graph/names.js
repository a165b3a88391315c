// Names that fit: how wide a text is, and what of a name stands in its vertex.

const FAMILY = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const MOST = 100; // pixels of a name in its vertex
const LARGE = 15; // size of a name
const SMALL = 12; // size of a value beside it
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

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
 * What stands in a vertex: its name with the value as its index, or below it where the name is
 * long, or where it runs from right to left and the value would stand on the wrong side.
 *
 * @param {string} name
 * @param {string} text the value, "" for none
 * @returns {{name: string, text: string, below: boolean, half: number}} half of the width
 */
export function written(name, text, measure = widthOf) {
  const short = shortened(name, (part) => measure(part, LARGE));
  const [first, second] = [measure(short, LARGE), text === "" ? 0 : measure(text, SMALL) + 2];
  const below = text !== "" && (first + second > MOST || RIGHT_TO_LEFT.test(short));
  return { name: short, text, below, half: (below ? Math.max(first, second) : first + second) / 2 };
}
