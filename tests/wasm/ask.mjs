// Answers command lines of grundy in WebAssembly: node ask.mjs SOURCE LIBRARIES EXAMPLES < lines
//
// 32-bit indices, no threads, no locks and no numba. One JSON array a line: status, output, errors.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [source, libraries, examples] = process.argv.slice(2);
const numpy =
  "node_modules/@bentopdf/pymupdf-wasm/assets/numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl";

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(numpy)), "wheel");
const folders = { "/source": source, "/libraries": libraries, "/home/pyodide/examples": examples };
for (const [place, root] of Object.entries(folders)) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(`
import contextlib, io, json, os, sys, traceback
sys.dont_write_bytecode = True
sys.path[:0] = ["/source", "/libraries"]
os.chdir("/home/pyodide")
os.environ["COLUMNS"] = "100"
from grundy.cli.main import run

def ask(arguments):
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = run(json.loads(arguments))
        except BaseException:
            status = traceback.format_exc()
    return json.dumps([status, *(text(each) for each in (out, errors))])

def text(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()
`);
const ask = python.globals.get("ask");
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  console.log(ask(line));
}
process.exit(0);
