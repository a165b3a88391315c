// The board of Sprouts: drag from spot to spot, and the curve stays where it was drawn.
import { h, s } from "../../dom.js";
import { fitted, HEIGHT, problem, REACH, spotAt, WIDTH } from "./drawing.js";
import { hasArms } from "./crosses.js";
import { distance, meetsItself } from "./geometry.js";
import { lastCurve, path, shapes, sketched } from "./picture.js";
import { degrees } from "./plane.js";
import { byHand } from "./route.js";

/**
 * @typedef {import("./plane.js").Drawing} Drawing
 * @typedef {import("./geometry.js").Point} Point
 */

const LEAST_STEP = 3; // between points of a line that is being drawn
const [LEAST, MOST] = [0.85, 2]; // spots and names keep this scale on a small board, up to so much
const PAUSE = 120; // ms that the hand rests before the page says what the curve leads to
/** @type {Record<string, string>} */
const LEADS = { P: "wins", D: "draws", N: "loses" };
const HOW = "Drag from a spot to a spot; the number is how many more ends of curves it takes.";
const HOW_CROSSED = "Drag from a free end to a free end.";

export class SproutsBoard {
  // What other boards have, and a drawing has not.
  cells = [];
  links = [];
  items = new Map();
  focused = undefined;
  width = WIDTH;
  height = HEIGHT;

  /**
   * @param {import("../frame.js").Table} table
   * @param {{text: string}} part
   * @param {Drawing} drawing
   * @param {{take: (next: Drawing) => void, foretell: (next: Drawing) =>
   *   Promise<{lead: string, soon: string} | null>} | null} hand what is done with a drawn curve,
   *   and what it would lead to; null where none may be drawn
   */
  constructor(table, part, drawing, hand) {
    this.table = table;
    this.drawing = drawing;
    this.hand = hand;
    this.pause = 0;
    /** @type {Point[]} */
    this.line = [];
    this.from = -1;
    this.rubber = s("path", { class: "sprout-rubber" });
    this.sketching = s("path", { class: "sprout-sketch" });
    this.svg = s(
      "svg",
      {
        class: `play-board sprouts${hand ? " drawable" : ""}`,
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": this.describe(part),
      },
      s("rect", { class: "paper", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 10 }),
      this.sketching,
      shapes(drawing),
      this.rubber,
    );
    this.say = h(
      "p",
      { class: "quiet sprout-words", role: "status" },
      hand ? this.how : lastCurve(drawing),
    );
    this.element = h("div", { class: "sprouts-place" }, this.svg, this.say);
    if (hand) this.listen();
  }
  get how() {
    return `${lastCurve(this.drawing)} ${hasArms(this.drawing) ? HOW_CROSSED : HOW}`.trim();
  }
  describe(part) {
    const { spots, curves } = this.drawing;
    const degree = degrees(this.drawing);
    const live = spots.filter((spot, i) => (spot.arms ? spot.arms.length : degree[i] < 3)).length;
    const game = hasArms(this.drawing) ? "Brussels Sprouts" : "Sprouts";
    return `${game}: ${part.text}; a drawing of ${spots.length} spots, ${live} of them alive, and ${curves.length / 2} curves. The moves are in the list too.`;
  }
  /** How far from a spot it is caught, in units of the drawing: as many pixels, however small it is. */
  get reach() {
    return REACH / Math.min(1, this.svg.getScreenCTM().a);
  }
  grow(scale) {
    this.svg.style.setProperty("--spot", String(Math.min(MOST, Math.max(1, LEAST / scale))));
    this.svg.setAttribute("width", String(Math.round(this.width * scale)));
    this.svg.setAttribute("height", String(Math.round(this.height * scale)));
  }
  show() {
    // The places in the names of moves are those of the position as it is written.
  }
  focus() {
    // A drawing is no button.
  }
  /** Show a curve that may be drawn, by the drawing with it; null takes it away. */
  sketch(next) {
    const lines = next ? next.curves.slice(this.drawing.curves.length) : [];
    this.sketching.setAttribute("d", lines.map(({ points }) => path(points)).join(" "));
    if (next) this.say.textContent = sketched(next);
    else if (this.hand) this.say.textContent = this.how;
  }

  // ---- drawing ----------------------------------------------------------------------------------

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.end(event));
    this.svg.addEventListener("pointercancel", () => this.stop());
  }
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM().inverse());
    return { x, y };
  }
  begin(event) {
    if (event.button) return;
    const point = this.at(event);
    this.from = spotAt(this.drawing, point, this.reach);
    if (this.from < 0) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.line = [point];
    this.say.textContent = this.how;
    this.move(event);
  }
  move(event) {
    if (this.from < 0) return;
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length ? all : [event]) {
      const point = this.at(one);
      if (distance(point, this.line[this.line.length - 1]) >= LEAST_STEP) this.line.push(point);
    }
    const bad = this.line.length > 2 && meetsItself(this.line);
    this.rubber.classList.toggle("bad", bad);
    this.rubber.setAttribute("d", path([this.drawing.spots[this.from], ...this.line]));
    this.tint(null);
    clearTimeout(this.pause);
    const to = spotAt(this.drawing, this.at(event), this.reach);
    if (to >= 0) this.pause = window.setTimeout(() => this.foretell(to), PAUSE);
  }
  /** The hand rests on a spot: show what the curve would lead to. */
  async foretell(to) {
    const { from, line, drawing } = this;
    const { length } = line;
    const points = fitted(drawing, from, to, line);
    if (points.length < 3 || problem(drawing, from, to, points)) return;
    const foretold = await this.hand.foretell(this.next(to, points)).catch(() => null);
    if (foretold && line === this.line && length === line.length) this.tint(foretold);
  }
  /** @param {{lead: string, soon: string} | null} foretold */
  tint(foretold) {
    for (const letter of Object.keys(LEADS))
      this.rubber.classList.toggle(`leads-${letter}`, foretold?.lead === letter);
    if (foretold) this.say.textContent = `This curve ${LEADS[foretold.lead]}${foretold.soon}.`;
    else if (this.say.textContent.startsWith("This curve")) this.say.textContent = this.how;
  }
  next(to, points) {
    return byHand(this.drawing, { a: this.from, b: to, inner: points.slice(1, -1) });
  }
  end(event) {
    if (this.from < 0) return;
    this.move(event);
    const { from, drawing } = this;
    const to = spotAt(drawing, this.at(event), this.reach);
    const points = to < 0 ? this.line : fitted(drawing, from, to, this.line);
    const why = points.length < 3 ? "" : problem(drawing, from, to, points);
    if (why) this.say.textContent = why;
    else if (points.length > 2) this.hand.take(this.next(to, points));
    this.stop(); // where a spot was touched, and no line drawn, too
  }
  stop() {
    clearTimeout(this.pause);
    this.tint(null);
    this.from = -1;
    this.line = [];
    this.rubber.setAttribute("d", "");
  }
}
