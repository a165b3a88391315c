// A hint in three steps beside the board: where, the move itself, and the proof.
import { written } from "../address.js";
import { ask } from "../api.js";
import { bitRow, bitTable, nimSum } from "../bits.js";
import { h, press } from "../dom.js";
import { keyOf } from "./board.js";
import { Choosing } from "./choosing.js";
import { smallScene } from "./miniature.js";
import { explanation } from "./panels.js";

const isNumber = (value) => /^\d+$/.test(value);

export class Hint {
  /**
   * @param {any} play
   * @param {{light: (keys: string[]) => void, point: (part: number | null) => void, make: (move: any) => void,
   *   lay?: (worths: Map<string, string>) => void, sketch?: (move: any) => void}} act light lights
   *   what the hint names, point marks the name of its part, lay lays values over the board, sketch draws a move
   */
  constructor(play, act) {
    this.play = play;
    this.act = act;
    this.asked = 0;
    this.reason = h("div", { class: "play-reason", "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "card play-hint", hidden: true, "aria-label": "Hint" },
      h(
        "div",
        { class: "bar" },
        h("h2", {}, "Hint"),
        h("span", { class: "gap" }),
        h("button", { type: "button", onclick: () => this.leave() }, "Close"),
      ),
      this.reason,
    );
  }

  close() {
    this.asked += 1;
    this.element.hidden = true;
    this.bits = null;
    this.found = null;
  }
  leave() {
    this.close();
    this.act.light([]);
    this.act.point(null);
    this.act.lay?.(new Map());
    this.act.sketch?.(null);
  }
  /** The button was pressed: begin, or go on to the next step. */
  press() {
    if (this.element.hidden || this.refused) this.ask();
    else if (!this.found) this.wanted += 1;
    else if (this.number < this.last) this.go(this.number + 1);
  }

  /** Ask for the explanation of the position that is shown, and tell where a good move is. */
  async ask() {
    const { play } = this;
    const { node, rules } = play;
    const number = ++this.asked;
    this.found = null;
    this.refused = false;
    this.wanted = 1; // the step that is shown when the answer has come
    const isWanted = () => number === this.asked && node === play.node && rules === play.rules;
    this.element.hidden = false;
    this.reason.replaceChildren(h("p", { class: "quiet" }, "Working it out …"));
    try {
      const explained = await ask("game/explain", {
        position: node.text,
        play: rules,
        turn: play.player,
        labels: node.naming.parts.map((part) => part.name),
      });
      if (!isWanted()) return;
      this.found = explained;
      this.step(Math.min(this.wanted, this.last));
    } catch (error) {
      if (!isWanted()) return;
      this.refused = true;
      this.reason.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }

  /** Tell so much of it: 1 where, 2 which move, 3 why. */
  step(number) {
    const { found, last } = this;
    this.number = number;
    const parts = [this.where()];
    if (found.best && number > 1) parts.push(this.move());
    if (number === last) parts.push(...this.proof());
    this.act.point(found.best?.part ?? null);
    this.act.sketch?.(number > 1 ? found.best : null);
    this.act.light(number > 1 && found.best ? this.clicks(found.best) : []);
    this.act.lay?.(number === last ? this.worths() : new Map());
    const next = found.best && number === 1 ? "Show the move" : "Show the proof";
    const more =
      number < last
        ? h("button", { type: "button", class: "main", onclick: () => this.go(number + 1) }, next)
        : null;
    this.reason.replaceChildren(
      ...parts.filter(Boolean),
      last > 1
        ? h(
            "div",
            { class: "bar play-steps" },
            more,
            h("span", { class: "quiet" }, `${number} of ${last}`),
          )
        : "",
    );
  }
  /** The number of steps: a lost position has no move to be shown, and says at once why. */
  get last() {
    return this.found.best ? 3 : 1;
  }
  go(number) {
    this.step(number);
    (this.reason.querySelector(".play-steps button") ?? this.reason.querySelector("button"))?.focus(
      {
        preventScroll: true,
      },
    );
  }

  /** What has to be clicked for a move. */
  clicks(move) {
    const names = new Choosing(this.play.position.moves).clicks(move);
    return names.map((name) => keyOf(move.part, name));
  }

  /** What the places of a single board lead to, where a click on each makes one move. */
  worths() {
    const { parts, moves } = this.play.position;
    const { afters } = this.found;
    const choosing = new Choosing(moves);
    if (parts.length > 1 || !choosing.direct.has(0)) return new Map();
    return new Map(
      moves.flatMap(({ part, ways }, i) => ways.map(([name]) => [keyOf(part, name), afters[i]])),
    );
  }
  where() {
    const { found, play } = this;
    const { parts, moves, complete } = play.position;
    if (found.outcome === "P")
      return h("p", {}, "No move wins: whatever is played here loses against perfect play.");
    const what = found.outcome === "N" ? "A winning move is" : "A move that keeps the draw is";
    if (parts.length > 1) {
      const { part } = found.best;
      return h(
        "p",
        {},
        `${what} in `,
        h("strong", {}, `${play.partName(part)} (${parts[part].text})`),
        ".",
      );
    }
    const winning = found.afters.filter((after) => after === "0").length;
    const isCounted = complete && found.outcome === "N" && winning > 0;
    return h(
      "p",
      {},
      isCounted
        ? `There is a winning move: ${winning} of ${moves.length} moves win${winning === 1 ? "s" : ""}.`
        : `${what.replace(" is", "")} is there.`,
    );
  }
  move() {
    const { best, outcome } = this.found;
    return h(
      "p",
      { class: "play-best" },
      outcome === "N" ? "A winning move: " : "Try: ",
      h("strong", {}, this.play.called(best)),
      ". ",
      this.play.waits
        ? null
        : h("button", { type: "button", onclick: () => this.act.make(best) }, "Play it"),
    );
  }

  // ---- the proof --------------------------------------------------------------------------------

  proof() {
    const { found } = this;
    this.bits = this.canAdd ? h("div", { class: "play-bits scroll", tabindex: "0" }) : null;
    this.change(null);
    return [
      found.copying ? h("p", {}, found.copying) : null,
      this.bits
        ? h(
            "section",
            {},
            h("h3", {}, "The nim-sum, bit by bit"),
            this.bits,
            h("a", { href: this.calculation }, "Calculate with it"),
          )
        : null,
      found.components.length
        ? h(
            "ul",
            { class: "plain play-components" },
            found.components.map((one) => this.part(one)),
          )
        : null,
      h(
        "details",
        { open: !found.components.length },
        h("summary", {}, "The whole explanation, in words"),
        explanation(found, this.play.position.parts),
      ),
    ];
  }
  /** A component: its small board, its value, and the values that its moves lead to. */
  part(one) {
    const { parts, moves } = this.play.position;
    const { afters } = this.found;
    const isWhole = this.found.components.filter(({ part }) => part === one.part).length === 1;
    const reached = isWhole
      ? [...new Set(afters.filter((after, i) => after && moves[i].part === one.part))]
      : [];
    reached.sort((a, b) => Number(a) - Number(b));
    return h(
      "li",
      {},
      this.found.components.length > 1 // one alone is the board itself
        ? smallScene(one.scene, { game: parts[one.part].game, text: one.text })
        : null,
      h(
        "p",
        {},
        this.found.components.length > 1 ? h("strong", {}, one.label) : "The board",
        " has the value ",
        h("strong", {}, one.value),
        reached.length ? ": its moves lead to " : ".",
        reached.flatMap((value) => [this.chip(one.part, value), " "]),
        reached.length && isNumber(one.value)
          ? h("span", { class: "quiet" }, `${one.value} is the least that is missing.`)
          : null,
      ),
    );
  }
  /** A value that lights the moves that lead to it, while it is pointed at. */
  chip(part, value) {
    const { moves } = this.play.position;
    const { afters } = this.found;
    const leading = moves.filter((move, i) => move.part === part && afters[i] === value);
    const light = () => this.act.light([...new Set(leading.flatMap(keys))]);
    const dark = () => this.act.light([]);
    return h(
      "button",
      {
        type: "button",
        class: "play-value",
        "aria-label": `value ${value}: ${leading.length} move${leading.length === 1 ? "" : "s"}`,
        onpointerenter: light,
        onpointerleave: dark,
        onfocus: light,
        onblur: dark,
        onclick: light,
      },
      value,
    );
  }

  /** Whether the parts have values that are numbers, and are several. */
  get canAdd() {
    const { components } = this.found;
    return components.length > 1 && components.every((one) => isNumber(one.value));
  }
  get calculation() {
    const values = this.found.components.map((one) => one.value);
    return written("nimbers", { nimbers: values.join(" + ") });
  }
  /** Show the nim-sum as a move would change it, or as it is. */
  change(move) {
    if (!this.bits || this.element.hidden) return;
    const { components, afters } = this.found;
    const after = move && afters[this.play.position.moves.indexOf(move)];
    const own = components.filter((one) => one.part === move?.part);
    const isChanged = Boolean(after) && isNumber(after) && own.length === 1;
    const rows = components.map((one) =>
      isChanged && one === own[0] ? bitRow(one.label, after, true) : bitRow(one.label, one.value),
    );
    const total = nimSum(rows.map((row) => row.value));
    this.bits.replaceChildren(
      bitTable(rows, bitRow("nim-sum", total), "The value of each part in binary, and the nim-sum"),
      h(
        "p",
        { class: "quiet" },
        isChanged
          ? `After “${this.play.called(move)}” the nim-sum is ${total}: ${total === "0" ? "who moves then loses." : "who moves then wins."}`
          : total === "0"
            ? "Every column is even. Every move changes some column, so that it is odd then, and the answer makes all even again."
            : `A winning move makes every column even.${press === "tap" ? "" : " Point at a move to see what it does."}`,
      ),
    );
  }
}

/** The places that a move touches. */
const keys = (move) => (move.ways[0] ?? []).map((name) => keyOf(move.part, name));
