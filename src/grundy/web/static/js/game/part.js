// The part "Game": choose a game, play it on its board, see who wins and why.
import { remember, written } from "../address.js";
import { ask } from "../api.js";
import { choice, h } from "../dom.js";
import { share } from "../sharing.js";
import { undoKeys } from "../undo-keys.js";
import { Board, keyOf, picture } from "./board.js";
import { Bridges } from "./bridges.js";
import { Chart } from "./chart.js";
import { chooser } from "./chooser.js";
import { Choosing, wayOf } from "./choosing.js";
import { tables } from "./frame.js";
import { Hint } from "./hint.js";
import { play as playMotion, seen } from "./motion.js";
import { moveList } from "./panels.js";
import { fromLink, Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Retry } from "./retry.js";
import { isSprouts, known } from "./sprouts/known.js";
import { meaning, turn } from "./telling.js";
import { soon, tints } from "./tints.js";
import { letter, short } from "./words.js";

const OPPONENTS = [
  ["perfect", "computer, perfect"],
  ["teacher", "computer, blunders"],
  ["random", "computer, random"],
  ["person", "another person"],
];
const DEFAULT = "nim 3 4 5";
const LONGEST = 4000; // signs of an address that every browser and chat takes
let shown = null;

export function create() {
  shown = new GamePart();
  shown.puzzles = new Puzzles(shown);
  shown.bridges = new Bridges(shown);
  return shown.element;
}

export function opened(fields) {
  shown.opened(fields);
}

class GamePart {
  play = new Play();
  choosing = new Choosing([]);
  boards = [];
  hovered = []; // keys of places that the move pointed at would change
  lit = []; // and of those that a hint tells of
  begun = false;
  /** @type {typeof import("./sprouts/whole.js") | null} */
  sprouts = null; // comes with the first board of it

