// How a drawing of Sprouts looks.
import { s } from "../../dom.js";
import { ARM } from "./crosses.js";
import { HEIGHT, WIDTH } from "./drawing.js";
import { fromLine } from "./geometry.js";
import { degrees } from "./plane.js";

const LIVES = 3;
const BESIDE = 19; // how far from its spot a name stands,
const SMALL = 1.3; // and so many times as far on the board of a phone
const TURNS = 16; // places of a name that are looked at
const MOST_ROOM = 22; // a name needs no more

/** What a spot is called: a, b, …, z, a2. @param {number} number */
export function nameOf(number) {
  const round = Math.floor(number / 26);
  return String.fromCharCode(97 + (number % 26)) + (round ? String(round + 1) : "");
}

/** Which way the last curve went, in words, or "". @param {import("./plane.js").Drawing} drawing */
export function lastCurve({ spots, curves }) {
  if (!curves.length) return "";
  const [{ a }, { b }] = curves.slice(-2);
  return `The last curve went from ${nameOf(a)} to ${nameOf(b)}, with the new spot ${nameOf(spots.length - 1)}.`;
}

/** Which way a curve goes that is only sketched. @param {import("./plane.js").Drawing} next */
export function sketched({ curves }) {
  const [{ a }, { b }] = curves.slice(-2);
  return `The dashed curve goes from ${nameOf(a)} to ${nameOf(b)}.`;
}

/** A smooth line from the first point to the last: each point between pulls, so that no corner is left. */
export function path(points) {
  const at = ({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const half = (p, q) => at({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  const bends = points.slice(1, -1).map((p, i) => ` Q${at(p)} ${half(p, points[i + 2])}`);
  return `M${at(points[0])}${bends.join("")} L${at(points[points.length - 1])}`;
}

/** The curves, the last one marked, and the spots, each with its name and the lives that are left. */
export function shapes(drawing) {
  const degree = degrees(drawing);
  const last = drawing.curves.length - 2;
  return [
    ...drawing.curves.map(({ points }, i) =>
      s("path", {
        class: `sprout-curve${i < last ? "" : " last"}`,
        d: path(points),
        "data-curve": String(i),
      }),
    ),
    ...drawing.spots.map((_, i) => label(drawing, i)),
    ...drawing.spots.map(({ x, y, arms }, i) => {
      const lives = LIVES - degree[i];
      if (arms) return cross(x, y, arms);
      return s(
        "g",
        { class: `sprout-spot${lives ? "" : " dead"}`, transform: `translate(${x} ${y})` },
        s(
          "g",
          { class: "sprout-scaled" },
          s("circle", { r: lives ? 10 : 6 }),
          lives ? s("text", {}, String(lives)) : null,
        ),
      );
    }),
  ];
}

/** The name of a spot, where it has most room on a small board too: as far as it may be there. */
function label({ spots, curves }, spot) {
  const { x, y, arms = [] } = spots[spot];
  const ways = curves.map(({ points }) => points).concat(arms.map((arm) => armOf(x, y, arm)));
  const others = spots.filter((_, i) => i !== spot).map((one) => [one, one]);
  const room = (turn) => {
    const at = (far) => ({ x: x + far * Math.cos(turn), y: y + far * Math.sin(turn) });
    const lines = [...ways, ...others];
    return Math.min(MOST_ROOM, ...lines.map((line) => fromLine(at(BESIDE * SMALL), line)));
  };
  const turns = Array.from({ length: TURNS }, (_, i) => (2 * Math.PI * i) / TURNS - Math.PI / 4);
  const best = turns.reduce((one, turn) => (room(turn) > room(one) ? turn : one));
  const name = s(
    "text",
    { class: "sprout-name", x: BESIDE * Math.cos(best), y: BESIDE * Math.sin(best) },
    nameOf(spot),
  );
  return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "sprout-scaled" }, name));
}

const armOf = (x, y, arm) => [
  { x, y },
  { x: x + ARM * Math.cos(arm), y: y + ARM * Math.sin(arm) },
];

function cross(x, y, arms) {
  return s(
    "g",
    { class: `sprout-spot cross${arms.length ? "" : " dead"}`, transform: `translate(${x} ${y})` },
    arms.map((arm) =>
      s("line", { class: "sprout-arm", x2: ARM * Math.cos(arm), y2: ARM * Math.sin(arm) }),
    ),
    s("circle", { r: 5 }),
  );
}

/** A drawing that only shows, its spots as large as on a large board. */
export function small(drawing, width) {
  const svg = s(
    "svg",
    {
      class: "sprouts",
      width,
      height: Math.round((width * HEIGHT) / WIDTH),
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "aria-hidden": "true",
    },
    shapes(drawing),
  );
  svg.style.setProperty("--spot", String(Math.min(2, WIDTH / width)));
  return svg;
}
