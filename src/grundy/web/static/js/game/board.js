// A board: the parts of a position that stand on it, as cells and links that can be clicked,
// tapped, or reached by keys.
import { h, s } from "../dom.js";
import { draggable } from "./drag.js";
import { placed } from "./frame.js";
import { drawn, paths } from "./lines.js";
import { grounds, mark, markExtent, trace } from "./marks.js";
import { Play } from "./play.js";
import { domino, halfWidth, pillWidth, shapes, nameOf, UNIT } from "./shapes.js";

const REACH = 24; // pixels from a place in which a finger catches it
let boards = 0;

/** How a place of a board is called: by the number of its part and its name there. */
export const keyOf = (part, name) => `${part} ${name}`;

export class Board {
  /**
   * @param {import("./frame.js").Table} table which parts, and where their cells are
   * @param {any[]} parts all parts of the position
   * @param {any[]} moves the moves of the position; none where nobody is to move here
   * @param {{pick: (part: number, name: string) => void,
   *   hover: (part: number, name: string | null) => void,
   *   drag?: (part: number, names: string[], isDone: boolean) => void}} act
   */
  constructor(table, parts, moves, act) {
    this.act = act;
    this.table = table;
    this.items = new Map();
    this.touched = new Set();
    for (const move of moves)
      for (const name of move.ways.flat()) this.touched.add(keyOf(move.part, name));
    const own = table.parts.map((part, i) => ({
      part,
      scene: parts[part].scene,
      cells: placed(parts[part].scene, table.at[i]),
    }));
    const hidesMarks = table.gone.length > 0 && own.every(({ scene }) => scene.row);
    this.cells = own.flatMap(({ part, cells }) =>
      cells
        .filter((cell) => !(hidesMarks && cell.kind === "mark"))
        .map((cell) => ({ ...cell, part, key: keyOf(part, cell.name) })),
    );
    const { gone } = table;
    const all = [...this.cells, ...gone];
    const links = own.flatMap(({ part, scene, cells }) =>
      paths(scene, cells).map((path) => ({ ...path, part })),
    );
    this.links = links;
    this.svg = this.picture(own, parts, links);
    const marks = this.cells.filter((cell) => cell.kind === "mark");
    const isBelow = (cell) => cell.kind === "step";
    this.svg.append(
      ...this.cells.filter(isBelow).map((cell) => this.cell(cell)),
      ...gone.map((cell) => trace(cell)),
      ...grounds(this.cells, gone),
      ...links.map((path) => this.link(path)),
      ...this.cells
        .filter((cell) => !["mark", "ground", "step"].includes(cell.kind))
        .map((cell) => this.cell(cell)),
      ...table.laid.map((names) => this.laid(names)).filter(Boolean),
      ...marks.map((cell) => mark(cell, this.cells)),
    );
    this.fit(
      all,
      links.some(({ link }) => link.source === link.target),
    );
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointerleave", () => this.act.hover(table.parts[0], null));
    [...this.items.values()].find((item) => item.button)?.element.setAttribute("tabindex", "0");
    this.svg.addEventListener("click", (event) => this.near(event));
    if (act.drag && moves.length) draggable(this, act.drag);
    this.element = this.svg;
  }

  picture(own, parts, links) {
    const id = `board-${++boards}`;
    const said =
      own.map(({ part }) => `${parts[part].game}: ${parts[part].text}`).join(" and ") ||
      "nothing is left here";
    return s(
      "svg",
      {
        class: "play-board",
        role: "group",
        "aria-labelledby": `${id}-title`,
        "aria-describedby": `${id}-description`,
      },
      s("title", { id: `${id}-title` }, said),
      s("desc", { id: `${id}-description` }, described(this.cells, links)),
    );
  }

