// The buttons and choices above the picture.
import { choice, h, isPhone, Press, press } from "../dom.js";
import { EXAMPLES } from "./examples.js";
import { LAYOUTS } from "./layout.js";

const MODES = [
  ["move", "Move"],
  ["vertex", "Vertex"],
  ["arc", "Arc"],
  ["delete", "Delete"],
];
const SAID = {
  move: "",
  vertex: `${Press} an empty place for a vertex.`,
  arc: `Drag from vertex to vertex, or ${press} one and then the other; the same again takes an arc away.`,
  delete: `${Press} a vertex or an arc to take it away.`,
};
const COLOURS = [
  ["source", "by outcome"],
  ["safe", "by outcome, colour-blind safe"],
  ["value", "by value"],
  ["bw", "black and white"],
];
const EXPORTS = [
  ["", "Export…"],
  ["png", "PNG"],
  ["svg", "SVG"],
  ["json", "JSON"],
  ["link", "Link"],
  ["sheet", "Exercise sheet: print or PDF"],
];

/** One row: what the mouse does, undo, zoom, what is seldom used under one button, search. On a
 * phone, where two fingers zoom, all but what draws is under that button. */
export function toolbar(part) {
  const { view, model } = part;
  const mode = MODES.map(([key, text]) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(key === "move"),
        onclick: (event) => {
          view.gestures.forgetArc();
          view.gestures.mode = key;
          mode.forEach((other) =>
            other.setAttribute("aria-pressed", String(other === event.currentTarget)),
          );
          view.svg.dataset.mode = key;
          part.say(SAID[key]);
        },
      },
      text,
    ),
  );
  part.useMouseToMove = () => mode[0].click();
  const undo = h("button", { type: "button", onclick: () => model.undo() }, "Undo");
  const redo = h("button", { type: "button", onclick: () => model.redo() }, "Redo");
  const follow = () => {
    undo.disabled = !model.canUndo;
    redo.disabled = !model.canRedo;
  };
  model.addEventListener("change", follow);
  follow();
  const zoom = [
    ["−", "Zoom out", () => view.camera.zoom(1.25)],
    ["Fit", "Show the whole graph", () => view.camera.fit()],
    ["+", "Zoom in", () => view.camera.zoom(0.8)],
  ].map(([text, label, onclick]) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick }, text),
  );
  const joined = (...buttons) => h("span", { class: "joined" }, buttons);
  const begin = [
    h("button", { type: "button", onclick: () => part.clear() }, "New"),
    h("button", { type: "button", onclick: () => part.playHere() }, "Play this graph"),
  ];
  return h(
    "div",
    { class: "bar", role: "toolbar", "aria-label": "Tools" },
    h("span", { class: "joined", role: "group", "aria-label": "What the mouse does" }, mode),
    isPhone()
      ? [undo, more(part, [begin, h("div", {}, redo, " ", joined(zoom)), part.search.element])]
      : [
          joined(undo, redo),
          joined(zoom),
          begin,
          more(part),
          h("span", { class: "gap" }),
          part.search.element,
        ],
  );
}

/** What is seldom used; it closes when something was chosen, or when one goes elsewhere. */
function more(part, first = []) {
  const save = h(
    "select",
    {
      "aria-label": "Export",
      onchange: () => {
        part.export(save.value);
        save.value = "";
      },
    },
    EXPORTS.map(([key, text]) => h("option", { value: key }, text)),
  );
  const example = choice(
    "Example",
    [["", "choose…"], ...Object.entries(EXAMPLES).map(([key, [text]]) => [key, text])],
    "",
    (value) => {
      if (value) part.example(value);
    },
  );
  const box = h(
    "details",
    { class: "options" },
    h("summary", { class: "file-button" }, "More"),
    h(
      "div",
      { class: "card" },
      first,
      example,
      choice("Layout", LAYOUTS, "auto", (value) => {
        part.layout = value;
        part.relayout();
      }),
      h("button", { type: "button", onclick: () => part.relayout() }, "Lay out"),
      part.playChoice,
      choice("Colours", COLOURS, "source", (value) => part.colour(value)),
      save,
    ),
  );
  const close = () => {
    box.open = false;
  };
  box.addEventListener("change", close);
  box.addEventListener("click", ({ target }) => target.closest(".card button") && close());
  box.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget)) close();
  });
  return box;
}

/** What can be done with mouse, finger and keyboard. */
export function help() {
  return h(
    "details",
    { class: "quiet" },
    h("summary", {}, "Mouse, finger and keyboard"),
    h(
      "ul",
      {},
      [
        "Double-click an empty place for a vertex; drag a vertex to move it, the ground to see another part.",
        "Hold Shift and drag from vertex to vertex for an arc; the same again takes it away.",
        "With a finger, choose Vertex, Arc or Delete above; two fingers zoom.",
        "Tab leads into the picture; there the arrow keys go from vertex to vertex, and so do Page up, Page down, Home and End.",
        "Shift and an arrow key move the vertex; Enter chooses it.",
        "n: a new vertex; a: begin or end an arc; t: put a token; Delete: take the vertex away; +, − and 0: zoom.",
        "Ctrl+Z undoes and Ctrl+Y does again, and so do the browser's Back and Forward; Ctrl and the wheel zoom.",
      ].map((text) => h("li", {}, text)),
    ),
  );
}
