// Compiles the modules of Python's own library that the first answers load, with their names and
// those of all others: `node .ci/python-start.mjs SITE` writes src/grundy/web/site_files/python-start.zip.
//
// SITE is written by `grundy site SITE --runtime DIR`. To be run for another Pyodide, and where first
// answers load other modules; what is missing in the file is fetched with the whole library.
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const TARGET = new URL("../src/grundy/web/site_files/python-start.zip", import.meta.url);
const COMPILE = `
import io, os, sys, zipfile
from pathlib import Path
from importlib import _bootstrap_external
from zipimport import zipimporter

for name in os.listdir("/packed"):
    zipfile.ZipFile(f"/packed/{name}").extractall("/library")
sys.path.insert(0, "/library")
os.chdir("/library")
for name in set(sys.modules) - first:
    del sys.modules[name]  # what this program has loaded, the worker may not need

import base64, ctypes, dataclasses, datetime, hashlib, numbers, pickle, platform, shlex
from grundy.web import browser
browser.loaded_by(browser.FIRST_TASKS)
browser.unpack("/library", Path("/packed/rest.zip").read_bytes())
Path("/packed/rest.zip").write_bytes(b"")
import encodings.cp437  # which zipfile has loaded above

ROOT = "/lib/python313.zip/"
whole = zipfile.ZipFile(ROOT[:-1])
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    def write(name, data):
        archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, compresslevel=9)

    for name, module in sorted(sys.modules.items()):
        spec = module.__spec__
        if spec and isinstance(spec.loader, zipimporter) and spec.origin.startswith(ROOT):
            inside = spec.origin.removeprefix(ROOT)
            code = compile(whole.read(inside), spec.origin, "exec", dont_inherit=True, optimize=0)
            write(f"{inside}c", _bootstrap_external._code_to_hash_pyc(code, bytes(8), False))
    roots = {name.partition("/")[0].removesuffix(".py") for name in whole.namelist()}
    write("names", "\\n".join(sorted(roots)))
packed.getvalue()
`;

const site = process.argv[2];
const runtime = JSON.parse(fs.readFileSync(`${site}/runtime/runtime.json`, "utf8"));
const python = await loadPyodide();
python.runPython("import sys; first = set(sys.modules)");
python.FS.mkdir("/packed");
for (const name of ["grundy.zip", "rest.zip", ...runtime.wheels])
  python.FS.writeFile(`/packed/${name}`, fs.readFileSync(`${site}/runtime/${name}`));
const found = python.runPython(COMPILE).toJs();
fs.writeFileSync(TARGET, found);
console.log(`${found.length} bytes`);
