// The frame of a board: where cells were before, so that what is left stays in its place and what
// is gone leaves a trace.

/** Give the frame of each part after a move: the cells that its board has had, by name. */
export function frameAfter(before, after) {
  const { part } = after.move;
  const [old, now] = [before.position.parts, after.position.parts];
  const placed = now.length - old.length + 1;
  const frames = [...before.frames.slice(0, part)];
  for (let i = 0; i < placed; i++) frames.push(placed === 1 ? grown(before.frames[part], old[part].scene, now[part].scene) : null);
  return [...frames, ...before.frames.slice(part + 1)];
}

function grown(frame, before, after) {
  if (!before || !after) return null;
  const cells = new Map(frame ?? []);
  for (const cell of before.cells) if (!cells.has(cell.name)) cells.set(cell.name, cell);
  const isKnown = after.cells.every((cell) => cells.has(cell.name));
  return isKnown ? cells : null; // a new cell means a new board
}

/** Give the cells of a scene where the frame has them, and those that are gone. */
export function placed(scene, frame) {
  if (!frame) return { cells: scene.cells, gone: [] };
  const names = new Set(scene.cells.map((cell) => cell.name));
  const cells = scene.cells.map((cell) => ({ ...cell, x: frame.get(cell.name).x, y: frame.get(cell.name).y }));
  return { cells, gone: [...frame.values()].filter((cell) => !names.has(cell.name) && cell.kind !== "mark" && cell.kind !== "cut") };
}
