// Boxes for the axes, the colours and the zeros of the plot.
import { h } from "../dom.js";

/** The boxes; keep() is called when an axis has changed, and phased is shown where there are phases. */
export function looks(plot, keep) {
  const box = (text, checked, change) => {
    const input = h("input", {
      type: "checkbox",
      checked,
      onchange: () => change(input.checked),
    });
    return [h("label", {}, input, text), input];
  };
  const axis = (name) => (on) => {
    plot.look({ [name]: on ? "log" : "linear" });
    keep();
  };
  const [xLabel, x] = box("Heaps logarithmic", false, axis("x"));
  const [yLabel, y] = box("Values logarithmic", false, axis("y"));
  const [phased] = box("Colour by phase of the period", true, (on) => plot.look({ phases: on }));
  const [zeros] = box("Mark zeros", true, (on) => plot.look({ zeros: on }));
  phased.hidden = true;
  const element = h("div", { class: "bar looks" }, xLabel, yLabel, zeros, phased);
  return { element, axes: { x, y }, phased };
}
