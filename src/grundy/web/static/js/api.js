// What the page asks: one call for a whole answer, one for a file, one for a stream of lines.
//
// A carrier takes a question to whoever answers: a server, Python in this browser, a notebook.
import { server } from "./carriers/server.js";

/**
 * @typedef {<Found>(
 *   name: string,
 *   body: object,
 *   signal: AbortSignal | undefined,
 *   take: (response: Response) => Promise<Found>,
 * ) => Promise<Found>} Carrier takes a question, reads the answer by `take`, and stops at the signal
 */

export class Problem extends Error {
  constructor(answer, status) {
    super(answer.error);
    this.status = status;
    this.column = answer.column;
  }
}

/** @type {Carrier} */
let carry = server;

/** Have questions carried by another than the server. */
export function carryBy(/** @type {Carrier} */ carrier) {
  carry = carrier;
}

let waiting = 0;
/** @type {(isWaiting: boolean) => void} */
let announce = () => {};

/** Call this when the first question is asked, and when the last is answered. */
export function watch(/** @type {typeof announce} */ watcher) {
  announce = watcher;
}
function count(change) {
  waiting += change;
  if (waiting === 0 || (waiting === 1 && change > 0)) announce(waiting > 0);
}

/**
 * @template Found
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal | undefined} signal
 * @param {(response: Response) => Promise<Found>} take reads the answer
 * @returns {Promise<Found>}
 */
async function answered(name, body, signal, take) {
  count(1);
  try {
    return await carried(name, body, signal, take);
  } finally {
    count(-1);
  }
}

/** @type {Carrier} */
function carried(name, body, signal, take) {
  return carry(name, body, signal, async (response) => {
    const refused = response.headers.get("Grundy-Refused");
    if (refused || !response.ok)
      throw new Problem(await problemIn(response), Number(refused ?? response.status));
    return take(response);
  });
}

async function problemIn(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return { error: `The server answered ${response.status}.` }; // not ours
    throw error;
  }
}

/** Ask for an answer in JSON. */
export function ask(name, body, signal) {
  return answered(name, body, signal, (response) => response.json());
}

/** Ask for what comes when something happens: nobody waits for it. */
export function listen(name, body) {
  return carried(name, body, undefined, (response) => response.json());
}

/** Ask for a file. */
export function fetchFile(name, body) {
  return answered(name, body, undefined, (response) => response.blob());
}

/**
 * Ask for a stream; call take(line) for each line of JSON. Where the server ends in the middle, it
 * is asked for anew, and the lines come from the first on again.
 */
export function stream(name, body, take, signal) {
  return answered(name, body, signal, async (response) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        const found = JSON.parse(line);
        if (found.error) throw new Problem(found, 200);
        take(found);
      }
    }
  });
}
