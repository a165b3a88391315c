// Small helpers to make elements. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: h("button", {class: "main", onclick: f}, "Go"). */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}

/** A labelled select; options are [value, text]. */
export function choice(label, options, value, onchange) {
  const select = h(
    "select",
    { onchange: () => onchange(select.value) },
    options.map(([key, text]) => h("option", { value: key }, text)),
  );
  select.value = value;
  return h("label", {}, label, select);
}

/** @type {ReturnType<typeof setTimeout>} */
let toastTimer;

/** Say something that goes away again; screen readers hear it too. */
export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    place.textContent = "";
  }, 4000);
}

/** Give the user a file. */
export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Call f at most once in so many milliseconds, for the last of a series of calls. */
export function later(f, milliseconds) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  return (...parameters) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...parameters), milliseconds);
  };
}

/**
 * Write a value from the server: a number, ∞(K), or that it is not known.
 *
 * @param {{value: number | null, infinite?: number[]}} item
 */
export function valueText({ value, infinite }) {
  return String(value ?? (infinite ? `∞(${infinite.join(",")})` : "?"));
}

/** Give what has the focus. */
export function focused() {
  return /** @type {HTMLElement} */ (document.activeElement);
}

/** What a finger does, and what a mouse does. */
export const press = globalThis.matchMedia?.("(pointer: coarse)").matches ? "tap" : "click";
export const Press = press === "tap" ? "Tap" : "Click";

/** Whether there is room for one column only. */
export const isPhone = () => innerWidth <= 850;
