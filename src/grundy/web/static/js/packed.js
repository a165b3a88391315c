// A text as a word that can stand in an address, and back.

const MOST_TEXT = 4_000_000; // characters that a word may unpack to

/** Pack a text. */
export async function pack(text) {
  const packed = new Uint8Array(
    await new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    ).arrayBuffer(),
  );
  let bytes = "";
  for (let at = 0; at < packed.length; at += 8192)
    bytes += String.fromCharCode(...packed.subarray(at, at + 8192));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpack a text; fails where the word is none of ours. */
export async function unpack(word) {
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MOST_TEXT) throw new Error("The link is too long.");
  }
}
