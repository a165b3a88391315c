// The boards of a play that are drawn, those of Sprouts: their drawings are found, a curve that was
// drawn is made a move, and a move is sketched as a curve.
import { ask } from "../api.js";
import { isSprouts, KEYS, known } from "./sprouts/known.js";
import { soon } from "./tints.js";

const PAUSE = 150; // milliseconds that a move is pointed at before its curve is looked for

export class Drawn {
  /** @type {typeof import("./sprouts/whole.js") | null} */
  whole = null; // comes with the first board of it
  turn = 0;
  /** @type {any} */
  sketched = null; // the board with a sketch
  found = new Map(); // the curve of a move, by the positions that it leads from and to

  /**
   * @param {import("./play.js").Play} play
   * @param {{redraw: () => void, named: () => void, make: (move: any) => void, guarded: (work: Promise<any>) => any,
   *   judged: () => {leads: string[], lasts: number[]}, come: (whole: any) => void}} act what is
   *   done when a drawing was found, and when moves have other names, with a move, with work that may be refused, and when the first
   *   board comes; and what moves lead to
   */
  constructor(play, act) {
    this.play = play;
    this.act = act;
  }

  /** The board of a table; null until it has come, undefined where another kind of board is there. */
  board(table, part, isPlayable) {
    const { play } = this;
    const drawing = known(play.node, table.id);
    if (drawing) return this.#board(table, part ?? { text: "0" }, drawing, isPlayable);
    if (!isSprouts(part) || drawing === null) return undefined;
    this.#find(play.node, table.id);
    const was = play.at ? known(play.line[play.at - 1], table.id) : null;
    if (was) return this.#board(table, part, was, false); // until its curve is found
    return this.whole ? undefined : null; // another board would flash up
  }
  #board(table, part, drawing, isPlayable) {
    const by = table.parts[0];
    const hand = {
      take: (/** @type {any} */ next) => this.#draw(by, next),
      foretell: (/** @type {any} */ next) => this.#foretell(by, next),
    };
    return new this.whole.SproutsBoard(table, part, drawing, isPlayable ? hand : null);
  }
  /** Find the drawing of a board, and show it, if its step is still looked at. */
  async #find(node, id) {
    const { line } = this.play;
    if (!this.whole) {
      this.whole = await import("./sprouts/whole.js");
      this.act.come(this.whole);
    }
    const drawing = await this.whole.found(line, line.indexOf(node), id);
    if (node === this.play.node) this.act.redraw();
    node.letters = await this.whole.lettered(node.position, drawing);
    if (node === this.play.node && node.letters.size) this.act.named();
  }
  /** A curve was drawn: ask which move that is, and make it. */
  async #draw(part, drawing) {
    const { play } = this;
    const { node } = play;
    if (play.busy || play.waits) return;
    await this.act.guarded(
      this.#moveOf(part, drawing).then((move) => {
        if (node === play.node)
          this.act.make({ ...move, drawing, curve: this.whole.written(drawing.hand) });
      }),
    );
  }
  /** The move of a curve that was drawn. */
  #moveOf(part, drawing) {
    const { regions } = this.whole.words(drawing);
    return ask("game/drawn", { position: this.play.node.text, part, regions });
  }
  /** What a curve that is not let go yet leads to: nothing where that is not to be seen. */
  async #foretell(part, drawing) {
    const { node } = this.play;
    const { leads, lasts } = this.act.judged();
    if (!leads.length) return null;
    const { name } = await this.#moveOf(part, drawing);
    const at = node.position.moves.findIndex((move) => move.part === part && move.name === name);
    return leads[at] ? { lead: leads[at], soon: soon(leads[at], lasts[at] ?? null) } : null;
  }

  // ---- moves as curves --------------------------------------------------------------------------

  /** Sketch a move on the board where it is made; null takes the sketch away. */
  async sketch(boards, move) {
    const turn = ++this.turn;
    this.sketched?.sketch(null);
    this.sketched = null;
    const board = move && boards.find((one) => one?.drawing && one.table.parts.includes(move.part));
    if (!board) return;
    await new Promise((done) => {
      setTimeout(done, PAUSE);
    });
    if (turn !== this.turn) return;
    const key = `${this.play.node.text} > ${move.to}`;
    if (!this.found.has(key)) this.found.set(key, await this.#curve(board.drawing, move));
    if (turn !== this.turn) return;
    board.sketch(this.found.get(key));
    this.sketched = board;
  }
  /** A drawing with the curve of a move, if there is room for it. */
  async #curve(drawing, move) {
    const { parts } = this.play.position;
    const after = (await ask("game/position", { position: move.to })).parts;
    const isGone = after.length < parts.length;
    const text = isGone ? "0" : after[move.part].text;
    return this.whole.routed(drawing, KEYS[parts[move.part].game], text);
  }
}
