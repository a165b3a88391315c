// Asks Python in this browser: one worker, one question at a time, the others wait in line.
//
// What is asked and no longer wanted is left: where it waits at once, where it is being computed
// with the worker, which is started again. So is a worker that says nothing for too long.
import { notice } from "../notice.js";

const GRACE = 300; // milliseconds for an answer that nobody waits for: shorter than a new worker
const LONGEST_SILENCE = 30_000;
const MEGABYTE = 1e6;
const TOO_LONG =
  "This takes too long for a browser; ask for less, or use the library: pip install grundy.";
const CELL = "cell/run"; // Python that the user typed, which may have no end
/** A worker of a file would be under no policy, one of a blob is under its page's. */
const WORKER = URL.createObjectURL(
  new Blob([`import ${JSON.stringify(new URL("./python-worker.js", import.meta.url))};`], {
    type: "text/javascript",
  }),
);

/**
 * @typedef {object} Question
 * @property {string} name
 * @property {string} body
 * @property {(response: Response) => void} begin
 * @property {(error: any) => void} fail
 * @property {ReadableStreamDefaultController} [content]
 * @property {boolean} [left] whether nobody waits for it any more
 */

class Python {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Question[]} */
  #waiting = [];
  /** @type {Question | null} */
  #running = null;
  #ready = false;
  /** @type {{files?: Record<string, ArrayBuffer>, snapshot?: Uint8Array}} by the last worker */
  #left = {};
  /** @type {any} */
  #patience = 0;

  /** @type {import("../api.js").Carrier} */
  carry = async (name, body, signal, take) => {
    const known = this.#ready ? null : await firstAnswer(name, body);
    return take(known ? Response.json(known) : await this.#ask(name, body, signal));
  };

  /** Load Python before somebody asks. */
  start() {
    if (this.#worker) return;
    const worker = new Worker(WORKER, { type: "module" });
    this.#worker = worker;
    const { files = {}, snapshot } = this.#left;
    worker.postMessage(this.#left, [
      ...Object.values(files),
      ...(snapshot ? [snapshot.buffer] : []),
    ]);
    this.#left = {};
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#take(data); // one that was ended may have said more
    });
    worker.addEventListener("error", ({ message }) => {
      if (this.#ready) this.#wait(0, "Python has broken off here, and starts again.");
      else this.#fail(message);
    });
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Response>}
   */
  #ask(name, body, signal) {
    this.start();
    return new Promise((begin, fail) => {
      if (signal?.aborted) return fail(signal.reason);
      const question = { name, body: JSON.stringify(body), begin, fail };
      signal?.addEventListener("abort", () => this.#leave(question, signal.reason), { once: true });
      this.#waiting.push(question);
      if (this.#running?.left) this.#wait(GRACE);
      else this.#next();
    });
  }

  #next() {
    if (!this.#ready || this.#running) return;
    if (!this.#waiting.length) return void keepForTheNextVisit();
    this.#running = this.#waiting.shift();
    this.#worker.postMessage({ name: this.#running.name, body: this.#running.body });
    this.#wait(LONGEST_SILENCE);
  }

  #take(said) {
    if (said.loaded !== undefined) this.#show(said);
    else if (said.failed) this.#fail(said.failed);
    else if (said.ready) {
      this.#ready = true;
      this.#left = said.leaves;
      notice("");
      document.documentElement.dataset.python = "ready";
      this.#next();
    } else if (said.leaves) Object.assign(this.#left, said.leaves);
    else if (this.#running) this.#answer(this.#running, said);
  }

  #show({ loaded, whole }) {
    const [done, all] = [loaded, whole].map((count) => (count / MEGABYTE).toFixed(1));
    notice(loaded < whole ? `Python is loading: ${done} of ${all} MB` : "Python starts …");
  }

  #answer(question, { head, frame, end }) {
    if (head) {
      const stream = new ReadableStream({
        start: (controller) => {
          question.content = controller;
        },
      });
      const headers = { "Content-Type": head.type };
      question.begin(new Response(stream, { status: head.status, headers }));
    }
    if (!question.left && frame) question.content.enqueue(frame);
    if (end) {
      if (!question.left) question.content.close();
      this.#done();
      this.#next();
    } else if (!question.left) this.#wait(LONGEST_SILENCE);
  }

  #leave(question, reason) {
    question.fail(reason);
    const place = this.#waiting.indexOf(question);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.#running !== question || question.left) return;
    question.left = true;
    question.content?.error(reason);
    if (question.name === CELL) this.#restart();
    else if (this.#waiting.length) this.#wait(GRACE);
  }

  /** Say to all who wait that there is no Python; whoever asks again has it loaded again. */
  #fail(reason) {
    const error = `Python could not be loaded: ${reason}. Is there a network? Load the page again.`;
    notice(error);
    this.#end();
    for (const question of this.#waiting.splice(0))
      question.begin(Response.json({ error }, { status: 503 }));
  }

  /** Start the worker again unless something comes of it in time. */
  #wait(milliseconds, sentence = TOO_LONG) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      const question = this.#running;
      this.#restart();
      if (!question || question.left) return;
      const problem = { error: sentence, limit: true };
      if (question.content) question.content.error(new TypeError(problem.error));
      else question.begin(Response.json(problem, { status: 422 }));
    }, milliseconds);
  }

  #done() {
    clearTimeout(this.#patience);
    this.#running = null;
  }

  #end() {
    this.#worker.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#done();
  }

  #restart() {
    this.#end();
    notice("Python starts …");
    this.start();
  }
}

/** @type {Promise<object> | null} */
let firstAnswers = null;

/** What the first page's game of normal Nim asks, Python has answered when the site was written. */
async function firstAnswer(name, /** @type {any} */ body) {
  const { position, play = "normal", moves = [], level = "perfect" } = body;
  if (play !== "normal" || moves.length || level !== "perfect") return null;
  firstAnswers ??= fetch(new URL("./first.json", import.meta.url)).then((found) => found.json());
  return (await firstAnswers)[`${name} ${position}`] ?? null;
}

let keeping = false;

/** Once nobody waits for Python, so that no first answer has to wait for what is kept. */
function keepForTheNextVisit() {
  if (keeping) return;
  keeping = true;
  const keeper = new URL("../../service-worker.js", import.meta.url); // the book's pages are elsewhere
  navigator.serviceWorker?.register(keeper).catch(() => {}); // private windows have none
}

export const python = new Python();
