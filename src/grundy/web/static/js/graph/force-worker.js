// The layout by forces, away from the page.
import { forced } from "./force.js";

onmessage = ({ data: { number, wide, arcs } }) => {
  postMessage({ number, places: forced(wide, arcs) });
};
