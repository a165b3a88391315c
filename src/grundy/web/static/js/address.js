// The address of the page says what it shows: the part, and all that brings it back.
//
// `#sequence=0.6&n=1000` is the part "sequence" with its main field and others. A step that
// Back is to undo is a new entry of the browser's history; a correction of one replaces it.

/** The format of the links; one with a greater `v` is of a later version, one without is of this. */
export const FORMAT = 1;
export const PARTS = ["start", "graph", "game", "sequence", "nimbers"];

/**
 * Read an address: which part it is of, and its fields; the part is null where there is none.
 *
 * @param {string} hash what stands after the page's own address, "#" included or not
 * @returns {{part: string | null, fields: URLSearchParams}}
 */
export function read(hash) {
  const text = hash.replace(/^#/, "");
  const part = text.split(/[/?=&]/)[0] || "start";
  const known = PARTS.includes(part);
  // Who writes a link by hand leaves spaces, and means a sum by "+"; written() has no space.
  const plain = /%20| /.test(text) ? text.replaceAll("+", "%2B") : text;
  return { part: known ? part : null, fields: new URLSearchParams(known ? plain : "") };
}

/**
 * Write an address: the part with its main field, and the others that are not empty.
 *
 * @param {string} part
 * @param {Record<string, string | number | string[] | null | undefined>} fields
 */
export function written(part, fields) {
  const { [part]: main = "", ...others } = fields;
  const found = new URLSearchParams({ [part]: String(main ?? "") });
  for (const [name, value] of Object.entries(others)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") found.append(name, String(one));
    }
  }
  return main === "" && [...found].length === 1 ? `#${part}` : `#${found}`;
}

/**
 * Keep in the address what a part shows now; nothing where another part is shown.
 *
 * @param {string} part
 * @param {Parameters<typeof written>[1]} fields
 * @param {{replace?: boolean}} how whether the step before is corrected: Back leads past it
 */
export function remember(part, fields, { replace = false } = {}) {
  const hash = written(part, fields);
  if (read(location.hash).part !== part || hash === location.hash) return;
  // A part that has just been opened by its name alone says the same as what it then shows.
  const corrects = replace || location.hash === `#${part}`;
  history[corrects ? "replaceState" : "pushState"](null, "", hash);
}
