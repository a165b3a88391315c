// A dialog with the link of what is shown: to copy, to photograph, to put into a page of a course.
import { fetchFile } from "./api.js";
import { h, toast } from "./dom.js";

const MARGINS = 32; // pixels above and below what is put into another page

/** Put a text on the clipboard, and say so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`The ${what} is copied.`);
  } catch {
    toast("The browser does not let this page copy; mark the text and copy it.");
  }
}

/** The whole address of what stands after #. */
export function address(hash) {
  return `${location.origin}${location.pathname}${hash}`;
}

/**
 * Show the dialog.
 *
 * @param {string} hash what stands after the page's address
 * @param {{title: string, height: number, invitation?: string}} shown its name, how high it is, in
 *   pixels, and what is said to who plays on two phones
 */
export function share(hash, { title, height, invitation = "" }) {
  const link = address(hash);
  const wide = { width: "100%", height: Math.ceil(height) + MARGINS };
  const frame = h("iframe", { src: `${link}&embed=1`, title, ...wide });
  const picture = h("p", { class: "quiet" });
  const row = (name, label, text) =>
    h(
      "div",
      { class: "bar" },
      h("label", {}, label, h("input", { readonly: true, value: text })),
      h("button", { type: "button", onclick: () => copy(text, name) }, `Copy ${name}`),
    );
  const dialog = h(
    "dialog",
    { class: "share-dialog", "aria-label": "Share", onclose: () => dialog.remove() },
    h("h2", {}, invitation ? "Play on two phones" : "Share"),
    invitation && h("p", {}, invitation),
    row("link", "Link", link),
    invitation ? "" : row("frame", "For a page of yours", frame.outerHTML),
    picture,
    h("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Done"),
  );
  document.body.append(dialog);
  dialog.showModal();
  fetchFile("link/code", { link }).then(
    (blob) => {
      const source = URL.createObjectURL(blob);
      const alt = "A code that a camera reads, with the link";
      picture.replaceChildren(h("img", { src: source, alt, width: 240 }));
      dialog.addEventListener("close", () => URL.revokeObjectURL(source));
    },
    (error) => {
      picture.textContent = error.message;
    },
  );
}
