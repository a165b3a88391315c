// A scatter of value against heap, dense enough for a million points, with zoom.
import uPlot from "../../vendor/uplot/uplot.js";

const HEIGHT = 340;
const KEYS = { "+": 0.5, "=": 0.5, "-": 2 };
const SHIFTS = { ArrowLeft: -0.25, ArrowRight: 0.25 };

export class Plot {
  #chart = null;
  #whole = true; // all heaps are shown, also those that are still to come

  constructor(place) {
    this.place = place;
    place.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#chart?.setSize(this.#size())).observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#build());
  }

  /** Show values; the same chart takes what comes later. */
  draw(values) {
    this.values = values;
    if (!this.#chart) this.#build();
    else {
      const { min, max } = this.#chart.scales.x;
      this.#chart.batch(() => {
        this.#chart.setData([values.heaps, values.values], this.#whole);
        if (!this.#whole) this.#chart.setScale("x", { min, max });
      });
    }
  }
  /** Begin anew with another game. */
  clear() {
    this.#whole = true;
    this.#chart?.setData([[], []]);
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
  /** Zoom about the middle: less than 1 comes nearer. */
  scale(factor) {
    const { min, max } = this.#chart?.scales.x ?? {};
    const half = ((max - min) * factor) / 2;
    this.zoom((min + max) / 2 - half, (min + max) / 2 + half);
  }
  all() { this.zoom(0, Infinity); }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#chart) return;
    const { min, max } = this.#chart.scales.x;
    if (event.key in KEYS) this.scale(KEYS[event.key]);
    else if (event.key in SHIFTS) this.zoom(min + (max - min) * SHIFTS[event.key], max + (max - min) * SHIFTS[event.key]);
    else if (event.key === "0" || event.key === "Home") this.all();
    else return;
    event.preventDefault();
  }
  #size() { return { width: Math.max(260, this.place.clientWidth), height: HEIGHT }; }

  #build() {
    if (!this.values) return;
    this.#chart?.destroy();
    const style = getComputedStyle(this.place);
    const ink = style.color;
    const accent = style.getPropertyValue("--accent").trim();
    const grid = { stroke: "rgba(128,128,128,.25)", width: 1 };
    const whole = (_, marks) => marks.map((mark) => (Number.isInteger(mark) ? mark.toLocaleString("en") : ""));
    this.#chart = new uPlot({
      ...this.#size(), legend: { show: true, live: true },
      cursor: { drag: { x: true, y: false }, points: { size: 9 } },
      scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high) * 1.04] } },
      axes: [{ stroke: ink, grid, label: "heap", values: whole }, { stroke: ink, grid, label: "value", values: whole }],
      series: [{ label: "heap", value: (_, raw) => raw?.toLocaleString("en") ?? "–" },
        { label: "value", stroke: accent, points: { show: false }, paths: points, value: (_, raw) => raw?.toLocaleString("en") ?? "–" }],
      hooks: { setSelect: [() => { this.#whole = false; }], },
    }, [this.values.heaps, this.values.values], this.place);
    this.#chart.over.addEventListener("dblclick", () => { this.#whole = true; });
    for (const canvas of this.place.querySelectorAll("canvas")) canvas.setAttribute("aria-hidden", "true");
  }
}

// Drawn point by point, each pixel at most once: a path of a million dots would take seconds.
function points(chart, number, first, last) {
  const { ctx } = chart;
  const [xs, ys] = [chart.data[0], chart.data[number]];
  const { left, top, width, height } = chart.bbox;
  const [x, y] = [chart.scales.x, chart.scales.y];
  const [across, up] = [width / (x.max - x.min), height / (y.max - y.min)];
  const shown = last - first;
  const size = Math.round((shown > 20_000 ? 1 : shown > 2_000 ? 2 : shown > 300 ? 4 : 6) * devicePixelRatio);
  const columns = Math.ceil(width) + 2;
  const seen = new Uint8Array(columns * (Math.ceil(height) + 2));
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.fillStyle = chart.series[number].stroke(chart, number);
  for (let i = first; i <= last; i++) {
    const column = Math.round((xs[i] - x.min) * across);
    const row = Math.round((y.max - ys[i]) * up);
    const cell = row * columns + column;
    if (seen[cell]) continue;
    seen[cell] = 1;
    ctx.fillRect(left + column - size / 2, top + row - size / 2, size, size);
  }
  ctx.restore();
  return null;
}
