// What is proved or seen of a game as a program, as `grundy describe --code` writes it.
import { ask } from "../api.js";
import { choice, h } from "../dom.js";
import { copy } from "../sharing.js";

/** A fold that asks for the program when it is opened; wanted says the game and the heaps. */
export function code(wanted) {
  const program = h("pre", { class: "scroll program", tabindex: "0", "aria-label": "Program" });
  const copying = h(
    "button",
    { type: "button", disabled: true, onclick: () => copy(program.textContent, "program") },
    "Copy",
  );
  let latest = 0;
  const write = async (language) => {
    latest += 1;
    const asked = latest;
    program.textContent = "The program is being written …";
    copying.disabled = true;
    let found;
    try {
      found = await ask("sequence/code", { ...wanted, language });
    } catch (error) {
      found = { refusal: error.message };
    }
    if (asked !== latest) return; // another language was chosen meanwhile
    program.textContent = found.program ?? found.refusal;
    copying.disabled = !found.program;
  };
  /** @type {[string, string][]} */
  const languages = [
    ["python", "Python"],
    ["cpp", "C++"],
  ];
  const language = choice("Language", languages, "python", write);
  const fold = h(
    "details",
    { ontoggle: () => fold.open && !latest && write(language.querySelector("select").value) },
    h("summary", {}, "Code"),
    h("div", { class: "bar" }, language, copying),
    program,
  );
  return fold;
}
