// Tabs over a place: one of them is pressed, and says what stands there.
import { h } from "./dom.js";

export class Tabs {
  /**
   * @param {string} label what the tabs are for
   * @param {[string, string][]} tabs their keys and texts
   * @param {string} key of the one that is pressed at first
   * @param {(key: string) => void} open called when a tab is chosen
   */
  constructor(label, tabs, key, open) {
    this.buttons = new Map(
      tabs.map(([name, text]) => [
        name,
        h("button", { type: "button", onclick: () => open(name) }, text),
      ]),
    );
    this.element = h("div", { class: "tabs", role: "group", "aria-label": label }, [
      ...this.buttons.values(),
    ]);
    this.press(key);
  }

  /** Show a tab as the pressed one. */
  press(key) {
    for (const [name, button] of this.buttons)
      button.setAttribute("aria-pressed", String(name === key));
  }

  /** Offer a tab, or leave it out. */
  offer(key, there) {
    this.buttons.get(key).hidden = !there;
  }
}
