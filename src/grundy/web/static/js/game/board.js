// One part of a position as a board: cells and links that can be clicked, tapped, or reached by keys.
import { h, s } from "../dom.js";
import { placed } from "./frame.js";
import { drawn, paths } from "./lines.js";
import { Play } from "./play.js";
import { pillWidth, shapes, told, UNIT } from "./shapes.js";

let boards = 0;

export class Board {
  /**
   * @param part what the server told of the part
   * @param frame where its cells were before, by name, or null
   * @param moves the moves in this part
   * @param act {pick(name), hover(name or null)}
   */
  constructor(part, frame, moves, act) {
    this.act = act;
    this.part = part;
    this.moves = moves;
    this.items = new Map();
    const touched = new Set(moves.flatMap((move) => move.ways.flat()));
    const { cells, gone } = placed(part.scene, frame);
    const id = `board-${++boards}`;
    const said = `${part.game}: ${part.text}`;
    this.svg = s("svg", { class: "play-board", role: "group", "aria-labelledby": `${id}-title`, "aria-describedby": `${id}-description` },
      s("title", { id: `${id}-title` }, said),
      s("desc", { id: `${id}-description` }, described(cells, scene(part).links)));
    const marks = cells.filter((cell) => cell.kind === "mark");
    this.svg.append(
      ...gone.map((cell) => this.shape(cell, "gone")),
      ...grounds(cells, gone),
      ...paths(scene(part), cells).map((path) => this.item(path.link.name, path.middle, `edge ${path.link.name}`, "play-link", drawn(path), touched)),
      ...cells.filter((cell) => cell.kind !== "mark" && cell.kind !== "ground").map((cell) => this.item(cell.name, cell, told(cell), `play-cell ${cell.kind}`, shapes(cell), touched)),
      ...marks.map((cell) => mark(cell, cells)));
    this.fit([...cells, ...gone]);
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointerleave", () => this.act.hover(null));
    [...this.items.values()].find((item) => item.button)?.element.setAttribute("tabindex", "0");
    this.element = this.svg;
  }

  shape(cell, name) {
    return s("g", { class: `play-cell ${cell.kind} ${name}`, transform: `translate(${cell.x * UNIT} ${cell.y * UNIT})`, "aria-hidden": "true" }, shapes({ ...cell, text: "" }));
  }
  /** Something that a move may touch; a button if one does. */
  item(name, at, label, names, children, touched) {
    const button = touched.has(name);
    const isLink = names === "play-link";
    const element = s("g", {
      class: `${names}${button ? " playable" : ""}`, transform: isLink ? null : `translate(${at.x * UNIT} ${at.y * UNIT})`,
      ...(button ? { role: "button", tabindex: "-1", "aria-label": label, "aria-pressed": "false" } : { "aria-hidden": "true" }),
    }, children, isLink ? null : s("rect", { class: "halo", x: -UNIT / 2 + 1, y: -UNIT / 2 + 1, width: UNIT - 2, height: UNIT - 2, rx: 7 }));
    if (button) {
      element.addEventListener("click", () => this.act.pick(name));
      element.addEventListener("pointerenter", () => this.act.hover(name));
      element.addEventListener("focus", () => this.act.hover(name));
      element.addEventListener("blur", () => this.act.hover(null));
    }
    this.items.set(name, { element, at, button, label });
    return element;
  }
  fit(cells) {
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    const ground = cells.find((cell) => cell.kind === "ground");
    const extents = cells.filter((cell) => cell.kind === "mark").map((cell) => markExtent(cell, cells));
    for (const cell of cells) if (cell.kind === "stone" && cell.text) extents.push([cell.x - pillWidth(cell.text) / 2 + 0.4, cell.x + pillWidth(cell.text) / 2 - 0.4]);
    const loops = scene(this.part).links.some((link) => link.source === link.target) ? 0.7 : 0;
    const left = Math.min(...xs, ...extents.map(([one]) => one)) - 0.62;
    const right = Math.max(...xs, ...extents.map(([, other]) => other)) + 0.62 + loops;
    const top = Math.min(...ys) - (ground ? 0.9 : 0.66);
    const bottom = Math.max(...ys) + (ground ? 0.4 : cells.some((cell) => cell.kind === "stick") ? 0.8 : 0.66);
    const [width, height] = [(right - left) * UNIT, (bottom - top) * UNIT];
    this.svg.setAttribute("viewBox", `${left * UNIT} ${top * UNIT} ${width} ${height}`);
    this.svg.setAttribute("width", String(Math.round(width)));
  }

