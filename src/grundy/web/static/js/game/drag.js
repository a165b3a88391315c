// A piece is dragged to its place, and a swipe goes over all that a move touches.
const FAR = 8; // pixels; less is a click
const STEP = 10; // and between two points of a quick swipe that are looked at

/**
 * Let places of a board be dragged and swiped over.
 *
 * @param {import("./board.js").Board} board
 * @param {(part: number, names: string[], isDone: boolean) => void} drag what is done with the
 *   places that a drag has gone over, the first first
 */
export function draggable(board, drag) {
  const { svg } = board;
  const byElement = new Map([...board.items.values()].map((item) => [item.element, item]));
  const at = (x, y) => {
    const element = document.elementFromPoint(x, y)?.closest(".play-cell, .play-link");
    const item = byElement.get(element);
    return item?.button ? item : null;
  };
  /** @param {PointerEvent} event */
  const begin = (event) => {
    const from = event.button || !event.isPrimary ? null : at(event.clientX, event.clientY);
    if (from) follow(svg, event, from, at, drag);
  };
  svg.addEventListener("pointerdown", begin);
  const rows = new Set(board.cells.filter(({ kind }) => kind !== "mark").map(({ y }) => y));
  svg.classList.add("draggable"); // a finger that moves on it drags, and does not scroll …
  if (rows.size === 1) svg.classList.add("in-row"); // … but up and down where there is one row
}

function follow(svg, down, from, at, drag) {
  const { part } = from.at;
  const names = [from.at.name];
  let last = { x: down.clientX, y: down.clientY };
  let ghost = null;
  const over = (event) => {
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let i = 1; i <= steps; i++) {
      const item = at(last.x + (dx * i) / steps, last.y + (dy * i) / steps);
      if (item?.at.part !== part) continue;
      const before = names.indexOf(item.at.name);
      if (before < 0) names.push(item.at.name);
      else names.length = before + 1; // the way back takes it back
    }
    last = { x: event.clientX, y: event.clientY };
  };
  const move = (event) => {
    if (event.pointerId !== down.pointerId) return;
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!ghost && Math.hypot(dx, dy) < FAR) return;
    ghost ??= lifted(svg, from);
    ghost.to(dx, dy);
    over(event);
    drag(part, names, false);
  };
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    for (const [name, work] of Object.entries(listeners)) removeEventListener(name, work);
    if (!ghost) return;
    ghost.drop();
    noClick(svg);
    drag(part, event.type === "pointerup" ? names : [], true);
  };
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, work] of Object.entries(listeners)) addEventListener(name, work);
}

/** The end of a drag is no click, not where it began either. */
function noClick(svg) {
  const stop = (event) => event.stopPropagation();
  svg.addEventListener("click", stop, { capture: true });
  setTimeout(() => svg.removeEventListener("click", stop, { capture: true }));
}

/** What follows the pointer: the piece of a place, if it has one. */
function lifted(svg, { element, at, isPlaced }) {
  const piece = element.querySelector(".piece");
  if (!piece || !isPlaced) return { to: () => undefined, drop: () => undefined };
  const shown = element.cloneNode(false);
  shown.append(piece.cloneNode(true));
  for (const name of ["role", "tabindex", "aria-label", "aria-pressed"])
    shown.removeAttribute(name);
  shown.setAttribute("class", `play-cell ${at.kind} lifted`);
  shown.setAttribute("aria-hidden", "true");
  const [x, y] = shown
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
  const scale = svg.getScreenCTM().a;
  svg.append(shown);
  piece.setAttribute("visibility", "hidden");
  return {
    to: (dx, dy) =>
      shown.setAttribute("transform", `translate(${x + dx / scale} ${y + dy / scale})`),
    drop: () => {
      shown.remove();
      piece.removeAttribute("visibility");
    },
  };
}
