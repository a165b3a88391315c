// The points of a sequence, drawn one by one, each pixel at most once: a path of a million takes seconds.

const PHASES = 12; // colours; a longer period takes them again
/** Safe for colour-blind eyes side by side, and visible on light and dark grounds. */
const HUES = [210, 30, 160, 330, 50, 270, 0, 190, 90, 300, 20, 240];

/** The colours of the phases. */
export function phaseColours(dark) {
  return HUES.slice(0, PHASES).map((hue) => `hsl(${hue} 75% ${dark ? 66 : 40}%)`);
}

/**
 * The phase of each heap within a period, -1 before it begins.
 *
 * @param {{period: number, preperiod: number} | null} found
 * @returns {(heap: number) => number}
 */
export function phaseOf(found) {
  if (!found || !found.period) return () => 0;
  return (heap) =>
    heap < found.preperiod ? -1 : ((heap - found.preperiod) % found.period) % PHASES;
}

/** A painter for uPlot: points in the colours of their phases, rings around zeros. */
export function painter(look) {
  return (chart, number, first, last) => {
    const { ctx } = chart;
    const [xs, ys] = [chart.data[0], chart.data[number]];
    const { left, top, width, height } = chart.bbox;
    const [toX, toY] = [along(chart.scales.x, width), along(chart.scales.y, height)];
    const shown = last - first;
    const size = Math.round(
      (shown > 20_000 ? 1 : shown > 2_000 ? 2 : shown > 300 ? 4 : 6) * devicePixelRatio,
    );
    const columns = Math.ceil(width) + 2;
    const seen = new Uint8Array(columns * (Math.ceil(height) + 2));
    const style = look(number);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top - size, width, height + 2 * size);
    ctx.clip();
    const zeros = [];
    for (let i = first; i <= last; i++) {
      const column = Math.round(toX(xs[i]));
      const row = Math.round(height - toY(ys[i]));
      const cell = row * columns + column;
      if (seen[cell]) continue;
      seen[cell] = 1;
      ctx.fillStyle = style.colour(xs[i]);
      if (style.cross) {
        ctx.fillRect(left + column - size / 2, top + row - size / 6, size, Math.max(1, size / 3));
        ctx.fillRect(left + column - size / 6, top + row - size / 2, Math.max(1, size / 3), size);
      } else ctx.fillRect(left + column - size / 2, top + row - size / 2, size, size);
      if (ys[i] === 0 && style.zero) zeros.push(column, row);
    }
    ctx.strokeStyle = style.zero;
    ctx.lineWidth = devicePixelRatio * 1.5;
    const radius = size / 2 + 2.5 * devicePixelRatio;
    for (let i = 0; i < zeros.length; i += 2) {
      ctx.beginPath();
      ctx.arc(left + zeros[i], top + zeros[i + 1], radius, 0, 7);
      ctx.stroke();
    }
    ctx.restore();
    return null;
  };
}

/** How far a value stands along an axis of so many pixels. */
function along(scale, pixels) {
  const bend = scale.distr === 4 ? Math.asinh : (value) => value;
  const least = bend(scale.min);
  const each = pixels / (bend(scale.max) - least || 1);
  return (value) => (bend(value) - least) * each;
}
