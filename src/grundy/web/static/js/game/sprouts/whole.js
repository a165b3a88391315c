// All that a drawing of Sprouts needs; the page loads it with the first board that is Sprouts.
export { SproutsBoard } from "./board.js";
export { begin } from "./drawing.js";
export { found, lettered, routed } from "./drawings.js";
export { small } from "./picture.js";
export { words } from "./plane.js";
export { written } from "./written.js";
