// Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z undo and redo what a part shows, wherever one is in it.

/**
 * Listen for the keys while an element is shown; not in a field that has an undo of its own.
 *
 * @param {HTMLElement} element
 * @param {{undo: () => void, redo: () => void}} act
 */
export function undoKeys(element, { undo, redo }) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest?.("textarea, input:not([type=range], [type=checkbox]), dialog");
    const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && element.isConnected;
    if (!wanted || typing) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  });
}