  /** Show what is picked, what a move would change, and what moves lead to. */
  show({ picked, preview, leads, recent }) {
    for (const [name, item] of this.items) {
      const { classList } = item.element;
      classList.toggle("picked", picked.includes(name));
      classList.toggle("preview", preview.includes(name));
      classList.toggle("recent", recent.includes(name));
      if (!item.button) continue;
      item.element.setAttribute("aria-pressed", String(picked.includes(name)));
      const lead = leads.get(name);
      if (item.lead === lead) continue;
      item.lead = lead;
      for (const letter of "PND") classList.toggle(`leads-${letter}`, lead === letter);
      item.letter?.remove();
      item.element.setAttribute("aria-label", lead ? `${item.label}, ${Play.word(lead)}` : item.label);
      if (lead) this.letter(item, lead);
    }
  }
  letter(item, lead) {
    const isLink = item.element.classList.contains("play-link");
    const [x, y] = isLink ? [item.at.x * UNIT, item.at.y * UNIT] : [0.33 * UNIT, -0.33 * UNIT];
    item.letter = s("g", { class: "lead", transform: `translate(${x} ${y})`, "aria-hidden": "true" }, s("circle", { r: 8.5 }), s("text", {}, Play.letter(lead)));
    item.element.append(item.letter);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const here = [...this.items].find(([, item]) => item.element === document.activeElement);
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act.pick(here[0]);
    } else if (event.key in steps) {
      event.preventDefault();
      this.focusOn(nearest(here[1], [...this.items.values()].filter((item) => item.button), steps[event.key]));
    }
  }
  focusOn(item) {
    if (!item) return;
    for (const other of this.items.values()) if (other.button) other.element.setAttribute("tabindex", "-1");
    item.element.setAttribute("tabindex", "0");
    item.element.focus();
  }
  /** Put the focus where it was, or on the first thing that can be clicked. */
  focus(name) {
    const wanted = this.items.get(name);
    this.focusOn(wanted?.button ? wanted : [...this.items.values()].find((item) => item.button));
  }
  get focused() { return [...this.items].find(([, item]) => item.element === document.activeElement)?.[0]; }
}

/** A part that has no scene: its picture in plain text. */
export function picture(part) { return h("pre", { class: "play-picture", tabindex: "0", role: "group", "aria-label": `${part.game}: ${part.text}` }, part.picture); }

function scene(part) { return part.scene; }

function described(cells, links) {
  const counts = new Map();
  for (const cell of cells) if (cell.kind !== "mark" && cell.kind !== "cut") counts.set(cell.kind, (counts.get(cell.kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${kind}: ${count}`);
  if (links.length) kinds.push(`lines: ${links.length}`);
  return `What is on the board: ${kinds.join(", ") || "nothing"}.`;
}

function mark(cell, cells) {
  const end = isLabel(cell, cells);
  const short = cell.text.length <= 3 && !end;
  return s("text", { class: "play-mark", x: (cell.x + (short ? 0 : end ? 0.2 : -0.45)) * UNIT, y: cell.y * UNIT, "text-anchor": short ? "middle" : end ? "end" : "start", "aria-hidden": "true" }, cell.text);
}

/** Whether a mark stands before other cells in a line, so that it ends where it is. */
function isLabel(mark, cells) { return cells.some((cell) => cell.kind !== "mark" && cell.y === mark.y && cell.x > mark.x); }

function markExtent(cell, cells) {
  const wide = 0.21 * cell.text.length;
  if (isLabel(cell, cells)) return [cell.x + 0.2 - wide, cell.x];
  return cell.text.length <= 3 ? [cell.x, cell.x] : [cell.x - 0.45, cell.x - 0.45 + wide];
}

function grounds(cells, gone) {
  return cells.filter((cell) => cell.kind === "ground").map((cell) => {
    const xs = [...cells, ...gone].map((one) => one.x);
    return s("rect", { class: "play-ground", x: (Math.min(...xs) - 0.55) * UNIT, y: cell.y * UNIT, width: (Math.max(...xs) - Math.min(...xs) + 1.1) * UNIT, height: 0.22 * UNIT, "aria-hidden": "true" });
  });
}

function nearest(from, items, [dx, dy]) {
  let [best, least] = [null, Infinity];
  for (const item of items) {
    const [x, y] = [item.at.x - from.at.x, item.at.y - from.at.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 0.05 && along + 2.5 * aside < least) [best, least] = [item, along + 2.5 * aside];
  }
  return best;
}
