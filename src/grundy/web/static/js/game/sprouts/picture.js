// How a drawing of Sprouts looks.
import { s } from "../../dom.js";
import { ARM } from "./crosses.js";
import { HEIGHT, WIDTH } from "./drawing.js";
import { degrees } from "./plane.js";

const LIVES = 3;

/** A smooth line through all points, which are close enough together to be joined as they are. */
export function path(points) {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" L")}`;
}

/** The curves and the spots, each with the lives that it has left. */
export function shapes(drawing) {
  const degree = degrees(drawing);
  return [
    ...drawing.curves.map(({ points }, i) =>
      s("path", { class: "sprout-curve", d: path(points), "data-curve": String(i) }),
    ),
    ...drawing.spots.map(({ x, y, arms }, i) => {
      const lives = LIVES - degree[i];
      if (arms) return cross(x, y, arms);
      return s(
        "g",
        { class: `sprout-spot${lives ? "" : " dead"}`, transform: `translate(${x} ${y})` },
        s("circle", { r: lives ? 10 : 6 }),
        lives ? s("text", {}, String(lives)) : null,
      );
    }),
  ];
}

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

/** A drawing that only shows. */
export function small(drawing, width) {
  return s(
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
}
