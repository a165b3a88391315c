// The boards of a play, on which moves are made by click or key: as the first page and notebooks
// have them, without all that the part "Game" puts around.
import { h } from "../dom.js";
import { Board, keyOf } from "./board.js";
import { Choosing, wayOf } from "./choosing.js";
import { tables } from "./frame.js";
import { play as playMotion, seen } from "./motion.js";
import { Place } from "./place.js";
import { Play } from "./play.js";

export class TableTop {
  play = new Play();
  /** @type {any[]} */
  boards = [];
  choosing = new Choosing([]);
  /** @type {import("./drawn.js").Drawn | null} */
  drawn = null; // what finds the drawings of Sprouts, where boards of it are wanted

  /**
   * @param {{failed: (text: string) => void, ended?: () => void, high: () => number}} act what to do
   *   with a refusal, where the focus goes when the play is over, and how high the boards may be
   */
  constructor(act) {
    this.act = act;
    this.place = new Place(act.high);
    this.element = this.place.element;
    this.said = h("p", { class: "quiet play-picked", role: "status" }); // what a click does now
    this.play.addEventListener("change", (/** @type {any} */ event) => {
      if (this.play.position && event.detail !== "judged") this.draw();
    });
  }

  /**
   * Do something of the play, and tell its refusal.
   *
   * @param {Promise<unknown>} work
   */
  async guarded(work) {
    try {
      await work;
    } catch (error) {
      if (error.name !== "AbortError") this.act.failed(error.message);
    }
  }

  draw() {
    const { play } = this;
    const from = this.boards.findIndex((board) => board?.focused);
    const focused = this.boards[from]?.focused;
    const mine = !play.busy && !play.waits && !play.over;
    const { parts, moves } = play.position;
    this.choosing = new Choosing(mine ? moves : []);
    const were = new Map(this.boards.filter(Boolean).map((board) => [board.table.id, seen(board)]));
    const standing = tables(play.node);
    this.boards = standing.map((table) => this.#board(table, parts, mine ? moves : []));
    this.place.show(standing, this.boards, parts, play.node.naming);
    this.#call();
    for (const board of this.boards) if (board) playMotion(board, were.get(board.table.id));
    if (from >= 0 && play.over) this.act.ended?.();
    else if (from >= 0 && mine) (this.boards[from] ?? this.boards.find(Boolean))?.focus(focused);
  }

  /** A board of buttons, or a drawing. @returns {any} */
  #board(table, parts, moves) {
    const drawn = this.drawn?.board(table, parts[table.parts[0]], moves.length > 0);
    if (drawn !== undefined) return drawn;
    if (!table.parts.every((part) => parts[part].scene)) return null;
    return new Board(table, parts, moves, {
      pick: (part, name) => this.#pick(part, name),
      hover: (part, name) => this.#hover(part, name),
      drag: (part, names, isDone) => this.#drag(part, names, isDone),
    });
  }

  #pick(part, name) {
    if (this.play.busy || this.play.waits) return;
    const picked = this.choosing.part === part ? [...this.choosing.picked, name] : [name];
    const move = this.choosing.pick(part, name);
    if (move) {
      const made = { ...move, way: wayOf(move, picked) };
      for (const board of this.boards) board?.go?.(made);
      this.guarded(this.play.make(made));
    } else {
      this.#call();
      this.light();
    }
  }
  #call() {
    const deed = (part, name) => this.choosing.deed(part, name, (move) => this.play.called(move));
    for (const board of this.boards) board?.call?.(deed);
    const { moves, candidates } = this.choosing;
    const isDrawn = this.boards.every((board) => board?.drawing);
    const words = !isDrawn && this.choosing.words(candidates, this.play.position);
    this.said.textContent = moves.length ? words || "" : "";
  }
  #drag(part, names, isDone) {
    if (this.play.busy || this.play.waits) return;
    const { scene } = this.play.position.parts[part];
    const { move, way } = this.choosing.dragged(part, names, scene) ?? { move: null, way: [] };
    if (move && isDone) this.guarded(this.play.make({ ...move, way }));
    else this.light(isDone ? [] : way.map((one) => keyOf(part, one)));
  }
  #hover(part, name) {
    const move = name === null ? null : this.choosing.meant(part, name);
    const picked = this.choosing.part === part ? this.choosing.picked : [];
    const way = move ? wayOf(move, [...picked, name]) : [];
    this.light(way.map((one) => keyOf(move.part, one)));
  }

  /**
   * Light places by their keys, beside what is picked.
   *
   * @param {string[]} preview
   */
  light(preview = []) {
    const picked = this.choosing.picked.map((name) => keyOf(this.choosing.part, name));
    for (const board of this.boards) board?.show({ picked, preview });
  }
}
