// Painting a large graph bit by bit: arcs, then vertices, then the names that have room.
import { coloursAt } from "../appearance.js";
import { KINDS } from "./arcs.js";
import { font } from "./names.js";
import { corners, RADIUS, rim } from "./shapes.js";
import { TONES } from "./tones.js";
import { lines } from "./vertex.js";

const BIT = 400; // arcs or vertices between two breaks
const FEW = 3_000; // arcs, up to which they are bent and broad
const LEAST = 3.2; // pixels: a vertex is never smaller than this radius
const READABLE = 6.5; // pixels: smaller text is not written
const MOST_NAMES = 120; // of those that stand beside vertices which are too small for them
const FAINT = 0.35; // moves that do not win: those that do are seen first

const NAMES = {
  text: "--ink",
  ground: "--panel",
  edge: "--edge",
  accent: "--accent",
  "accent-ink": "--accent-ink",
  plain: "--soft",
  "to-P": "--to-p",
  "to-D": "--to-d",
  "to-N": "--to-n",
  P: "--p",
  D: "--d",
  N: "--n",
  unknown: "--unknown",
  "tone-inf": "--tone-inf",
  ...Object.fromEntries(Array.from({ length: TONES }, (_, i) => [`tone-${i}`, `--tone-${i}`])),
};

/**
 * The colours of the picture, as the page has them now.
 *
 * @returns {Record<string, string>}
 */
export function coloursOf(element) {
  const found = coloursAt(element, Object.values(NAMES));
  return {
    ink: "#111",
    ...Object.fromEntries(Object.keys(NAMES).map((name, i) => [name, found[i]])),
  };
}

export class Painter {
  /**
   * @param {import("./view.js").View} view
   * @param {CanvasRenderingContext2D} context its transformation leads from the plane to pixels
   * @param {{scale: number, left: number, right: number, top: number, bottom: number}} area
   */
  constructor(view, context, area) {
    this.view = view;
    this.model = view.model;
    this.context = context;
    this.area = area;
    this.colours = coloursOf(view.svg);
    this.few = this.model.arcs.length <= FEW;
    this.pixel = area.scale;
    // Vertices that would be too small to be seen are drawn larger than they are.
    this.grown = Math.max(1, (LEAST * area.scale) / RADIUS);
  }

  /** Paint all but one vertex with its arcs; breaks off after each bit. */
  *all(lifted) {
    const byKind = Object.fromEntries(KINDS.map((kind) => [kind, []]));
    for (const arc of this.model.arcs) {
      if (arc[0] !== lifted && arc[1] !== lifted && this.#crosses(arc))
        byKind[this.view.kindOf(arc[1])].push(arc);
    }
    for (const kind of KINDS) {
      for (let at = 0; at < byKind[kind].length; at += BIT) {
        this.arcs(byKind[kind].slice(at, at + BIT), kind, kind === "to-N" ? FAINT : 1);
        yield;
      }
    }
    const seen = [];
    this.model.places.forEach((place, vertex) => {
      if (vertex !== lifted && this.#holds(place)) seen.push(vertex);
    });
    for (let at = 0; at < seen.length; at += BIT) {
      for (const vertex of seen.slice(at, at + BIT)) this.vertex(vertex);
      yield;
    }
    if (15 / this.pixel < READABLE) this.#names(seen);
  }
  #crosses([u, v]) {
    const { left, right, top, bottom } = this.area;
    const [[ax, ay], [bx, by]] = [this.model.places[u], this.model.places[v]];
    const room = 2 * RADIUS;
    return (
      Math.max(ax, bx) > left - room &&
      Math.min(ax, bx) < right + room &&
      Math.max(ay, by) > top - room &&
      Math.min(ay, by) < bottom + room
    );
  }
  #holds([x, y]) {
    const { left, right, top, bottom } = this.area;
    const room = 5 * RADIUS;
    return x > left - room && x < right + room && y > top - room && y < bottom + room;
  }

