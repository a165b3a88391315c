// A piece is dragged to its place, and a swipe goes over all that a move touches.
const FAR = 8; // pixels; less is a click
const STEP = 10; // and between two points of a quick swipe that are looked at
const HOLD = 220; // milliseconds after which a finger swipes over a board that it else scrolls
const EDGE = 36; // pixels from the edge of such a board, where it scrolls under what is dragged
const SCROLL = 14; // so many at a time

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
  let isHeld = false; // whether a finger drags, so that nothing scrolls
  /** @param {PointerEvent} event */
  const begin = (event) => {
    const from = event.button || !event.isPrimary ? null : at(event.clientX, event.clientY);
    if (!from) return;
    const hold = () => {
      isHeld = true;
      follow(svg, event, from, at, (names, isDone) => {
        if (isDone) isHeld = false;
        if (names.length) drag(from.at.part, names, isDone);
        else from.element.classList.remove("preview");
      });
    };
    const grip = () => {
      from.element.classList.add("preview");
      hold();
    };
    const scrolls = event.pointerType === "touch" && svg.closest(".wide");
    if (scrolls && !pieceOf(from.element)) whenHeld(event, grip);
    else hold();
  };
  svg.addEventListener("pointerdown", begin);
  svg.addEventListener(
    "touchmove",
    (event) => isHeld && event.cancelable && event.preventDefault(),
    {
      passive: false,
    },
  );
  const rows = new Set(board.cells.filter(({ kind }) => kind !== "mark").map(({ y }) => y));
  svg.classList.add("draggable"); // a finger that moves on it drags, and does not scroll …
  if (rows.size === 1) svg.classList.add("in-row"); // … but up and down where there is one row
}

/** Do something as soon as a finger has rested where it came down. */
function whenHeld(down, hold) {
  const timer = setTimeout(() => {
    stop();
    hold();
  }, HOLD);
  const stop = () => {
    clearTimeout(timer);
    for (const [name, work] of Object.entries(listeners)) removeEventListener(name, work);
  };
  const move = (event) => {
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= FAR) stop();
  };
  const listeners = { pointermove: move, pointerup: stop, pointercancel: stop };
  for (const [name, work] of Object.entries(listeners)) addEventListener(name, work);
}

function follow(svg, down, from, at, drag) {
  const names = [from.at.name];
  const scroller = svg.closest(".wide");
  const scrolled = scroller?.scrollLeft ?? 0;
  let last = { x: down.clientX, y: down.clientY };
  let ghost = null;
  const over = (event) => {
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP));
    for (let i = 1; i <= steps; i++) {
      const item = at(last.x + (dx * i) / steps, last.y + (dy * i) / steps);
      if (item?.at.part !== from.at.part) continue;
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
    if (scroller) scrollUnder(scroller, event.clientX);
    ghost.to(dx + (scroller?.scrollLeft ?? 0) - scrolled, dy);
    over(event);
    drag(names, false);
  };
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    for (const [name, work] of Object.entries(listeners)) removeEventListener(name, work);
    ghost?.drop();
    if (ghost) noClick(svg);
    // Where it has not moved, this was a click; a drag that the browser has taken ends where it began.
    drag(!ghost ? [] : event.type === "pointerup" ? names : names.slice(0, 1), true);
  };
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [name, work] of Object.entries(listeners)) addEventListener(name, work);
}

/** Scroll a board under a finger that drags near its edge. */
function scrollUnder(scroller, x) {
  const { left, right } = scroller.getBoundingClientRect();
  if (x < left + EDGE) scroller.scrollLeft -= SCROLL;
  if (x > right - EDGE) scroller.scrollLeft += SCROLL;
}

const pieceOf = (element) => element.querySelector(".piece");

/** The end of a drag is no click, not where it began either. */
function noClick(svg) {
  const stop = (event) => event.stopPropagation();
  svg.addEventListener("click", stop, { capture: true });
  setTimeout(() => svg.removeEventListener("click", stop, { capture: true }));
}

/** What follows the pointer: the piece of a place, if it has one. */
function lifted(svg, { element, at, isPlaced }) {
  const piece = pieceOf(element);
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
