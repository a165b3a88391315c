// Asks the server from which the page came; waits while it does not answer, or is busy.
import { notice } from "../notice.js";
import { PAGE } from "../page.js";
import { pause, Return, sleep } from "../patience.js";

const BUSY = "503";

const returning = new Return(
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

/** @type {import("../api.js").Carrier} */
export async function server(name, body, signal, take) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(`api/${name}`, {
        method: "POST",
        // Pages take turns, and learn of a refusal as of any answer.
        headers: { "Content-Type": "application/json", "Grundy-Page": PAGE },
        body: JSON.stringify(body),
        signal,
      });
      if (response.headers.get("Grundy-Refused") !== BUSY) return await take(response);
    } catch (error) {
      if (error.status || error.name === "AbortError") throw error;
      await returning.waited(signal);
      continue;
    }
    await sleep(pause(tries), signal);
  }
}
