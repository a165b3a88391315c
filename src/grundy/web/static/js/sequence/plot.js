// A scatter of value against heap, dense enough for a million points, with zoom; two games over each other.
import { coloursAt, whenColoursChange } from "../appearance.js";
import { h } from "../dom.js";
import { painter, phaseColours, phaseOf } from "./paint.js";

const [LEAST, SHARE, MOST] = [300, 0.42, 520]; // pixels, and a part of the window, in height
const KEYS = { "+": 0.5, "=": 0.5, "-": 2 };
const SHIFTS = { ArrowLeft: -0.25, ArrowRight: 0.25 };
const DISTRIBUTIONS = { linear: 1, log: 4 }; // 4 is the inverse of sinh: logarithmic, and has a 0

/** @type {any} */
let uPlot = null;

/** Load what draws a plot: no other part needs it. */
export async function loaded() {
  ({ default: uPlot } = await import("../../vendor/uplot/uplot.js"));
}

export class Plot {
  #chart = null;
  #whole = true; // all heaps are shown, also those that are still to come
  values = null;
  names = ["value"];
  other = null; // the values of a second game
  period = null;
  /** @type {"linear" | "log"} */
  x = "linear";
  /** @type {"linear" | "log"} */
  y = "linear";
  phases = true;
  zeros = true;
  /** @type {import("./check-steps.js").Part | null} */
  lit = null;