  /** Paint arcs of one kind, more or less faintly. */
  arcs(arcs, kind, share = 1) {
    const { context, pixel, few } = this;
    const broad = few && pixel < 2;
    context.strokeStyle = context.fillStyle = this.colours[kind];
    context.lineWidth = broad ? (kind === "to-P" ? 2.2 : 1.4) : pixel / devicePixelRatio;
    context.globalAlpha = share * (few ? 0.85 : 0.55);
    context.beginPath();
    const ends = arcs.map((arc) => this.#line(arc));
    context.stroke();
    if (pixel < (few ? 3.5 : 1.2)) {
      context.beginPath();
      ends.forEach(([from, tip]) => triangle(context, from, tip));
      context.fill();
    }
    context.globalAlpha = 1;
  }
  /** Add one arc to the path; give the direction and the place of its head. */
  #line([u, v]) {
    const { context, model } = this;
    const [from, to] = [model.places[u], model.places[v]];
    const wide = (vertex) => this.view.wideOf(vertex) * this.grown;
    if (u === v) {
      const top = from[1] - RADIUS * this.grown;
      context.moveTo(from[0] + 12, top - 14);
      context.arc(from[0], top - 14, 12, 0, 2 * Math.PI);
      return [
        [from[0] + 14, top - 14],
        [from[0] + 10, top - 2],
      ];
    }
    const bent = this.few && model.hasArc(v, u);
    const middle = bent ? beside(from, to, 26) : [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const [begin, tip] = [rim(from, middle, wide(u)), rim(to, middle, wide(v) + 3)];
    context.moveTo(begin[0], begin[1]);
    if (bent) context.quadraticCurveTo(middle[0], middle[1], tip[0], tip[1]);
    else context.lineTo(tip[0], tip[1]);
    return [middle, tip];
  }

  /** Paint one vertex. */
  vertex(vertex) {
    const { context, pixel, grown } = this;
    const look = this.view.looks[vertex];
    const [x, y] = this.model.places[vertex];
    context.save();
    context.translate(x, y);
    context.scale(grown, grown);
    const small = grown > 1;
    this.outline(look, small ? RADIUS : look.wide);
    context.fillStyle = this.colours[look.tone || look.outcome] || this.colours.unknown;
    context.fill();
    if (!small) {
      context.strokeStyle = this.colours.edge;
      context.lineWidth = Math.max(1.5, pixel * 0.8);
      context.stroke();
    }
    if (15 / pixel >= READABLE) this.#text(look);
    if (look.tokens) this.#tokens(look);
    context.restore();
  }
  /** Make the outline of a vertex the path. */
  outline(look, wide, more = 0) {
    const { context } = this;
    const points = corners(look.outcome, wide, { more, plain: this.view.plain });
    context.beginPath();
    if (points) {
      points.forEach(([x, y]) => context.lineTo(x, y));
      context.closePath();
    } else context.ellipse(0, 0, wide + more, RADIUS + more, 0, 0, 2 * Math.PI);
  }
  #text(look) {
    const { context } = this;
    const { second, first, under } = lines(look, this.view.plain);
    context.fillStyle = this.colours.ink;
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.font = font(15);
    context.fillText(look.name, 0, first);
    context.font = font(13, 700);
    if (second) context.fillText(second, 0, under);
  }
  #tokens(look) {
    const { context } = this;
    const [x, y] = [look.wide - 4, RADIUS - 4];
    context.beginPath();
    context.arc(x, y, 10, 0, 2 * Math.PI);
    context.fillStyle = this.colours.accent;
    context.fill();
    context.fillStyle = this.colours["accent-ink"];
    context.font = font(11, 700);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(look.tokens), x, y);
  }

  /** Names beside vertices that are too small for them: where there is room, who has most arcs first. */
  #names(seen) {
    const { context, pixel, model } = this;
    const degrees = new Uint32Array(model.names.length);
    for (const [u, v] of model.arcs) {
      degrees[u]++;
      degrees[v]++;
    }
    const size = 12 * pixel;
    const taken = [];
    context.font = font(size);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.lineWidth = 3 * pixel;
    context.lineJoin = "round";
    for (const vertex of [...seen].sort((a, b) => degrees[b] - degrees[a])) {
      if (taken.length >= MOST_NAMES) break;
      const { name, text } = this.view.looks[vertex];
      const [x, y] = model.places[vertex];
      const caption = text && !"?…".includes(text) ? `${name}: ${text}` : name;
      const left = x + RADIUS * this.grown + 2 * pixel;
      const box = [left, y - 0.7 * size, left + context.measureText(caption).width, y + 0.7 * size];
      if (taken.some((other) => meet(box, other))) continue;
      taken.push(box);
      context.strokeStyle = this.colours.ground;
      context.strokeText(caption, left, y);
      context.fillStyle = this.colours.text;
      context.fillText(caption, left, y);
    }
  }
}

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function beside(from, to, bend) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [
    (from[0] + to[0]) / 2 - (dy / length) * bend,
    (from[1] + to[1]) / 2 + (dx / length) * bend,
  ];
}

function triangle(context, [fx, fy], [tx, ty]) {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const [x, y] = [(tx - fx) / length, (ty - fy) / length];
  context.moveTo(tx, ty);
  context.lineTo(tx - 10 * x - 5 * y, ty - 10 * y + 5 * x);
  context.lineTo(tx - 10 * x + 5 * y, ty - 10 * y - 5 * x);
  context.closePath();
}
