// Find a vertex by its name.
import { h } from "../dom.js";

/**
 * The vertices that a text may mean: of that name, then those that begin with it, then those
 * that hold it; capital letters or small.
 *
 * @param {string[]} names
 * @param {string} text
 * @returns {number[]}
 */
export function matches(names, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const groups = [[], [], []];
  names.forEach((name, vertex) => {
    const at = name.toLowerCase().indexOf(wanted);
    if (at < 0) return;
    groups[name.length === wanted.length ? 0 : at ? 2 : 1].push(vertex);
  });
  return groups.flat();
}

export class Search {
  #at = 0;

  constructor(part) {
    this.part = part;
    this.field = h("input", {
      type: "search",
      class: "find",
      placeholder: "Find a vertex",
      "aria-label": "Find a vertex",
      oninput: () => this.#go(0),
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.#go(this.#at + (event.shiftKey ? -1 : 1));
      },
    });
    this.element = this.field;
  }

  #go(at) {
    const { model, view } = this.part;
    const found = matches(model.names, this.field.value);
    if (!found.length) {
      this.part.say(this.field.value.trim() ? "No vertex has such a name." : "");
      return;
    }
    this.#at = (at + found.length) % found.length;
    const vertex = found[this.#at];
    this.part.select(vertex);
    view.camera.goTo(model.places[vertex], Math.min(view.camera.scale, 2));
    const more = found.length > 1 ? ` (${this.#at + 1} of ${found.length}; Enter: the next)` : "";
    this.part.say(`${model.names[vertex]}${more}`);
  }
}