  constructor(place) {
    this.place = place;
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    place.addEventListener("click", (event) => this.#keepOne(event), { capture: true });
    new ResizeObserver(() => this.#chart?.setSize(this.#size())).observe(place);
    whenColoursChange(() => this.build());
  }

  /** Show values; the same chart takes what comes later. */
  draw(values) {
    this.values = values;
    if (!this.#chart || this.#chart.data.length !== this.#data().length) this.build();
    else {
      const { min, max } = this.#chart.scales.x;
      this.#chart.batch(() => {
        this.#chart.setData(this.#data(), this.#whole);
        if (!this.#whole) this.#chart.setScale("x", { min, max });
      });
    }
  }
  /** Begin anew with another game. */
  clear() {
    this.#whole = true;
    this.period = null;
    this.other = null;
    this.#chart?.destroy();
    this.#chart = null;
    this.values = null;
  }
  /** Change how it looks: axes "linear" or "log", colours by phase, marks at zeros, the period. */
  look(changes) {
    Object.assign(this, changes);
    this.build();
  }

  /** Light a part of the plot, and two heaps in it; null for none. */
  light(part) {
    this.lit = part;
    this.#light();
  }
  #light() {
    const { over } = this.#chart ?? {};
    for (const old of over?.querySelectorAll(".lit-part") ?? []) old.remove();
    if (!over || !this.lit) return;
    const wide = over.clientWidth;
    const at = (heap) => Math.min(wide, Math.max(0, this.#chart.valToPos(heap, "x")));
    const show = (name, left, right) => {
      const part = h("div", { class: `lit-part ${name}` });
      part.style.left = `${left}px`;
      part.style.width = `${right - left}px`;
      if (right > left) over.append(part);
    };
    const { from, to, pair } = this.lit;
    show("checked", at(from), to === Infinity ? wide : at(to));
    for (const heap of pair)
      if (at(heap) > 0 && at(heap) < wide) show("pair", at(heap) - 1, at(heap) + 1);
  }

  /** Show heaps from … to. */
  zoom(from, to) {
    if (!this.#chart) return;
    const last = Math.max(1, this.values.length - 1);
    const width = Math.min(Math.max(to - from, 10), last);
    const left = Math.min(Math.max(0, from), last - width);
    this.#whole = width >= last;
    this.#chart.setScale("x", { min: left, max: left + width });
  }
  /** Zoom about a heap, the middle if none: less than 1 comes nearer. */
  scale(factor, about) {
    const { min, max } = this.#chart?.scales.x ?? {};
    const fixed = about ?? (min + max) / 2;
    this.zoom(fixed - (fixed - min) * factor, fixed + (max - fixed) * factor);
  }
  all() {
    this.zoom(0, Infinity);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#chart) return;
    const { min, max } = this.#chart.scales.x;
    if (event.key in KEYS) this.scale(KEYS[event.key]);
    else if (event.key in SHIFTS)
      this.zoom(min + (max - min) * SHIFTS[event.key], max + (max - min) * SHIFTS[event.key]);
    else if (event.key === "0" || event.key === "Home") this.all();
    else return;
    event.preventDefault();
  }
  /** The wheel comes nearer at the pointer; where all is shown, turning back scrolls the page. */
  #wheel(event) {
    if (!this.#chart?.over.contains(event.target) || (this.#whole && event.deltaY > 0)) return;
    event.preventDefault();
    const left = event.clientX - this.#chart.over.getBoundingClientRect().left;
    this.scale(event.deltaY > 0 ? 1.25 : 0.8, this.#chart.posToVal(left, "x"));
  }
  /** A click in the legend hides a game; the last one that is shown stays. */
  #keepOne(event) {
    const row = event.target.closest?.(".u-series");
    if (!row || !this.#chart) return;
    const number = [...row.parentElement.children].indexOf(row);
    const shown = this.#chart.series.filter((one, i) => i > 0 && one.show);
    if (number === 0 || (shown.length === 1 && shown[0] === this.#chart.series[number]))
      event.stopPropagation();
  }
  #size() {
    const height = Math.round(Math.min(MOST, Math.max(LEAST, SHARE * innerHeight)));
    return { width: Math.max(260, this.place.clientWidth), height };
  }
  #data() {
    const { heaps, values } = this.values;
    if (!this.other?.length) return [heaps, values];
    const common = Math.min(this.other.length, values.length);
    return [heaps, values, this.other.values].map((array) => array.subarray(0, common));
  }

  /** Make the chart, as it is to look now. */
  build() {
    if (!this.values) return;
    const before = this.#whole ? null : this.#chart?.scales.x;
    const zoomed = before && { min: before.min, max: before.max };
    this.#chart?.destroy();
    const data = this.#data();
    const ink = getComputedStyle(this.place).color;
    const grid = { stroke: "rgba(128,128,128,.25)", width: 1 };
    const whole = (_, marks) =>
      marks.map((mark) => (Number.isInteger(mark) ? mark.toLocaleString("en") : ""));
    const looks = this.#looks();
    const written = (_, raw) => raw?.toLocaleString("en") ?? "–";
    this.#chart = new uPlot(
      {
        ...this.#size(),
        legend: { show: true, live: true },
        cursor: { drag: { x: true, y: false }, points: { size: 9 } },
        scales: {
          x: { time: false, distr: DISTRIBUTIONS[this.x], asinh: 1 },
          y: {
            distr: DISTRIBUTIONS[this.y],
            asinh: 1,
            range: (_, low, high) => [Math.min(0, low), Math.max(1, high) * 1.04],
          },
        },
        axes: [
          { stroke: ink, grid, label: "heap", values: whole },
          { stroke: ink, grid, label: "value", values: whole },
        ],
        series: [
          { label: "heap", value: written },
          ...data.slice(1).map((_, i) => ({
            label: this.names[i] ?? "value",
            stroke: looks(i + 1).stroke,
            points: { show: false },
            paths: painter(looks),
            value: written,
          })),
        ],
        hooks: {
          setScale: [() => queueMicrotask(() => this.#light())],
          setSelect: [
            () => {
              this.#whole = false;
            },
          ],
        },
      },
      data,
      this.place,
    );
    if (zoomed) this.#chart.setScale("x", zoomed);
    this.#chart.over.addEventListener("dblclick", () => {
      this.#whole = true;
    });
    this.#light();
    for (const canvas of this.place.querySelectorAll("canvas"))
      canvas.setAttribute("aria-hidden", "true");
  }
  /** How the points of each series look: colour by heap, a cross for the second game, zeros. */
  #looks() {
    const [accent, bad, soft, ground] = coloursAt(this.place, [
      "--accent",
      "--bad",
      "--soft",
      "--panel",
    ]);
    const dark = ground !== "rgb(255, 255, 255)";
    const colours = phaseColours(dark);
    const phase = phaseOf(this.period);
    const byPhase = this.phases && this.period && !this.other?.length;
    return (number) => ({
      stroke: number === 1 ? accent : bad,
      cross: number > 1,
      zero: this.zeros && number === 1 ? bad : "",
      colour: byPhase
        ? (heap) => (phase(heap) < 0 ? soft : colours[phase(heap)])
        : () => (number === 1 ? accent : bad),
    });
  }
}
