// The boards that are shown as one picture in a file.
import { download, h } from "../dom.js";

const SCALE = 2;
const GAP = 24;
const STYLED = [
  ...["fill", "fill-opacity", "opacity", "visibility", "transform"],
  ...["stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"],
  ...["font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline"],
];

/** Save the boards in a place as PNG, one below the other. @param {HTMLElement} place */
export async function savePhoto(place) {
  /** @type {SVGSVGElement[]} */
  const boards = [...place.querySelectorAll("svg")];
  if (!boards.length) throw new Error("There is no board to be saved.");
  const images = await Promise.all(boards.map(imageOf));
  const canvas = h("canvas", {});
  canvas.width = SCALE * (Math.max(...images.map(({ width }) => width)) + 2 * GAP);
  canvas.height = SCALE * images.reduce((high, { height }) => high + height + GAP, GAP);
  const ink = canvas.getContext("2d");
  ink.fillStyle = getComputedStyle(place.closest(".card")).backgroundColor;
  ink.fillRect(0, 0, canvas.width, canvas.height);
  let y = GAP;
  for (const { image, width, height } of images) {
    ink.drawImage(image, SCALE * GAP, SCALE * y, SCALE * width, SCALE * height);
    y += height + GAP;
    URL.revokeObjectURL(image.src);
  }
  const blob = await new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (!blob) throw new Error("This picture is too large for a PNG.");
  download("board.png", blob, "image/png");
}

/** A board as an image that needs no style sheet. */
async function imageOf(board) {
  const { width, height } = board.getBoundingClientRect();
  const copy = board.cloneNode(true);
  const copies = copy.querySelectorAll("*");
  board.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLED) {
      const value = style.getPropertyValue(name);
      if (value && !(name === "transform" && value === "none")) copies[i].setAttribute(name, value);
    }
  });
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(SCALE * width));
  copy.setAttribute("height", String(SCALE * height));
  const text = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  return { image, width, height };
}
