// Waiting for the server: longer each time, one wait for all, and it can be given up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pause, Return, sleep } from "../../src/grundy/web/static/js/patience.js";

/** A server that is there at the third try, and what it was asked. */
function away() {
  const said = [];
  const waits = [];
  let tries = 0;
  const server = new Return(
    async () => ++tries % 3 === 0,
    (waiting) => said.push(waiting),
    async (milliseconds) => {
      waits.push(milliseconds);
    },
  );
  return { server, said, waits };
}

test("pauses grow, up to four seconds", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 99].map(pause), [250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test("all who wait share one wait, and the notice goes away after it", async () => {
  const { server, said, waits } = away();
  await Promise.all([server.waited(), server.waited(), server.waited()]);
  assert.deepEqual(said, [true, false]);
  assert.deepEqual(waits, [250, 500, 1000]);
});

test("it is waited for anew when it goes away again", async () => {
  const { server, said } = away();
  await server.waited();
  await server.waited();
  assert.deepEqual(said, [true, false, true, false]);
});

test("who gives up leaves the others waiting", async () => {
  const { server, said } = away();
  const gone = new AbortController();
  const first = server.waited(gone.signal);
  const other = server.waited();
  gone.abort();
  await assert.rejects(first, { name: "AbortError" });
  await other;
  assert.deepEqual(said, [true, false]);
});

test("a sleep can be ended", async () => {
  const gone = new AbortController();
  const long = sleep(1e9, gone.signal);
  gone.abort();
  await assert.rejects(long, { name: "AbortError" });
  await assert.rejects(sleep(1, gone.signal), { name: "AbortError" });
});
