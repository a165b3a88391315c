// The part "Game": choose a game, play it on its board, see who wins and why.
import { h } from "../dom.js";
import { share } from "../sharing.js";
import { undoKeys } from "../undo-keys.js";
import { Bar } from "./bar.js";
import { Board, keyOf } from "./board.js";
import { Bridges } from "./bridges.js";
import { recent } from "./changes.js";
import { Chart } from "./chart.js";
import { Chooser } from "./chooser.js";
import { Choosing, wayOf } from "./choosing.js";
import { tables } from "./frame.js";
import { Drawn } from "./drawn.js";
import { Hint } from "./hint.js";
import { Keeper } from "./keeping.js";
import { play as playMotion, seen } from "./motion.js";
import { Moves } from "./moves.js";
import { fromLink, Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Room } from "./room.js";
import { Retry } from "./retry.js";
import { Settings } from "./settings.js";
import { Stage } from "./stage.js";
import { tints } from "./tints.js";

const DEFAULT = "nim 3 4 5";
const EMPTY = "This link holds no position.";
let shown = null;

export function create() {
  shown = new GamePart();
  return shown.element;
}

export function opened(fields) {
  shown.opened(fields);
}

class GamePart {
  play = new Play();
  keeper = new Keeper(this.play);
  choosing = new Choosing([]);
  boards = [];
  hovered = []; // keys of places that the move pointed at would change
  lit = []; // and of those that a hint tells of
  hinted = null; // the move of a hint
  begun = false;

