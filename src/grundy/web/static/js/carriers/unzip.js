// ZIP archives, unpacked by the browser itself: WebAssembly takes several times as long.

const END = 0x06054b50; // what the last part begins with, and that of a file
const DEFLATED = 8;
const text = new TextDecoder();

/**
 * Give the files of an archive, each with its name.
 *
 * @param {ArrayBuffer} archive
 * @returns {Promise<[string, Uint8Array][]>}
 */
export async function unzipped(archive) {
  const view = new DataView(archive);
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== END) end -= 1;
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [method, named, extra, said] = [10, 28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const name = text.decode(new Uint8Array(archive, at + 46, named));
    const head = view.getUint32(at + 42, true);
    const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const data = new Uint8Array(archive, begin, view.getUint32(at + 20, true));
    if (!name.endsWith("/")) found.push(content(data, method).then((bytes) => [name, bytes]));
    at += 46 + named + extra + said;
  }
  return Promise.all(found);
}

async function content(data, method) {
  if (method !== DEFLATED) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