  cell(cell) {
    return this.item(cell, `play-cell ${cell.kind}`, nameOf(cell), shapes(cell), {
      x: halfWidth(cell),
      isPlaced: true,
    });
  }
  link(path) {
    const { link, part, middle } = path;
    return this.item(
      { ...middle, part, name: link.name, kind: "link", key: keyOf(part, link.name) },
      "play-link",
      `edge ${link.name}`,
      drawn(path),
      { x: 0, isPlaced: false },
    );
  }
  /** Something that a move may touch; a button if one does. */
  item(cell, names, label, children, { x, isPlaced }) {
    const button = this.touched.has(cell.key);
    const high = cell.kind === "cut" ? x : 0.5;
    const box = (name, inset) =>
      s("rect", {
        class: name,
        x: inset - x * UNIT,
        y: inset - high * UNIT,
        width: 2 * (x * UNIT - inset),
        height: 2 * (high * UNIT - inset),
        rx: 7,
      });
    const look = s("g", { class: "look" }, children);
    // A square would hide a halo below it, and the next square one that reaches into it.
    const isSquare = Boolean(look.querySelector(".ground-square"));
    const halo = isPlaced ? box("halo", isSquare ? 3 : 1) : null;
    const element = s(
      "g",
      {
        class: `${names}${button ? " playable" : ""}`,
        transform: isPlaced ? `translate(${cell.x * UNIT} ${cell.y * UNIT})` : null,
        ...(button
          ? { role: "button", tabindex: "-1", "aria-label": label, "aria-pressed": "false" }
          : { "aria-hidden": "true" }),
      },
      isPlaced && button ? box("tint", 0.5) : null,
      ...(isSquare ? [look, halo] : [halo, look]),
    );
    if (button) {
      const hover = (name) => this.act.hover(cell.part, name);
      element.addEventListener("click", () => this.act.pick(cell.part, cell.name));
      element.addEventListener("pointerenter", () => hover(cell.name));
      element.addEventListener("focus", () => hover(cell.name));
      element.addEventListener("blur", () => hover(null));
    }
    this.items.set(cell.key, { element, look, at: cell, button, label, isPlaced, isSquare });
    return element;
  }
  laid(names) {
    const [one, other] = names.map((name) => this.cells.find((cell) => cell.name === name));
    return one?.kind === "taken" && other?.kind === "taken" ? domino(one, other) : null;
  }

  /** The part of the plane that is shown, and how wide the board would like to be. */
  fit(cells, hasLoops) {
    const xs = cells.flatMap((cell) => [
      cell.x - halfWidth(cell) + 0.5,
      cell.x + halfWidth(cell) - 0.5,
    ]);
    const ys = cells.flatMap((cell) => (cell.kind === "step" ? [cell.y, -0.5] : [cell.y]));
    const ground = cells.find((cell) => cell.kind === "ground");
    const extents = cells
      .filter((cell) => cell.kind === "mark")
      .map((cell) => markExtent(cell, cells));
    for (const cell of cells)
      if (cell.kind === "stone" && cell.text)
        extents.push([
          cell.x - pillWidth(cell.text) / 2 + 0.4,
          cell.x + pillWidth(cell.text) / 2 - 0.4,
        ]);
    const left = Math.min(...xs, ...extents.map(([one]) => one)) - 0.62;
    const right =
      Math.max(...xs, ...extents.map(([, other]) => other)) + 0.62 + (hasLoops ? 0.7 : 0);
    const top = Math.min(...ys) - (ground ? 0.9 : 0.66);
    const bottom =
      Math.max(...ys) + (ground ? 0.4 : cells.some((cell) => cell.kind === "stick") ? 0.8 : 0.66);
    const [width, height] = [(right - left) * UNIT, (bottom - top) * UNIT];
    this.svg.setAttribute("viewBox", `${left * UNIT} ${top * UNIT} ${width} ${height}`);
    this.left = left * UNIT;
    this.width = width;
    this.height = height;
  }
  /** Where the middle of a part is on the board, as a share of its width. */
  middleOf(part) {
    const xs = this.cells.filter((cell) => cell.part === part).map((cell) => cell.x);
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    return (middle * UNIT - this.left) / this.width;
  }
  /** Take this share of the natural size, as far as the card has room. */
  grow(scale) {
    this.svg.setAttribute("width", String(Math.round(this.width * scale)));
    this.svg.setAttribute("height", String(Math.round(this.height * scale)));
    this.svg.style.setProperty("--scale", String(scale)); // letters stay readable
  }

