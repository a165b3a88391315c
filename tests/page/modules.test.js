import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const ROOT = new URL("../../src/grundy/web/static/js/", import.meta.url).pathname;
const IMPORT = /\bfrom\s*"(\.{1,2}\/[^"]+)"/g;

/** @returns {Map<string, string[]>} of each module those that it imports */
function modules() {
  const found = new Map();
  for (const entry of readdirSync(ROOT, { recursive: true })) {
    const name = String(entry);
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(join(ROOT, name), "utf8");
    const imports = [...text.matchAll(IMPORT)].map(([, to]) =>
      relative(ROOT, join(ROOT, dirname(name), to)),
    );
    found.set(name, imports);
  }
  return found;
}

test("no module imports itself by way of others", () => {
  const imports = modules();
  const done = new Set();
  /** @param {string} name @param {string[]} path */
  function visit(name, path) {
    assert.ok(!path.includes(name), `a circle: ${[...path, name].join(" → ")}`);
    if (done.has(name)) return;
    for (const next of imports.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  }
  for (const name of imports.keys()) visit(name, []);
  assert.ok(done.size > 40);
});
