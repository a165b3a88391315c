// How the page looks: light or dark, and large for a projector. The browser keeps it.
import { choice, h } from "./dom.js";
import { keep, recall } from "./storage.js";

const KEY = "appearance";
const THEMES = [
  ["", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];
const SIZES = [
  ["", "usual"],
  ["large", "large"],
];
const changes = new EventTarget();
const system = matchMedia("(prefers-color-scheme: dark)");
const changed = () => changes.dispatchEvent(new Event("change"));
system.addEventListener("change", changed);
addEventListener("grundy-theme", changed); // of a notebook around a widget

/** Call something whenever colours have become others. */
export function whenColoursChange(f) {
  changes.addEventListener("change", f);
}

/** Give the colours that properties of the style have at an element, as a canvas takes them. */
export function coloursAt(element, names) {
  const colours = names.map((name) => `var(${name})`).join();
  const probe = h("span", { hidden: true });
  probe.style.background = `linear-gradient(${colours})`;
  probe.style.setProperty("forced-color-adjust", "none"); // else there is no gradient, and no colour
  element.append(probe);
  const found = getComputedStyle(probe).backgroundImage.match(/rgba?\([^)]*\)/g) ?? []; // none yet where it is not shown
  probe.remove();
  return found;
}

/** Make the menu of the page's looks, and take up those of the last visit. */
export function appearance() {
  const root = document.documentElement;
  const kept = recall(KEY) ?? {};
  const one = (label, name, options) => {
    const known = options.some(([key]) => key === kept[name]) ? kept[name] : "";
    root.dataset[name] = known;
    return choice(label, options, known, (value) => {
      root.dataset[name] = value;
      keep(KEY, { theme: root.dataset.theme, size: root.dataset.size });
      changed();
    });
  };
  return h(
    "details",
    { class: "looks-menu" },
    h("summary", { "aria-label": "Look of the page" }, "◐"),
    h("div", { class: "card" }, one("Theme", "theme", THEMES), one("Scale", "size", SIZES)),
  );
}
