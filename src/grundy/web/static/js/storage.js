// What the browser keeps of this page from one visit to the next; nothing where it keeps nothing.

const PREFIX = "grundy.";

/**
 * Give what was kept under a name, or null.
 *
 * @param {string} name
 * @returns {any}
 */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null; // no storage, or not ours
  }
}

/**
 * Keep something under a name; null forgets it. Says whether it is kept.
 *
 * @param {string} name
 * @param {any} value what JSON can hold
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // no storage, or no place in it
  }
}
