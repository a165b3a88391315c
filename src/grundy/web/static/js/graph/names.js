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
 * A name; where it is too wide equal terms of it are taken together, and its end is left out.
 *
 * @param {string} name
 * @param {(text: string) => number} measure
 */
export function shortened(name, measure = widthOf, most = MOST) {
  if (name.length <= 60 && measure(name) <= most) return name;
  const whole = folded(name);
  const text = whole.slice(0, 60);
  if (text === whole && measure(text) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}…`) > most) letters.pop();
  return `${letters.join("")}…`;
}

/** A sum with equal terms taken together: "3×1 + 2". @param {string} name */
function folded(name) {
  const times = new Map();
  for (const term of name.split(" + ")) times.set(term, (times.get(term) ?? 0) + 1);
  return [...times].map(([term, count]) => (count > 1 ? `${count}×${term}` : term)).join(" + ");
}

/**
 * Names as they stand in vertices; those that would look alike begin where they differ.
 *
 * @param {string[]} names
 * @param {(text: string) => number} measure
 * @param {number[]} group which of them
 */
export function shortNames(names, measure = widthOf, group = [...names.keys()], from = 0) {
  const found = [];
  const alike = new Map();
  for (const i of group) {
    const short = `${from ? "…" : ""}${shortened(names[i].slice(from), measure)}`;
    found[i] = short;
    alike.set(short, [...(alike.get(short) ?? []), i]);
  }
  for (const same of alike.values()) {
    const next = same.length > 1 ? differing(same.map((i) => names[i])) : 0;
    const others = next > from ? shortNames(names, measure, same, next) : [];
    for (const i of same) found[i] = others[i] ?? found[i];
  }
  return found;
}

/** Where texts begin to differ: at the first sign of a word. @param {string[]} texts */
function differing([first, ...others]) {
  let at = 0;
  while (at < first.length && others.every((other) => other[at] === first[at])) at++;
  while (at && /\w|-/.test(first[at - 1])) at--;
  return at;
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
