// The list of all named games, by family, which can be searched.
import { ask } from "../api.js";
import { h } from "../dom.js";

/** Make the list; take(game) is called with the one that is chosen. */
export function chooser(take) {
  const list = h("div", { class: "play-games" });
  const none = h("p", { class: "quiet", role: "status" });
  const search = h("input", {
    type: "text",
    id: "play-search",
    spellcheck: "false",
    autocomplete: "off",
    oninput: () => show(),
  });
  let families = null; // until they have come
  const show = () => {
    if (!families) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (game) =>
      words.every((word) => `${game.name} ${game.key} ${game.rule}`.toLowerCase().includes(word));
    const found = families
      .map(({ name, games }) => [name, games.filter(fits)])
      .filter(([, games]) => games.length);
    none.textContent = found.length ? "" : "No game has these words.";
    list.replaceChildren(
      ...found.map(([name, games]) =>
        h(
          "section",
          {},
          h("h3", {}, name.split(":")[0]),
          h(
            "ul",
            { class: "plain" },
            games.map((game) => h("li", {}, entry(game, take))),
          ),
        ),
      ),
    );
  };
  ask("game/list", {}).then(
    (found) => {
      ({ families } = found);
      show(); // what was typed meanwhile counts
    },
    (error) => {
      none.textContent = error.message;
    },
  );
  return h(
    "div",
    {},
    h(
      "label",
      { class: "field", for: "play-search" },
      h("span", {}, "Search by name or rule"),
      search,
    ),
    none,
    list,
  );
}

function entry(game, take) {
  return h(
    "button",
    { type: "button", class: "play-game", onclick: () => take(game) },
    h("strong", {}, game.name),
    h("span", {}, game.rule),
  );
}
