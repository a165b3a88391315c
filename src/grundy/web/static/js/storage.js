// What the browser keeps of this page from one visit to the next; nothing where it keeps nothing.

const PREFIX = "grundy.";
const of = (span) => (span === "session" ? sessionStorage : localStorage);

/**
 * Give what was kept under a name, or null.
 *
 * @param {string} name
 * @param {"ever" | "session"} span
 * @returns {any}
 */
export function recall(name, span = "ever") {
  try {
    return JSON.parse(of(span).getItem(PREFIX + name));
  } catch {
    return null; // no storage, or not ours
  }
}

/**
 * Keep something under a name; null forgets it. Says whether it is kept.
 *
 * @param {string} name
 * @param {any} value what JSON can hold
 * @param {"ever" | "session"} span whether it goes with the tab
 */
export function keep(name, value, span = "ever") {
  try {
    if (value === null) of(span).removeItem(PREFIX + name);
    else of(span).setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // no storage, or no place in it
  }
}
