// A play as far as it has come: where it began, its moves, who plays, and what is known of it.
import { ask, Problem } from "../api.js";
import { frameAfter } from "./frame.js";
import { named, namedAfter } from "./naming.js";
import { inBoardWords } from "./wording.js";
import { letter, OPPONENTS } from "./words.js";

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
  room = ""; // of the server, in which another page follows
  /** @type {number | null} */
  seat = null; // in that room: the player that you are, 0 for who watches
  puzzle = false; // whether the start is a puzzle, which the address says
  line = [];
  at = 0;
  // What is under way, each by a number: a later one of its kind makes an earlier one's answer late.
  started = 0;
  turn = 0;
  thought = 0;
  loading = false;
  thinking = false;

  get node() {
    return this.line[this.at];
  }
  get position() {
    return this.node?.position;
  }
  get player() {
    return 1 + (this.at % 2);
  }
  get busy() {
    return this.loading || this.thinking;
  }
  get alone() {
    return this.against !== "person";
  }
  get computersTurn() {
    return this.alone && this.player !== this.first;
  }
  /** Whether a player sits here, at this page. */
  isMine(player) {
    if (this.alone) return player === this.first;
    return this.seat === null || player === this.seat;
  }
  /** Whether it is for somebody else to move: the computer, or another page. */
  get waits() {
    return !this.isMine(this.player);
  }
  get drawn() {
    const text = this.node.key;
    let times = 0;
    for (let i = this.at; i >= 0; i -= 2) if (this.line[i].key === text) times += 1;
    return times >= REPETITIONS;
  }
  get over() {
    return Boolean(this.position) && (this.drawn || !this.position.moves.length);
  }
  get winner() {
    if (!this.over || this.drawn) return null;
    return this.rules === "normal" ? 3 - this.player : this.player;
  }

  /** Who plays, in words; "Player 1", "You" or the opponent's name. */
  name(player) {
    if (this.isMine(player) && (this.alone || this.seat)) return "You";
    return this.alone ? OPPONENTS[this.against][0] : `Player ${player}`;
  }
  /** What the parts are called at a step, or nothing where there is only one. */
  partName(part, at = this.at) {
    const { naming } = this.line[at];
    return naming.isNeeded ? naming.parts[part].name : "";
  }
  /** The name of a move at a step, with its board. */
  called({ name, part, ways, said = null }, at = this.at) {
    const board = this.partName(part, at);
    const { letters, position } = this.line[at];
    const what =
      said ?? letters?.get(name) ?? inBoardWords({ name, ways }, position.parts[part].scene);
    return board ? `${what} in ${board}` : what;
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

  /** Begin with the text of a position, and go on by some moves; the play before it stays until then. */
  async begin(start, moves = [], settings = {}, curves = []) {
    const number = ++this.started;
    const load = (work) => inTime(work, () => number === this.started);
    const text = start.trim();
    const isGameAlone = !text.includes(" ");
    const found =
      isGameAlone || moves.length
        ? await load(ask("game/replay", { position: start, moves }))
        : { start: text, moves };
    const line = [await load(loaded({ text: found.start }))];
    for (const [i, move] of found.moves.entries()) {
      line.push(
        await load(
          loaded(
            { text: move.to, move: { ...move, typed: moves[i], curve: curves[i] } },
            line.at(-1),
          ),
        ),
      );
    }
    this.takeTurn();
    const begun = {
      start: isGameAlone ? found.start : text,
      line,
      at: line.length - 1,
      puzzle: false,
    };
    Object.assign(this, begun, settings);
    this.changedNow("begin");
    await this.goOn();
    if (found.problem) throw new Error(found.problem);
  }

  /** Make a legal move; what was undone is forgotten. */
  async make(move, by = this.player) {
    const turn = this.takeTurn();
    const node = { text: move.to, move: { ...move, typed: this.typed(move), by } };
    this.loading = true;
    try {
      await inTime(loaded(node, this.node), () => turn === this.turn);
    } catch (error) {
      if (turn === this.turn) {
        this.loading = false;
        this.changedNow("look");
      }
      throw error;
    }
    this.loading = false;
    this.line = [...this.line.slice(0, this.at + 1), node];
    this.at += 1;
    this.changedNow("move");
    await this.goOn();
  }
  typed(move) {
    const number = this.position.moves.findIndex(
      (one) => one.part === move.part && one.name === move.name && one.to === move.to,
    );
    return number >= 0 ? String(number + 1) : `=${move.name} in ${letter(move.part)}`;
  }
  /** What was typed, its board by the letter that it has in this position alone. */
  untitled(text) {
    const [, what, name] = /^(.*) in (\w[\w.]*)$/.exec(text) ?? [];
    const { parts, isNeeded } = this.node.naming;
    const part = parts.findIndex((one) => one.name === name?.toUpperCase());
    if (part >= 0) return `${what} in ${letter(part)}`;
    if (isNeeded && parts.some((_, i) => letter(i) === name?.toUpperCase()))
      throw new Error(`There is no board ${name} here.`);
    return text;
  }
  /** Find a move that was typed, and make it. */
  async makeTyped(typed) {
    const text = this.untitled(typed);
    const turn = this.takeTurn();
    await this.make(
      await inTime(
        ask("game/move", { position: this.node.text, typed: text }),
        () => turn === this.turn,
      ),
    );
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
  redo() {
    this.goTo(this.at + (this.alone && this.at + 2 < this.line.length ? 2 : 1));
  }

  /** Judge, and let the computer move if it is its turn. */
  async goOn() {
    const judging = this.judge();
    if (this.computersTurn && !this.over) await this.answer();
    await judging;
  }
  /** Let the computer move; asked to by somebody who plays both sides, as well as it can. */
  async answer(level = this.against) {
    const thought = ++this.thought;
    const [name] = OPPONENTS[level];
    this.thinking = true;
    this.changedNow("thinking");
    const shown = new Promise((done) => {
      setTimeout(done, PATIENCE);
    });
    const how = {
      position: this.node.text,
      play: this.rules,
      level,
      seed: Math.floor(Math.random() * 2 ** 40),
    };
    let late = "";
    const asked = ask("game/answer", how).catch((error) => {
      if (!(error instanceof Problem) || how.level === "random") throw error;
      late = error.message;
      return ask("game/answer", { ...how, level: "random" });
    });
    let move;
    try {
      [move] = await inTime(Promise.all([asked, shown]), () => thought === this.thought);
    } finally {
      if (thought === this.thought) this.thinking = false;
    }
    await this.make(move);
    if (late) throw new Error(`${name} moved at random. ${late}`);
  }
  /** Change a setting; a computer that was thinking about its move begins anew, if it still has one. */
  async set(name, value) {
    const again = this.thinking || this.line.length === 1;
    this.stopThinking();
    this[name] = value;
    if (name === "rules") for (const node of this.line) node.judged = null;
    if (!this.line.length) return;
    this.changedNow("look");
    await (again ? this.goOn() : this.judge());
  }

  /** Find out who wins here, and what each move leads to, unless that is known or not wanted. */
  async judge() {
    const { node } = this;
    const needsMoves = this.colouring && !node.judged?.leads.length;
    if (!(this.judging || this.colouring) || (node.judged && !needsMoves)) return;
    this.request?.abort();
    this.request = new AbortController();
    if (!(await this.judgeNode(node, this.colouring, this.request.signal))) return;
    this.changedNow("judged");
    await this.judgeEarlier();
  }
  /** Positions that were passed in a hurry are judged afterwards. */
  async judgeEarlier() {
    const earlier = this.line.findLast((node) => !node.judged);
    if (!earlier || !this.judging) return;
    const { turn } = this;
    if (!(await this.judgeNode(earlier, false)) || turn !== this.turn) return;
    this.changedNow("judged");
    await this.judgeEarlier();
  }
  /** Judge one position by the rules of now; say whether they are still the same at the end. */
  async judgeNode(node, moves, signal) {
    const { rules } = this;
    let judged;
    try {
      judged = await ask("game/judge", { position: node.text, play: rules, moves }, signal);
    } catch (error) {
      if (error.name === "AbortError") return false;
      judged = { outcome: null, value: null, values: [], leads: [], message: error.message };
    }
    if (rules !== this.rules) return false;
    node.judged = judged;
    return true;
  }
  /** What leads to a position of this outcome for who moves there is for the mover … */
  static word(lead) {
    return { N: "loses", P: "wins", D: "draws" }[lead] ?? "";
  }
  static letter(lead) {
    return { N: "L", P: "W", D: "D" }[lead] ?? "";
  }
  static turned(outcome) {
    return OTHER[outcome];
  }

  /** Something new begins: what was under way in this play is late. */
  takeTurn() {
    this.stopThinking();
    this.loading = false;
    return ++this.turn;
  }
  stopThinking() {
    this.thought += 1;
    this.thinking = false;
  }
  changedNow(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  /** The fields of the address that bring this play back. */
  get fields() {
    const made = this.line.slice(1, this.at + 1);
    return {
      game: this.start,
      play: this.rules,
      against: this.against,
      first: this.first,
      puzzle: this.puzzle ? 1 : null,
      room: this.room,
      m: made.map((node) => node.move.typed),
      c: made.flatMap(({ move }, i) => (move.curve ? [`${i}.${move.curve}`] : [])),
    };
  }
  /**
   * Go to a step of this play that an address tells, Back's or Forward's; false where it has none.
   *
   * @param {{start: string, moves: string[], settings: any, curves: string[]}} wanted
   */
  recall({ start, moves, settings, curves }) {
    const known = moves.every((typed, i) => {
      const { move } = this.line[i + 1] ?? {};
      return move?.typed === typed && move.curve === curves[i];
    });
    if (start !== this.start || !known || !this.line.length) return false;
    const other = Object.entries(settings).some(([name, value]) => this[name] !== value);
    if (settings.rules !== this.rules) for (const node of this.line) node.judged = null;
    Object.assign(this, settings);
    if (other || moves.length !== this.at) {
      this.goTo(moves.length);
      this.changedNow("settings");
    }
    return true;
  }
}

/**
 * The start, the moves and the settings in an address, or null.
 *
 * @param {URLSearchParams} fields
 */
export function fromLink(fields) {
  const start = fields.get("game")?.trim();
  if (!start) return null;
  const one = (name, allowed, otherwise) =>
    allowed.includes(fields.get(name)) ? fields.get(name) : otherwise;
  const settings = {
    rules: one("play", ["normal", "misere"], "normal"),
    against: one("against", ["perfect", "teacher", "random", "person"], "person"),
    first: Number(one("first", ["1", "2"], "1")),
    puzzle: fields.has("puzzle"),
    room: fields.get("room") ?? "",
  };
  const curves = [];
  for (const text of fields.getAll("c")) {
    const [, number, curve] = /^(\d{1,3})\.(.*)$/.exec(text) ?? [];
    if (curve) curves[Number(number)] = curve;
  }
  return { start, moves: fields.getAll("m"), settings, curves };
}

/** The answer to what was asked; where something newer has begun, none, and no refusal either. */
async function inTime(asked, isWanted) {
  const late = () => new DOMException("Something newer has begun.", "AbortError");
  let found;
  try {
    found = await asked;
  } catch (error) {
    throw isWanted() ? error : late();
  }
  if (!isWanted()) throw late();
  return found;
}

/** A step of the play with its position, and where its cells were before. */
async function loaded(node, before) {
  node.position = await ask("game/position", { position: node.text });
  node.text = node.position.text;
  node.key = keyOf(node.position);
  const { length } = node.position.parts;
  node.naming = before
    ? namedAfter(before.naming, node.move.part, length - before.position.parts.length + 1)
    : named(node.position.parts.map(({ game }) => game));
  node.frames = before ? frameAfter(before, node) : node.position.parts.map(() => null);
  return node;
}

function keyOf(position) {
  return position.parts
    .map((part) => `${part.game} ${part.text}`)
    .sort()
    .join(" + ");
}
