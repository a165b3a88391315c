// Which part of the explorer is shown: the first word after # says.
import { h, toast } from "./dom.js";

const PARTS = {
  graph: () => import("./graph/part.js"),
  game: () => import("./game/part.js"),
  sequence: () => import("./sequence/part.js"),
  nimbers: () => import("./nimbers.js"),
};
const content = document.getElementById("content");
const shown = new Map();
let current = "";

async function show() {
  const { hash } = location;
  const [name] = hash.slice(1).split(/[/?=]/);
  const part = name in PARTS ? name : "graph";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.part === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `grundy: ${part}`;
  try {
    const module = await PARTS[part]();
    if (hash !== location.hash) return; // another part was chosen meanwhile
    if (!shown.has(part)) shown.set(part, module.create());
    if (current !== part) content.replaceChildren(shown.get(part));
    current = part;
    module.opened?.(hash.slice(1));
  } catch (error) {
    content.replaceChildren(h("p", { class: "problem" }, `This part could not be loaded: ${error.message}`));
    toast("Something went wrong while loading.");
  }
}

addEventListener("hashchange", show);
show();