  constructor() {
    this.play.judging = false; // the first play is a play; the page says who wins when asked
    this.settings = new Settings(this.play, {
      set: (name, value) => this.guarded(this.play.set(name, value)),
      start: (text) => this.start(text),
    });
    this.puzzles = new Puzzles(this);
    this.retry = new Retry(this.play, {
      goOn: (move) => {
        this.retry.stop();
        this.make(move);
      },
      rise: () => this.stage.rise(),
    });
    this.drawn = new Drawn(this.play, {
      redraw: () => {
        this.drawBoards();
        this.update();
      },
      named: () => this.update(),
      make: (move) => this.make(move),
      guarded: (work) => this.guarded(work),
      judged: () => this.judgedMoves,
      come: ({ small }) => {
        this.chart.smallDrawing = small;
      },
    });
    this.hint = new Hint(this.play, {
      sketch: (move) => {
        this.hinted = move;
        this.drawn.sketch(this.boards, move);
      },
      light: (keys) => {
        this.lit = keys;
        this.light();
      },
      point: (part) => this.stage.boards.point(part),
      make: (move) => this.make(move),
      lay: (worths) => this.boards.forEach((board) => board instanceof Board && board.lay(worths)),
    });
    this.room = new Room(this.play, {
      follow: (wanted) => this.follow(wanted),
      share: () => this.share(),
    });
    this.bar = new Bar(this.play, {
      offer: this.retry.offer,
      hint: () => this.help(),
      go: () => this.guarded(this.play.answer()),
      again: () => this.start(this.play.start),
      share: () => this.share(),
      help: (name, on) => this.see(name, on),
    });
    this.stage = new Stage({
      settings: this.settings.element,
      choose: h("button", { type: "button", onclick: () => this.chooser.open() }, "Choose a game"),
      note: this.puzzles.verdict,
      buttons: this.bar.element,
      room: this.room.element,
      unpick: () => this.unpick(),
    });
    this.list = new Moves({
      make: (move) => {
        this.stage.tell();
        this.make(move);
      },
      hover: (move) => this.preview(move),
      enter: () => this.enter(),
      typed: () => this.moves(),
    });
    this.chart = new Chart();
    this.chooser = new Chooser((game, isAdded) => this.take(game, isAdded));
    this.element = h(
      "div",
      { class: "two play" },
      this.stage.element,
      h(
        "div",
        { class: "play-beside" },
        this.retry.element,
        this.hint.element,
        this.list.element,
        this.chart.element,
        this.puzzles.element,
        new Bridges(this.play, this.stage.place, () => this.chart.smallDrawing, this.room.button)
          .element,
      ),
      this.chooser.element,
    );
    undoKeys(this.element, {
      undo: () => this.bar.undo.disabled || this.play.undo(),
      redo: () => this.bar.redo.disabled || this.play.redo(),
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.choosing.picked.length) this.unpick();
    });
    this.play.addEventListener("change", (/** @type {any} */ event) => this.changed(event.detail));
  }

  // ---- beginning --------------------------------------------------------------------------------

  /** Show what the address says: a step of this play, another play, or what was shown before. */
  async opened(fields) {
    const found = fromLink(fields);
    this.stage.problem.textContent = "";
    if (!found && fields.get("puzzle") === "today") {
      this.begun = true;
      this.keeper.following = location.hash;
      return this.puzzles.today();
    }
    // Spaces, or moves of no position: what somebody has cut off or typed by mistake.
    const empty = !found && (fields.get("game") || fields.has("m")) ? EMPTY : "";
    if (!found && this.begun) {
      this.keeper.hold();
      this.keeper.keep();
      this.stage.problem.textContent = empty;
      return;
    }
    if (found && this.play.recall(found)) {
      this.keeper.hold();
      return;
    }
    this.begun = true;
    if (await this.follow(found ?? { start: DEFAULT })) {
      if (empty) this.stage.problem.textContent = `${empty} Here is another game.`;
      if (fields.has("why")) this.guarded(this.retry.begin());
      if (fields.has("puzzle")) this.guarded(this.puzzles.take());
      return;
    }
    if (this.play.position) {
      this.keeper.hold(); // what was shown stays, beside the sentence
      this.keeper.keep("begin");
      return;
    }
    const reason = this.stage.problem.textContent;
    if (await this.follow({ start: DEFAULT }))
      this.stage.problem.textContent = `${reason} So this link cannot be opened; here is another game.`;
  }
  /** Begin the play that an address tells; until it stands there, nothing is kept in the address. */
  async follow({ start, moves = [], settings = {}, curves = [] }) {
    this.keeper.follow();
    return this.start(start, moves, settings, curves);
  }
  /** Begin a play; say whether it stands there. */
  async start(text, moves, settings, curves) {
    this.stage.problem.textContent = "";
    this.list.filter.value = "";
    this.refocus = null;
    return this.guarded(this.play.begin(text, moves, settings, curves).then(() => true));
  }
  take(game, isAdded) {
    this.settings.explain(game.how_to_write);
    this.start((isAdded && this.play.start ? `${this.play.start} + ` : "") + game.start);
  }
  /** The next step of the hint. */
  help() {
    this.hint.press();
    this.puzzles.isHelped = true;
    this.stage.rise();
  }
  /** Who wins, or what moves lead to, is to be seen or no more. */
  see(name, on) {
    this.play[name] = on;
    this.changed("judged");
    this.guarded(this.play.judge());
  }
  async guarded(work) {
    try {
      return await work;
    } catch (error) {
      if (error.name !== "AbortError") {
        this.stage.problem.textContent = error.message;
        this.update();
      }
    }
  }

  // ---- moves ------------------------------------------------------------------------------------

  make(move, way = move.ways?.[0]) {
    if (this.play.busy || this.play.over) return;
    if (this.retry.isOn && this.play.at === this.retry.at) {
      this.unpick();
      this.guarded(this.retry.judge(move));
      return;
    }
    const board = this.boards.find((one) => one?.focused);
    this.refocus = board
      ? [this.boards.indexOf(board), board.focused]
      : this.list.hasFocus
        ? "list"
        : null;
    this.stage.problem.textContent = "";
    this.list.filter.value = "";
    for (const one of this.boards) if (one instanceof Board) one.go({ ...move, way });
    this.guarded(this.play.make(way ? { ...move, way } : move));
  }
  /** Make the move that is meant in the list, or another one that is typed. */
  enter() {
    if (this.play.busy || this.play.waits) return;
    const meant = this.list.meant(this.play);
    if (meant) this.make(meant);
    else if (this.list.filter.value.trim()) {
      this.stage.problem.textContent = "";
      const typed = this.list.filter.value;
      // What is typed while the move is made stays.
      this.guarded(
        this.play.makeTyped(typed.trim()).then(() => {
          if (this.list.filter.value === typed) this.list.filter.value = "";
          this.moves();
        }),
      );
    }
  }
  pick(part, name) {
    if (this.play.busy || this.play.waits) return;
    const picked = this.pickedWith(part, name);
    const move = this.choosing.pick(part, name);
    if (move) this.make(move, wayOf(move, picked));
    else {
      this.hovered = [];
      this.moves();
    }
  }
  /** Places were dragged over: show which move that is, and make it at the end. */
  drag(part, names, isDone) {
    if (this.play.busy || this.play.waits) return;
    const { scene } = this.play.position.parts[part];
    const { move, way } = this.choosing.dragged(part, names, scene) ?? { move: null, way: [] };
    if (move && isDone) this.make(move, way);
    else this.preview(isDone ? null : move, way);
  }
  unpick() {
    this.choosing.clear();
    this.moves();
  }
  /** What is picked in a part, and one more place. */
  pickedWith(part, name) {
    return this.choosing.part === part ? [...this.choosing.picked, name] : [name];
  }
  hover(part, name) {
    const move = name === null ? null : this.choosing.meant(part, name);
    this.preview(move, move ? wayOf(move, this.pickedWith(part, name)) : []);
  }
  /** Show what a move would change: on the board, and of the nim-sum. */
  preview(move, way = move?.ways[0] ?? []) {
    this.hovered = way.map((name) => keyOf(move.part, name));
    this.hint.change(move);
    this.drawn.sketch(this.boards, move ?? this.hinted);
    this.light();
  }

  // ---- showing ----------------------------------------------------------------------------------

  changed(what) {
    if (what !== "judged") {
      this.choosing = new Choosing(this.play.position?.moves ?? []);
      this.hovered = [];
      this.lit = [];
      this.hinted = null;
      this.stage.problem.textContent = "";
    }
    if (what === "begin" || what === "move" || what === "look") {
      this.hint.close();
      if (what !== "look") this.retry.stop();
      this.drawBoards();
    }
    this.update();
    if (what === "begin" || what === "settings") this.settings.show();
    if (what !== "judged" && this.begun && this.play.line.length) this.keeper.keep(what);
  }
  update() {
    const { play, stage } = this;
    if (!play.position) return;
    stage.name(play.line[0].position.parts);
    stage.say(play);
    stage.judge(play);
    this.settings.update();
    this.moves();
    this.chart.show(play);
    this.retry.update();
    this.bar.update();
  }

  drawBoards() {
    const { play } = this;
    const { parts, moves } = play.position;
    const mine = !play.waits && !play.over;
    const were = new Map(this.boards.map((board) => [board?.table.id, board && seen(board)]));
    const standing = tables(play.node);
    this.boards = standing.map((table) => this.board(table, parts, mine ? moves : []));
    this.stage.boards.show(standing, this.boards, parts, play.node.naming);
    for (const board of this.boards.filter(Boolean)) playMotion(board, were.get(board.table.id));
    this.focusAgain();
  }
  board(table, parts, moves) {
    const part = parts[table.parts[0]];
    const drawn = this.drawn.board(table, part, moves.length > 0);
    if (drawn !== undefined) return drawn;
    if (!table.parts.every((one) => parts[one].scene)) return null;
    return new Board(table, parts, moves, {
      pick: (one, name) => this.pick(one, name),
      hover: (one, name) => this.hover(one, name),
      drag: (one, names, isDone) => this.drag(one, names, isDone),
    });
  }
  focusAgain() {
    const { play } = this;
    if (!this.refocus || (play.waits && !play.over)) return;
    if (play.over) this.bar.again.focus();
    else if (this.refocus === "list") queueMicrotask(() => this.list.buttons[0]?.focus());
    else (this.boards[this.refocus[0]] ?? this.boards.find(Boolean))?.focus(this.refocus[1]);
    this.refocus = null;
  }

  moves() {
    const { play, choosing } = this;
    if (!play.position) return;
    this.list.show(play, choosing, this.judgedMoves.leads);
    const isMine = !play.waits && !play.over;
    const isDrawn = this.boards.every((board) => board?.drawing);
    const words = isMine ? choosing.words(this.list.candidates, play.position, isDrawn) : "";
    this.stage.choose(words, choosing.picked.length > 0);
    for (const board of this.boards)
      if (board instanceof Board)
        board.call((part, name) => choosing.deed(part, name, (move) => play.called(move)));
    this.light();
  }
  /** What the moves lead to, and how long the play lasts then, where that is to be seen. */
  get judgedMoves() {
    const { leads = [], lasts = [] } = (this.play.colouring && this.play.node.judged) || {};
    return { leads, lasts };
  }
  light() {
    const { play, choosing } = this;
    if (!play.position) return;
    const leads = tints(
      play.position.moves,
      this.judgedMoves,
      new Set(this.list.candidates),
      choosing,
    );
    const picked = choosing.picked.map((name) => keyOf(choosing.part, name));
    const next = choosing.next.map((name) => keyOf(choosing.part, name));
    const changed = recent(this.play).map(([at, name]) => keyOf(at, name));
    for (const board of this.boards)
      board?.show({ picked, next, preview: this.hovered, lit: this.lit, leads, recent: changed });
  }
  share() {
    this.keeper.insist();
    share(this.keeper.link, { ...this.stage.shown, invitation: this.room.invitation });
  }
}