  constructor() {
    this.status = h("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.place = h("div", { class: "play-boards" });
    this.play.judging = false; // the first play is a play; the page says who wins when asked
    this.chart = new Chart();
    this.hint = new Hint(this.play, {
      light: (keys) => {
        this.lit = keys;
        this.light();
      },
      make: (move) => this.make(move),
    });
    this.retry = new Retry(this.play, (move) => {
      this.retry.stop();
      this.make(move);
    });
    this.list = h("div", { class: "play-list" });
    this.judged = h("div", { class: "play-judged" });
    this.title = h("div", {});
    this.dialog = h(
      "dialog",
      { class: "play-dialog", "aria-label": "All games" },
      h(
        "div",
        { class: "bar" },
        h("h2", {}, "All games"),
        h("span", { class: "gap" }),
        h("button", { type: "button", onclick: () => this.dialog.close() }, "Close"),
      ),
      h(
        "label",
        { for: "play-add" },
        (this.adding = h("input", { type: "checkbox", id: "play-add" })),
        "Add it to the position that is played, as a sum",
      ),
      chooser((game) => this.take(game)),
    );
    const choose = h("button", { type: "button", onclick: () => this.choose() }, "Choose a game");
    this.element = h(
      "div",
      { class: "two play" },
      h(
        "div",
        {},
        h(
          "section",
          { class: "card play-table", "aria-label": "Board" },
          h("div", { class: "play-head" }, this.title, choose),
          this.status,
          this.judged,
          this.problem,
          this.place,
          this.buttons(),
        ),
      ),
      h(
        "div",
        {},
        this.retry.element,
        this.hint.element,
        h("section", { class: "card play-now" }, h("h2", {}, "Moves"), this.search(), this.list),
        h(
          "section",
          { class: "card play-past", "aria-label": "History" },
          h("h2", {}, "History"),
          this.chart.element,
        ),
        this.setup(),
      ),
      this.dialog,
    );
    undoKeys(this.element, {
      undo: () => this.undo.disabled || this.play.undo(),
      redo: () => this.redo.disabled || this.play.redo(),
    });
    this.play.addEventListener("change", (/** @type {any} */ event) => this.changed(event.detail));
  }

  // ---- what stands around the board -------------------------------------------------------------

  buttons() {
    const button = (text, onclick, more = {}) =>
      h("button", { type: "button", onclick, ...more }, text);
    this.undo = button("Undo", () => this.play.undo());
    this.redo = button("Redo", () => this.play.redo());
    this.hintButton = button("Hint", () => this.hint.ask());
    this.again = button("Play again", () => this.start(this.play.start));
    this.go = button("Computer, move", () => this.guarded(this.play.answer()));
    const help = h("input", {
      type: "checkbox",
      id: "play-colours",
      onchange: () => this.help("colouring", help.checked),
    });
    const judging = h("input", {
      type: "checkbox",
      id: "play-judging",
      onchange: () => this.help("judging", judging.checked),
    });
    return h(
      "div",
      { class: "bar play-buttons" },
      this.undo,
      this.redo,
      this.hintButton,
      this.go,
      this.retry.offer,
      this.again,
      button("Share", () => this.share()),
      h("span", { class: "gap" }),
      h("label", { for: "play-judging" }, judging, "Say who wins"),
      h("label", { for: "play-colours" }, help, "Colour the moves"),
    );
  }
  search() {
    this.filter = h("input", {
      type: "text",
      id: "play-filter",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => this.moves(),
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          this.typed();
        }
      },
    });
    this.picked = h("p", { class: "quiet", role: "status" });
    return h(
      "div",
      {},
      h(
        "label",
        { class: "field", for: "play-filter" },
        h("span", {}, "Find a move, or type one and press Enter"),
        this.filter,
      ),
      this.picked,
    );
  }
  setup() {
    this.position = h("input", {
      type: "text",
      id: "play-position",
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": "play-how",
    });
    this.how = h("p", { class: "quiet", id: "play-how" });
    this.against = choice("Against", OPPONENTS, this.play.against, (value) =>
      this.setting("against", value),
    );
    this.first = choice(
      "Who begins",
      [
        ["1", "I"],
        ["2", "the computer"],
      ],
      "1",
      (value) => this.setting("first", Number(value)),
    );
    this.rules = choice(
      "Who cannot move",
      [
        ["normal", "loses (normal play)"],
        ["misere", "wins (misère play)"],
      ],
      "normal",
      (value) => this.setting("rules", value),
    );
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.start(this.position.value);
        },
      },
      h(
        "label",
        { class: "field", for: "play-position" },
        h("span", {}, "Position, such as kayles 5 7 + wythoff 8,12"),
        this.position,
      ),
      this.how,
      h("div", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Start")),
    );
    return h(
      "section",
      { class: "card play-setup" },
      h("h2", {}, "Game"),
      h("div", { class: "play-choices" }, this.against, this.first, this.rules),
      form,
    );
  }

  // ---- beginning --------------------------------------------------------------------------------

  /** Show what the address says: a step of this play, another play, or what was shown before. */
  async opened(fields) {
    const found = fromLink(fields);
    if (!found && this.begun) {
      this.kept = location.hash;
      this.keepAddress();
      return;
    }
    if (found && this.play.recall(found)) {
      this.kept = location.hash;
      return;
    }
    this.begun = true;
    if (await this.follow(found ?? { start: DEFAULT })) return;
    if (this.play.position) return; // what was shown stays, beside the sentence
    const reason = this.problem.textContent;
    if (await this.follow({ start: DEFAULT }))
      this.problem.textContent = `${reason} So this link cannot be opened; here is another game.`;
  }
  /** Begin the play that an address tells; until it stands there, nothing is kept in the address. */
  async follow({ start, moves = [], settings = {} }) {
    this.kept = null;
    this.following = location.hash;
    return this.start(start, moves, settings);
  }
  /** Begin a play; say whether it stands there. */
  async start(text, moves, settings) {
    this.forget();
    return this.guarded(this.play.begin(text, moves, settings).then(() => true));
  }
  choose() {
    this.dialog.showModal();
    this.dialog.querySelector("#play-search").focus();
  }
  take(game) {
    this.dialog.close();
    this.how.textContent = game.how_to_write ? `A position is ${game.how_to_write}.` : "";
    const before = this.adding.checked && this.play.start ? `${this.play.start} + ` : "";
    this.adding.checked = false;
    this.start(before + game.start);
  }
  setting(name, value) {
    this.guarded(this.play.set(name, value));
  }
  help(name, on) {
    this.play[name] = on;
    this.changed("judged");
    this.guarded(this.play.judge());
  }
  async guarded(work) {
    try {
      return await work;
    } catch (error) {
      if (error.name !== "AbortError") {
        this.problem.textContent = error.message;
        this.update();
      }
    }
  }

  // ---- moves ------------------------------------------------------------------------------------

  make(move, way = move.ways?.[0]) {
    if (this.play.busy || this.play.over) return;
    if (this.retry.isOn && this.play.at === this.retry.at) {
      this.choosing.clear();
      this.moves();
      this.guarded(this.retry.judge(move));
      return;
    }
    const board = this.boards.find((one) => one?.focused);
    this.refocus = board
      ? [this.boards.indexOf(board), board.focused]
      : this.list.contains(document.activeElement)
        ? "list"
        : null;
    this.problem.textContent = "";
    this.filter.value = "";
    this.guarded(this.play.make(way ? { ...move, way } : move));
  }
  typed() {
    if (this.play.busy || this.play.computersTurn) return;
    const { candidates } = this;
    if (candidates.length === 1) this.make(candidates[0]);
    else if (this.filter.value.trim()) {
      this.problem.textContent = "";
      const typed = this.filter.value;
      // What is typed while the move is made stays.
      this.guarded(
        this.play.makeTyped(typed.trim()).then(() => {
          if (this.filter.value === typed) this.filter.value = "";
          this.moves();
        }),
      );
    }
  }
  pick(part, name) {
    if (this.play.busy || this.play.computersTurn) return;
    const picked = this.pickedWith(part, name);
    const move = this.choosing.pick(part, name);
    if (move) this.make(move, wayOf(move, picked));
    else {
      this.hovered = [];
      this.moves();
    }
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
    this.light();
  }

  // ---- showing ----------------------------------------------------------------------------------

  changed(what) {
    if (what !== "judged") {
      this.choosing = new Choosing(this.play.position?.moves ?? []);
      this.hovered = [];
      this.lit = [];
      this.problem.textContent = "";
    }
    if (what === "begin" || what === "move" || what === "look") {
      this.hint.close();
      if (what !== "look") this.retry.stop();
      this.drawBoards();
    }
    this.update();
    if (what === "begin" || what === "settings") this.showSettings();
    if (what !== "judged" && this.begun && this.play.line.length) this.keepAddress(what);
  }
  showSettings() {
    const { play } = this;
    this.position.value = play.start;
    for (const [element, value] of [
      [this.against, play.against],
      [this.first, String(play.first)],
      [this.rules, play.rules],
    ])
      element.querySelector("select").value = value;
  }
  update() {
    const { play } = this;
    if (!play.position) return;
    this.say();
    this.moves();
    this.chart.show(play);
    this.retry.update();
    this.undo.disabled = play.at === 0;
    this.redo.disabled = play.at >= play.line.length - 1;
    this.hintButton.disabled = play.over;
    this.go.hidden = !(play.computersTurn && !play.busy && !play.over);
    this.first.hidden = !play.alone;
    this.again.classList.toggle("main", play.over);
  }
  say() {
    const { play } = this;
    const { parts } = play.line[0].position;
    const games = [...new Set(parts.map((part) => part.game))];
    const rules = [...new Set(parts.map((part) => part.rule).filter(Boolean))];
    const title = games.length ? games.join(" + ") : "Nothing is left";
    if (this.title.dataset.title !== title) {
      this.title.dataset.title = title;
      const lines = rules.map((rule) => h("p", { class: "quiet play-rule" }, rule));
      this.title.replaceChildren(
        h("h2", {}, title),
        ...(lines.length > 2
          ? [h("details", {}, h("summary", { class: "quiet" }, "Rules"), lines)]
          : lines),
      );
    }
    const last = play.at ? `${play.name(3 - play.player)} played: ${play.node.move.name}. ` : "";
    const unsure = play.node.move?.sure === false ? "It could not find out who wins. " : "";
    const text = last + unsure + turn(play);
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("over", play.over);
    this.sayWhoWins();
  }
  sayWhoWins() {
    const { play } = this;
    const { judged } = play.node;
    if (!(play.judging || play.colouring)) {
      this.judged.replaceChildren();
      return;
    }
    if (!judged) {
      this.judged.replaceChildren(h("p", { class: "quiet" }, "Who wins? …"));
      return;
    }
    const outcome =
      judged.outcome && !play.over
        ? h(
            "p",
            {},
            h("span", { class: `badge ${judged.outcome}` }, judged.outcome),
            ` ${meaning(judged.outcome)}`,
            play.rules === "normal" && judged.value !== null
              ? h("span", { class: "quiet" }, ` ${this.sum(judged)}`)
              : null,
          )
        : null;
    this.judged.replaceChildren(
      ...[outcome, judged.message ? h("p", { class: "quiet" }, judged.message) : null].filter(
        Boolean,
      ),
    );
  }
  sum({ values, value }) {
    return values.length > 1
      ? `Value ${values.map(short).join(" ⊕ ")} = ${short(value)}`
      : `Value ${short(value)}`;
  }

  drawBoards() {
    const { play } = this;
    const { parts, moves } = play.position;
    const several = parts.length > 1;
    const mine = !play.computersTurn && !play.over;
    const were = new Map(this.boards.map((board) => [board?.table.id, board && seen(board)]));
    const standing = tables(play.node);
    this.boards = standing.map((table) => this.board(table, parts, mine ? moves : []));
    this.place.replaceChildren(
      ...standing.map((table, i) =>
        h(
          "figure",
          { class: "play-part" },
          several && table.parts.length ? caption(table, parts) : null,
          this.boards[i]?.element ?? picture(parts[table.parts[0]]),
        ),
      ),
    );
    if (!standing.length)
      this.place.replaceChildren(h("p", { class: "quiet" }, "The board is empty."));
    this.place.classList.toggle("alone", standing.length === 1);
    const drawn = this.boards.filter(Boolean);
    const alike = scale(drawn, standing.length === 1 ? 640 : 270, standing.length === 1 ? 2 : 1.5);
    for (const board of drawn) {
      board.grow(alike);
      playMotion(board, were.get(board.table.id));
    }
    this.focusAgain();
  }
  board(table, parts, moves) {
    const part = parts[table.parts[0]];
    const { node } = this.play;
    const drawing = known(node, table.id);
    if (drawing) return this.drawnBoard(table, part ?? { text: "0" }, drawing, moves.length > 0);
    if (isSprouts(part) && drawing === undefined) {
      this.findDrawing(node, table.id);
      const was = this.play.at ? known(this.play.line[this.play.at - 1], table.id) : null;
      if (was) return this.drawnBoard(table, part, was, false); // until its curve is found
      if (!this.sprouts) return null; // until it has come; another board would flash up
    }
    if (!table.parts.every((one) => parts[one].scene)) return null;
    return new Board(table, parts, moves, {
      pick: (one, name) => this.pick(one, name),
      hover: (one, name) => this.hover(one, name),
    });
  }
  drawnBoard(table, part, drawing, isPlayable) {
    const by = table.parts[0];
    const hand = {
      take: (/** @type {any} */ next) => this.draw(by, next),
      foretell: (/** @type {any} */ next) => this.foretell(by, next),
    };
    return new this.sprouts.SproutsBoard(table, part, drawing, isPlayable ? hand : null);
  }
  /** Find the drawing of a board, and show it, if its step is still looked at. */
  async findDrawing(node, id) {
    const { line } = this.play;
    this.sprouts ??= await import("./sprouts/whole.js");
    this.chart.smallDrawing = this.sprouts.small;
    await this.sprouts.found(line, line.indexOf(node), id);
    if (node !== this.play.node) return;
    this.drawBoards();
    this.light();
  }
  /** A curve was drawn: ask which move that is, and make it. */
  async draw(part, drawing) {
    const { play } = this;
    const { node } = play;
    if (play.busy || play.computersTurn) return;
    await this.guarded(
      this.moveOf(part, drawing).then((move) => {
        if (node === play.node) this.make({ ...move, drawing });
      }),
    );
  }
  /** The move of a curve that was drawn. */
  moveOf(part, drawing) {
    const { regions } = this.sprouts.words(drawing);
    return ask("game/drawn", { position: this.play.node.text, part, regions });
  }
  /** What a curve that is not let go yet leads to: nothing where that is not to be seen. */
  async foretell(part, drawing) {
    const { node } = this.play;
    const { leads, lasts } = this.judgedMoves;
    if (!leads.length) return null;
    const { name } = await this.moveOf(part, drawing);
    const at = node.position.moves.findIndex((move) => move.part === part && move.name === name);
    return leads[at] ? { lead: leads[at], soon: soon(leads[at], lasts[at] ?? null) } : null;
  }
  focusAgain() {
    const { play } = this;
    if (!this.refocus || (play.computersTurn && !play.over)) return;
    if (play.over) this.again.focus();
    else if (this.refocus === "list")
      queueMicrotask(() => this.list.querySelector("button")?.focus());
    else (this.boards[this.refocus[0]] ?? this.boards.find(Boolean))?.focus(this.refocus[1]);
    this.refocus = null;
  }

  get candidates() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.choosing.candidates.filter((move) =>
      words.every((word) => move.name.toLowerCase().includes(word)),
    );
  }
  moves() {
    const { play } = this;
    const { position } = play;
    if (!position) return;
    const { picked } = this.choosing;
    const { leads } = this.judgedMoves;
    const mine = !play.computersTurn && !play.over;
    const focused = this.list.contains(document.activeElement)
      ? [...this.list.querySelectorAll("button")].indexOf(document.activeElement)
      : -1;
    const candidates = mine ? this.candidates : [];
    if (!mine)
      this.list.replaceChildren(
        h("p", { class: "quiet" }, play.over ? "The play is over." : "It is the computer's turn."),
      );
    else
      this.list.replaceChildren(
        moveList(position.moves, {
          candidates,
          leads,
          letters: position.parts.length > 1,
          act: {
            make: (move) => this.make(move),
            hover: (move) => this.preview(move),
          },
        }),
      );
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
    const more = position.complete ? "" : " There are more: type one.";
    this.picked.textContent = !mine
      ? ""
      : picked.length
        ? `${candidates.length} of ${position.moves.length} moves touch ${picked.join(" and ")}; pick more, pick it again, or choose here.`
        : `${position.moves.length} move${position.moves.length === 1 ? "" : "s"}.${more}`;
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
    const leads = tints(play.position.moves, this.judgedMoves, new Set(this.candidates), choosing);
    const picked = choosing.picked.map((name) => keyOf(choosing.part, name));
    const recent = this.recent();
    for (const board of this.boards)
      board?.show({ picked, preview: this.hovered, lit: this.lit, leads, recent });
  }
  /** What the last move changed, where the board is the same. */
  recent() {
    const { play } = this;
    const { move } = play.node;
    const before = play.line[play.at - 1]?.position.parts[move?.part]?.scene;
    const scene = play.position.parts[move?.part]?.scene;
    if (!before || !scene || scene.row) return [];
    const were = new Map(before.cells.map((cell) => [cell.name, `${cell.kind} ${cell.text}`]));
    return scene.cells
      .filter((cell) => cell.kind !== "mark" && were.has(cell.name))
      .filter((cell) => were.get(cell.name) !== `${cell.kind} ${cell.text}`)
      .map((cell) => keyOf(move.part, cell.name));
  }

  // ---- address, link ----------------------------------------------------------------------------

  /** Keep the play in the address: Back takes a move back, and the computer's answer with it. */
  keepAddress(what) {
    const { play } = this;
    const followed = what === "begin" && this.following === location.hash;
    if (followed) this.kept = location.hash;
    if (location.hash !== this.kept) return; // another part is shown, or a link is not read yet
    const answered = what === "move" && play.alone && play.node.move.by !== play.first;
    if (this.link.length < LONGEST)
      remember("game", play.fields, { replace: followed || answered });
    this.kept = location.hash;
  }
  get link() {
    return written("game", this.play.fields);
  }
  share() {
    remember("game", this.play.fields, { replace: true });
    this.kept = location.hash;
    const { height } = this.element.querySelector(".play-table").getBoundingClientRect();
    share(this.link, { title: this.title.querySelector("h2")?.textContent ?? "A game", height });
  }
  forget() {
    this.problem.textContent = "";
    this.filter.value = "";
    this.refocus = null;
  }
}

/** How much larger than drawn all boards are shown: the widest so wide, none too large. */
function scale(boards, width, most) {
  const fits = boards.map((board) => Math.min(width / board.width, 440 / board.height));
  return Math.max(1, Math.min(most, ...fits));
}

function caption(table, parts) {
  const describe = (i) => {
    const { scene, text, game } = parts[i];
    return `${game} ${scene && text.length <= 24 ? text : ""}`.trim();
  };
  return h(
    "figcaption",
    {},
    table.parts.flatMap((i) => [h("strong", {}, letter(i)), ` ${describe(i)} `]),
  );
}
