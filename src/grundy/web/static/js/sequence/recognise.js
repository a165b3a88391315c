// Which game has the values that somebody has: pasted in, answered as `grundy recognise` does.
import { written } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";

export function recognise() {
  const values = h("textarea", {
    id: "pasted-values",
    rows: 3,
    maxlength: "200000",
    required: true,
    spellcheck: "false",
    placeholder: "0 1 2 3 1 4 3 2 1 4 2 6",
  });
  const found = h("div", { "aria-live": "polite" });
  const submit = async (event) => {
    event.preventDefault();
    found.replaceChildren("The games are being looked through …");
    try {
      found.replaceChildren(...shown(await ask("sequence/recognise", { values: values.value })));
    } catch (error) {
      found.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  };
  return h(
    "details",
    {},
    h("summary", {}, "Which game has these values?"),
    h(
      "form",
      { onsubmit: submit },
      h(
        "label",
        { class: "field", for: "pasted-values" },
        h("span", {}, "Values of consecutive heaps, with ? for a gap"),
        values,
      ),
      h("div", { class: "bar" }, h("button", { type: "submit" }, "Recognise")),
    ),
    found,
  );
}

function shown({ text, games }) {
  const links = games.flatMap((game) => [
    " ",
    h("a", { href: written("sequence", { sequence: game }) }, game),
  ]);
  return [
    h("pre", { tabindex: "0", class: "scroll" }, text.join("\n")),
    ...(links.length ? [h("p", {}, "Their values:", links)] : []),
  ];
}
