// Which moves a click on the board means: those that touch all cells picked so far.
import { press } from "../dom.js";

export class Choosing {
  part = null;
  picked = [];

  constructor(moves) {
    this.moves = moves;
    const handles = new Map();
    for (const move of moves)
      for (const way of move.ways)
        handles.set(
          `${move.part} ${way[0]}`,
          (handles.get(`${move.part} ${way[0]}`) ?? new Set()).add(move.to),
        );
    // Where each cell stands for one move, one click makes it.
    this.direct = new Set();
    for (const part of new Set(moves.map((move) => move.part))) {
      const own = [...handles].filter(([key]) => key.startsWith(`${part} `));
      if (own.length && own.every(([, leads]) => leads.size === 1)) this.direct.add(part);
    }
  }
  clear() {
    [this.part, this.picked] = [null, []];
  }

  /** What a click does now. */
  words(candidates, { parts, moves, complete }, isDrawn = false) {
    const count = `${moves.length} move${moves.length === 1 ? "" : "s"}`;
    const more = complete ? "" : " There are more: type one.";
    if (this.picked.length) {
      const again = this.meant(this.part, this.picked.at(-1));
      const or = again ? `, or the same again for “${again.name}”` : "";
      return `${candidates.length} of ${count}: pick what is marked, too${or}.`;
    }
    const isDirect = parts.every((_, part) => this.direct.has(part));
    if (isDrawn) return `${count}: draw one, or choose it in the list.${more}`;
    return `${count}: ${isDirect ? `a ${press} makes one` : `${press} everything your move touches`}.${more}`;
  }
  /** The moves that touch all that is picked. */
  get candidates() {
    return this.touching(this.part, this.picked);
  }
  touching(part, names) {
    if (!names.length) return this.moves;
    return this.moves.filter(
      (move) =>
        move.part === part && move.ways.some((way) => names.every((name) => way.includes(name))),
    );
  }
  /** The places that can be picked to what is picked. */
  get next() {
    if (!this.picked.length) return [];
    const ways = this.candidates.flatMap((move) => move.ways);
    const going = ways.filter((way) => this.picked.every((name) => way.includes(name)));
    return [...new Set(going.flat())].filter((name) => !this.picked.includes(name));
  }
  /**
   * The move that a drag over places means, or null: from a piece to its square, or over all that
   * goes; of a heap so many.
   *
   * @param {number} part
   * @param {string[]} names the first first
   * @param {{row: boolean, cells: any[]}} scene
   * @returns {{move: any, way: string[]} | null}
   */
  dragged(part, names, scene) {
    if (names.length < 2) return null;
    const ends = [names[0], names[names.length - 1]];
    const meanings = [
      (way) => way.length === names.length && names.every((name) => way.includes(name)),
      (way) => way.length === 2 && ends.every((name) => way.includes(name)),
      (way) => isHeap(scene) && way.length === names.length,
    ];
    for (const fits of meanings) {
      const found = this.moves.filter((move) => move.part === part && move.ways.some(fits));
      if (alike(found)) return { move: found[0], way: wayOf(found[0], ends) };
    }
    return null;
  }
  /** The places of a move that have to be clicked. */
  clicks(move) {
    const [way = []] = move.ways;
    return way.length && this.meant(move.part, way[0])?.to === move.to ? way.slice(0, 1) : way;
  }
  /** The move that clicking here would make now, or null. */
  meant(part, name) {
    const again = this.part === part && this.picked.includes(name);
    const together = this.part === part ? this.touching(part, [...this.picked, name]) : [];
    const picked = together.length ? [...new Set([...this.picked, name])] : [name];
    const moves = this.touching(part, picked);
    if (alike(moves) && (picked.length > 1 || moves[0].ways.some((way) => way.length === 1)))
      return moves[0];
    const first = moves.filter((move) => move.ways.some((way) => way[0] === name));
    if (this.direct.has(part) && first.length && alike(first)) return first[0];
    return again ? smallest(moves, picked) : null;
  }
  /**
   * What a click here does, in words.
   *
   * @param {number} part
   * @param {string} name
   * @param {(move: any) => string} called what a move is called
   */
  deed(part, name, called) {
    const move = this.meant(part, name);
    if (move) return called(move);
    return this.part === part && this.picked.includes(name) ? "unpick" : "pick";
  }
  /** Pick a cell: give the move that is meant, or null when there is more to choose. */
  pick(part, name) {
    const move = this.meant(part, name);
    if (move) return move;
    const together = this.part === part ? this.touching(part, [...this.picked, name]) : [];
    if (this.part === part && this.picked.includes(name))
      this.picked = this.picked.filter((one) => one !== name);
    else if (together.length) this.picked = [...this.picked, name];
    else [this.part, this.picked] = [part, [name]];
    if (!this.picked.length) this.part = null;
    return null;
  }
}

/** The way of a move that shows what is picked, or its first. */
export function wayOf(move, picked) {
  const fitting = move.ways.filter((way) => picked.every((name) => way.includes(name)));
  return fitting.find((way) => way[0] === picked.at(-1)) ?? fitting[0] ?? move.ways[0] ?? [];
}

/** Whether a scene is a heap of stones, of which one is as good as another. */
function isHeap({ row, cells }) {
  return !row && cells.every(({ kind }) => kind === "stone" || kind === "mark");
}

function alike(moves) {
  return moves.length > 0 && moves.every((move) => move.to === moves[0].to);
}

/** The move that touches least, if there is one such. */
function smallest(moves, picked) {
  const size = (move) =>
    Math.min(
      ...move.ways
        .filter((way) => picked.every((name) => way.includes(name)))
        .map((way) => way.length),
    );
  const least = Math.min(...moves.map(size));
  const found = moves.filter((move) => size(move) === least);
  return alike(found) ? found[0] : null;
}
