// What the colours, shapes and lines mean; it stands beside the picture, and in files of it.
import { h, s } from "../dom.js";
import { widthOf } from "./names.js";
import { outline } from "./shapes.js";
import { tonesOf } from "./tones.js";

const VERTICES = [
  ["P", "the player to move loses"],
  ["N", "the player to move wins"],
  ["D", "a draw"],
];
const ARCS = [
  ["P", "into P: a winning move"],
  ["D", "into D"],
  ["N", "into N: to be avoided"],
];

/**
 * The rows of the legend: a sample and a text each.
 *
 * @param {{plain: boolean, byValue: boolean, labels: any, steps?: any}} view
 * @returns {{sample: () => SVGElement, text: string}[]}
 */
export function legendRows(view) {
  const { plain, byValue, labels } = view;
  const tones = byValue && labels ? tonesOf(labels.vertices) : [];
  const vertices = VERTICES.map(([letter, text]) => ({
    sample: () => vertexSample(letter, byValue ? "toneless" : "", letter, plain),
    text,
  }));
  const values = tones.map(({ tone, text }) => ({
    sample: () => vertexSample("unknown", tone, "", plain),
    text: `value ${text}`,
  }));
  const arcs = ARCS.map(([letter, text]) => ({ sample: () => arcSample(letter), text }));
  return [...vertices, ...values, ...arcs];
}

function vertexSample(outcome, tone, letter, plain) {
  return s(
    "g",
    { class: `sample ${outcome} ${tone}` },
    s(
      "g",
      { transform: `scale(${plain ? 0.36 : 0.42})` },
      outline(outcome, 34, "shape", { plain }),
    ),
    letter ? s("text", { class: "letter", y: plain && letter === "P" ? 2 : 0 }, letter) : null,
  );
}
function arcSample(letter) {
  const kind = `to-${letter}`;
  return s(
    "g",
    {},
    s("path", { class: `arc ${kind}`, d: "M -16 0 H 10" }),
    s("path", { class: `head ${kind}`, d: "M 16 0 L 7 -4.5 L 7 4.5 z" }),
  );
}

const ROW = 30;
const SAMPLE = 44;

/**
 * The legend as a group of a picture, as wide as that at most.
 *
 * @param {Parameters<typeof legendRows>[0] & {labels: any}} view
 * @param {number} width
 * @returns {{group: SVGElement, height: number}}
 */
export function legendGroup(view, width) {
  const misere = view.labels?.play === "misere";
  const heading = misere
    ? "Misère play: who cannot move wins."
    : "Normal play: who cannot move loses.";
  const rows = legendRows(view);
  const column = SAMPLE + 16 + Math.max(...rows.map(({ text }) => widthOf(text, 14)));
  const columns = Math.max(1, Math.floor(width / column));
  const items = rows.map(({ sample, text }, i) => {
    const [x, y] = [(i % columns) * column, ROW * (1 + Math.floor(i / columns)) + 4];
    return s(
      "g",
      { transform: `translate(${x + 20} ${y})` },
      sample(),
      s("text", { class: "legend-text", x: SAMPLE - 20 }, text),
    );
  });
  return {
    group: s("g", {}, s("text", { class: "legend-text", x: 2, y: 4 }, heading), items),
    height: ROW * (1 + Math.ceil(rows.length / columns)),
  };
}

/** The legend as a part of the page. */
export class Legend {
  constructor(view) {
    this.view = view;
    this.element = h("ul", { class: "legend", "aria-label": "Legend" });
    this.draw();
  }
  draw() {
    this.element.replaceChildren(
      ...legendRows(this.view).map(({ sample, text }) =>
        h(
          "li",
          {},
          s(
            "svg",
            { viewBox: "-18 -13 36 26", width: 36, height: 26, "aria-hidden": "true" },
            sample(),
          ),
          text,
        ),
      ),
    );
  }
}
