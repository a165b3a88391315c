// Which part of the explorer is shown: the address says.
import { FORMAT, PARTS, read } from "./address.js";
import { carryBy, watch } from "./api.js";
import { appearance } from "./appearance.js";
import { arrived, comeBack } from "./comeback.js";
import { toast } from "./dom.js";
import { intro } from "./intro.js";

const MODULES = {
  start: () => import("./start/part.js"),
  graph: () => import("./graph/part.js"),
  game: () => import("./game/part.js"),
  sequence: () => import("./sequence/part.js"),
  nimbers: () => import("./nimbers.js"),
  python: () => import("./python/part.js"),
};
const content = document.getElementById("content");
const shown = new Map();
let current = "";
let turns = 0;

async function show() {
  const turn = ++turns;
  const { part: wanted, fields } = read(location.hash);
  const part = wanted ?? "start";
  if (Number(fields.get("v") ?? FORMAT) > FORMAT)
    toast("This link was made by a later version; not all of it may be shown.");
  if (fields.has("embed")) document.body.classList.add("embedded");
  if (!wanted) toast(`There is no part of that name; the parts are ${PARTS.join(", ")}.`);
  for (const link of document.querySelectorAll("nav a")) {
    if (/** @type {HTMLElement} */ (link).dataset.part === part)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `grundy: ${part}`;
  try {
    const module = await MODULES[part]();
    if (turn !== turns) return; // another part was chosen meanwhile
    if (!shown.has(part)) shown.set(part, module.create());
    if (current !== part) {
      content.replaceChildren(...[intro(part), shown.get(part)].filter(Boolean));
      if (current) scrollTo(0, 0);
    }
    current = part;
    await module.opened?.(fields);
    arrived();
  } catch (error) {
    current = "";
    comeBack(error, content, () => turn === turns);
  }
}

/** Have Python in this browser answer, where no server does. */
async function carryByPython() {
  const { python } = await import("./carriers/python.js");
  PARTS.push("python"); // no server runs what somebody types
  carryBy(python.carry);
  python.start();
}

document.querySelector("header").append(appearance());
watch((isWaiting) => document.documentElement.toggleAttribute("data-waiting", isWaiting));
addEventListener("popstate", show);
if (document.querySelector("meta[name=grundy-runtime]")) carryByPython().then(show);
else show();
