// How the moves look on the board: what each leads to, the stronger the sooner the play is over.

const RANK = { P: 2, D: 1, N: 0 };

/**
 * For each place the best that a move leads to for which it stands, or that it would be part of.
 *
 * A place that is picked keeps what it can lead to while the move is being made.
 *
 * @param {any[]} moves the moves of the position
 * @param {{leads: string[], lasts: (number | null)[]}} judged what each leads to, and how long
 *   the play lasts there
 * @param {Set<any>} candidates the moves that are shown
 * @param {{part: number | null, picked: string[]}} choice
 * @returns {Map<string, {lead: string, shade: number, soon: string}>} by the places' keys
 */
export function tints(moves, { leads, lasts }, candidates, { part, picked }) {
  const known = lasts.filter((one) => one !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const found = new Map();
  moves.forEach((move, i) => {
    const lead = leads[i];
    if (!lead || !candidates.has(move)) return;
    const isPicked = move.part === part && picked.length > 0;
    for (const way of move.ways) {
      if (isPicked && !picked.every((name) => way.includes(name))) continue;
      for (const name of isPicked ? way : way.slice(0, 1)) {
        const key = `${move.part} ${name}`;
        const one = { lead, last: lasts[i] ?? null };
        if (!found.has(key) || better(one, found.get(key))) found.set(key, one);
      }
    }
  });
  return new Map(
    [...found].map(([key, { lead, last }]) => [
      key,
      { lead, shade: shade(last, least, most), soon: soon(lead, last) },
    ]),
  );
}

/** The quicker win, the slower loss. */
function better(one, other) {
  if (one.lead !== other.lead) return RANK[one.lead] > RANK[other.lead];
  if (one.last === null || other.last === null) return other.last === null && one.last !== null;
  return one.lead === "P" ? one.last < other.last : one.last > other.last;
}

/** 4 for what is over soonest, 1 for what lasts longest; 3 where nobody knows. */
export function shade(last, least, most) {
  if (last === null) return 3;
  return most === least ? 4 : 4 - Math.round((3 * (last - least)) / (most - least));
}

/** In how many moves a play is over. */
export function soon(lead, last) {
  if (last === null || lead === "D") return "";
  return ` in ${last + 1} move${last ? "s" : ""}`;
}
