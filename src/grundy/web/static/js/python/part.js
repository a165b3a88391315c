// The part "Python": a rule that the user types, which this browser runs.
import { remember } from "../address.js";
import { ask } from "../api.js";
import { download, h, toast } from "../dom.js";
import { pack, unpack } from "../packed.js";
import { keep, recall } from "../storage.js";
import { EXAMPLES } from "./examples.js";
import { output } from "./output.js";

const DRAFT = "rule";
const INDENT = "    ";
const MOST = 200_000; // characters of a rule

/** @type {PythonPart} */
let part;

export function create() {
  part = new PythonPart();
  return part.element;
}

/** Show the rule of a link; it is run by nobody but the user. */
export function opened(fields) {
  return part.open(fields.get("python"));
}

class PythonPart {
  /** @type {AbortController | null} */
  #running = null;
  #code = ""; // of the link that was opened or made last
  #leaves = false; // whether Tab leaves the editor

  constructor() {
    this.area = h("textarea", {
      id: "rule",
      wrap: "off",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      maxlength: String(MOST),
      "aria-describedby": "rule-help",
      value: recall(DRAFT) ?? EXAMPLES[0][1],
      oninput: () => {
        this.number();
        keep(DRAFT, this.area.value);
      },
      onkeydown: (event) => this.key(event),
      onscroll: () => {
        this.numbers.scrollTop = this.area.scrollTop;
      },
    });
    this.numbers = h("pre", { class: "line-numbers", "aria-hidden": "true" });
    this.said = h("span", { class: "quiet", role: "status" });
    this.found = h("section", { class: "card", "aria-label": "Output", "aria-live": "polite" });
    this.run = button("Run", () => this.start(), { class: "main", title: "Ctrl+Enter" });
    this.stop = button("Stop", () => this.#running?.abort(), { disabled: true });
    const file = h("input", {
      type: "file",
      class: "visually-hidden",
      id: "rule-file",
      accept: ".py,text/x-python",
      onchange: () => this.read(file),
    });
    this.element = h(
      "div",
      {},
      h(
        "section",
        { class: "card" },
        h("h2", {}, "A rule in Python"),
        h(
          "div",
          { class: "bar" },
          this.run,
          this.stop,
          button("Share", () => this.share()),
          button("Save", () => download("rule.py", this.area.value, "text/x-python")),
          file,
          h("label", { class: "file-button", for: "rule-file" }, "Open a file…"),
          this.said,
        ),
        h(
          "div",
          { class: "bar", role: "group", "aria-label": "Examples" },
          EXAMPLES.map(([name, text]) => button(name, () => this.replace(text))),
        ),
        h("label", { class: "visually-hidden", for: "rule" }, "The rule"),
        h("div", { class: "editor" }, this.numbers, this.area),
        h(
          "p",
          { class: "quiet", id: "rule-help" },
          "Ctrl+Enter runs it, here in your browser, each time from the beginning and for at most 30 seconds. Tab indents; after Escape it leaves the editor.",
        ),
      ),
      this.found,
    );
    this.found.hidden = true;
    this.number();
  }

  /** Number the lines, and mark one of them. */
  number(marked = 0) {
    const count = this.area.value.split("\n").length;
    const lines = Array.from({ length: count }, (_, line) => `${line + 1}\n`);
    this.numbers.textContent = lines.join("");
    this.area.rows = Math.min(Math.max(count, 10), 24);
    this.area.style.setProperty("--marked", String(marked || -9));
    this.area.setAttribute("aria-invalid", String(marked > 0));
  }

  key(event) {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const leaves = this.#leaves;
    this.#leaves = key === "Escape";
    if (key === "Enter" && (ctrlKey || metaKey)) this.start();
    else if (ctrlKey || metaKey || shiftKey || altKey || event.isComposing) return;
    else if (key === "Enter") {
      const before = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
      insert(`\n${before.match(/^ */)[0]}${before.trimEnd().endsWith(":") ? INDENT : ""}`);
    } else if (key === "Tab" && !leaves) insert(INDENT);
    else return;
    event.preventDefault();
  }

  /** Put another text in place of this one; Undo brings that back. */
  replace(text) {
    this.area.focus();
    this.area.select();
    insert(text);
    this.area.setSelectionRange(0, 0);
  }

  async start() {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.stop.disabled = false;
    this.number();
    this.said.textContent = "Running …";
    try {
      const found = await ask("cell/run", { source: this.area.value }, running.signal);
      if (running === this.#running) this.show(found, "");
    } catch (error) {
      if (running !== this.#running) return;
      if (running.signal.aborted) this.show({}, "Stopped. Python starts again.");
      else this.show({ error: error.message }, "");
    }
    this.#running = null;
    this.stop.disabled = true;
  }

  show(found, said) {
    const parts = output(found);
    this.found.replaceChildren(...parts);
    this.found.hidden = !parts.length;
    this.said.textContent = said || (parts.length ? "" : "It has run, and gave nothing to show.");
    const line = Number(found.error?.match(/^line (\d+):/)?.[1] ?? 0);
    this.number(line);
    const { scrollHeight } = this.area;
    if (line)
      this.area.scrollTop = (line / this.area.value.split("\n").length - 0.2) * scrollHeight;
  }

  async share() {
    this.#code = await pack(this.area.value);
    remember("python", { python: this.#code }, { replace: true });
    try {
      await navigator.clipboard.writeText(location.href);
      toast("The link is copied; it stands in the address bar, too.");
    } catch {
      toast("The link stands in the address bar.");
    }
  }

  async read(file) {
    const [chosen] = file.files;
    if (chosen?.size > MOST) this.said.textContent = "The file is too long for a rule.";
    else if (chosen) this.replace(await chosen.text());
    file.value = "";
  }

  async open(code) {
    if (!code || code === this.#code) return;
    this.#code = code;
    this.#running?.abort();
    try {
      this.area.value = await unpack(code);
      this.show({}, "This rule came with a link. Read it, then press Run.");
    } catch {
      this.said.textContent = "The link does not hold a rule.";
    }
    this.number();
  }
}

function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Type a text where the cursor is, so that Undo takes it back. */
function insert(text) {
  document.execCommand("insertText", false, text);
}
