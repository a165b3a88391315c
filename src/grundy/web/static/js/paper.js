// Pages for the printer: the browser prints them, or makes a PDF, instead of what it shows.
import { h } from "./dom.js";

/** Print pages; the attributes say how they look. */
export function printPages(attributes, ...pages) {
  document.querySelector(".sheet")?.remove();
  const sheet = h("div", attributes, pages);
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}
