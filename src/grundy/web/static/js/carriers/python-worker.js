// Python in a worker: loads the runtime and the library, then answers questions in their order.
//
// What is loaded is listed in runtime/runtime.json, with hashes; nothing else is run. The page keeps
// what was loaded for the worker after this one.
import { unzipped } from "./unzip.js";

const BASE = new URL("../../runtime/", import.meta.url);
const GRAPHVIZ = new URL("../../vendor/graphviz/graphviz.js", import.meta.url).href;
const LIBRARY = "/library";
const SNAPSHOT = "memory"; // of Python before it has loaded anything that is not its own
const BYTECODE = "bytecode.zip";
const OUTWARD = [
  ...["caches", "indexedDB", "fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
  ...["WebTransport", "BroadcastChannel", "importScripts", "Worker", "SharedWorker"],
];
const Asking = self.XMLHttpRequest; // before it is given up
const IDLE = 5_000; // milliseconds without a question until what is new is kept
const COMMON = `
import base64, ctypes, dataclasses, datetime, hashlib, numbers, pickle, platform, shlex
`;
const START = `
import os, sys
os.chdir("${LIBRARY}")  # with examples/, which the book reads
sys.dont_write_bytecode = False
sys.path.insert(0, "${LIBRARY}")
from grundy.web import browser
(browser.answer, browser.bytecode, browser.read_dot_by, browser.find_rest)
`;

/** Begin to fetch all files of the runtime, and say how far that is; each is used once it is here. */
function fetched(files) {
  const whole = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const one = async ({ url, integrity }) => {
    const response = await fetch(new URL(url, BASE), { integrity, mode: "cors" });
    if (!response.ok) throw new Error(`${url}: status ${response.status}`);
    const reader = response.body.getReader();
    const chunks = [];
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value);
      loaded += step.value.length;
      postMessage({ loaded, whole });
    }
    return new Blob(chunks).arrayBuffer();
  };
  return Object.fromEntries(files.map((file) => [file.name, one(file)]));
}

