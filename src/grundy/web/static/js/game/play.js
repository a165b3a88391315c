// A play as far as it has come: where it began, its moves, who plays, and what is known of it.
import { ask } from "../api.js";
import { frameAfter } from "./frame.js";
import { letter } from "./words.js";

const OTHER = { P: "N", N: "P", D: "D" };
const PATIENCE = 650; // milliseconds until the computer's move is made, so that it is seen
const REPETITIONS = 3;

export class Play extends EventTarget {
  start = "";
  rules = "normal";
  against = "perfect"; // or teacher, random, person
  first = 1; // the player that you are; the other is the computer
  judging = true;
  colouring = false;
  line = [];
  at = 0;
  busy = false;

  get node() { return this.line[this.at]; }
  get position() { return this.node?.position; }
  get player() { return 1 + (this.at % 2); }
  get alone() { return this.against !== "person"; }
  get computersTurn() { return this.alone && this.player !== this.first; }
  get drawn() {
    const text = this.node.key;
    let times = 0;
    for (let i = this.at; i >= 0; i -= 2) times += this.line[i].key === text;
    return times >= REPETITIONS;
  }
  get over() { return Boolean(this.position) && (this.drawn || !this.position.moves.length); }
  get winner() {
    if (!this.over || this.drawn) return null;
    return this.rules === "normal" ? 3 - this.player : this.player;
  }

  /** Who plays, in words; "Player 1", "You" or "The computer". */
  name(player) {
    if (!this.alone) return `Player ${player}`;
    return player === this.first ? "You" : "The computer";
  }
  /** Who wins with best play after so many moves: 1, 2, 0 for a draw, null where it is not known. */
  wins(at) {
    const outcome = this.line[at]?.judged?.outcome;
    if (!outcome) return null;
    const player = 1 + (at % 2);
    return outcome === "D" ? 0 : outcome === "N" ? player : 3 - player;
  }
  /** Whether this move gave away what the player had. */
  changed(at) {
    const [before, after] = [this.wins(at - 1), this.wins(at)];
    return before !== null && after !== null && before !== after;
  }

  /** Begin with the text of a position, and go on by some moves. */
  async begin(start, moves = []) {
    const turn = this.takeTurn();
    const found = await ask("game/replay", { position: start, moves });
    const shown = await ask("game/position", { position: found.start });
    if (turn !== this.turn) return;
    this.start = start.trim();
    this.line = [{ text: found.start, key: keyOf(shown), position: shown, frames: shown.parts.map(() => null) }];
    this.at = 0;
    for (const [i, move] of found.moves.entries()) {
      this.line.push({ text: move.to, move: { ...move, typed: moves[i] } });
      await this.load(i + 1);
      if (turn !== this.turn) return;
    }
    this.at = this.line.length - 1;
    this.changedNow("begin");
    await this.goOn(turn);
  }

  /** Make a legal move; what was undone is forgotten. */
  async make(move, by = this.player) {
    const turn = this.takeTurn();
    this.line.length = this.at + 1;
    this.line.push({ text: move.to, move: { ...move, typed: this.typed(move), by } });
    this.busy = true;
    try { await this.load(this.at + 1); } finally { this.busy = false; }
    if (turn !== this.turn) return;
    this.at += 1;
    this.changedNow("move");
    await this.goOn(turn);
  }
  typed(move) {
    const number = this.position.moves.findIndex((one) => one.part === move.part && one.name === move.name && one.to === move.to);
    return number >= 0 ? String(number + 1) : `=${move.name} in ${letter(move.part)}`;
  }
  /** Find a move that was typed, and make it. */
  async makeTyped(text) {
    await this.make(await ask("game/move", { position: this.node.text, typed: text }));
  }
  /** Go back or forward to where so many moves were made. */
  goTo(at) {
    this.takeTurn();
    this.at = Math.max(0, Math.min(at, this.line.length - 1));
    this.changedNow("look");
    this.judge();
  }
  /** Take back the last move, and the computer's answer with it. */
  undo() {
    const steps = this.alone && !this.computersTurn && this.at > 1 ? 2 : 1;
    this.goTo(this.at - steps);
  }
  redo() { this.goTo(this.at + (this.alone && this.at + 2 < this.line.length ? 2 : 1)); }

