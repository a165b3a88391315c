// The misère view of the part "Sequence": the quotient of a heap game, proved for all heaps or for some.
import { ask, fetchFile } from "../api.js";
import { download, h } from "../dom.js";
import { elements } from "./elements.js";
import { nameOf } from "./facts.js";
import { products } from "./products.js";

export const MOST_HEAPS = 10_000;

/** What is found stands in its element; problem(text) is called when a file cannot be had. */
export class Misere {
  constructor(problem) {
    this.problem = problem;
    this.rows = h("div", {});
    this.table = h("div", {});
    this.facts = h("div", {});
    this.element = h(
      "div",
      { class: "two" },
      h(
        "div",
        {},
        h("section", { class: "card" }, h("h2", {}, "Elements of heaps"), this.rows),
        h("section", { class: "card" }, h("h2", {}, "Multiplication table"), this.table),
      ),
      h("section", { class: "card" }, h("h2", {}, "What is known"), this.facts),
    );
  }

  /** Ask for the quotient, and show it. */
  async find(wanted, signal) {
    const found = await ask("sequence/quotient", wanted, signal);
    if (signal.aborted) return;
    this.rows.replaceChildren(...elements(found));
    this.table.replaceChildren(...products(found));
    this.facts.replaceChildren(...this.known(found));
  }

  known(found) {
    return [
      found.rule ? h("p", {}, found.rule) : null,
      h("p", { class: "found", role: "status" }, found.text),
      found.message ? h("p", {}, found.message) : null,
      this.files(found),
      h(
        "dl",
        { class: "facts" },
        Object.entries(found.facts).map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]),
      ),
      h("h3", {}, "Presentation"),
      h(
        "p",
        { class: "presentation", tabindex: "0", role: "region", "aria-label": "Presentation" },
        found.presentation,
      ),
    ].filter(Boolean);
  }

  files(found) {
    if (!found.certificate)
      return h(
        "p",
        { class: "quiet" },
        "There is no certificate: the rule is a function, which no file can hold.",
      );
    const save = async () => {
      const { game, stop } = found; // as many heaps as were proved, so that the file says what stands here
      try {
        download(
          `${nameOf(game)}-misere-certificate.json`,
          await fetchFile("sequence/quotient-certificate", { game, stop }),
        );
      } catch (error) {
        this.problem(error.message);
      }
    };
    return h(
      "div",
      { class: "bar", role: "group", "aria-label": "Download" },
      h("button", { type: "button", onclick: save }, "Certificate of the quotient"),
    );
  }
}
