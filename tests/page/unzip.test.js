import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { unzipped } from "../../src/grundy/web/static/js/carriers/unzip.js";

// Stored, deflated, empty, in folders, with names of two alphabets, and a comment at the end.
const WRITE = `
import io, sys, zipfile
file = io.BytesIO()
with zipfile.ZipFile(file, "w") as archive:
    archive.writestr("a.txt", "plain")
    archive.writestr("b/c/ü.txt", "x" * 70_000, zipfile.ZIP_DEFLATED)
    archive.writestr("empty", "", zipfile.ZIP_DEFLATED)
    archive.mkdir("folder")
    archive.comment = b"said at the end"
sys.stdout.buffer.write(file.getvalue())
`;

test("a ZIP file gives back what was packed", async () => {
  const packed = Uint8Array.from(execFileSync("python3", ["-c", WRITE]));
  const found = await unzipped(packed.buffer);
  const texts = found.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  assert.deepEqual(Object.fromEntries(texts), {
    "a.txt": "plain",
    "b/c/ü.txt": "x".repeat(70_000),
    empty: "",
  });
});