  /** Judge, and let the computer move if it is its turn. */
  async goOn(turn = this.turn) {
    const judging = this.judge();
    if (this.computersTurn && !this.over) await this.answer(turn);
    await judging;
  }
  async answer(turn = this.turn) {
    this.busy = true;
    this.changedNow("thinking");
    const shown = new Promise((done) => { setTimeout(done, PATIENCE); });
    let move;
    try {
      move = await ask("game/answer", {
        position: this.node.text, play: this.rules, level: this.against, seed: Math.floor(Math.random() * 2 ** 40),
      });
      await shown;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
    if (turn === this.turn) await this.make(move);
  }

  /** Find out who wins here, and what each move leads to, unless that is known or not wanted. */
  async judge() {
    const node = this.node;
    const needsMoves = this.colouring && !node.judged?.leads.length;
    if (!(this.judging || this.colouring) || (node.judged && !needsMoves)) return;
    this.request?.abort();
    this.request = new AbortController();
    try {
      node.judged = await ask("game/judge", { position: node.text, play: this.rules, moves: this.colouring }, this.request.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      node.judged = { outcome: null, value: null, values: [], leads: [], told: error.message };
    }
    this.changedNow("judged");
    await this.judgeEarlier();
  }
  /** Positions that were passed in a hurry are judged afterwards. */
  async judgeEarlier() {
    const earlier = this.line.findLast((node) => !node.judged);
    if (!earlier || !this.judging) return;
    const turn = this.turn;
    try {
      earlier.judged = await ask("game/judge", { position: earlier.text, play: this.rules, moves: false });
    } catch (error) {
      earlier.judged = { outcome: null, value: null, values: [], leads: [], told: error.message };
    }
    if (turn !== this.turn) return;
    this.changedNow("judged");
    await this.judgeEarlier();
  }
  setRules(rules) {
    this.rules = rules;
    for (const node of this.line) node.judged = null;
    this.takeTurn();
    this.changedNow("look");
    if (this.line.length) this.judge();
  }
  /** What leads to a position of this outcome for who moves there is for the mover … */
  static word(lead) { return { N: "loses", P: "wins", D: "draws" }[lead] ?? ""; }
  static letter(lead) { return { N: "L", P: "W", D: "D" }[lead] ?? ""; }
  static turned(outcome) { return OTHER[outcome]; }

  async load(at) {
    const node = this.line[at];
    node.position = await ask("game/position", { position: node.text });
    node.key = keyOf(node.position);
    node.frames = frameAfter(this.line[at - 1], node);
  }
  takeTurn() {
    this.turn = (this.turn ?? 0) + 1;
    this.busy = false;
    return this.turn;
  }
  changedNow(what) { this.dispatchEvent(new CustomEvent("change", { detail: what })); }

  /** The address that brings this play back. */
  get link() {
    const fields = new URLSearchParams({ game: this.start, play: this.rules, against: this.against, first: String(this.first) });
    for (const node of this.line.slice(1, this.at + 1)) fields.append("m", node.move.typed);
    return `#${fields}`;
  }
  /** Take the settings of a link; give the start and the moves, or null. */
  fromLink(hash) {
    const fields = new URLSearchParams(hash);
    const start = fields.get("game");
    if (!start) return null;
    const one = (name, allowed, otherwise) => (allowed.includes(fields.get(name)) ? fields.get(name) : otherwise);
    this.rules = one("play", ["normal", "misere"], "normal");
    this.against = one("against", ["perfect", "teacher", "random", "person"], "person");
    this.first = Number(one("first", ["1", "2"], "1"));
    return { start, moves: fields.getAll("m") };
  }
}

function keyOf(position) {
  return position.parts.map((part) => `${part.game} ${part.text}`).sort().join(" + ");
}
