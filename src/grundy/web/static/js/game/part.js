import { h } from "../dom.js";
export function create() { return h("p", {}, "Not there yet."); }