  /**
   * Show what is picked, what a move would change, what moves lead to and how soon, what has just
   * changed, and what is lit by a hint.
   *
   * @param {{picked?: string[], next?: string[], preview?: string[], recent?: string[], lit?: string[],
   *   leads?: Map<string, {lead: string, shade: number, soon: string}>}} what places by their keys
   */
  show({ picked = [], next = [], preview = [], recent = [], lit = [], leads = new Map() }) {
    for (const [key, item] of this.items) {
      const { classList } = item.element;
      classList.toggle("picked", picked.includes(key));
      classList.toggle("next", next.includes(key));
      classList.toggle("preview", preview.includes(key));
      classList.toggle("recent", recent.includes(key));
      classList.toggle("lit", lit.includes(key));
      if (!item.button) continue;
      item.element.setAttribute("aria-pressed", String(picked.includes(key)));
      const { lead = "", shade = 0, soon = "" } = leads.get(key) ?? {};
      const now = `${lead}${shade}${soon}`;
      if (item.lead === now) continue;
      item.lead = now;
      for (const letter of "PND") classList.toggle(`leads-${letter}`, lead === letter);
      for (const one of [1, 2, 3, 4]) classList.toggle(`shade-${one}`, lead && shade === one);
      item.letter?.remove();
      item.fate = lead ? `, ${Play.word(lead)}${soon}` : "";
      name(item);
      if (lead) this.letter(item, lead);
    }
  }
  /** Call each button by what a click on it does. @param {(part: number, name: string) => string} deed */
  call(deed) {
    for (const item of this.items.values()) {
      if (!item.button) continue;
      item.deed = `: ${deed(item.at.part, item.at.name)}`;
      name(item);
    }
  }
  /** A move is on its way: what it touches is pale until its position comes. */
  go({ part, way = [] }) {
    for (const name of way) this.items.get(keyOf(part, name))?.element.classList.add("going");
  }
  /** Write values over places, by their keys; zeros stand out. @param {Map<string, string>} worths */
  lay(worths) {
    for (const [key, item] of this.items) {
      item.worth?.remove();
      const text = worths.get(key);
      if (!text || !item.isPlaced) continue;
      item.worth = s(
        "text",
        { class: `worth${text === "0" ? " zero" : ""}`, "aria-hidden": "true" },
        text,
      );
      item.element.append(item.worth);
    }
  }
  letter(item, lead) {
    const inset = item.isSquare ? 0.06 : 0; // the next square would hide what reaches into it
    const [x, y] = item.isPlaced
      ? [(halfWidth(item.at) - 0.17 - inset) * UNIT, (inset - 0.33) * UNIT]
      : [item.at.x * UNIT, item.at.y * UNIT];
    item.letter = s(
      "g",
      { class: "lead", transform: `translate(${x} ${y})`, "aria-hidden": "true" },
      s("circle", { r: 8.5 }),
      s("text", {}, Play.letter(lead)),
    );
    item.element.append(item.letter);
  }

  /** A click beside everything means the nearest place, where one is in reach. */
  near({ target, clientX, clientY }) {
    if (target.closest("[role=button]")) return;
    const all = [...this.items.values()]
      .filter((item) => item.button)
      .map((item) => {
        const { left, top, width, height } = item.look.getBoundingClientRect();
        return { item, far: Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY) };
      });
    const [nearest] = all.sort((a, b) => a.far - b.far);
    if (nearest && nearest.far <= REACH) this.act.pick(nearest.item.at.part, nearest.item.at.name);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const here = [...this.items.values()].find((item) => item.element === document.activeElement);
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act.pick(here.at.part, here.at.name);
    } else if (event.key in steps) {
      event.preventDefault();
      this.focusOn(
        nearest(
          here,
          [...this.items.values()].filter((item) => item.button),
          steps[event.key],
        ),
      );
    }
  }
  focusOn(item) {
    if (!item) return;
    for (const other of this.items.values())
      if (other.button) other.element.setAttribute("tabindex", "-1");
    item.element.setAttribute("tabindex", "0");
    item.element.focus();
  }
  /** Put the focus on a place, or on the first thing that can be clicked. */
  focus(label) {
    const buttons = [...this.items.values()].filter((item) => item.button);
    this.focusOn(buttons.find((item) => item.label === label) ?? buttons[0]);
  }
  /** How what has the focus is called, if it stands here. */
  get focused() {
    return [...this.items.values()].find((item) => item.element === document.activeElement)?.label;
  }
}

const name = ({ element, label, deed = "", fate = "" }) =>
  element.setAttribute("aria-label", `${label}${deed}${fate}`);

/** A part that has no scene: its picture in plain text. */
export function picture(part) {
  return h(
    "pre",
    {
      class: "play-picture",
      tabindex: "0",
      role: "group",
      "aria-label": `${part.game}: ${part.text}`,
    },
    part.picture,
  );
}

function described(cells, links) {
  const counts = new Map();
  for (const cell of cells)
    if (cell.kind !== "mark" && cell.kind !== "cut")
      counts.set(cell.kind, (counts.get(cell.kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${kind}: ${count}`);
  if (links.length) kinds.push(`lines: ${links.length}`);
  return `What is on the board: ${kinds.join(", ") || "nothing"}.`;
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
