// What is asked of a sequence: the game, how many heaps, another game over it, and the rule; and
// below that how far the answer is.
import { ask } from "../api.js";
import { choice, h } from "../dom.js";
import { recognise } from "./recognise.js";
import { DEFAULT, MOST, stopOf } from "./state.js";

const EXAMPLES = [
  "0.6",
  "0.77",
  "4.[3]",
  "0.137",
  "0.007",
  "grundys-game",
  "{1,2,3}",
  "allbut{1,4}",
  "take-a-square",
];

export class Form {
  /** @type {"normal" | "misere"} */
  play = "normal";

  /** @param {{compute: () => void, stop: () => void}} act */
  constructor(act) {
    this.act = act;
    const text = (id, more = {}) =>
      h("input", {
        type: "text",
        id,
        list: "sequence-games",
        spellcheck: "false",
        autocomplete: "off",
        maxlength: "200",
        ...more,
      });
    this.game = text("sequence-game", { value: DEFAULT.game, required: true });
    this.vs = text("sequence-vs");
    this.games = h("datalist", { id: "sequence-games" });
    this.stop = h("input", {
      type: "number",
      id: "sequence-stop",
      value: String(DEFAULT.stop),
      min: "1",
      max: String(MOST),
      required: true,
    });
    this.rules = choice(
      "Play",
      [
        ["normal", "normal"],
        ["misere", "misère"],
      ],
      this.play,
      (play) => {
        this.play = play;
        act.compute();
      },
    );
    this.problem = h("p", { class: "problem", role: "alert" });
    this.said = h("p", { class: "quiet", role: "status" });
    this.bar = h("progress", { class: "wide", "aria-label": "Values computed", hidden: true });
    this.halt = h("button", { type: "button", disabled: true, onclick: () => act.stop() }, "Stop");
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, "Sequence"),
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            act.compute();
          },
        },
        this.#fields(),
        this.#examples(),
      ),
      recognise(),
      this.problem,
      this.said,
      this.bar,
    );
  }

  #fields() {
    const field = (input, text, ...more) =>
      h(
        "label",
        { class: `field ${input === this.game ? "grow" : "small"}`, for: input.id },
        h("span", {}, text),
        input,
        more,
      );
    return h(
      "div",
      { class: "ask" },
      field(this.game, "Game: a code (0.6, 4.[3]), a set ({1,3,4}) or a name (kayles)", this.games),
      field(this.stop, "Heaps below"),
      field(this.vs, "Over it, another game"),
      this.rules,
      h(
        "div",
        { class: "bar" },
        h("button", { type: "submit", class: "main" }, "Compute"),
        this.halt,
      ),
    );
  }
  #examples() {
    const chips = EXAMPLES.map((text) =>
      h("button", { type: "button", onclick: () => this.take(text) }, text),
    );
    return h("div", { class: "bar chips", role: "group", "aria-label": "Examples" }, chips);
  }

  /** What is asked; the number of heaps is one that there may be. */
  get asked() {
    const { play } = this;
    const stop = stopOf(this.stop.value, play);
    this.stop.value = String(stop);
    return { game: this.game.value.trim(), stop, vs: this.vs.value.trim(), play };
  }
  /** Write what an address says. */
  fill({ game, vs, stop, play }) {
    this.game.value = game;
    this.vs.value = vs;
    this.stop.value = String(stop);
    this.play = play;
    this.rules.querySelector("select").value = play;
  }
  /** Ask of another game. */
  take(game) {
    this.game.value = game;
    this.act.compute();
  }
  /** Say what was refused, or nothing any more. */
  refuse(text) {
    this.problem.textContent = text;
  }
  /** Offer the catalogue's games. */
  async listGames() {
    if (this.listed) return;
    this.listed = true;
    try {
      const { games } = await ask("sequence/games", {});
      this.games.replaceChildren(
        ...games.map(({ game, name }) => h("option", { value: game }, name)),
      );
    } catch {
      /* the list only helps */
    }
  }
}
