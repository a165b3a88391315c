// Drawings that the browser keeps, the newest first: so that none is lost when the page is closed.
import { keep, recall } from "../storage.js";

const NAME = "drawings";
const MOST = 3;

/** @typedef {{id: string, text: string, play: string}} Draft a drawing, and which visit it is of */

export class Drafts {
  /** @param {{recall: typeof recall, keep: typeof keep}} storage */
  constructor(storage = { recall, keep }) {
    this.storage = storage;
  }
  /** @returns {Draft[]} those that are sound; somebody may have spoilt what is kept */
  all() {
    const found = this.storage.recall(NAME);
    const isWord = (word) => typeof word === "string";
    return Array.isArray(found)
      ? found.filter((one) => [one?.id, one?.text, one?.play].every(isWord))
      : [];
  }
  /** Keep a drawing in the place of the one of the same visit. */
  keep(draft) {
    const others = this.all().filter(({ id }) => id !== draft.id);
    this.storage.keep(NAME, [draft, ...others].slice(0, MOST));
  }
  /** Forget the drawing of a visit. */
  forget(id) {
    const before = this.all();
    const left = before.filter((one) => one.id !== id);
    if (left.length < before.length) this.storage.keep(NAME, left);
  }
}
