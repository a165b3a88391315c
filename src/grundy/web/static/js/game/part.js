// The part "Game": choose a game, play it on its board, see who wins and why.
import { ask } from "../api.js";
import { choice, h, toast } from "../dom.js";
import { Board, picture } from "./board.js";
import { chooser } from "./chooser.js";
import { Choosing, wayOf } from "./choosing.js";
import { explanation, historyStrip, moveList } from "./panels.js";
import { fromLink, Play } from "./play.js";
import { letter, short } from "./words.js";

const OPPONENTS = [["perfect", "computer, perfect"], ["teacher", "computer, blunders"], ["random", "computer, random"], ["person", "another person"]];
let shown = null;

export function create() {
  shown = new GamePart();
  return shown.element;
}

export function opened(hash) { shown.opened(hash); }

class GamePart {
  play = new Play();
  choosing = new Choosing([]);
  boards = [];
  hovered = [];
  begun = false;
  hints = 0;

  constructor() {
    this.status = h("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.place = h("div", { class: "play-boards" });
    this.history = h("ol", { class: "play-history", tabindex: "0", "aria-label": "Moves so far, and who wins after each" });
    this.told = h("div", { class: "play-told", "aria-live": "polite" });
    this.list = h("div", { class: "play-list" });
    this.judged = h("div", { class: "play-judged" });
    this.title = h("div", {});
    this.dialog = h("dialog", { class: "play-dialog", "aria-label": "All games" },
      h("div", { class: "bar" }, h("h2", {}, "All games"), h("span", { class: "gap" }), h("button", { type: "button", onclick: () => this.dialog.close() }, "Close")),
      h("label", { for: "play-add" }, this.adding = h("input", { type: "checkbox", id: "play-add" }), "Add it to the position that is played, as a sum"),
      chooser((game) => this.take(game)));
    const choose = h("button", { type: "button", onclick: () => this.choose() }, "Choose a game");
    this.element = h("div", { class: "two play" },
      h("div", {},
        h("section", { class: "card", "aria-label": "Board" }, h("div", { class: "play-head" }, this.title, choose), this.status, this.judged, this.problem, this.place, this.buttons()),
        h("section", { class: "card play-past", "aria-label": "History" }, h("h2", {}, "History"), this.history),
        this.hint = h("section", { class: "card play-hint", hidden: true, "aria-label": "Hint" }, h("h2", {}, "Hint"), this.told)),
      h("div", {},
        h("section", { class: "card play-now" }, h("h2", {}, "Moves"), this.search(), this.list),
        this.setup()), this.dialog);
    this.play.addEventListener("change", (event) => this.changed(event.detail));
  }

  // ---- what stands around the board -------------------------------------------------------------

  buttons() {
    const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);
    this.undo = button("Undo", () => this.play.undo());
    this.redo = button("Redo", () => this.play.redo());
    this.hintButton = button("Hint", () => this.explain());
    this.again = button("Play again", () => this.start(this.play.start));
    this.go = button("Computer, move", () => this.guarded(this.play.answer()));
    const help = h("input", { type: "checkbox", id: "play-colours", onchange: () => this.help("colouring", help.checked) });
    const judging = h("input", { type: "checkbox", id: "play-judging", checked: true, onchange: () => this.help("judging", judging.checked) });
    return h("div", { class: "bar play-buttons" }, this.undo, this.redo, this.hintButton, this.go, this.again,
      button("Copy link", () => this.copyLink()), h("span", { class: "gap" }),
      h("label", { for: "play-judging" }, judging, "Say who wins"), h("label", { for: "play-colours" }, help, "Colour the moves"));
  }
  search() {
    this.filter = h("input", {
      type: "text", id: "play-filter", spellcheck: "false", autocomplete: "off", oninput: () => this.moves(),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.typed(); } },
    });
    this.picked = h("p", { class: "quiet", role: "status" });
    return h("div", {}, h("label", { class: "field", for: "play-filter" }, h("span", {}, "Find a move, or type one and press Enter"), this.filter), this.picked);
  }
  setup() {
    this.position = h("input", { type: "text", id: "play-position", spellcheck: "false", autocomplete: "off", "aria-describedby": "play-how" });
    this.how = h("p", { class: "quiet", id: "play-how" });
    this.against = choice("Against", OPPONENTS, this.play.against, (value) => this.setting("against", value));
    this.first = choice("Who begins", [["1", "I"], ["2", "the computer"]], "1", (value) => this.setting("first", Number(value)));
    this.rules = choice("Who cannot move", [["normal", "loses (normal play)"], ["misere", "wins (misère play)"]], "normal", (value) => this.setting("rules", value));
    const form = h("form", { onsubmit: (event) => { event.preventDefault(); this.start(this.position.value); } },
      h("label", { class: "field", for: "play-position" }, h("span", {}, "Position, such as kayles 5 7 + wythoff 8,12"), this.position),
      this.how, h("div", { class: "bar" }, h("button", { type: "submit", class: "main" }, "Start")));
    return h("section", { class: "card play-setup" }, h("h2", {}, "Game"), h("div", { class: "play-choices" }, this.against, this.first, this.rules), form);
  }

  // ---- beginning --------------------------------------------------------------------------------

  opened(hash) {
    const isLink = hash.startsWith("game=") && location.hash !== this.kept;
    this.kept = location.hash;
    if (this.begun && !isLink) return;
    this.begun = true;
    const found = isLink ? fromLink(hash) : null;
    this.start(found?.start ?? "nim 3 4 5", found?.moves, found?.settings);
  }
  async start(text, moves, settings) {
    this.forget();
    await this.guarded(this.play.begin(text, moves, settings));
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
  setting(name, value) { this.guarded(this.play.set(name, value)); }
  help(name, on) {
    this.play[name] = on;
    this.changed("judged");
    this.guarded(this.play.judge());
  }
  async guarded(work) {
    try { await work; } catch (error) { if (error.name !== "AbortError") { this.problem.textContent = error.message; this.update(); } }
  }

  // ---- moves ------------------------------------------------------------------------------------

  make(move) {
    if (this.play.busy || this.play.over) return;
    const board = this.boards.find((one) => one?.focused);
    this.refocus = board ? [this.boards.indexOf(board), board.focused] : this.list.contains(document.activeElement) ? "list" : null;
    this.problem.textContent = "";
    this.filter.value = "";
    this.guarded(this.play.make(move));
  }
  typed() {
    if (this.play.busy || this.play.computersTurn) return;
    const { candidates } = this;
    if (candidates.length === 1) this.make(candidates[0]);
    else if (this.filter.value.trim()) {
      this.problem.textContent = "";
      const typed = this.filter.value;
      // What is typed while the move is made stays.
      this.guarded(this.play.makeTyped(typed.trim()).then(() => { if (this.filter.value === typed) this.filter.value = ""; this.moves(); }));
    }
  }
  pick(part, name) {
    if (this.play.busy || this.play.computersTurn) return;
    const move = this.choosing.pick(part, name);
    if (move) this.make(move);
    else { this.hovered = []; this.moves(); }
  }
  hover(part, name) {
    if (name === null) this.hovered = [];
    else {
      const move = this.choosing.meant(part, name);
      this.hovered = move ? [move.part, wayOf(move, this.choosing.part === part ? [...this.choosing.picked, name] : [name])] : [];
    }
    this.light();
  }

  // ---- showing ----------------------------------------------------------------------------------

  changed(what) {
    if (what !== "judged") {
      this.choosing = new Choosing(this.play.position?.moves ?? []);
      this.hovered = [];
      this.problem.textContent = "";
    }
    if (what === "begin" || what === "move" || what === "look") {
      this.hint.hidden = true;
      this.drawBoards();
    }
    this.update();
    if (what === "begin") this.showSettings();
    if (what !== "judged" && this.begun && this.play.line.length) this.keepAddress();
  }
  showSettings() {
    const { play } = this;
    this.position.value = play.start;
    for (const [element, value] of [[this.against, play.against], [this.first, String(play.first)], [this.rules, play.rules]]) element.querySelector("select").value = value;
  }
  update() {
    const { play } = this;
    if (!play.position) return;
    this.say();
    this.moves();
    this.history.replaceChildren(...historyStrip(play));
    const current = this.history.querySelector("[aria-current]");
    if (current) this.history.scrollLeft = current.parentElement.offsetLeft - this.history.clientWidth / 2;
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
      const told = rules.map((rule) => h("p", { class: "quiet play-rule" }, rule));
      this.title.replaceChildren(h("h2", {}, title), ...(told.length > 2 ? [h("details", {}, h("summary", { class: "quiet" }, "Rules"), told)] : told));
    }
    const last = play.at ? `${play.name(3 - play.player)} played: ${play.node.move.name}. ` : "";
    const unsure = play.node.move?.sure === false ? "It could not find out who wins. " : "";
    const text = last + unsure + this.turn();
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("over", play.over);
    this.sayWhoWins();
  }
  turn() {
    const { play } = this;
    if (play.over) {
      if (play.drawn) return "The same position has come three times: the play is a draw.";
      const loser = play.name(play.player);
      const winner = play.name(play.winner);
      const stuck = `${loser} ${loser === "You" ? "have" : "has"} no move`;
      if (play.rules === "misere") return `The play is over: ${stuck}, and so ${loser === "You" ? "you win" : "wins"}!`;
      return `The play is over: ${stuck}. ${winner} ${winner === "You" ? "win" : "wins"}!`;
    }
    if (play.busy) return "The computer is thinking …";
    if (play.computersTurn) return "It is the computer's turn.";
    return play.alone ? "It is your turn." : `Player ${play.player} is to move.`;
  }
  sayWhoWins() {
    const { play } = this;
    const { judged } = play.node;
    if (!(play.judging || play.colouring)) { this.judged.replaceChildren(); return; }
    if (!judged) { this.judged.replaceChildren(h("p", { class: "quiet" }, "Who wins? …")); return; }
    const outcome = judged.outcome && !play.over ? h("p", {}, h("span", { class: `badge ${judged.outcome}` }, judged.outcome), ` ${this.meaning(judged.outcome)}`, play.rules === "normal" && judged.value !== null ? h("span", { class: "quiet" }, ` ${this.sum(judged)}`) : null) : null;
    this.judged.replaceChildren(...[outcome, judged.told ? h("p", { class: "quiet" }, judged.told) : null].filter(Boolean));
  }
  meaning(outcome) {
    return { N: "Who is to move can win.", P: "Who is to move loses, whatever they play.", D: "Neither can win: with best play a draw." }[outcome];
  }
  sum({ values, value }) {
    return values.length > 1 ? `Value ${values.map(short).join(" ⊕ ")} = ${short(value)}` : `Value ${short(value)}`;
  }

  drawBoards() {
    const { play } = this;
    const { parts, moves } = play.position;
    const several = parts.length > 1;
    this.boards = parts.map((part, i) => (part.scene ? new Board(part, play.node.frames[i], play.computersTurn || play.over ? [] : moves.filter((move) => move.part === i), {
      pick: (name) => this.pick(i, name), hover: (name) => this.hover(i, name),
    }) : null));
    this.place.replaceChildren(...parts.map((part, i) => h("figure", { class: "play-part" },
      several ? h("figcaption", {}, h("strong", {}, letter(i)), ` ${part.game} ${part.scene && part.text.length <= 24 ? part.text : ""}`) : null,
      this.boards[i]?.element ?? picture(part))));
    if (!parts.length) this.place.replaceChildren(h("p", { class: "quiet" }, "The board is empty."));
    this.focusAgain();
  }
  focusAgain() {
    const { play } = this;
    if (!this.refocus || (play.computersTurn && !play.over)) return;
    if (play.over) this.again.focus();
    else if (this.refocus === "list") queueMicrotask(() => this.list.querySelector("button")?.focus());
    else (this.boards[this.refocus[0]] ?? this.boards.find(Boolean))?.focus(this.refocus[1]);
    this.refocus = null;
  }

  get candidates() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.choosing.candidates.filter((move) => words.every((word) => move.name.toLowerCase().includes(word)));
  }
  moves() {
    const { play } = this;
    const { position } = play;
    if (!position) return;
    const { picked } = this.choosing;
    const leads = play.colouring ? play.node.judged?.leads ?? [] : [];
    const mine = !play.computersTurn && !play.over;
    const focused = this.list.contains(document.activeElement) ? [...this.list.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    const candidates = mine ? this.candidates : [];
    if (!mine) this.list.replaceChildren(h("p", { class: "quiet" }, play.over ? "The play is over." : "It is the computer's turn."));
    else this.list.replaceChildren(moveList(position.moves, {
      candidates, leads, letters: position.parts.length > 1,
      act: { make: (move) => this.make(move), hover: (move) => { this.hovered = move ? [move.part, move.ways[0] ?? []] : []; this.light(); } },
    }));
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
    const more = position.complete ? "" : " There are more: type one.";
    this.picked.textContent = !mine ? "" : picked.length ? `${candidates.length} of ${position.moves.length} moves touch ${picked.join(" and ")}; pick more, pick it again, or choose here.` : `${position.moves.length} move${position.moves.length === 1 ? "" : "s"}.${more}`;
    this.light();
  }
  light() {
    const { play, choosing } = this;
    const leads = play.colouring ? play.node.judged?.leads ?? [] : [];
    const candidates = new Set(this.candidates);
    this.boards.forEach((board, part) => board?.show({
      picked: choosing.part === part ? choosing.picked : [],
      preview: this.hovered[0] === part ? this.hovered[1] : [],
      leads: bestLeads(play.position.moves, leads, candidates, part, choosing.part === part ? choosing.picked : []),
      recent: this.recent(part),
    }));
  }
  /** What the last move changed, where the board is the same. */
  recent(part) {
    const { move } = this.play.node;
    const before = this.play.line[this.play.at - 1]?.position.parts[part]?.scene;
    const scene = this.play.position.parts[part]?.scene;
    if (!move || move.part !== part || !before || !scene || !this.play.node.frames[part]) return [];
    const were = new Map(before.cells.map((cell) => [cell.name, `${cell.kind} ${cell.text}`]));
    return scene.cells.filter((cell) => cell.kind !== "mark" && were.get(cell.name) !== `${cell.kind} ${cell.text}`).map((cell) => cell.name);
  }

  // ---- hint, link -------------------------------------------------------------------------------

  async explain() {
    const { play } = this;
    const { node, rules } = play;
    const number = ++this.hints;
    const isWanted = () => number === this.hints && node === play.node && rules === play.rules;
    this.hint.hidden = false;
    this.told.replaceChildren(h("p", { class: "quiet" }, "Working it out …"));
    try {
      const told = await ask("game/explain", { position: node.text, play: rules, turn: play.player });
      if (isWanted()) this.showHint(told);
    } catch (error) { if (isWanted()) this.told.replaceChildren(h("p", { class: "problem" }, error.message)); }
  }
  showHint(told) {
    const { play } = this;
    const lines = told.best ? h("p", { class: "play-best" }, told.outcome === "N" ? "A winning move: " : "Try: ", h("strong", {}, told.best.name), play.position.parts.length > 1 ? ` in ${letter(told.best.part)}` : "", ". ",
      play.computersTurn ? null : h("button", { type: "button", onclick: () => this.make(told.best) }, "Play it")) : null;
    this.told.replaceChildren(...[lines, ...explanation(told)].filter(Boolean));
    if (told.best) { this.hovered = [told.best.part, told.best.ways[0] ?? []]; this.light(); }
    if (this.hint.getBoundingClientRect().top > innerHeight - 120) this.hint.scrollIntoView({ block: "start" });
  }
  keepAddress() {
    if (location.hash !== this.kept) return; // another part is shown, or a link that was followed is not read yet
    const { link } = this.play;
    if (link.length < 4000) this.write(link);
  }
  write(link) {
    history.replaceState(null, "", link);
    this.kept = location.hash;
  }
  async copyLink() {
    const address = `${location.origin}${location.pathname}${this.play.link}`;
    this.write(this.play.link);
    try {
      await navigator.clipboard.writeText(address);
      toast("The link is copied.");
    } catch { toast("The link is in the address bar."); }
  }
  forget() {
    this.problem.textContent = "";
    this.filter.value = "";
    this.refocus = null;
  }
}

/** For each cell the best that a move leads to for which it stands. */
function bestLeads(moves, leads, candidates, part, picked) {
  const found = new Map();
  const rank = { P: 2, D: 1, N: 0 };
  moves.forEach((move, i) => {
    const lead = leads[i];
    if (move.part !== part || !lead || !candidates.has(move)) return;
    for (const way of move.ways) {
      if (!picked.every((name) => way.includes(name))) continue;
      for (const name of picked.length ? way.filter((one) => !picked.includes(one)) : way.slice(0, 1)) {
        if (!found.has(name) || rank[lead] > rank[found.get(name)]) found.set(name, lead);
      }
    }
  });
  return found;
}
