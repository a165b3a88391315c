// A notice at the foot of the page that stands until what it tells of is over.
import { h } from "./dom.js";

/** @type {HTMLElement | null} */
let bar = null;

/**
 * Show a notice, or take it away.
 *
 * @param {string} text nothing for none
 */
export function notice(text) {
  if (!bar && text) {
    bar = h("div", { id: "notice", role: "status", "aria-live": "polite" });
    document.body.append(bar);
  }
  if (bar) bar.textContent = text;
}
