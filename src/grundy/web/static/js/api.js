// The JSON interface of the server: one call for a whole answer, one for a stream of lines.
//
// A question waits while the server does not answer, or is busy, and is asked again by itself.
import { notice } from "./notice.js";
import { pause, Return, sleep } from "./patience.js";

const BUSY = "503";
/** A number of this page: pages take turns, and learn of a refusal as of any answer. */
const PAGE = Array.from(crypto.getRandomValues(new Uint32Array(3)), String).join("-");

export class Problem extends Error {
  constructor(answer, status) {
    super(answer.error);
    this.status = status;
    this.column = answer.column;
  }
}

const server = new Return(
  async () => {
    try {
      await fetch("icon.svg", { method: "HEAD", cache: "no-store" });
      return true;
    } catch {
      return false;
    }
  },
  (waiting) =>
    notice(
      waiting
        ? "The server does not answer; is it still running? What was asked is asked again when it does."
        : "",
    ),
);

/**
 * Ask, as often as it takes until there is an answer, and read that.
 *
 * @template Found
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal | undefined} signal
 * @param {(response: Response) => Promise<Found>} take reads the answer
 * @returns {Promise<Found>}
 */
async function answered(name, body, signal, take) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(`api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Grundy-Page": PAGE },
        body: JSON.stringify(body),
        signal,
      });
      const refused = response.headers.get("Grundy-Refused");
      if (refused !== BUSY) {
        if (refused || !response.ok)
          throw new Problem(await problemIn(response), Number(refused ?? response.status));
        return await take(response);
      }
    } catch (error) {
      if (error instanceof Problem || error.name === "AbortError") throw error;
      await server.waited(signal);
      continue;
    }
    await sleep(pause(tries), signal);
  }
}

async function problemIn(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return { error: `The server answered ${response.status}.` }; // not ours
    throw error;
  }
}

/** @type {((name: string, body: object, signal?: AbortSignal) => Promise<any>) | null} */
let answering = null;

/**
 * Have somebody else answer than the server: in a notebook there is none.
 *
 * @param {typeof answering} answer
 */
export function answerBy(answer) {
  answering = answer;
}

/** Ask for an answer in JSON. */
export function ask(name, body, signal) {
  if (answering) return answering(name, body, signal);
  return answered(name, body, signal, (response) => response.json());
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
