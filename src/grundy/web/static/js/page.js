// Which page this is, among others of the same server: the same after it was loaded anew.
import { recall, keep } from "./storage.js";

/** A word that nobody else has. Unlike randomUUID, it is there without https, as in a classroom. */
export const fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), String).join("-");

export const PAGE = recall("page", "session") ?? fresh();
keep("page", PAGE, "session");
