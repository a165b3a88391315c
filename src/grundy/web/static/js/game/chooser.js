// All named games as tiles with their boards, the famous first, which can be searched.
import { ask } from "../api.js";
import { h } from "../dom.js";
import { smallScene } from "./miniature.js";
import { isSprouts } from "./sprouts/known.js";

const WIDE = 160; // pixels of a drawing

const FAMOUS = [
  "nim",
  "kayles",
  "chomp",
  "wythoff",
  "cram",
  "sprouts",
  "northcott",
  "silver-dollar",
];

export class Chooser {
  #families = null; // until they have come
  #found = [];

  /** @param {(game: any, isAdded: boolean) => void} take what is done with the one that is chosen */
  constructor(take) {
    this.take = (game) => {
      this.element.close();
      take(game, this.adding.checked);
      this.adding.checked = false;
    };
    this.adding = h("input", { type: "checkbox", id: "play-add" });
    this.list = h("div", { class: "play-games" });
    this.none = h("p", { class: "quiet", role: "status" });
    this.search = h("input", {
      type: "text",
      id: "play-search",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => this.#show(),
      onkeydown: (event) => {
        if (event.key !== "Enter" || this.#found.length !== 1) return;
        event.preventDefault();
        this.take(this.#found[0]);
      },
    });
    this.element = h(
      "dialog",
      { class: "play-dialog", "aria-label": "All games" },
      h(
        "div",
        { class: "bar" },
        h("h2", {}, "All games"),
        h("span", { class: "gap" }),
        h("button", { type: "button", onclick: () => this.element.close() }, "Close"),
      ),
      h(
        "label",
        { for: "play-add" },
        this.adding,
        "Add it to the position that is played, as a sum",
      ),
      h(
        "label",
        { class: "field", for: "play-search" },
        h("span", {}, "Search by name or rule; Enter takes the only one"),
        this.search,
      ),
      this.none,
      this.list,
    );
  }

  open() {
    this.element.showModal();
    this.load();
    if (matchMedia("(pointer: fine)").matches) this.search.focus(); // no keyboard comes up
  }
  /** Ask for the games, the first time; they are shown when they have come. */
  async load() {
    if (this.#families) return;
    try {
      const { families } = await ask("game/list", {});
      const games = families.flatMap((family) => family.games);
      this.#families = [
        { name: "Famous", games: FAMOUS.map((key) => games.find((game) => game.key === key)) },
        ...families.map(({ name, games }) => ({
          name: name.split(":")[0],
          games: games.filter((game) => !FAMOUS.includes(game.key)),
        })),
      ];
      this.#show(); // what was typed meanwhile counts
    } catch (error) {
      this.none.textContent = error.message;
    }
  }
  #show() {
    if (!this.#families) return;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (game) =>
      words.every((word) => `${game.name} ${game.key} ${game.rule}`.toLowerCase().includes(word));
    const shown = this.#families
      .map(({ name, games }) => ({ name, games: games.filter(fits) }))
      .filter(({ games }) => games.length);
    this.#found = shown.flatMap(({ games }) => games);
    this.none.textContent = shown.length ? "" : "No game has these words.";
    this.list.replaceChildren(
      ...shown.map(({ name, games }) =>
        h(
          "section",
          {},
          h("h3", {}, name),
          h(
            "ul",
            { class: "plain" },
            games.map((game) => h("li", {}, tile(game, this.take))),
          ),
        ),
      ),
    );
  }
}

function tile(game, take) {
  const board = h(
    "span",
    { class: "tile", "aria-hidden": "true", inert: true },
    smallScene(game.scene, { game: game.name, text: game.start }),
  );
  if (isSprouts({ game: game.name }))
    import("./sprouts/whole.js").then(({ begin, small }) =>
      board.replaceChildren(small(begin(3, game.name !== "Sprouts"), WIDE)),
    );
  return h(
    "button",
    { type: "button", class: "play-game", onclick: () => take(game) },
    board,
    h("strong", {}, game.name),
    h("span", { class: "quiet" }, game.rule),
  );
}
