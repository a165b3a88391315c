// A part that could not load: the page is loaded anew, after longer pauses while that is in vain.
import { h } from "./dom.js";
import { pause, sleep } from "./patience.js";
import { keep, recall } from "./storage.js";

const VAIN = "loads in vain";
const LONGEST = 60; // seconds

/** Seconds before the page is loaded anew, after so many loads in vain: 0.25, 1, 4, 16, then 60. */
export const wait = (vain) => Math.min(0.25 * 4 ** vain, LONGEST);

/** A part is there: what comes next is no load in vain. */
export function arrived() {
  keep(VAIN, null, "session");
}

/**
 * Load the page anew as soon as its files can be had again; the address says what it shows.
 *
 * @param {Error} error why the part is not there
 * @param {HTMLElement} place where that is said
 * @param {() => boolean} isWanted
 */
export async function comeBack(error, place, isWanted) {
  const vain = recall(VAIN, "session") ?? 0;
  // Where nothing can be kept, nobody knows how often it was in vain.
  const seconds = keep(VAIN, vain, "session") ? wait(vain) : LONGEST;
  const reload = () => {
    keep(VAIN, vain + 1, "session");
    location.reload();
  };
  place.replaceChildren(
    h("p", { class: "problem" }, `This part could not be loaded: ${error.message}`),
    h(
      "p",
      {},
      vain
        ? `To load the page again did not help. The next try is in ${seconds} s. `
        : "It comes by itself when the server is back. ",
      h("button", { type: "button", onclick: reload }, "Try now"),
    ),
  );
  await sleep(1000 * seconds);
  for (let tries = 0; isWanted(); tries++) {
    const found = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
    if (found?.ok && isWanted()) return reload();
    await sleep(pause(tries));
  }
}