/** Run the text of a module whose hash was checked. */
async function run(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Take from this worker what a rule of a stranger might use: the network, and what is kept. */
function giveUp(names) {
  for (let holder = self; holder; holder = Object.getPrototypeOf(holder))
    for (const name of names) delete holder[name];
}

/** Pass on what Python posts: bytes come as a proxy. */
function post(kind, value) {
  if (kind === "frame") {
    postMessage({ frame: value.toJs() });
    value.destroy();
  } else postMessage(kind === "head" ? { head: JSON.parse(value) } : { end: true });
}

/** What no first answer needs, where it came before it was needed. @type {Map<string, Uint8Array>} */
const early = new Map();
/** What fetches it, or has; null where a question could not wait for that.
 * @type {Map<string, AbortController | null>} */
const coming = new Map();

/** Begin to fetch a part of the rest. */
function begin({ url, integrity }, network) {
  if (coming.has(url)) return;
  const stop = new AbortController();
  coming.set(url, stop);
  network(new URL(url, BASE), { integrity, mode: "cors", signal: stop.signal })
    .then((response) => response.arrayBuffer())
    .then((bytes) => early.set(url, new Uint8Array(bytes)))
    .catch(() => {}); // then it is fetched when it is needed
}

/** Fetch a part of the rest in the middle of a question: Python cannot wait for it. */
function rest({ url }) {
  const found = early.get(url);
  if (found) return found;
  coming.get(url)?.abort(); // or the browser would wait for one request to end before the other
  coming.set(url, null);
  const request = new Asking();
  request.open("GET", new URL(url, BASE), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
}

/** @type {any} */
let graphviz = null;
const DOT = /\bdot\b|\.gv\b/i;

/** Load Graphviz for a question that speaks of DOT: Python cannot wait for it in the middle. */
async function loadFor(body) {
  if (!graphviz && DOT.test(body)) graphviz = await (await import(GRAPHVIZ)).Graphviz.load();
}

/** Read DOT: Graphviz's JSON of it, without a layout, or what it complains of. */
function readDot(text) {
  if (!graphviz) return "Error: Graphviz is not loaded; the word dot in a question has it loaded";
  try {
    return graphviz.layout(text, "dot_json", "nop2");
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

/** Write files; with one time on each visit, or the kept bytecode would not be that of its source. */
function write(system, folder, files) {
  for (const [name, bytes] of files) {
    const path = `${folder}/${name}`;
    system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    system.writeFile(path, bytes);
    system.utime(path, 0, 0);
  }
}

/** What an earlier visit has kept under a name; null for nothing. */
async function kept(store, name) {
  const found = await store?.match(new URL(name, BASE));
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

/** Keep something for the next visit; a browser without room keeps nothing. */
async function keep(store, name, bytes) {
  await store?.put(new URL(name, BASE), new Response(bytes)).catch(() => {});
}

/** @param {{files?: Record<string, ArrayBuffer>, snapshot?: Uint8Array}} left by a worker before */
async function started(left) {
  const runtime = await (await fetch(new URL("runtime.json", BASE))).json();
  const store = await self.caches?.open(runtime.store).catch(() => undefined); // none in private
  const files = left.files ?? fetched(runtime.files);
  const library = Promise.all(
    [...runtime.wheels, "grundy.zip"].map(async (name) => unzipped(await files[name])),
  );
  const [snapshot, bytecode] = await Promise.all([
    left.snapshot ?? kept(store, SNAPSHOT),
    kept(store, BYTECODE),
  ]);
  const network = self.fetch;
  self.fetch = async (resource, options) => {
    const address = resource instanceof Request ? resource.url : String(resource);
    const name = address.split("/").at(-1);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return name in files
      ? new Response(await files[name], { headers: { "Content-Type": type } })
      : network(resource, options);
  };
  await run(await files["pyodide.asm.js"]);
  const { loadPyodide } = await run(await files["pyodide.mjs"]);
  const settings = { indexURL: BASE.href, lockFileContents: JSON.stringify(runtime.lock) };
  const python = await loadPyodide(
    snapshot ? { ...settings, _loadSnapshot: snapshot } : { ...settings, _makeSnapshot: true },
  );
  self.fetch = network;
  let memory = snapshot;
  if (!memory) {
    python.runPython(COMMON);
    memory = python.makeMemorySnapshot();
  }
  for (const part of await library) write(python.FS, LIBRARY, part);
  if (bytecode) write(python.FS, "", await unzipped(bytecode.buffer));
  const [answer, compiled, readDotBy, findRest] = python.runPython(START);
  readDotBy(readDot);
  findRest(
    LIBRARY,
    (part) => rest(runtime.rest[part]),
    ...runtime.rest.map(({ integrity }) => integrity),
  );
  let known = bytecode?.length ?? 0;
  const keepAll = async () => {
    if (memory !== snapshot) {
      const fresh = memory;
      memory = snapshot;
      await keep(store, SNAPSHOT, fresh);
      postMessage({ leaves: { snapshot: fresh } }, { transfer: [fresh.buffer] });
    }
    const found = compiled();
    if (found.length > known) keep(store, BYTECODE, found.toJs());
    known = found.length;
    found.destroy();
  };
  const buffers = {};
  for (const name in files) buffers[name] = await files[name];
  const fetchRest = () => runtime.rest.forEach((part) => begin(part, network));
  return { answer, keepAll, fetchRest, leaves: { files: buffers, ...(snapshot && { snapshot }) } };
}

/** @type {any} */
let idle = 0;
try {
  const left = await new Promise((begin) => {
    self.onmessage = ({ data }) => begin(data);
  });
  const { answer, keepAll, fetchRest, leaves } = await started(left);
  giveUp(OUTWARD);
  self.onmessage = async ({ data: { name, body } }) => {
    clearTimeout(idle);
    await loadFor(body).catch(() => {}); // then what reads DOT says that it is not there
    try {
      answer(name, body, post);
    } catch (error) {
      reportError(error); // Python has broken: the page hears of it, as of no rejection
    }
    fetchRest(); // the first answer has not waited for it
    idle = setTimeout(keepAll, IDLE);
  };
  idle = setTimeout(keepAll, IDLE);
  const transfer = [
    ...Object.values(leaves.files),
    ...(leaves.snapshot ? [leaves.snapshot.buffer] : []),
  ];
  postMessage({ ready: true, leaves }, { transfer });
} catch (error) {
  postMessage({ failed: error.message });
}
