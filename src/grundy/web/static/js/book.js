// Makes cells of the Python examples of the book; `grundy site` has its pages load this.
//
// The cells of a page share their names: what stands above one, and has not run yet, runs first.
import { ask, carryBy } from "./api.js";
import { python } from "./carriers/python.js";
import { h } from "./dom.js";

/** @type {[RegExp, string][]} what an example may say that no browser can do, and what it needs */
const ELSEWHERE = [
  [/compiled=True/, "a compiler"],
  [/\.draw\(/, "pygraphviz"],
  [/^(from|import) research\b/m, "a clone of the repository"],
];
const LOOK = `<style>
  body { display: flow-root; margin: 0; font: 1em system-ui, sans-serif; overflow-wrap: anywhere; }
</style>`;

/** The statements of a block, without prompts and what Python is expected to say. */
function statements(block) {
  const lines = [];
  let isCode = false;
  for (const line of block.textContent.split("\n")) {
    isCode = line.startsWith(">>>") || (isCode && line.startsWith("..."));
    if (isCode) lines.push(line.slice(4));
  }
  return lines.join("\n");
}

/** Say below a block that it cannot run here, if so. */
function refused(block) {
  const source = statements(block);
  const found = ELSEWHERE.find(([words]) => words.test(source));
  if (found)
    block.after(h("p", { class: "cell" }, `Not in a browser: this example needs ${found[1]}.`));
  return Boolean(found);
}

/** HTML of a value, in a frame where no script runs. */
function framed(html) {
  const sandbox = "allow-same-origin"; // so that this page can fit it in
  const onload = ({ target }) => fit(target);
  return h("iframe", { title: "Output", sandbox, srcdoc: LOOK + html, onload });
}

/** Give a frame the colour of the page, and the height of what it holds. */
function fit(frame) {
  const root = frame.contentDocument.documentElement;
  root.style.color = getComputedStyle(document.body).color;
  frame.height = root.offsetHeight;
}

/** @param {Record<string, string>} found */
function shown({ text, html, svg, value, error }) {
  const lines = (said, kind) => said && h("pre", { tabindex: 0, class: kind }, said);
  let result = lines(value);
  if (html) result = framed(html);
  else if (svg)
    result = h("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: value });
  const found = [lines(text), result, lines(error, "cell-error")].filter(Boolean);
  return found.length ? found : ["Done; there is nothing to show."];
}

class Cell {
  hasRun = false;
  /** @type {AbortController | null} */
  #stop = null;

  constructor(block, place) {
    this.block = block;
    const source = statements(block);
    this.code = h("textarea", {
      "aria-label": "Python",
      hidden: true,
      rows: source.split("\n").length,
      spellcheck: "false",
      autocapitalize: "off",
      value: source,
      onkeydown: (event) => {
        if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
        event.preventDefault();
        this.run();
      },
    });
    this.button = h(
      "button",
      { type: "button", onclick: () => (this.#stop ? this.#stop.abort() : this.run()) },
      "Run",
    );
    this.output = h("div", { class: "cell-output", "aria-live": "polite" });
    const named = { class: "cell", role: "group", "aria-label": `Example ${place + 1}` };
    block.after(h("div", named, this.code, this.button, this.output));
  }

  /** Run this cell, after those above it; of these only what went wrong is shown. */
  async run() {
    if (this.#stop) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.block.remove();
    this.code.hidden = false;
    this.button.textContent = "Stop";
    this.output.replaceChildren("Running …");
    for (const above of cells.slice(0, cells.indexOf(this)))
      if (!above.hasRun) above.answer(signal).then((found) => above.complain(found, signal));
    const found = await this.answer(signal);
    this.output.replaceChildren(...shown(found));
    this.button.textContent = "Run";
    this.#stop = null;
  }

  /** Ask Python; where it is stopped, all names of the page may be gone. */
  async answer(signal) {
    this.hasRun = true;
    try {
      const asked = { source: this.code.value, page: location.pathname };
      return await ask("cell/run", asked, signal);
    } catch (error) {
      for (const cell of cells) cell.hasRun = false;
      return { error: signal.aborted ? "Stopped." : error.message };
    }
  }

  complain({ error }, signal) {
    if (error && !signal.aborted) this.output.replaceChildren(...shown({ error }));
  }
}

carryBy(python.carry);
const cells = Array.from(document.querySelectorAll("[class*=highlight-py]"))
  .filter((block) => block.textContent.startsWith(">>>") && !refused(block))
  .map((block, place) => new Cell(block, place));
const refit = () => document.querySelectorAll(".cell iframe").forEach(fit);
addEventListener("resize", refit);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refit);
new MutationObserver(refit).observe(document.body, { attributeFilter: ["data-theme"] });
document
  .querySelector(".sidebar-brand")
  ?.after(
    h("a", { class: "to-explorer", href: new URL("..", import.meta.url) }, "Open the explorer"),
  );
