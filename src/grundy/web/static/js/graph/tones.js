// Colour by value: which tone a value has. There are ten, and the value stands there too.

export const TONES = 10;

/**
 * The class of a vertex's colour when values are coloured: 0, 1, … and one for all ∞(K).
 *
 * @param {{value: number | null, infinite?: number[]} | null} label
 */
export function toneOf(label) {
  if (label?.infinite) return "tone-inf";
  return label ? (label.value === null ? "" : `tone-${Math.min(label.value, TONES - 1)}`) : "";
}

/**
 * The values that a labelling has, for the legend: the numbers in order, then ∞ if it is there.
 *
 * @param {{value: number | null, infinite?: number[]}[]} vertices
 * @returns {{tone: string, text: string}[]}
 */
export function tonesOf(vertices) {
  const numbers = [...new Set(vertices.map(({ value }) => value))]
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  const last = numbers.filter((value) => value >= TONES - 1);
  const found = numbers
    .filter((value) => value < TONES - 1)
    .map((value) => ({ tone: `tone-${value}`, text: String(value) }));
  if (last.length)
    found.push({
      tone: `tone-${TONES - 1}`,
      text: last.length > 1 ? `${last[0]} to ${last.at(-1)}` : String(last[0]),
    });
  if (vertices.some((label) => toneOf(label) === "tone-inf"))
    found.push({ tone: "tone-inf", text: "∞(K)" });
  return found;
}
