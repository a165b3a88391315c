// Waiting for what is not there: longer each time, one for all, ended by a signal.

const FIRST = 250; // milliseconds
const LONGEST = 4000;

/** How long to wait before trying for the time after so many: 250, 500, … at most 4,000 ms. */
export function pause(tries) {
  return Math.min(FIRST * 2 ** Math.min(tries, 20), LONGEST);
}

/**
 * Wait so many milliseconds; a signal ends it with its reason.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((done, fail) => {
    if (signal?.aborted) {
      fail(signal.reason);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      done();
    }, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** One wait for all who wait: it tries again and again until it succeeds. */
export class Return {
  /** @type {Promise<void> | null} */
  #coming = null;

  /**
   * @param {() => Promise<boolean>} isThere whether it is there again
   * @param {(waiting: boolean) => void} announce called when the waiting begins and ends
   * @param {typeof sleep} wait
   */
  constructor(isThere, announce, wait = sleep) {
    this.isThere = isThere;
    this.announce = announce;
    this.wait = wait;
  }

  /**
   * Wait for it; a signal ends the waiting of this one only.
   *
   * @param {AbortSignal} [signal]
   */
  async waited(signal) {
    this.#coming ??= this.#try();
    if (!signal) return this.#coming;
    let end;
    const ended = new Promise((_, fail) => {
      end = () => fail(signal.reason);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
    try {
      await Promise.race([this.#coming, ended]);
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
  async #try() {
    this.announce(true);
    for (let tries = 0; ; tries += 1) {
      await this.wait(pause(tries));
      if (await this.isThere()) break;
    }
    this.#coming = null;
    this.announce(false);
  }
}
