// A scatter of value against heap, dense enough for a million points, with zoom.
import uPlot from "../../vendor/uplot/uplot.js";

export class Plot {
  constructor(place) { this.place = place; }

  /** Draw values of heaps 0 … ; ctx is filled point by point, at most once a pixel. */
  draw(values) {
    const heaps = Array.from(values, (_, i) => i);
    this.chart?.destroy();
    const ink = getComputedStyle(document.body).color;
    const grid = { stroke: "rgba(128,128,128,.25)", width: 1 };
    this.chart = new uPlot({
      width: Math.max(280, this.place.clientWidth), height: 360, legend: { show: true },
      cursor: { drag: { x: true, y: true, uni: 30 } },
      scales: { x: { time: false }, y: {} },
      axes: [{ stroke: ink, grid, label: "heap", values: (_, marks) => marks.map((mark) => mark.toLocaleString("en")) }, { stroke: ink, grid, label: "value" }],
      series: [{ label: "heap" }, { label: "value", stroke: getComputedStyle(document.documentElement).getPropertyValue("--accent").trim() || "#1d5f87", points: { show: false }, paths: points }],
    }, [heaps, values], this.place);
  }
  resize() { this.chart?.setSize({ width: Math.max(280, this.place.clientWidth), height: 360 }); }
  /** Show all, or a part of it. */
  zoom(from, to) { this.chart?.setScale("x", { min: from, max: to }); }
}

function points(chart, number, first, last) {
  const { ctx } = chart;
  const [xs, ys] = [chart.data[0], chart.data[number]];
  const size = last - first > 20_000 ? 1 : last - first > 2_000 ? 2 : 4;
  const { left, top, width, height } = chart.bbox;
  const seen = new Uint8Array((Math.ceil(width) + 2) * (Math.ceil(height) + 2));
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.fillStyle = chart.series[number].stroke(chart, number);
  for (let i = first; i <= last; i++) {
    const x = Math.round(chart.valToPos(xs[i], "x", true));
    const y = Math.round(chart.valToPos(ys[i], "y", true));
    const cell = (y - Math.floor(top)) * (Math.ceil(width) + 2) + x - Math.floor(left);
    if (seen[cell]) continue;
    seen[cell] = 1;
    ctx.fillRect(x - size / 2, y - size / 2, size, size);
  }
  ctx.restore();
  return null;
}
