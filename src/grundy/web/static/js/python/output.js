// What a cell has given, as a notebook shows it.
//
// A user's rule may give any HTML: it stands in a frame in which no script runs and no form is
// sent, under the page's own Content-Security-Policy.
import { h } from "../dom.js";

/** @param {{text?: string, value?: string, html?: string, svg?: string, error?: string}} found */
export function output({ text, value, html, svg, error }) {
  const picture = html ?? svg;
  const shown = picture === undefined ? value : undefined;
  return [
    text && h("pre", {}, text),
    picture !== undefined && frame(picture, value),
    shown !== undefined && h("pre", {}, shown),
    error && h("p", { class: "problem" }, error),
  ].filter(Boolean);
}

function frame(html, title) {
  const found = h("iframe", {
    class: "shown",
    title: (title ?? "Picture").slice(0, 200),
    sandbox: "allow-same-origin", // for this page to measure it; scripts are not allowed
    srcdoc: `<!doctype html><link rel="stylesheet" href="css/explorer.css"><body class="shown">${styled(html)}`,
    onload: () => {
      const { body, documentElement: root } = found.contentDocument;
      for (const element of body.querySelectorAll("[data-style]"))
        /** @type {HTMLElement} */ (element).style.cssText = element.getAttribute("data-style");
      found.height = String(root.scrollHeight);
    },
  });
  return found;
}

/** Rename styles of elements, which the policy refuses in markup and takes from a script. */
function styled(html) {
  return html.replace(/<[a-z][^<>]*/gi, (tag) => tag.replace(/\sstyle=/gi, " data-style="));
}
