// What Python starts with in the browser is its own library, compiled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { loadPyodide } from "pyodide";

const START = new URL("../../src/grundy/web/site_files/python-start.zip", import.meta.url);
const DIFFERENT = `
import marshal, zipfile
from importlib.util import MAGIC_NUMBER

whole, start = zipfile.ZipFile("/lib/python313.zip"), zipfile.ZipFile("/start.zip")
roots = {name.partition("/")[0].removesuffix(".py") for name in whole.namelist()}
different = [] if roots == set(start.read("names").decode().split()) else ["names"]
compiled = [name for name in start.namelist() if name != "names"]
for name in compiled:
    data = start.read(name)
    code = compile(whole.read(name[:-1]), name, "exec", dont_inherit=True, optimize=0)
    if data[:4] != MAGIC_NUMBER or marshal.loads(data[16:]) != code:
        different.append(name)
len(compiled), different
`;

test("each module that Python starts with is that of its library", async () => {
  const python = await loadPyodide();
  python.FS.writeFile("/start.zip", readFileSync(START));
  const [count, different] = python.runPython(DIFFERENT).toJs();
  assert.ok(count > 100);
  assert.deepEqual(different, []);
});
